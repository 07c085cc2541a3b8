public import Activities

extension ContinuationStreams {
  /// The two directions of a hand-off's stream.
  public init(_ stream: HandoffStream) {
    self.init(input: HandoffInput(stream), output: HandoffOutput(stream: stream))
  }
}

/// Opens the streams of an activity that was handed over.
extension HandoffDelivery: ContinuationStreamProvider {
  /// Opens a stream back to the origin, as its two directions; see ``openStream()``.
  public func openStreams() async throws -> ContinuationStreams {
    ContinuationStreams(try await openStream())
  }
}

/// Reads pieces of the length that is asked for, and keeps the rest.
private actor HandoffInput: ContinuationInputStream {
  private let stream: HandoffStream
  private var bytes: HandoffStream.Bytes
  private var rest: ArraySlice<UInt8> = []

  init(_ stream: HandoffStream) {
    self.stream = stream
    bytes = stream.bytes
  }

  func read(upTo count: Int) async throws -> [UInt8] {
    if rest.isEmpty {
      var bytes = bytes
      rest = try await bytes.next()?[...] ?? []
    }
    defer { rest = rest.dropFirst(max(1, count)) }
    return Array(rest.prefix(max(1, count)))
  }

  /// What still arrives is read and dropped: the other side must not wait for a reader that is gone.
  func close() async throws {
    rest = []
    let bytes = bytes
    Task { for try await _ in bytes {} }
  }
}

private struct HandoffOutput: ContinuationOutputStream {
  let stream: HandoffStream

  func write(_ bytes: [UInt8]) async throws {
    try await stream.write(bytes)
  }

  func close() async throws {
    try await stream.finish()
  }
}
