internal import Dispatch
internal import Foundation
internal import Synchronization

/// Listens for the interrupt key, to restore the terminal and set the exit code.
///
/// Exiting at once loses nothing: stores commit whole batches, and files are renamed into place
/// when they are complete.
struct InterruptSignal {
  private let source: any DispatchSourceSignal

  private static let isLeftToAnother = Atomic(false)

  /// Starts listening.
  init(_ handler: @escaping @Sendable () -> Void) {
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
      if !Self.isLeftToAnother.load(ordering: .acquiring) { handler() }
    }
    source.resume()
  }

  /// Stops listening.
  func cancel() {
    source.cancel()
  }

  /// Leaves the keys that end programs to another program, which has the terminal from now on.
  static func leaveToAnother() {
    isLeftToAnother.store(true, ordering: .releasing)
    signal(SIGQUIT, SIG_IGN)
  }

  /// Takes the interrupt key back after the other program has ended.
  static func takeBack() {
    isLeftToAnother.store(false, ordering: .releasing)
  }
}
