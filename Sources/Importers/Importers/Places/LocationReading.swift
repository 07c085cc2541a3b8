package import Activities
internal import Files
internal import Foundation

/// The contents of files of locations.
package struct LocationReading: Sendable {
  /// The results of reading one file.
  package struct Report: Sendable, Equatable {
    package let path: String
    /// The name of its format.
    package let format: String
    package fileprivate(set) var points = 0
    package fileprivate(set) var named = 0
    package fileprivate(set) var malformed = 0
    /// The first malformed record, and its position.
    package fileprivate(set) var problem: (problem: HistoryProblem, position: HistoryPosition)?
    /// The error that ended the reading early, if any.
    package fileprivate(set) var failure: HistoryError?

    package static func == (left: Self, right: Self) -> Bool {
      (left.path, left.format, left.points, left.named, left.malformed, left.failure)
        == (right.path, right.format, right.points, right.named, right.malformed, right.failure)
    }
  }

  /// The user's positions.
  package private(set) var track = LocationTrack()
  /// The named places, in the order of the files, each position once.
  package private(set) var named: [Place] = []
  package private(set) var reports: [Report] = []

  /// The maximum number of named places.
  private static let mostNames = 100_000

  /// Reads files, and the files of locations in folders.
  ///
  /// - Throws: ``HistoryError`` for a path without a readable file, or a file without locations.
  package init(_ paths: [String]) throws {
    var seen: Set<Place> = []
    for path in paths {
      let isFolder = PathKind(at: path) == .folder
      let files = isFolder ? FolderFiles(in: path).paths : [path]
      var found = false
      for path in files {
        let file: HistoryFile
        do throws(HistoryError) { file = try HistoryFile(path: path) } catch {
          if isFolder { continue }
          throw error
        }
        guard let format = LocationFormats.format(of: file) else {
          if isFolder { continue }
          let known = KnownFile.of(file).map(HistoryError.Reason.notImported)
          throw HistoryError(file.size == 0 ? .empty : known ?? .noLocations, at: path)
        }
        found = true
        read(file, by: format, &seen)
      }
      guard found else { throw HistoryError(.noLocations, at: path) }
    }
    track.finish()
  }

  private mutating func read(_ file: HistoryFile, by format: any LocationFormat, _ seen: inout Set<Place>) {
    var report = Report(path: file.path, format: format.name)
    do {
      try format.readWithinBudget(file) { record, position in
        switch record {
        case .point(let point):
          report.points += 1
          track.add(point)
        case .named(let place):
          report.named += 1
          if named.count < Self.mostNames, seen.insert(place).inserted { named.append(place) }
        case .malformed(let problem):
          report.malformed += 1
          if report.problem == nil { report.problem = (problem, position) }
        }
      }
    } catch let error as HistoryError {
      report.failure = error
    } catch { report.failure = HistoryError(.unreadable, at: file.path) }
    reports.append(report)
  }
}
