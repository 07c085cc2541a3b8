public import Foundation

/// The result of a process that has ended.
public struct ProcessRun: Sendable {
  /// The standard output.
  public let output: Data
  /// The standard error.
  public let errors: String
  /// The exit code, or the number of the signal that ended it.
  public let code: Int32
  /// Whether a signal ended it.
  public let isSignal: Bool

  /// Its output as text.
  public var text: String { String(decoding: output, as: UTF8.self) }
  /// The lines of its output, without empty ones.
  public var lines: [String] { text.split(separator: "\n").map(String.init) }
}

/// A process that runs until it ends by itself or is killed.
///
/// Waiting for it does not block a thread.
public struct RunningProcess: Sendable {
  private let ended: AsyncStream<Void>

  fileprivate init(_ ended: AsyncStream<Void>) { self.ended = ended }

  /// Returns when the process has ended.
  ///
  /// Call it only once.
  public func end() async { for await _ in ended {} }
}

extension Process {
  /// Starts it, so that its end can be awaited.
  public func start() throws -> RunningProcess {
    let (stream, ended) = AsyncStream<Void>.makeStream()
    terminationHandler = { _ in ended.finish() }
    try run()
    return RunningProcess(stream)
  }

  /// Runs the process to its end.
  ///
  /// Input and output go through files: a pipe would need a reader.
  ///
  /// - Parameters:
  ///   - input: The standard input.
  ///   - output: The file for standard output; by default one that is read into the result.
  ///   - begun: A closure that is called with the process once it runs.
  public func runToEnd(
    input: Data = Data(), into output: URL? = nil, begun: ((Process) throws -> Void)? = nil
  ) async throws -> ProcessRun {
    let base = FileManager.default.temporaryDirectory.appending(path: "hunch-run-\(UUID().uuidString)").path
    let files = ["in", "out", "err"].map { URL(filePath: "\(base).\($0)") }
    try input.write(to: files[0])
    for file in files.dropFirst() { try Data().write(to: file) }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    let handles = (
      input: try FileHandle(forReadingFrom: files[0]),
      output: try FileHandle(forWritingTo: output ?? files[1]),
      errors: try FileHandle(forWritingTo: files[2])
    )
    // `Process` keeps them open as long as it exists, which may be too long for thousands of runs.
    defer { for handle in [handles.input, handles.output, handles.errors] { try? handle.close() } }
    (standardInput, standardOutput, standardError) = (handles.input, handles.output, handles.errors)
    let running = try start()
    try begun?(self)
    await running.end()
    return ProcessRun(
      output: try Data(contentsOf: files[1]),
      errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self),
      code: terminationStatus, isSignal: terminationReason == .uncaughtSignal)
  }
}

extension FileHandle {
  /// Reads until the other side closes it; a separate thread waits, so that no thread of the tests
  /// is blocked.
  public func contents() async -> Data {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: (try? self.readToEnd()) ?? Data())
      }
    }
  }

  /// Reads the next available bytes; empty at the end.
  public func next() async -> Data {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.availableData) }
    }
  }
}
