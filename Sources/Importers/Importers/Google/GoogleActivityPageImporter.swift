internal import Activities

/// Google's "My Activity", and the history of YouTube, exported by Takeout in HTML:
/// `MyActivity.html`, `watch-history.html`, `search-history.html`.
///
/// The level is shared by both forms (``GoogleActivity``). It reads only pages in English, because
/// dates and verbs are in the language of the account. Times without a zone, in exports until about
/// 2018, are local. The JSON export is the better choice.
package struct GoogleActivityPageImporter: HistoryImporter {
  package let name = "google-activity-html"
  package let summary = "Google's My Activity and the history of YouTube (Takeout, in HTML)"
  package let locations = GoogleTakeout.locations(
    "My Activity/*/MyActivity.html", "YouTube and YouTube Music/history/watch-history.html",
    "YouTube and YouTube Music/history/search-history.html")
  package let basis = HistoryBasis.realFiles
  package let clock = HistoryClock.local
  package let datesEveryRecord = true

  package init() {}

  /// The style sheet before the first record may exceed the examined beginning; its classes have
  /// the same names.
  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    guard file.isText else { return .foreign }
    let head = HistoryText.decoded(file.head)
    let isPage =
      file.firstLine.lowercased().hasPrefix("<html")
      || file.firstLine.lowercased().hasPrefix("<!doctype html")
    return isPage
      && (head.contains("outer-cell") || (head.contains("mdl-typography") && head.contains("content-cell")))
      ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    try GoogleActivity.read(
      settings,
      { receive in
        try ActivityPage.forEachRecord(of: file) { number, cells in
          let position = HistoryPosition.record(number)
          guard let cells else {
            return try receive(.failure(GoogleActivity.Unreadable(position: position, problem: .tooLong)))
          }
          guard let record = Self.record(cells, at: position, settings) else {
            return try receive(.failure(GoogleActivity.Unreadable(position: position, problem: .empty)))
          }
          try receive(.success(record))
        }
      }, receive: receive)
  }

  private static func record(
    _ cells: [ActivityPage.Cell], at position: HistoryPosition, _ settings: HistorySettings
  ) -> GoogleActivity? {
    guard let body = cells.first(where: { $0.style.contains("body-1") && !$0.lines.isEmpty }),
      let title = body.lines.first, body.lines.count > 1, let date = body.lines.last
    else { return nil }
    let product = cells.first { $0.style.contains("header-cell") }?.lines.first?.text ?? ""
    var record = GoogleActivity(
      position: position,
      time: Result { () throws(HistoryProblem) in try GoogleDate(date.text).instant(settings) },
      title: title.text, address: title.addresses.first, product: product)
    record.channel = body.lines.dropFirst().dropLast().first { !$0.addresses.isEmpty }?.text
    let caption = cells.filter { $0.style.contains("caption") }.flatMap(\.lines)
    record.isAdvertisement = GoogleActivity.isAdvertisement(caption.map(\.text))
    record.place = caption.lazy.flatMap(\.addresses).compactMap(GoogleActivity.place).first
    return record
  }
}
