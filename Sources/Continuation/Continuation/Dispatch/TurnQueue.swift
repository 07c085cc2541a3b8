internal import Synchronization

/// Serves its callers one at a time, in the order in which they took their places.
///
/// Code that is called during a turn may call back. Whoever lets it wait for a turn of its own
/// waits for ever, since the turn that is being served may wait for that code:
/// ``isServingPresentTask`` and ``hasBegunPresentTask`` tell it apart.
final class TurnQueue: Sendable {
  /// A place in the queue.
  struct Place: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  private struct State {
    /// The place that was taken last.
    var last: UInt64 = 0
    /// The place that is being served, or will be next.
    var serving: UInt64 = 1
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
  }

  /// The turns during which the present task was begun, one for each queue.
  @TaskLocal private static var turns: [ObjectIdentifier: UInt64] = [:]

  private let state = Mutex(State())

  /// A Boolean value that indicates whether the present task was begun by a turn of this queue, be
  /// it over or not.
  var hasBegunPresentTask: Bool { Self.turns[ObjectIdentifier(self)] != nil }

  /// A Boolean value that indicates whether the present task was begun by the turn that is being
  /// served.
  var isServingPresentTask: Bool {
    guard let turn = Self.turns[ObjectIdentifier(self)] else { return false }
    return state.withLock { $0.serving == turn }
  }

  /// Takes a place at once: whoever takes one first is served first.
  ///
  /// A place that was taken has to be used by ``run(at:isolation:_:)``, or the queue stands still.
  func takePlace() -> Place {
    state.withLock { state in
      state.last += 1
      return Place(number: state.last)
    }
  }

  /// Does work when everything before it has ended.
  ///
  /// A task that is cancelled meanwhile gets its turn all the same, so that nobody behind it is
  /// held up.
  func run<Value>(
    at place: Place, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
  ) async rethrows -> Value {
    await wait(for: place)
    defer { end() }
    var turns = Self.turns
    turns[ObjectIdentifier(self)] = place.number
    return try await Self.$turns.withValue(turns) { try await work() }
  }

  /// Starts a task that is not part of the present turn, though that starts it.
  func startOutsideOfTurn(_ start: () -> Void) {
    var turns = Self.turns
    turns[ObjectIdentifier(self)] = nil
    Self.$turns.withValue(turns, operation: start)
  }

  private func wait(for place: Place, isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard place.number != state.serving else { return true }
        state.waiting[place.number] = continuation
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private func end() {
    let next = state.withLock { state in
      state.serving += 1
      return state.waiting.removeValue(forKey: state.serving)
    }
    next?.resume()
  }
}
