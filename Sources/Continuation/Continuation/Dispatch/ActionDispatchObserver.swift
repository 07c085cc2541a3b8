internal import Synchronization

/// Is told about every request of a dispatcher: for logs, analytics, development tools.
///
/// Observers see what was done and cannot change it. They are told one event after the other, in
/// the order in which they were registered, while the actions go on: neither a slow observer nor
/// one that never returns delays an action. A request's beginning comes before its completion, and
/// completions come in the order in which the actions were done.
///
/// Events wait in memory until all observers have seen those before. If observers fall behind by
/// more than ``DispatchConfiguration/observerBacklog`` events, new requests go unobserved, from
/// their beginning to their completion, and are counted. ``ActionDispatcher/observersSettled()``
/// waits for observers where that is wanted.
public protocol ActionDispatchObserver: Sendable {
  /// An action is about to be performed.
  func actionWillBegin<Performed: Action>(_ request: ActionRequest<Performed>) async
  /// An action was performed, has failed or was called off.
  func actionDidComplete<Performed: Action>(
    _ request: ActionRequest<Performed>, with completion: ActionCompletion) async
}

extension ActionDispatchObserver {
  /// Ignores beginnings.
  public func actionWillBegin<Performed: Action>(_ request: ActionRequest<Performed>) async {}
}

/// Delivers events to observers, one after the other, apart from who causes them.
final class ObserverQueue: Sendable {
  typealias Event = @Sendable () async -> Void

  private struct State {
    var waiting: [Event] = []
    /// The number of events that wait or are being delivered.
    var pending = 0
    var isDelivering = false
    var unobserved = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: The number of events that may be undelivered before new requests go
  ///   unobserved.
  init(limit: Int) {
    self.limit = limit
  }

  var unobserved: Int { state.withLock { $0.unobserved } }

  /// Adds the first event of a request; answers whether there was room.
  ///
  /// If there was none, nobody must be notified of its end.
  func begin(_ event: @escaping Event) -> Bool {
    let hasRoom = state.withLock { state in
      if state.pending >= limit { state.unobserved += 1 }
      return state.pending < limit
    }
    if hasRoom { add(event) }
    return hasRoom
  }

  /// Adds an event whatever waits already, so that whoever was notified of a beginning is notified
  /// of its end.
  func add(_ event: @escaping Event) {
    let isFirst = state.withLock { state in
      state.waiting.append(event)
      state.pending += 1
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    // Detached: an observer is not part of the task, priority or task-local values of the action
    // that it hears of.
    if isFirst { Task.detached { await self.deliver() } }
  }

  /// Returns when all events so far have been delivered.
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
