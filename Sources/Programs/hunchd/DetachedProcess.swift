internal import Foundation
internal import Glibc

/// This program, once more, in the background: in a session of its own, without a terminal, and
/// without any descriptor of the process that started it.
///
/// A descriptor that it kept would keep `$(…)` of a shell from ending.
enum DetachedProcess {
  /// The system could not start it.
  struct NotStarted: Error, CustomStringConvertible {
    let code: Int32
    var description: String { "cannot run in the background: error \(code) of the system" }
  }

  /// Starts it with arguments, and returns at once.
  static func start(_ arguments: [String]) throws {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    for descriptor in inherited { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }
    var (usual, blocked) = (sigset_t(), sigset_t())
    unsafe sigfillset(&usual)
    unsafe sigemptyset(&blocked)
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | sessionFlag)
    let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    let texts = unsafe (arguments + variables).map { unsafe strdup($0) }
    defer { unsafe texts.forEach { unsafe free($0) } }
    let passed = unsafe Array(texts[..<arguments.count]) + [nil]
    let environment = unsafe Array(texts[arguments.count...]) + [nil]
    var process = pid_t()
    let code = unsafe posix_spawn(&process, "/proc/self/exe", &actions, &attributes, passed, environment)
    guard code == 0 else { throw NotStarted(code: code) }
  }

  /// The open descriptors of this process other than the standard ones.
  private static var inherited: [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap { Int32($0) }.filter { $0 > STDERR_FILENO }
  }

  /// `POSIX_SPAWN_SETSID` of spawn.h, which the module does not show.
  private static let sessionFlag: Int16 = 0x80
}
