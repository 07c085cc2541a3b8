internal import Synchronization

/// An observer of every request of a dispatcher, for logs, analytics and development tools.
///
/// Observers see actions and cannot change them. They receive one event after the other, in order
/// of registration, while actions continue: neither a slow observer nor one that never returns
/// delays an action. A request's beginning comes before its completion, and completions come in the
/// order in which the actions ended.
///
/// Events wait in memory until all observers have seen the earlier ones. If observers fall behind
/// by more than ``DispatchConfiguration/observerBacklog`` events, new requests are not observed at
/// all, and are counted. Call ``ActionDispatcher/observersSettled()`` to wait for observers.
public protocol ActionDispatchObserver: Sendable {
  /// An action is about to be performed.
  func actionWillBegin<Performed: Action>(_ request: ActionRequest<Performed>) async
  /// An action was performed, failed or was cancelled.
  func actionDidComplete<Performed: Action>(
    _ request: ActionRequest<Performed>, with completion: ActionCompletion) async
}

extension ActionDispatchObserver {
  /// Ignores beginnings.
  public func actionWillBegin<Performed: Action>(_ request: ActionRequest<Performed>) async {}
}

/// A queue that delivers events to observers, one after the other, outside the callers' tasks.
final class ObserverQueue: Sendable {
  typealias Event = @Sendable () async -> Void

  private struct State {
    var waiting: [Event] = []
    /// The number of undelivered events.
    var pending = 0
    var isDelivering = false
    var unobserved = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: The number of undelivered events from which new requests are not observed.
  init(limit: Int) {
    self.limit = limit
  }

  var unobserved: Int { state.withLock { $0.unobserved } }

  /// Adds the first event of a request, and returns whether there was room.
  ///
  /// If there was none, the request's end must not be added either.
  func begin(_ event: @escaping Event) -> Bool {
    let hasRoom = state.withLock { state in
      if state.pending >= limit { state.unobserved += 1 }
      return state.pending < limit
    }
    if hasRoom { add(event) }
    return hasRoom
  }

  /// Adds an event however many are waiting, so that every observed beginning has an end.
  func add(_ event: @escaping Event) {
    let isFirst = state.withLock { state in
      state.waiting.append(event)
      state.pending += 1
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    // Detached: an observer is not part of the task, priority or task-local values of the action.
    if isFirst { Task.detached { await self.deliver() } }
  }

  /// Waits until all events so far have been delivered.
  func settled() async {
    await withCheckedContinuation { continuation in
      add { continuation.resume() }
    }
  }

  private func deliver() async {
    while let batch = nextBatch() {
      for event in batch {
        await event()
        state.withLock { $0.pending -= 1 }
      }
    }
  }

  private func nextBatch() -> [Event]? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isDelivering = false
        return nil
      }
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}
