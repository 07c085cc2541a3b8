/// Bytes on their way from a writer to a reader, in memory.
///
/// Closing it from either side ends it: the reader gets what is left, then the end; the writer is told that nobody reads.
actor BytePipe: ContinuationInputStream, ContinuationOutputStream {
  private let capacity: Int
  private var bytes: [UInt8] = []
  private var isClosed = false
  /// Who waits for the pipe to change, by number, so that a cancelled task can be woken alone.
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
