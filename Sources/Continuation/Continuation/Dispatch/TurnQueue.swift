internal import Synchronization

/// A queue that serves its callers one at a time, in the order of their places.
///
/// Code that is called during a turn may call back. If it had to wait for a turn of its own, it
/// would wait forever, because the current turn may wait for that code. ``isServingPresentTask``
/// and ``hasBegunPresentTask`` detect this.
final class TurnQueue: Sendable {
  /// A place in the queue.
  struct Place: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  private struct State {
    /// The last place taken.
    var last: UInt64 = 0
    /// The place that is being served, or will be next.
    var serving: UInt64 = 1
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
  }

  /// The turns during which the present task began, one per queue.
  @TaskLocal private static var turns: [ObjectIdentifier: UInt64] = [:]

  private let state = Mutex(State())

  /// A Boolean value that indicates whether a turn of this queue, ended or not, began the present
  /// task.
  var hasBegunPresentTask: Bool { Self.turns[ObjectIdentifier(self)] != nil }

  /// A Boolean value that indicates whether the current turn began the present task.
  var isServingPresentTask: Bool {
    guard let turn = Self.turns[ObjectIdentifier(self)] else { return false }
    return state.withLock { $0.serving == turn }
  }

  /// Takes a place at once; places are served in order.
  ///
  /// A place must be used with ``run(at:isolation:_:)``, or the queue stops.
  func takePlace() -> Place {
    state.withLock { state in
      state.last += 1
      return Place(number: state.last)
    }
  }

  /// Does work when everything before it has ended.
  ///
  /// A cancelled task still gets its turn, so that it does not block the places after it.
  func run<Value>(
    at place: Place, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
  ) async rethrows -> Value {
    await wait(for: place)
    defer { end() }
    var turns = Self.turns
    turns[ObjectIdentifier(self)] = place.number
    return try await Self.$turns.withValue(turns) { try await work() }
  }

  /// Starts a task that is not part of the present turn, though the turn starts it.
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
