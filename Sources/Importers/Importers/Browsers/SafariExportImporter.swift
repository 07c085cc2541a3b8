internal import LogFormat

/// The history that Safari exports (`History.json`), since 2024 on Macs and iPhones.
///
/// The level is the same as for every browser (``VisitReading``). Each page is listed once, with
/// its last visit; the number of earlier visits has no times, and is dropped. It skips pages that
/// led to another one, pages that did not load, and answers to forms.
package struct SafariExportImporter: HistoryImporter {
  package let name = "safari-export"
  package let summary = "the last visits of pages, as Safari exports them (History.json)"
  package let locations = ["", "Downloads/"].flatMap { folder in
    ["History.json", "Safari Export*/History*.json"].map { HistoryLocation.home(folder + $0) }
  }
  package let basis = HistoryBasis.schema
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  package init() {}

  private static let member = "history"

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let shape = file.shape
    return shape.contains("metadata.browser_name") && shape.contains("\(Self.member).[].url")
      && shape.contains("\(Self.member).[].time_usec") ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    var failure: HistoryError?
    var reading = VisitReading(program: "safari", settings, .microseconds)
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

  private static func visit(
    _ value: Result<JSONNode, HistoryProblem>, at position: HistoryPosition
  ) -> PageVisit {
    switch value {
    case .failure(let problem):
      var visit = PageVisit(position: position, address: nil, title: nil, time: nil)
      visit.problem = problem
      return visit
    case .success(let node):
      return PageVisit(
        position: position, address: node["url"]?.text, title: node["title"]?.text,
        time: node["time_usec"]?.integer, filter: filter(of: node))
    }
  }

  private static func filter(of node: JSONNode) -> HistoryFilter? {
    if node["destination_url"]?.text?.isEmpty == false { return .redirect }
    if node["latest_visit_was_load_failure"] == .boolean(true) { return .notLoaded }
    let isRedirected = node["source_url"]?.text?.isEmpty == false
    return node["latest_visit_was_http_get"] == .boolean(false) && !isRedirected ? .formAnswer : nil
  }
}
