import Foundation

/// A command as the hook of a shell writes it into the spool of a store.
public struct RecordedCommand {
  /// The name of the record: the session, a full stop and a number.
  public var name: String
  /// The start in seconds since 1970.
  public var start: String
  /// The UTC offset, such as `+0130`.
  public var offset = "+0000"
  /// The exit code.
  public var exit = "0"
  /// The duration in seconds.
  public var duration = "0.1"
  /// The exit code of the command before it; empty if unknown.
  public var previousExit = "0"
  /// The shell.
  public var shell = "zsh"
  /// The working folder.
  public var folder = "/src"
  /// The root folder of the repository.
  public var repository = ""
  /// The branch that is checked out.
  public var branch = ""
  /// 1 for a line that was offered and run unchanged.
  public var taken = ""
  /// The line, with its escapes.
  public var line: String

  /// Creates a record of a line that has its escapes already.
  public init(_ line: String, named name: String, at start: String) {
    (self.line, self.name, self.start) = (line, name, start)
  }

  /// Returns a line with the escapes of a spool.
  public static func escaped(_ line: String) -> String {
    line.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\t", with: "\\t")
  }

  /// The record, with its line feed.
  public var text: String {
    let fields = [
      "1", name, start, offset, exit, duration, previousExit, shell, "box", folder, repository, branch, taken,
      line, ".",
    ]
    return "\u{1}" + fields.joined(separator: "\t") + "\n"
  }

  /// Appends text to the file of a shell, as its hook does.
  public static func append(_ text: String, to path: String) throws {
    if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }
}
