public import Foundation

/// The programs that tests start: optimised builds, like those of users.
public enum BuiltProgram {
  /// The folder of the programs: `HUNCH_PROGRAMS`, which the Makefile sets, or the destination of
  /// `make programs`.
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

  /// Returns the path of a program that is built with the tests, such as an example.
  ///
  /// - Throws: ``Missing`` if it has not been built.
  public static func builtWithTests(_ name: String) throws -> URL {
    let file = testsFolder.appending(path: name)
    guard FileManager.default.isExecutableFile(atPath: file.path) else { throw Missing(path: file.path) }
    return file
  }

  /// The folder of the running tests' program, which has everything that was built with them.
  public static let testsFolder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// A program that has not been built.
  public struct Missing: Error, CustomStringConvertible {
    let path: String

    /// The instructions for building it.
    public var description: String {
      "\(path) does not exist: tests start optimised programs. Run `make programs`, or `make test`, which runs it;"
        + " or set HUNCH_PROGRAMS to the folder with the programs."
    }
  }

  /// The default environment of a program, with little of the test's own.
  ///
  /// - Parameter home: The user's home, which is empty.
  public static func environment(home: URL) -> [String: String] {
    var variables = ["TZ": "UTC", "HOME": home.path, "PATH": "/usr/bin:/bin"]
    // If the tests run under a sanitizer, the program gets the same settings, with additions from
    // scripts/sanitize.sh.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"] {
      variables[name] = ProcessInfo.processInfo.environment[name]
    }
    return variables
  }
}
