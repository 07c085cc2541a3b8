internal import Activities
internal import LogFormat

/// The history of Chrome on all synchronised devices, exported by Google's Takeout:
/// `BrowserHistory.json`, or `History.json`.
///
/// The level is the same as for every browser (``VisitReading``). It skips frames, reloads, pages
/// that only led to another one, and the entries that Chrome makes for the completion of search
/// engines. The local browser's history also has the visits of recent months, so importing both
/// counts those twice.
package struct GoogleChromeImporter: HistoryImporter {
  package let name = "google-chrome"
  package let summary = "pages visited in Chrome on all devices (Takeout)"
  package let locations = GoogleTakeout.locations("Chrome/BrowserHistory.json", "Chrome/History.json")
  package let basis = HistoryBasis.schema
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  package init() {}

  private static let member = "Browser History"

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let shape = file.shape
    return shape.contains("\(Self.member).[].url") && shape.contains("\(Self.member).[].time_usec")
      ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    var failure: HistoryError?
    var reading = VisitReading(program: "chrome", settings, .microseconds)
    try reading.read(
      { receive in
        do {
          try JSONStream.read(file) { path in
            guard let first = path.first else { return .enter }
            return first == .member(Self.member) ? path.count == 1 ? .enter : .take : .skip
          } receive: { path, value in
            guard case .element(let index)? = path.last else { return }
            try receive(Self.visit(value, at: .record(index + 1)))
          }
        } catch let error as HistoryError where error.reason == .damaged { failure = error }
      }, receive: receive)
    if let failure { throw failure }
  }

  private static func visit(_ value: Result<JSONNode, HistoryProblem>, at position: HistoryPosition)
    -> PageVisit
  {
    switch value {
    case .failure(let problem):
      var visit = PageVisit(position: position, address: nil, title: nil, time: nil)
      visit.problem = problem
      return visit
    case .success(let node):
      var visit = PageVisit(
        position: position, address: node["url"]?.text, title: node["title"]?.text,
        time: node["time_usec"]?.integer)
      visit.filter = filter(of: node)
      return visit
    }
  }

  /// Returns the rule that skips a record by its cause: in `page_transition`, or since about 2024
  /// in `page_transition_qualifier`, which may have several words.
  private static func filter(of node: JSONNode) -> HistoryFilter? {
    let words = Set(
      ["page_transition", "page_transition_qualifier"].flatMap { name -> [String] in
        let value = node[name]
        return (value?.elements ?? value.map { [$0] } ?? []).compactMap(\.text)
      }.flatMap { $0.uppercased().split { !$0.isLetter && $0 != "_" }.map(String.init) })
    if let filter = filters.first(where: { words.contains($0.word) })?.filter { return filter }
    return words.contains("CHAIN_END") || words.isDisjoint(with: redirects) ? nil : .redirect
  }

  private static let filters: [(word: String, filter: HistoryFilter)] = [
    ("BLOCKED", .notLoaded), ("AUTO_SUBFRAME", .embedded), ("MANUAL_SUBFRAME", .embedded),
    ("RELOAD", .reload),
    ("KEYWORD_GENERATED", .madeByBrowser), ("FORWARD_BACK", .backOrForward),
  ]
  /// The visit led to another page, unless it is marked as the end of a chain.
  private static let redirects: Set<String> = ["CLIENT_REDIRECT", "SERVER_REDIRECT", "IS_REDIRECT"]
}
