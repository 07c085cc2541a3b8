internal import Foundation

/// The start of another program, without a shell and without a copy of this process.
///
/// Foundation's `Process` gives its child a process group of its own, which may not read from the
/// terminal, and keeps descriptors open.
package struct ChildProcess {
  /// Its arguments; the first is its name.
  package var arguments: [String]
  /// Its file; by default, its name is looked up in `PATH`.
  package var file: String?
  /// Descriptors of this process, and their numbers in the child.
  package var copies: [(own: Int32, new: Int32)] = []
  /// Whether it has a session of its own and no descriptor of this process, so that nothing waits
  /// for it: its standard input and output are empty.
  package var isDetached = false

  package init(_ arguments: [String]) { self.arguments = arguments }

  /// Starts it, with this process's environment and the usual signals.
  ///
  /// - Parameter process: The number of its process.
  /// - Returns: 0, or the error number of the system.
  package func start(_ process: inout Int32) -> Int32 {
    guard let file = file ?? arguments.first else { return EINVAL }
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for copy in copies { unsafe posix_spawn_file_actions_adddup2(&actions, copy.own, copy.new) }
    if isDetached {
      for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
        unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
      for descriptor in Self.inherited { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }
    }
    var (usual, blocked) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&usual)
    unsafe sigemptyset(&blocked)
    // This program ignores these; what its parent ignores (nohup) stays so, but not in a session.
    if isDetached { unsafe sigfillset(&usual) }
    for signal in [SIGINT, SIGQUIT, SIGPIPE] { unsafe sigaddset(&usual, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
    unsafe posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | (isDetached ? Self.sessionFlag : 0))
    let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    let texts = unsafe (arguments + variables).map { unsafe strdup($0) }
    defer { unsafe texts.forEach { unsafe free($0) } }
    let passed = unsafe Array(texts[..<arguments.count]) + [nil]
    let environment = unsafe Array(texts[arguments.count...]) + [nil]
    return unsafe posix_spawnp(&process, file, &actions, &attributes, passed, environment)
  }

  /// The open descriptors of this process other than the standard ones.
  private static var inherited: [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap { Int32($0) }.filter { $0 > STDERR_FILENO }
  }

  /// `POSIX_SPAWN_SETSID` of spawn.h, which the module does not show.
  private static let sessionFlag: Int16 = 0x80
}
