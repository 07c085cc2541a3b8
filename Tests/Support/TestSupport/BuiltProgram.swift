public import Foundation

/// The programs that tests start: optimised ones, as people have them.
public enum BuiltProgram {
  /// The folder that they lie in: `HUNCH_PROGRAMS`, which the Makefile sets, or where
  /// `make programs` puts them.
  public static let folder =
    ProcessInfo.processInfo.environment["HUNCH_PROGRAMS"].map {
      URL(filePath: $0, directoryHint: .isDirectory)
    }
    ?? Repository.file(".build/release")

  /// Returns the path of a program.
  ///
  /// - Throws: ``Missing`` if it has not been built.
  public static func file(_ name: String) throws -> URL {
    let file = folder.appending(path: name)
    guard FileManager.default.isExecutableFile(atPath: file.path) else { throw Missing(path: file.path) }
    return file
  }

  /// A program that has not been built.
  public struct Missing: Error, CustomStringConvertible {
    let path: String

    /// What to do about it.
    public var description: String {
      "\(path) is not there: tests start optimised programs. Run `make programs`, or `make test`, which does so itself;"
        + " or name the folder that has them in HUNCH_PROGRAMS."
    }
  }

  /// The environment that a program runs in unless a test says otherwise: little of the test's own.
  ///
  /// - Parameter home: The user's home, in which nothing is.
  public static func environment(home: URL) -> [String: String] {
    var variables = ["TZ": "UTC", "HOME": home.path, "PATH": "/usr/bin:/bin"]
    // A sanitizer that the tests run under is set alike for the program, with what
    // scripts/sanitize.sh puts before it.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"] {
      variables[name] = ProcessInfo.processInfo.environment[name]
    }
    return variables
  }
}
