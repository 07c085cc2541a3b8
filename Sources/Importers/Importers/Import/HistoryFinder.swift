internal import Files
internal import Foundation

/// A history that was found, with its importer.
package struct FoundHistory: Sendable {
  package let importer: any HistoryImporter
  package let file: HistoryFile
  /// The importer of another history that was found and holds the same records, and at least as
  /// many; this history is then skipped.
  package fileprivate(set) var coveredBy: String?

  package init(_ file: HistoryFile, by importer: any HistoryImporter) {
    (self.file, self.importer) = (file, importer)
  }
}

/// The search for histories in a home folder or other paths.
package struct HistoryFinder {
  /// The histories that were found, and the files that look like histories but cannot be read.
  package struct Result: Sendable {
    package fileprivate(set) var histories: [FoundHistory] = []
    /// The paths of files with locations, which may be histories as well.
    package fileprivate(set) var tracks: [String] = []
    package fileprivate(set) var problems: [HistoryError] = []
    /// A Boolean value that indicates whether a folder holds more files than the search examines.
    package fileprivate(set) var isCutOff = false
  }

  private let home: String
  private let environment: [String: String]
  private var result = Result()
  private var seen: Set<String> = []

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - home: The user's home folder.
  ///   - environment: The environment variables; `XDG_DATA_HOME` and `XDG_CONFIG_HOME` are used.
  package init(home: String, environment: [String: String]) {
    (self.home, self.environment) = (home, environment)
  }

  /// Returns the paths of an importer's histories in their usual locations.
  package func paths(of importer: some HistoryImporter) -> [String] {
    importer.locations.flatMap { paths(at: $0, home: home, environment: environment) }
  }

  /// Returns the histories in the usual locations of all importers.
  package mutating func onThisMachine() -> Result {
    searchUsualPlaces(home: home, environment: environment)
    return finished()
  }

  /// Returns the histories at some paths, including those in folders.
  ///
  /// - Throws: ``HistoryError`` for a path that does not exist or cannot be read.
  package mutating func at(_ paths: [String]) throws -> Result {
    for path in paths {
      if PathKind(at: path) == .folder {
        // It may be a home folder or a copy of one.
        searchUsualPlaces(home: path, environment: [:])
        searchThrough(path)
      } else {
        let file = try HistoryFile(path: path)
        let isTrack = noteTrack(file)
        guard let importer = try ImporterRegistry.importer(of: file) else {
          if isTrack { continue }
          let known = KnownFile.of(file).map(HistoryError.Reason.notImported)
          result.problems.append(
            HistoryError(known ?? .foreign(expected: "any known program", found: nil), at: path))
          continue
        }
        add(FoundHistory(file, by: importer))
      }
    }
    return finished()
  }

  private mutating func searchUsualPlaces(home: String, environment: [String: String]) {
    for importer in ImporterRegistry.all {
      for path in importer.locations.flatMap({ paths(at: $0, home: home, environment: environment) }) {
        look(at: path, for: importer)
      }
    }
  }

  private mutating func searchThrough(_ folder: String) {
    let files = FolderFiles(in: folder)
    for path in files.paths { look(at: path, for: nil) }
    if files.isCutOff { result.isCutOff = true }
  }

  /// Adds a file if it is a history: of the importer whose usual location this is, or of any other.
  private mutating func look(at path: String, for importer: (any HistoryImporter)?) {
    guard !seen.contains(Self.realPath(path)) else { return }
    do {
      let file = try HistoryFile(path: path)
      guard file.size > 0 else { return }
      noteTrack(file)
      if let found = try ImporterRegistry.importer(of: file) {
        add(FoundHistory(file, by: found))
      } else if let importer, try importer.recognition(of: file) != .foreign {
        add(FoundHistory(file, by: importer))
      }
    } catch let error as HistoryError {
      guard seen.insert(Self.realPath(path)).inserted, importer != nil else { return }
      result.problems.append(error)
    } catch {}
  }

  /// Notes a file with locations; returns whether it is one.
  @discardableResult
  private mutating func noteTrack(_ file: HistoryFile) -> Bool {
    guard LocationFormats.format(of: file) != nil else { return false }
    if !result.tracks.contains(file.path) { result.tracks.append(file.path) }
    return true
  }

  private mutating func add(_ found: FoundHistory) {
    if seen.insert(Self.realPath(found.file.path)).inserted { result.histories.append(found) }
  }

  private func finished() -> Result {
    var result = result
    for other in ImporterRegistry.all where !other.covers.isEmpty {
      // A program that covers itself has moved from a text to a database that contains the old
      // text.
      let coversItself = other.covers.contains(other.name)
      let holders = result.histories.filter {
        $0.importer.name == other.name && ($0.file.isSQLite || !coversItself)
      }
      let held = holders.map(Self.activities).reduce(0, +)
      guard held > 0 else { continue }
      for (index, history) in result.histories.enumerated()
      where history.coveredBy == nil && other.covers.contains(history.importer.name)
        && !(history.importer.name == other.name && history.file.isSQLite)
        && Self.activities(in: history) <= held
      {
        result.histories[index].coveredBy = other.name
      }
    }
    return result
  }

  /// Returns the number of activities in a history; if reading fails, those before the failure.
  private static func activities(in history: FoundHistory) -> Int {
    var count = 0
    try? history.importer.readWithinBudget(history.file, HistorySettings(zone: .gmt)) { record in
      if case .activity = record.content { count += 1 }
    }
    return count
  }

  private static func realPath(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  private func paths(at location: HistoryLocation, home: String, environment: [String: String]) -> [String] {
    func base(_ name: String, _ usual: String) -> String {
      guard let folder = environment[name], folder.hasPrefix("/") else {
        return (home as NSString).appendingPathComponent(usual)
      }
      return folder
    }
    let (folder, path) =
      switch location {
      case .home(let path): (home, path)
      case .data(let path): (base("XDG_DATA_HOME", ".local/share"), path)
      case .configuration(let path): (base("XDG_CONFIG_HOME", ".config"), path)
      }
    var found = [folder]
    for part in path.split(separator: "/").map(String.init) {
      found = found.flatMap { folder -> [String] in
        guard part.contains("*") else { return [(folder as NSString).appendingPathComponent(part)] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { HistoryLocation.fits($0, part) }.sorted().map {
          (folder as NSString).appendingPathComponent($0)
        }
      }
    }
    return found.filter { PathKind(at: $0) != .nothing }
  }
}
