internal import Activities
internal import Foundation

/// The list of recently used files that GTK's and other programs share (`recently-used.xbel`, a
/// Desktop Bookmark file).
///
/// For each file and program, the list has only the last time and a count. So each of them is one
/// dated activity; the count is dropped, because the other times are unknown. Regular imports, such
/// as once a day, collect the times that the list forgets.
///
/// - Level: the same as for every file (``FileActivity``); a web address is a page
///   (``PageTemplate``). Program: the name under which it registered itself.
/// - Skipped: private entries, entries without a program (bookmarks), and addresses that are
///   neither a local file nor a page.
package struct RecentFilesImporter: HistoryImporter {
  package let name = "recently-used"
  package let summary = "files opened in programs of the desktop"
  package let locations = [
    HistoryLocation.data("recently-used.xbel"), .home(".recently-used.xbel"),
    .home(".var/app/*/data/recently-used.xbel"),
    .home("snap/*/current/.local/share/recently-used.xbel"),
  ]
  package let basis = HistoryBasis.realFiles
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  package init() {}

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    guard file.isText else { return .foreign }
    guard XMLHistory.rootElement(of: file.head) == "xbel" else { return .foreign }
    let head = HistoryText.decoded(file.head)
    // Browsers also keep bookmarks in this format, without these marks.
    return head.contains("http://www.freedesktop.org/standards/desktop-bookmarks") ? .certain : .possible
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    try withoutActuallyEscaping(receive) { receive in
      if let problem = try XMLHistory.read(file, by: RecentFilesReader(settings, receive)) {
        try receive(HistoryRecord(.malformed(problem.problem), at: .line(problem.line)))
      }
    }
  }
}

/// The elements of a list of recently used files, as they arrive.
private final class RecentFilesReader: XMLHandler {
  /// A use of a file by a program.
  private struct Use {
    let line: Int
    let program: String?
    /// The time of the last use, as in the file.
    let modified: String?
    /// The time in seconds since 1970, as old programs write it.
    let timestamp: String?
  }

  private let settings: HistorySettings
  private let receive: (HistoryRecord) throws -> Void
  private var line = 0
  private var address: String?
  private var uses: [Use] = []
  private var isPrivate = false
  /// The nesting level of the standard's metadata, if open.
  private var metadata: Int?

  private static let bookmark = ["xbel", "bookmark"]
  private static let noAddress = HistoryProblem("it does not name a file; the record is damaged")
  /// The maximum number of programs per file.
  private static let mostUses = 1_000

  init(_ settings: HistorySettings, _ receive: @escaping (HistoryRecord) throws -> Void) {
    (self.settings, self.receive) = (settings, receive)
  }

  func start(_ path: [String], attributes: [String: String], line: Int) {
    switch path.last.map(Self.local) {
    case "bookmark" where path == Self.bookmark:
      (self.line, address, uses, isPrivate) = (line, attributes["href"], [], false)
    case "metadata" where attributes["owner"] == "http://freedesktop.org":
      metadata = path.count
    case "application" where metadata != nil && uses.count < Self.mostUses:
      uses.append(
        Use(
          line: line, program: attributes["name"], modified: attributes["modified"],
          timestamp: attributes["timestamp"]))
    case "private" where metadata != nil: isPrivate = true
    default: break
    }
  }

  func end(_ path: [String]) throws {
    if metadata == path.count { metadata = nil }
    if path == Self.bookmark { try finish() }
  }

  /// Passes on the content of a bookmark.
  private func finish() throws {
    guard !uses.isEmpty else {
      return try receive(
        HistoryRecord(address == nil ? .malformed(Self.noAddress) : .filtered(.bookmark), at: .line(line)))
    }
    for use in uses { try receive(HistoryRecord(content(of: use), at: .line(use.line))) }
  }

  private func content(of use: Use) -> HistoryRecord.Content {
    if isPrivate { return .filtered(.isPrivate) }
    guard let address, !address.isEmpty else { return .malformed(Self.noAddress) }
    guard let page = PageTemplate(url: address) else {
      return .filtered(
        settings.secrets.firstMatch(in: address, kind: .url).map(HistoryFilter.secret) ?? .noFile)
    }
    do {
      let time = HistoryTime.exact(try instant(of: use))
      let activity =
        page.host.isEmpty
        ? try FileActivity.activity(path: page.identity, settings)
        : try PageActivity.activity(page, titled: nil)
      var found = HistoryActivity(activity, at: time)
      found.program = use.program.flatMap { $0.isEmpty ? nil : $0 }
      return .activity(found)
    } catch let found as FileActivity.SecretFound {
      return .filtered(.secret(found.rule))
    } catch let problem as HistoryProblem {
      return .malformed(problem)
    } catch { return .malformed(HistoryProblem("\(error)")) }
  }

  private func instant(of use: Use) throws(HistoryProblem) -> Instant {
    if let modified = use.modified {
      guard let instant = try? Instant(rfc3339: modified) else { throw .time }
      return try settings.instant(milliseconds: instant.milliseconds)
    }
    guard let timestamp = use.timestamp else { throw .field("the time") }
    guard let seconds = Int64(timestamp) else { throw .time }
    return try settings.instant(seconds, .seconds)
  }

  /// The name of an element without its prefix.
  private static func local(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }
}

extension HistoryFilter {
  /// No program has opened it.
  fileprivate static let bookmark = HistoryFilter("opened by no program")
  /// A file in the network, or one that no longer exists.
  static let noFile = HistoryFilter("no file of this computer", words: "files of another computer")
}
