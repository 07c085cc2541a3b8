internal import NIOCore
internal import Synchronization

/// Frames that have arrived and were not taken yet: a bounded queue with waiting producers and
/// consumers.
final class FrameQueue: Sendable {
  private typealias Taken = Result<[UInt8]?, HandoffError>
  private typealias Put = Result<Void, HandoffError>

  private struct Consumer {
    let ticket: UInt64
    let continuation: CheckedContinuation<Taken, Never>
  }

  private struct Producer {
    let ticket: UInt64
    let frame: [UInt8]
    let continuation: CheckedContinuation<Put, Never>
  }

  private struct State {
    var frames = CircularBuffer<[UInt8]>()
    /// The end, if it has ended; an inner `nil` is a proper end.
    var end: HandoffError??
    var consumers = CircularBuffer<Consumer>()
    var producers = CircularBuffer<Producer>()
    /// A Boolean value that indicates whether the producer waits for `onDemand`.
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

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - capacity: The number of frames that may wait in it.
  ///   - onDemand: Called when there is room again after ``pauseIfFull()``.
  init(capacity: Int = 8, onDemand: @escaping @Sendable () -> Void = {}) {
    self.capacity = capacity
    self.onDemand = onDemand
  }

  // MARK: Filling

  /// Adds a frame even without room, for producers that can only stop before the next one.
  func add(_ frame: [UInt8]) {
    let consumer = state.withLock { state -> Consumer? in
      guard state.end == nil else { return nil }
      if let consumer = state.consumers.popFirst() { return consumer }
      state.frames.append(frame)
      return nil
    }
    consumer?.continuation.resume(returning: .success(frame))
  }

  /// Returns whether to stop filling until `onDemand` is called.
  func pauseIfFull() -> Bool {
    state.withLock { state in
      state.isPaused = state.frames.count >= capacity
      return state.isPaused
    }
  }

  /// Adds a frame as soon as there is room.
  ///
  /// - Throws: ``HandoffError/connectionUnavailable`` if the queue has ended,
  ///   ``HandoffError/cancelled``.
  func put(_ frame: [UInt8]) async throws(HandoffError) {
    let ticket = state.withLock { $0.ticket() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let producer = Producer(ticket: ticket, frame: frame, continuation: continuation)
        if let outcome = place(producer) { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      state.withLock { $0.producers.remove { $0.ticket == ticket } }?.continuation.resume(
        returning: .failure(.cancelled))
    }
    try outcome.get()
  }

  /// Adds a frame and returns the result, or `nil` if it has to wait.
  private func place(_ producer: Producer) -> Put? {
    let (consumer, outcome) = state.withLock { state -> (Consumer?, Put?) in
      if Task.isCancelled { return (nil, .failure(.cancelled)) }
      if state.end != nil { return (nil, .failure(.connectionUnavailable)) }
      if let consumer = state.consumers.popFirst() { return (consumer, .success(())) }
      guard state.frames.count < capacity else {
        state.producers.append(producer)
        return (nil, nil)
      }
      state.frames.append(producer.frame)
      return (nil, .success(()))
    }
    consumer?.continuation.resume(returning: .success(producer.frame))
    return outcome
  }

  /// Ends the queue; frames in it can still be taken.
  ///
  /// Only the first end counts.
  func finish(_ error: HandoffError? = nil) {
    let (consumers, producers) = state.withLock { state in
      if state.end == nil { state.end = .some(error) }
      defer { (state.consumers, state.producers) = ([], []) }
      return (state.consumers, state.producers)
    }
    for consumer in consumers { consumer.continuation.resume(returning: Self.ending(error)) }
    for producer in producers { producer.continuation.resume(returning: .failure(.connectionUnavailable)) }
  }

  // MARK: Emptying

  /// Returns the oldest frame as soon as there is one, or `nil` at the end.
  ///
  /// - Throws: The error that the queue was finished with; ``HandoffError/cancelled``.
  func take() async throws(HandoffError) -> [UInt8]? {
    let ticket = state.withLock { $0.ticket() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let outcome = takeNow(orWait: Consumer(ticket: ticket, continuation: continuation)) {
          continuation.resume(returning: outcome)
        }
      }
    } onCancel: {
      state.withLock { $0.consumers.remove { $0.ticket == ticket } }?.continuation.resume(
        returning: .failure(.cancelled))
    }
    return try outcome.get()
  }

  private func takeNow(orWait consumer: Consumer) -> Taken? {
    let (outcome, producer, isWanted) = state.withLock { state -> (Taken?, Producer?, Bool) in
      if Task.isCancelled { return (.failure(.cancelled), nil, false) }
      guard let frame = state.frames.popFirst() else {
        if let end = state.end { return (Self.ending(end), nil, false) }
        state.consumers.append(consumer)
        return (nil, nil, false)
      }
      let producer = state.producers.popFirst()
      if let producer { state.frames.append(producer.frame) }
      let isWanted = state.isPaused && state.frames.count < capacity
      if isWanted { state.isPaused = false }
      return (.success(frame), producer, isWanted)
    }
    producer?.continuation.resume(returning: .success(()))
    if isWanted { onDemand() }
    return outcome
  }

  private static func ending(_ error: HandoffError?) -> Taken {
    if let error { .failure(error) } else { .success(nil) }
  }
}

extension CircularBuffer {
  /// Removes and returns the first element that satisfies a condition.
  fileprivate mutating func remove(where condition: (Element) -> Bool) -> Element? {
    firstIndex(where: condition).map { remove(at: $0) }
  }
}
