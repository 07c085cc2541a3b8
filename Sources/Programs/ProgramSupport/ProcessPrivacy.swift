internal import Foundation
internal import Synchronization

/// The protection of users' data from leaking to the disk or the terminal.
///
/// The process's memory holds users' activities, so a crash must not write it anywhere: neither
/// into a core file, nor in Swift's backtraces, which print registers and the memory behind them.
/// Debuggers work as usual. To get a backtrace, set `SWIFT_BACKTRACE`.
package enum ProcessPrivacy {
  private static let ownersOnly: mode_t = 0o077
  /// The mask for new files that the program was started with.
  private static let usualMask = Atomic<mode_t>(0o022)

  /// Makes new files private to their owner, and crashes silent.
  ///
  /// - Parameter environment: The environment variables.
  package static func begin(_ environment: [String: String]) {
    // All written files hold users' data, or were learned from it; existing files keep their modes.
    usualMask.store(umask(ownersOnly), ordering: .relaxed)
    limitCoreFiles()
    guard environment["SWIFT_BACKTRACE"] == nil else { return }
    for crash in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT] { signal(crash, SIG_DFL) }
  }

  /// Runs something with the mask for new files that the program was started with, for child
  /// processes to inherit.
  package static func withUsualMask<Value>(_ body: () -> Value) -> Value {
    umask(usualMask.load(ordering: .relaxed))
    defer { umask(ownersOnly) }
    return body()
  }

  /// Limits core files to one byte.
  ///
  /// With any other limit, even 0, Linux may pipe cores to a collecting program (core(5), and
  /// `do_coredump` in the kernel's `fs/coredump.c`). No core file is as small as one byte.
  private static func limitCoreFiles() {
    var limit = rlimit()
    #if canImport(Glibc)
      let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    #else
      let core = RLIMIT_CORE
    #endif
    guard unsafe getrlimit(core, &limit) == 0 else { return }
    let bytes = min(1, limit.rlim_max)
    (limit.rlim_cur, limit.rlim_max) = (bytes, bytes)
    _ = unsafe setrlimit(core, &limit)
  }
}
