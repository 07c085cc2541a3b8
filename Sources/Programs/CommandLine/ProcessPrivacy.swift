internal import Foundation
internal import Synchronization

/// The privacy of the process: what it leaves behind on the disk and on the terminal besides what
/// it was asked for.
///
/// Its memory holds what users did, so a crash may not write it anywhere: neither into a core file,
/// nor as the registers and the memory behind them that Swift's backtraces print. A debugger works
/// as ever; who wants a backtrace asks for one by setting `SWIFT_BACKTRACE`.
enum ProcessPrivacy {
  private static let ownersOnly: mode_t = 0o077
  /// The mask for new files that the program was started with.
  private static let usualMask = Atomic<mode_t>(0o022)

  /// Files are for their owner, and a crash is silent.
  ///
  /// - Parameter environment: The environment variables.
  static func begin(_ environment: [String: String]) {
    // Whatever is written holds what users did, or was learned from it; a file that is there keeps
    // its mode.
    usualMask.store(umask(ownersOnly), ordering: .relaxed)
    limitCoreFiles()
    guard environment["SWIFT_BACKTRACE"] == nil else { return }
    for crash in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT] { signal(crash, SIG_DFL) }
  }

  /// Runs something with the mask for new files that the program was started with: what it starts
  /// inherits it.
  static func withUsualMask<Value>(_ body: () -> Value) -> Value {
    umask(usualMask.load(ordering: .relaxed))
    defer { umask(ownersOnly) }
    return body()
  }

  /// A limit of one byte, not none: Linux hands cores to a program that collects them whatever the
  /// limit is, but never with this one (core(5), and `do_coredump` in the kernel's
  /// `fs/coredump.c`); and no core file is as small.
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
