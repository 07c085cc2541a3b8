internal import Files
internal import Foundation
internal import ProgramSupport

/// Another program that has the terminal until it ends, as if the user had started it.
enum ForegroundProgram {
  /// The way it ended.
  enum Outcome: Equatable {
    /// It exited with this code.
    case exited(Int32)
    /// This signal ended it.
    case killed(Int32)
    /// The system could not start it, with this error number.
    case notStarted(Int32)
  }

  /// Runs a program, and returns when it has ended.
  ///
  /// It runs without a shell, and inherits the environment, the mask for new files and the usual
  /// signals from the parent of this program.
  ///
  /// - Parameters:
  ///   - arguments: Its name, which is looked up in `PATH`, and its arguments.
  ///   - isData: Whether its standard output is data of this program; else it goes to standard
  ///     error.
  static func run(_ arguments: [String], isData: Bool) -> Outcome {
    InterruptSignal.leaveToAnother()
    var (child, process) = (ChildProcess(arguments), Int32())
    if !isData { child.copies = [(STDERR_FILENO, STDOUT_FILENO)] }
    let code = ProcessPrivacy.withUsualMask { child.start(&process) }
    guard code == 0 else { return .notStarted(code) }
    return end(of: process)
  }

  /// Runs a program that answers a question: it reads text, and prints its answer.
  ///
  /// - Parameters:
  ///   - arguments: Its name, which is looked up in `PATH`, and its arguments.
  ///   - input: The text for its standard input.
  /// - Returns: The way it ended, and its standard output.
  static func answer(_ arguments: [String], input: Data) -> (outcome: Outcome, output: Data) {
    InterruptSignal.leaveToAnother()
    guard let file = MemoryFile(Array(input)), let question = FileHandle(forReadingAtPath: file.path) else {
      return (.notStarted(ENOMEM), Data())
    }
    defer { try? question.close() }
    let answer = Pipe()
    var (child, process) = (ChildProcess(arguments), Int32())
    child.copies = [
      (question.fileDescriptor, STDIN_FILENO), (answer.fileHandleForWriting.fileDescriptor, STDOUT_FILENO),
    ]
    let code = ProcessPrivacy.withUsualMask { child.start(&process) }
    try? answer.fileHandleForWriting.close()
    guard code == 0 else { return (.notStarted(code), Data()) }
    let output = (try? answer.fileHandleForReading.readToEnd()) ?? Data()
    return (end(of: process), output)
  }

  /// Replaces this program by another one, which has its process, descriptors and environment.
  ///
  /// - Returns: Only if the system could not start it: the number of the error.
  static func become(_ file: String, _ arguments: [String]) -> Int32 {
    let texts = unsafe arguments.map { unsafe strdup($0) }
    defer { unsafe texts.forEach { unsafe free($0) } }
    _ = ProcessPrivacy.withUsualMask { unsafe execv(file, texts + [nil]) }
    return errno
  }

  private static func end(of process: pid_t) -> Outcome {
    var status = Int32()
    while unsafe waitpid(process, &status, 0) == -1 {
      guard errno == EINTR else { return .notStarted(errno) }
    }
    // The low bits have the signal, the next ones the code (wait(2)).
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
  }
}
