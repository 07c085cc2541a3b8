internal import Activities
internal import LogFormat

/// The history of Chrome on all devices that are synchronised, as Google's Takeout exports it: `BrowserHistory.json`, or `History.json`.
///
/// The level is that of every browser (``VisitReading``). Left out are frames, pages that were loaded anew, and the entries that Chrome makes so that a
/// search engine can be completed. The visits of the last months stand in the history of the browser here as well: who imports both has them twice.
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
      visit.filter =
        filters[(node["page_transition"] ?? node["page_transition_qualifier"])?.text?.uppercased() ?? ""]
      return visit
    }
  }

  private static let filters: [String: HistoryFilter] = [
    "AUTO_SUBFRAME": .embedded, "MANUAL_SUBFRAME": .embedded, "RELOAD": .reload,
    "KEYWORD_GENERATED": .madeByBrowser,
  ]
}
