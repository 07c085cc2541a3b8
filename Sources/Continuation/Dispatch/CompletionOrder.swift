internal import Synchronization

/// Lets what follows an action happen in the order in which actions were done, one at a time.
///
/// Places are taken when `run` is called, without a suspension before, and are served first come, first served.
final class CompletionOrder: Sendable {
  private struct State {
    /// The place that the next one takes.
    var next = 0
    /// The place that is being served, or will be next.
    var serving = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  /// Which orders the present task is inside of.
  @TaskLocal private static var entered: Set<ObjectIdentifier> = []

  private let state = Mutex(State())

  /// Prepares something at once, and goes on with it when everything before has ended.
  ///
  /// The place is taken first, so that whoever prepares quickly is not served before whoever was done earlier.
  ///
  /// What is called from within runs at once: whoever performs an action because an activity becomes current, and waits for
  /// it, would wait for ever otherwise. A task that is started there counts as within, even if nobody waits for it.
  ///
  /// - Parameter isUrgent: Whether not to wait for a place, because who is served may be waiting for whoever calls: an action
  ///   that a delegate performs has the center's turn, for which the action that is being published waits.
  func run<Prepared: Sendable, Value: Sendable>(
    atOnce isUrgent: Bool, preparing prepare: () -> Prepared, then work: (Prepared) async -> Value
  ) async -> Value {
    guard !isUrgent, !Self.entered.contains(ObjectIdentifier(self)) else { return await work(prepare()) }
    let place = takePlace()
    let prepared = prepare()
    await wait(for: place)
    defer { leave() }
    return await Self.$entered.withValue(Self.entered.union([ObjectIdentifier(self)])) {
      await work(prepared)
    }
  }

  private func takePlace() -> Int {
    state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
  }

  private func wait(for place: Int) async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard place != state.serving else { return true }
        state.waiting[place] = continuation
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private func leave() {
    let next = state.withLock { state in
      state.serving += 1
      return state.waiting.removeValue(forKey: state.serving)
    }
    next?.resume()
  }
}
