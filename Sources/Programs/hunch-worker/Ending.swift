internal import Foundation
internal import ModelFile
internal import ModelOpening
internal import Phrases
internal import Suggestions
internal import Worker

/// The end of the program: an exit code, and at most one line on standard error.
enum Ending {
  /// Runs something, and ends the program if it fails.
  static func after(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async {
    do { try await body() } catch { leave(error) }
  }

  private static func leave(_ error: any Error) -> Never {
    let text = "\(error)"
    if !text.isEmpty {
      // A name must not add a line.
      let line = "hunch-worker: " + text.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n"
      try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
    // At once, without waiting for people who are still being computed.
    _exit(code(of: error))
  }

  private static func code(of error: any Error) -> Int32 {
    switch error {
    case let error as WorkerError: code(of: error)
    case ModelFileError.cannotRead: 66
    case is ModelFileError, is SuggestionError: 78
    default: 70
    }
  }

  private static func code(of error: WorkerError) -> Int32 {
    switch error {
    case .question: 64
    case .personOutOfOrder, .rowOutOfOrder, .damagedCheckpoint, .misplacedCheckpoint, .misplacedNumber,
      .tooManyBadRows, .notALine, .otherCount, .otherModel, .noTrailer:
      65
    case .deadLetters: 73
    case .unreadable, .unwritable: 74
    case .otherCheckpoint: 78
    case .closed: 141
    }
  }
}

/// The model and the language of a run.
enum ModelChoice {
  /// Opens a model.
  static func open(_ path: String?) throws -> SuggestionModel {
    try ModelFile.open(path).suggestionModel()
  }

  /// The language of composed phrases, as in `hunch`.
  static var language: PhraseLanguage {
    let environment = ProcessInfo.processInfo.environment
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    return PhraseLanguage(locale: locale ?? "")
  }
}

/// Standard output, in large pieces.
struct LineOutput {
  private static let pieceSize = 1 << 16
  private var pending = Data()

  /// Writes lines, sooner or later.
  mutating func write(_ text: String) throws(WorkerError) {
    pending.append(contentsOf: text.utf8)
    if pending.count >= Self.pieceSize { try flush() }
  }

  /// Writes what is left.
  mutating func flush() throws(WorkerError) {
    do {
      try FileHandle.standardOutput.write(contentsOf: pending)
      pending.removeAll(keepingCapacity: true)
    } catch {
      throw Self.isClosed(error) ? .closed : .unwritable
    }
  }

  private static func isClosed(_ error: any Error) -> Bool {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return underlying.domain == NSPOSIXErrorDomain && underlying.code == Int(EPIPE)
  }
}

/// The file for bad rows.
final class DeadLetters {
  private let file: FileHandle

  /// Creates the file, or empties it.
  init(_ path: String) throws(WorkerError) {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw .deadLetters }
    self.file = file
  }

  func write(_ row: BadRow) throws {
    do { try file.write(contentsOf: Data((try row.line + "\n").utf8)) } catch {
      throw WorkerError.deadLetters
    }
  }

  func close() throws(WorkerError) {
    do { try file.close() } catch { throw .deadLetters }
  }
}
