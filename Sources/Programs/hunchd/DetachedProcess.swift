internal import Foundation
internal import ProgramSupport

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
    var child = ChildProcess(arguments)
    child.file = "/proc/self/exe"
    child.isDetached = true
    var process = Int32()
    let code = child.start(&process)
    guard code == 0 else { throw NotStarted(code: code) }
  }
}
