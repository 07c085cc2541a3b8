internal import Activities
internal import Files
internal import Foundation
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
    let folder = environment.variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment.variable("HOME").map { "\($0)/.config" }
    return (folder ?? home).map { "\($0)/hunch/prompt.json" }
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

  /// Returns whether a line is never grey, given what the built-in list says.
  package func isDangerous(_ line: String, listed: Bool) -> Bool {
    if dangerous.contains(where: { Self.begins(line, with: $0) }) { return true }
    return listed && !harmless.contains { Self.begins(line, with: $0) }
  }

  /// Returns whether no grey text is shown in a folder.
  package func isQuiet(in folder: String?) -> Bool {
    guard isGreyOn else { return true }
    guard let folder else { return false }
    return quietFolders.contains { folder == $0 || $0 == "/" || folder.hasPrefix("\($0)/") }
  }

  private static func digest(of line: String) -> String { RunLine.identity(of: line).description }

  /// Returns whether a line begins with whole words.
  private static func begins(_ line: String, with words: String) -> Bool {
    line.hasPrefix(words) && (line.count == words.count || line.dropFirst(words.count).first == " ")
  }

  // MARK: The file

  private static let names = ["v", "grey", "quietFolders", "minimum", "never", "dangerous", "harmless"]

  /// Reads settings; those of somebody who has decided nothing if there is no file.
  ///
  /// - Throws: `DocumentError` with the mistake in the file, or an error of the system.
  package init(contentsOf path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let data = try Data(contentsOf: URL(filePath: path))
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
  /// - Throws: `AtomicFile.Problem`, or an error of the system for the folder.
  package func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let form = Form(
      grey: isGreyOn, minimum: minimum, quietFolders: quietFolders.sorted(), never: refused.sorted(),
      dangerous: dangerous.sorted(), harmless: harmless.sorted())
    let data = try encoder.encode(form) + Data("\n".utf8)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try AtomicFile.write(data, to: path, access: .ownerOnly, replacing: true)
  }
}
