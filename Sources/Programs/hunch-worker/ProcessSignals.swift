internal import Foundation

/// The effect of signals on the worker.
///
/// A signal ends it at once: lines without a trailer are not complete, whatever they say. Handlers
/// are needed because a container's first process ignores signals without one.
enum ProcessSignals {
  static func begin() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGINT) { _ in _exit(130) }
    signal(SIGTERM) { _ in _exit(143) }
  }
}
