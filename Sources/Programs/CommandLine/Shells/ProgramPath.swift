internal import Foundation

/// The programs that a shell finds by name.
enum ProgramPath {
  /// The file of this program.
  static var own: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
  }

  /// Returns the first program with a name in `PATH`, or `nil` if there is none.
  static func first(named name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Returns whether a path leads to the file of this program, perhaps by a link.
  static func isThisProgram(_ path: String) -> Bool {
    URL(filePath: path).resolvingSymlinksInPath().path == own
  }
}
