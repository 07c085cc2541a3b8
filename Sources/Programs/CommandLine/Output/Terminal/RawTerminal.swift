internal import Dispatch
internal import Foundation
internal import Synchronization

/// The terminal of standard input while a program reads single keys from it.
///
/// However the program ends or stops, the terminal gets its own settings back: at the end, on
/// signals that end the program, and before it is suspended. Nothing can be done if it is killed
/// with SIGKILL.
final class RawTerminal {
  private static let saved = Mutex<termios?>(nil)
  private static let wasStopped = Atomic(false)

  private let ending: [any DispatchSourceSignal]
  private let stopping: any DispatchSourceSignal

  /// Starts reading single keys.
  ///
  /// - Returns: `nil` if standard input is not a terminal that allows it.
  init?() {
    guard Self.enter() else { return nil }
    ending = [SIGTERM, SIGHUP, SIGQUIT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        RawTerminal.restore()
        _exit(128 + number)
      }
      source.resume()
      return source
    }
    signal(SIGTSTP, SIG_IGN)
    stopping = DispatchSource.makeSignalSource(signal: SIGTSTP, queue: .global())
    stopping.setEventHandler { RawTerminal.wasStopped.store(true, ordering: .releasing) }
    stopping.resume()
  }

  /// Stops reading single keys.
  func end() {
    Self.restore()
    for source in ending { source.cancel() }
    stopping.cancel()
    for number in [SIGTERM, SIGHUP, SIGTSTP, SIGQUIT] { signal(number, SIG_DFL) }
  }

  deinit { end() }

  /// Returns whether another process asked this one to stop, once.
  func mustStop() -> Bool { Self.wasStopped.exchange(false, ordering: .acquiring) }

  /// Stops the process like Ctrl-Z, with the terminal's own settings, until it is continued in the
  /// foreground.
  func suspend() {
    Self.restore()
    signal(SIGTSTP, SIG_DFL)
    Self.stop(by: SIGTSTP)
    signal(SIGTSTP, SIG_IGN)
    resume()
  }

  /// A Boolean value that indicates whether the terminal belongs to another job, such as the shell
  /// after `bg`.
  static var isInBackground: Bool {
    let group = tcgetpgrp(STDIN_FILENO)
    return group >= 0 && group != getpgrp()
  }

  /// Reads single keys again, in the foreground: until then, the process stops.
  ///
  /// The kernel would stop it only if a thread that does not block the signal used the terminal.
  func resume() {
    while Self.isInBackground { Self.stop(by: SIGTTIN) }
    _ = Self.enter()
  }

  private static func stop(by number: Int32) {
    _ = kill(0, number)  // like the key, all processes of the job
    usleep(50_000)  // another thread may be the one that takes the signal
  }

  /// Waits for keys.
  ///
  /// - Parameter milliseconds: The time to wait.
  /// - Returns: The bytes of the keys; empty if there are none yet, `nil` if the terminal is gone.
  func bytes(waiting milliseconds: Int32) -> [UInt8]? {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&descriptor, 1, milliseconds) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe read(STDIN_FILENO, buffer.baseAddress, buffer.count)
    }
    if count < 0, errno == EINTR { return [] }
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Gives the terminal its own settings back, unless it has them or belongs to another job.
  static func restore() {
    saved.withLock { saved in
      guard var settings = saved, !isInBackground else { return }
      unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
      saved = nil
    }
  }

  /// Turns off echo, lines, and the keys that send signals, which arrive as bytes then.
  private static func enter() -> Bool {
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return false }
    var raw = settings
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    (raw.c_cc.5, raw.c_cc.6) = (0, 1)  // VTIME, VMIN: wait for one byte
    // Saved first: a signal may arrive as soon as the settings have changed. If the process was
    // stopped without notice, they are saved already, and the terminal may be set to single keys.
    saved.withLock { $0 = $0 ?? settings }
    guard unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0 else {
      saved.withLock { $0 = nil }
      return false
    }
    return true
  }
}
