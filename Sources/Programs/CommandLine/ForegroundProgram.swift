internal import Files
internal import Foundation
internal import ProgramSupport

/// Another program that has the terminal until it ends, as if the user had started it.
///
/// Foundation's `Process` puts its child into a process group of its own, which may not read from
/// the terminal.
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
    var process = pid_t()
    let descriptors = isData ? [] : [(STDERR_FILENO, STDOUT_FILENO)]
    let code = ProcessPrivacy.withUsualMask { start(arguments, descriptors, &process) }
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
    let descriptors = [
      (question.fileDescriptor, STDIN_FILENO), (answer.fileHandleForWriting.fileDescriptor, STDOUT_FILENO),
    ]
    var process = pid_t()
    let code = ProcessPrivacy.withUsualMask { start(arguments, descriptors, &process) }
    try? answer.fileHandleForWriting.close()
    guard code == 0 else { return (.notStarted(code), Data()) }
    let output = (try? answer.fileHandleForReading.readToEnd()) ?? Data()
    return (end(of: process), output)
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

  /// Starts a program with copies of some descriptors, each under another number.
  private static func start(
    _ arguments: [String], _ descriptors: [(Int32, Int32)], _ process: inout pid_t
  ) -> Int32 {
    guard let name = arguments.first else { return EINVAL }
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for (own, new) in descriptors { unsafe posix_spawn_file_actions_adddup2(&actions, own, new) }
    var (usual, blocked) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&usual)
    unsafe sigemptyset(&blocked)
    for signal in [SIGINT, SIGQUIT, SIGPIPE] { unsafe sigaddset(&usual, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    let texts = unsafe (arguments + variables).map { unsafe strdup($0) }
    defer { unsafe texts.forEach { unsafe free($0) } }
    let passed = unsafe Array(texts[..<arguments.count]) + [nil]
    let environment = unsafe Array(texts[arguments.count...]) + [nil]
    return unsafe posix_spawnp(&process, name, &actions, &attributes, passed, environment)
  }
}
