internal import Files
internal import Foundation

/// A desktop file: the entry with which a desktop describes and starts a program.
package struct DesktopFile: Hashable, Sendable {
  /// Its path below `applications`, with dashes for slashes, and without `.desktop`.
  package let identifier: String
  /// The path of the file.
  package let path: String
}

/// The desktop files of the programs on this machine.
///
/// They are in `applications` of `XDG_DATA_HOME`, then of each folder in `XDG_DATA_DIRS`, including
/// subfolders. The first file with an identifier counts.
package struct DesktopFiles: Sendable {
  private let folders: [String]

  /// The maximum nesting of folders.
  private static let mostLevels = 8
  /// The number of bytes read of a file; real ones have some thousand, most of them translations.
  private static let mostBytes = 1 << 20

  /// Creates the collection.
  ///
  /// - Parameters:
  ///   - home: The user's home folder.
  ///   - environment: The environment variables; `XDG_DATA_HOME` and `XDG_DATA_DIRS` are used.
  package init(home: String, environment: [String: String]) {
    folders = environment.dataFolders(home: home).map {
      ($0 as NSString).appendingPathComponent("applications")
    }
  }

  /// Returns the desktop file of a program.
  ///
  /// It is the file with that identifier; or the only file that differs from it in case alone; or
  /// the only one whose `StartupWMClass` it is, because some histories know programs by the class
  /// of their window; or the first one with another name of the same program (``ProgramName``).
  ///
  /// - Throws: ``OpenTargetError`` if no file or several match, or if it is hidden or does not
  ///   describe a program.
  package func file(of identifier: String) throws(OpenTargetError) -> DesktopFile {
    let all = all()
    if let same = try Self.file(ofExactly: identifier, among: all) { return same }
    let name = identifier.lowercased()
    let tests: [(DesktopFile) -> Bool] = [
      { $0.identifier.lowercased() == name }, { Self.entry(of: $0).windowClass?.lowercased() == name },
    ]
    for isNamed in tests {
      let found = all.filter { isNamed($0) && Self.entry(of: $0).isProgram }
      guard found.count < 2 else { throw .severalPrograms }
      if let only = found.first { return only }
    }
    let program = ProgramName(identifier).identity
    let alike = all.first { ProgramName($0.identifier).identity == program && Self.entry(of: $0).isProgram }
    if let alike { return alike }
    throw .noProgram
  }

  /// Returns the desktop file with exactly this identifier, for a manifest, which names one
  /// program.
  ///
  /// - Throws: ``OpenTargetError`` if it does not exist, is hidden, or does not describe a program.
  package func file(ofExactly identifier: String) throws(OpenTargetError) -> DesktopFile {
    guard let file = try Self.file(ofExactly: identifier, among: all()) else { throw .noProgram }
    return file
  }

  private static func file(
    ofExactly identifier: String, among all: [DesktopFile]
  ) throws(OpenTargetError) -> DesktopFile? {
    guard let file = all.first(where: { $0.identifier == identifier }) else { return nil }
    guard entry(of: file).isProgram else { throw .hiddenProgram }
    return file
  }

  /// Returns the desktop files of programs that declare a scheme of URLs, in a stable order.
  ///
  /// - Parameter scheme: In lower case.
  package func handlers(ofScheme scheme: String) -> [DesktopFile] {
    all().filter { file in
      let entry = Self.entry(of: file)
      return entry.isProgram && entry.types.contains("x-scheme-handler/\(scheme)")
    }
  }

  /// Returns the first file of each identifier, in a stable order.
  private func all() -> [DesktopFile] {
    var files: [DesktopFile] = []
    var seen: Set<String> = []
    func look(in folder: String, _ prefix: String, inside others: [String]) {
      // A link may lead back to its parent.
      let place = (folder as NSString).resolvingSymlinksInPath
      guard others.count < Self.mostLevels, !others.contains(place) else { return }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names.sorted() where Self.isName(name) {
        let path = (folder as NSString).appendingPathComponent(name)
        switch PathKind(at: path) {
        case .regularFile where name.hasSuffix(".desktop"):
          let identifier = prefix + name.dropLast(".desktop".count)
          if seen.insert(identifier).inserted {
            files.append(DesktopFile(identifier: identifier, path: path))
          }
        case .folder: look(in: path, prefix + name + "-", inside: others + [place])
        default: break
        }
      }
    }
    for folder in folders { look(in: folder, "", inside: []) }
    return files
  }

  /// Returns whether a file or folder name is acceptable: not hidden, not like an option, and
  /// printable.
  private static func isName(_ name: String) -> Bool {
    !name.hasPrefix(".") && !name.hasPrefix("-")
      && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// The used parts of an entry.
  private struct Entry {
    var isProgram = false
    var windowClass: String?
    /// The types of files and URLs that it opens, in lower case.
    var types: Set<String> = []
  }

  private static func entry(of file: DesktopFile) -> Entry {
    guard let handle = FileHandle(forReadingAtPath: file.path) else { return Entry() }
    defer { try? handle.close() }
    let bytes = (try? PositionedRead.bytes(of: handle.fileDescriptor, at: 0, count: mostBytes)) ?? []
    var (group, values): (Substring, [Substring: Substring]) = ("", [:])
    for line in HistoryText.decoded(bytes).split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if line.hasPrefix("[") {
        group = line
      } else if group == "[Desktop Entry]", let equals = line.firstIndex(of: "="), !line.hasPrefix("#") {
        let key = line[..<equals].trimmed
        if values[key] == nil { values[key] = line[line.index(after: equals)...].trimmed }
      }
    }
    return Entry(
      isProgram: values["Type"] == "Application" && values["Hidden"] != "true",
      windowClass: values["StartupWMClass"].flatMap { $0.isEmpty ? nil : String($0) },
      types: Set((values["MimeType"] ?? "").lowercased().split(separator: ";").map { String($0.trimmed) }))
  }
}

extension Substring {
  /// The text, trimmed.
  fileprivate var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
