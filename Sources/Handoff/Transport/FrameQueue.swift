internal import NIOCore
internal import Synchronization

/// Frames that have arrived and were not taken yet: a bounded queue with a waiting end on either side.
final class FrameQueue: Sendable {
  private typealias Taken = Result<[UInt8]?, HandoffError>
  private typealias Put = Result<Void, HandoffError>

  private struct Taker {
    let ticket: UInt64
    let continuation: CheckedContinuation<Taken, Never>
  }

  private struct Putter {
    let ticket: UInt64
    let frame: [UInt8]
    let continuation: CheckedContinuation<Put, Never>
  }

  private struct State {
    var frames = CircularBuffer<[UInt8]>()
    /// How it ended, if it did: `nil` inside is a proper end.
    var end: HandoffError??
    var takers = CircularBuffer<Taker>()
    var putters = CircularBuffer<Putter>()
    /// Whether whoever fills the queue waits for `onDemand`.
    var isPaused = false
    var nextTicket: UInt64 = 0

    mutating func ticket() -> UInt64 {
      nextTicket += 1
      return nextTicket
    }
  }

  private let state = Mutex(State())
  private let capacity: Int
  private let onDemand: @Sendable () -> Void

  /// Makes a queue.
  ///
  /// - Parameters:
  ///   - capacity: How many frames may wait in it.
  ///   - onDemand: Called when there is room again after ``pauseIfFull()``.
  init(capacity: Int = 8, onDemand: @escaping @Sendable () -> Void = {}) {
    self.capacity = capacity
    self.onDemand = onDemand
  }

  // MARK: filling

  /// Adds a frame, room or not: for those who can only stop before the next one.
  func add(_ frame: [UInt8]) {
    let taker = state.withLock { state -> Taker? in
      guard state.end == nil else { return nil }
      if let taker = state.takers.popFirst() { return taker }
      state.frames.append(frame)
      return nil
    }
    taker?.continuation.resume(returning: .success(frame))
  }

  /// Whether to stop filling until `onDemand` is called.
  func pauseIfFull() -> Bool {
    state.withLock { state in
      state.isPaused = state.frames.count >= capacity
      return state.isPaused
    }
  }

  /// Adds a frame as soon as there is room.
  ///
  /// - Throws: ``HandoffError/connectionUnavailable`` if the queue has ended, ``HandoffError/cancelled``.
  func put(_ frame: [UInt8]) async throws(HandoffError) {
    let ticket = state.withLock { $0.ticket() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let putter = Putter(ticket: ticket, frame: frame, continuation: continuation)
        if let outcome = place(putter) { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      state.withLock { $0.putters.remove { $0.ticket == ticket } }?.continuation.resume(
        returning: .failure(.cancelled))
    }
    try outcome.get()
  }

  /// What becomes of a frame at once; `nil` if it has to wait.
  private func place(_ putter: Putter) -> Put? {
    let (taker, outcome) = state.withLock { state -> (Taker?, Put?) in
      if Task.isCancelled { return (nil, .failure(.cancelled)) }
      if state.end != nil { return (nil, .failure(.connectionUnavailable)) }
      if let taker = state.takers.popFirst() { return (taker, .success(())) }
      guard state.frames.count < capacity else {
        state.putters.append(putter)
        return (nil, nil)
      }
      state.frames.append(putter.frame)
      return (nil, .success(()))
    }
    taker?.continuation.resume(returning: .success(putter.frame))
    return outcome
  }

  /// Ends the queue; frames that are in it can still be taken.
  ///
  /// The first end counts.
  func finish(_ error: HandoffError? = nil) {
    let (takers, putters) = state.withLock { state in
      if state.end == nil { state.end = .some(error) }
      defer { (state.takers, state.putters) = ([], []) }
      return (state.takers, state.putters)
    }
    for taker in takers { taker.continuation.resume(returning: Self.ending(error)) }
    for putter in putters { putter.continuation.resume(returning: .failure(.connectionUnavailable)) }
  }

  // MARK: emptying

  /// The oldest frame, as soon as there is one; `nil` at the end.
  ///
  /// - Throws: What the queue was finished with; ``HandoffError/cancelled``.
  func take() async throws(HandoffError) -> [UInt8]? {
    let ticket = state.withLock { $0.ticket() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let outcome = takeNow(orWait: Taker(ticket: ticket, continuation: continuation)) {
          continuation.resume(returning: outcome)
        }
      }
    } onCancel: {
      state.withLock { $0.takers.remove { $0.ticket == ticket } }?.continuation.resume(
        returning: .failure(.cancelled))
    }
    return try outcome.get()
  }

  private func takeNow(orWait taker: Taker) -> Taken? {
    let (outcome, putter, isWanted) = state.withLock { state -> (Taken?, Putter?, Bool) in
      if Task.isCancelled { return (.failure(.cancelled), nil, false) }
      guard let frame = state.frames.popFirst() else {
        if let end = state.end { return (Self.ending(end), nil, false) }
        state.takers.append(taker)
        return (nil, nil, false)
      }
      let putter = state.putters.popFirst()
      if let putter { state.frames.append(putter.frame) }
      let isWanted = state.isPaused && state.frames.count < capacity
      if isWanted { state.isPaused = false }
      return (.success(frame), putter, isWanted)
    }
    putter?.continuation.resume(returning: .success(()))
    if isWanted { onDemand() }
    return outcome
  }

  private static func ending(_ error: HandoffError?) -> Taken {
    if let error { .failure(error) } else { .success(nil) }
  }
}

extension CircularBuffer {
  /// Takes out the first element that meets a condition.
  fileprivate mutating func remove(where condition: (Element) -> Bool) -> Element? {
    firstIndex(where: condition).map { remove(at: $0) }
  }
}
