internal import Activities

/// A pair of byte streams between the origin of an activity and the side that continues it.
public struct ContinuationStreams: Sendable {
  /// The bytes that the other side writes.
  public let input: any ContinuationInputStream
  /// The bytes that the other side reads.
  public let output: any ContinuationOutputStream

  /// Combines two streams.
  public init(input: any ContinuationInputStream, output: any ContinuationOutputStream) {
    self.input = input
    self.output = output
  }
}

/// A stream of arriving bytes.
public protocol ContinuationInputStream: Sendable {
  /// Waits for bytes.
  ///
  /// - Parameter count: The maximum number of bytes, at least 1.
  /// - Returns: At least one byte, or none at the end.
  func read(upTo count: Int) async throws -> [UInt8]

  /// Ends reading.
  func close() async throws
}

/// A stream of bytes to send.
public protocol ContinuationOutputStream: Sendable {
  /// Sends all of the bytes; waits while the other side does not keep up.
  func write(_ bytes: [UInt8]) async throws

  /// Ends writing: the other side reads the rest, then the end.
  func close() async throws
}

/// A provider of streams to an activity's origin, which a transport attaches to a continued
/// activity.
public protocol ContinuationStreamProvider: Sendable {
  /// Opens a pair of streams.
  func openStreams() async throws -> ContinuationStreams
}

extension ContinuationStreams {
  /// Returns the two ends of a connection in memory: each reads what the other writes.
  ///
  /// - Parameter capacity: The number of bytes that may wait in each direction before writing
  ///   waits; at least 1.
  public static func inMemoryPair(capacity: Int = 65_536) -> (ContinuationStreams, ContinuationStreams) {
    let (there, back) = (BytePipe(capacity: capacity), BytePipe(capacity: capacity))
    return (
      ContinuationStreams(input: back, output: there), ContinuationStreams(input: there, output: back)
    )
  }
}

/// A pipe of bytes from a writer to a reader, in memory.
///
/// Closing either side ends it: the reader gets the rest, then the end; the writer gets an error.
actor BytePipe: ContinuationInputStream, ContinuationOutputStream {
  private let capacity: Int
  private var bytes: [UInt8] = []
  private var isClosed = false
  /// The tasks that wait for the pipe to change, by number, so that a cancelled one can be woken
  /// alone.
  private var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
  private var lastNumber: UInt64 = 0

  init(capacity: Int) { self.capacity = max(1, capacity) }

  func read(upTo count: Int) async throws -> [UInt8] {
    while bytes.isEmpty, !isClosed { try await change() }
    let read = Array(bytes.prefix(max(1, count)))
    bytes.removeFirst(read.count)
    wakeAll()
    return read
  }

  func write(_ new: [UInt8]) async throws {
    var rest = new[...]
    while !rest.isEmpty {
      guard !isClosed else { throw LiveActivityError.continuationStreamClosed }
      let part = rest.prefix(capacity - bytes.count)
      bytes += part
      rest = rest.dropFirst(part.count)
      if !part.isEmpty { wakeAll() }
      if !rest.isEmpty { try await change() }
    }
  }

  func close() {
    isClosed = true
    wakeAll()
  }

  private func change() async throws {
    try Task.checkCancellation()
    lastNumber += 1
    let number = lastNumber
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { continuation.resume() } else { waiting[number] = continuation }
      }
    } onCancel: {
      Task { await self.wake(number) }
    }
    try Task.checkCancellation()
  }

  private func wake(_ number: UInt64) {
    waiting.removeValue(forKey: number)?.resume()
  }

  private func wakeAll() {
    let woken = waiting
    waiting = [:]
    for number in woken.keys.sorted() { woken[number]?.resume() }
  }
}
