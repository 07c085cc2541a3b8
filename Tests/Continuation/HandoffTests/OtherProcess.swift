import Foundation
import Synchronization
import TestSupport

/// A HandoffPeer in a separate process.
final class OtherProcess: Sendable {
  private let process: Process
  private let input = Pipe()
  /// Its output, line by line.
  private let lines: AsyncStream<String>

  init(_ command: String, _ folder: ScratchFolder, publisher: String = "org.example", how: String) throws {
    process = Process()
    process.executableURL = try BuiltProgram.file("HandoffPeer")
    process.arguments = [command, folder.path, publisher, how]
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = input
    let (lines, continuation) = AsyncStream<String>.makeStream()
    self.lines = lines
    let rest = LineBuffer(continuation)
    try process.run()
    // a separate thread: reading blocks, and a readability handler sometimes misses the end
    Thread.detachNewThread {
      while true {
        let some = output.fileHandleForReading.availableData
        rest.append(some)
        if some.isEmpty { return }
      }
    }
  }

  deinit {
    kill()
  }

  /// The next line of its output; `nil` when it has ended.
  func line() async -> String? {
    var iterator = lines.makeAsyncIterator()
    return await iterator.next()
  }

  /// All lines until it ends.
  func rest() async -> [String] {
    var all: [String] = []
    while let line = await line() { all.append(line) }
    return all
  }

  func goOn() {
    input.fileHandleForWriting.write(Data("\n".utf8))
  }

  func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
  }
}

/// Cuts the output into lines.
private final class LineBuffer: Sendable {
  private let continuation: AsyncStream<String>.Continuation
  private let rest = Mutex(Data())

  init(_ continuation: AsyncStream<String>.Continuation) {
    self.continuation = continuation
  }

  /// Adds output; an empty one is the end.
  func append(_ some: Data) {
    if some.isEmpty { return continuation.finish() }
    rest.withLock { rest in
      rest += some
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
        rest = Data(rest[(end + 1)...])
      }
    }
  }
}
