internal import Activities
internal import Files
internal import Foundation
internal import Importers
internal import LogFormat

/// A user's settings for the lines that are offered at the prompt.
///
/// They are a small JSON file, which `hunch prompt` changes. A line that is never offered again is
/// kept as a digest, so that the file does not repeat what was forgotten elsewhere.
package struct PromptSettings: Equatable, Sendable {
  /// Whether grey text is shown at all.
  package var isGreyOn = true
  /// The folders in which no grey text is shown, with everything below them.
  package var quietFolders: Set<String> = []
  /// The minimum probability of grey text, 0 to 1; `nil` for the default.
  package var minimum: Double?
  /// The digests of lines that are never offered.
  private(set) var refused: Set<String> = []
  /// The number of lines that are never offered.
  package var refusedCount: Int { refused.count }
  /// The beginnings of lines that are never grey, added by the user to the built-in list.
  package var dangerous: Set<String> = []
  /// The beginnings of lines that may be grey although the built-in list has them.
  package var harmless: Set<String> = []

  /// Settings of somebody who has decided nothing.
  package init() {}

  /// Returns the path of the file; `nil` if the user has no folder for it.
  package static func path(environment: [String: String]) -> String? {
    environment.settingsFile("prompt.json")
  }

  // MARK: Lines

  /// Never offers a line again.
  package mutating func refuse(_ line: String) { refused.insert(Self.digest(of: line)) }

  /// Offers a line again.
  ///
  /// - Returns: Whether it was refused.
  package mutating func allow(_ line: String) -> Bool { refused.remove(Self.digest(of: line)) != nil }

  /// Returns whether a line was refused.
  package func isRefused(_ line: String) -> Bool {
    !refused.isEmpty && refused.contains(Self.digest(of: line))
  }

  /// Returns whether a line is never offered, given what the built-in list says.
  ///
  /// Any command of the line can be dangerous, also after `sudo` or an assignment. A harmless one
  /// excuses only a line without others.
  package func isDangerous(_ line: String, listed: Bool) -> Bool {
    guard listed || !dangerous.isEmpty else { return false }
    let commands = ShellCommandLine.commands(in: line)
    if dangerous.contains(where: { words in commands.contains { Self.begins($0, with: words) } }) {
      return true
    }
    guard listed else { return false }
    return commands.count != 1 || !harmless.contains { Self.begins(commands[0], with: $0) }
  }

  /// Returns whether no grey text is shown in a folder.
  package func isQuiet(in folder: String?) -> Bool {
    guard isGreyOn else { return true }
    guard let folder else { return false }
    // Shells name a folder by the links through which they came.
    let real = URL(filePath: folder).resolvingSymlinksInPath().path
    return quietFolders.contains { covers($0, folder) || covers($0, real) }
  }

  /// Returns whether a folder is another one, or contains it.
  package func covers(_ quiet: String, _ folder: String) -> Bool {
    folder == quiet || quiet == "/" || folder.hasPrefix("\(quiet)/")
  }

  private static func digest(of line: String) -> String { RunLine.identity(of: line).description }

  /// Returns whether a command begins with whole words.
  private static func begins(_ command: [String], with words: String) -> Bool {
    command.starts(with: words.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  // MARK: The file

  private static let names = ["v", "grey", "quietFolders", "minimum", "never", "dangerous", "harmless"]

  /// Changes the settings in a file, without concurrent changes.
  ///
  /// - Returns: The settings after the change.
  /// - Throws: An error of reading or writing; then the file is as before.
  @discardableResult
  package static func change(at path: String, _ body: (inout PromptSettings) throws -> Void) async throws
    -> PromptSettings
  {
    try await SharedFile(path: path).change {
      let before = try PromptSettings(contentsOf: path)
      var settings = before
      try body(&settings)
      if settings != before { try settings.write(to: path) }
      return settings
    }
  }

  /// Reads settings; those of somebody who has decided nothing if there is no file.
  ///
  /// - Throws: `DocumentError` with the mistake in the file, or an error of the system.
  package init(contentsOf path: String) throws {
    guard let data = try SharedFile(path: path).read() else { return }
    let fields = try DocumentReader(json: data, file: path).fields(Self.names)
    if let grey = fields["grey"] { isGreyOn = try grey.boolean() }
    minimum = try fields["minimum"]?.probability()
    quietFolders = Set(try fields["quietFolders"]?.strings() ?? [])
    refused = Set(try fields["never"]?.strings() ?? [])
    dangerous = Set(try fields["dangerous"]?.strings() ?? [])
    harmless = Set(try fields["harmless"]?.strings() ?? [])
  }

  private struct Form: Encodable {
    let v = 1
    let grey: Bool
    let minimum: Double?
    let quietFolders, never, dangerous, harmless: [String]
  }

  /// Writes the settings so that the file is complete or as before, and only the user can read it.
  ///
  /// - Throws: `SharedFileError.unwritable`.
  package func write(to path: String) throws {
    let form = Form(
      grey: isGreyOn, minimum: minimum, quietFolders: quietFolders.sorted(), never: refused.sorted(),
      dangerous: dangerous.sorted(), harmless: harmless.sorted())
    try SharedFile(path: path).write(form)
  }
}
