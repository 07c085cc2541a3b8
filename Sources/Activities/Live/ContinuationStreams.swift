/// A pair of byte streams between where an activity was begun and where it is continued.
public struct ContinuationStreams: Sendable {
  /// What the other side writes.
  public let input: any ContinuationInputStream
  /// What the other side reads.
  public let output: any ContinuationOutputStream

  /// Ties two streams together.
  public init(input: any ContinuationInputStream, output: any ContinuationOutputStream) {
    self.input = input
    self.output = output
  }
}

/// Bytes that arrive.
public protocol ContinuationInputStream: Sendable {
  /// Waits for bytes.
  ///
  /// - Parameter count: How many at most; at least 1.
  /// - Returns: At least one byte; none at the end.
  func read(upTo count: Int) async throws -> [UInt8]

  /// Says that no more will be read.
  func close() async throws
}

/// Bytes that are sent.
public protocol ContinuationOutputStream: Sendable {
  /// Sends all of the bytes; waits while the other side does not keep up.
  func write(_ bytes: [UInt8]) async throws

  /// Says that no more will be written: the other side reads what is left, then the end.
  func close() async throws
}

/// Opens streams to where an activity was begun; a transport attaches it to an activity that is continued.
public protocol ContinuationStreamProvider: Sendable {
  /// Opens a pair of streams.
  func openStreams() async throws -> ContinuationStreams
}

extension ContinuationStreams {
  /// Two ends of one connection in memory: what one writes the other reads.
  ///
  /// - Parameter capacity: So many bytes may wait in each direction before writing waits; at least 1.
  public static func inMemoryPair(capacity: Int = 65_536) -> (ContinuationStreams, ContinuationStreams) {
    let (there, back) = (BytePipe(capacity: capacity), BytePipe(capacity: capacity))
    return (
      ContinuationStreams(input: back, output: there), ContinuationStreams(input: there, output: back)
    )
  }
}
