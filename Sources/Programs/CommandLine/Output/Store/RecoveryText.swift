internal import Activities
internal import Answers
internal import StoreRecovery

/// The printed report of a repair.
struct RecoveryText: Encodable {
  private struct Loss: Encodable {
    let table: String
    let user: String?
    let count: Int
    let first: String?
    let last: String?
  }

  private struct Row: Encodable {
    let table: String
    let row: Int64
  }

  private let store: String
  private let repaired: String
  private let saved: [String: Int]
  private let lost: [Loss]
  private let isLossKnown: Bool
  private let unreadable: [Row]
  private let mended: Int
  private let pages: Int
  private let unreadablePages: Int
  private let doubtfulPages: Int
  private let journal: String
  private let erasure: String

  init(_ report: RecoveryReport, of store: String, in repaired: String) {
    func time(_ milliseconds: Int64?) -> String? {
      milliseconds.flatMap { try? Instant(milliseconds: $0) }?.rfc3339
    }
    (self.store, self.repaired) = (store, repaired)
    saved = Dictionary(report.saved.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: +)
    lost = report.losses.map {
      Loss(
        table: $0.table.rawValue, user: $0.user?.name, count: $0.count, first: time($0.first),
        last: time($0.last))
    }
    unreadable = report.unreadable.map { Row(table: $0.table.rawValue, row: $0.row) }
    (isLossKnown, mended, pages) = (report.isLossKnown, report.mended, report.pages)
    (unreadablePages, doubtfulPages) = (report.unreadablePages, report.doubtfulPages)
    (journal, erasure) = (report.journal.rawValue, report.erasure.rawValue)
  }

  /// The report as text: one line per fact, with its name, a tab, and its value.
  var text: String {
    var lines = saved.sorted { $0.key < $1.key }.map { "saved.\($0.key)\t\($0.value)" }
    lines += lost.map { loss in
      let times = [loss.first, loss.last].compactMap(\.self)
      let of = loss.user.map { ", of \(Formatting.plain($0))" } ?? ""
      return "lost.\(loss.table)\t\(loss.count)\(of)"
        + (times.count == 2 ? ", between \(times[0]) and \(times[1])" : "")
    }
    if !isLossKnown { lines.append("lost.more\tperhaps: the records of it are damaged too") }
    lines += unreadable.map { "unreadable.\($0.table)\trow \($0.row)" }
    if mended > 0 { lines.append("mended\t\(mended)") }
    lines += [
      "pages\t\(pages)", "pages.unreadable\t\(unreadablePages)", "pages.doubtful\t\(doubtfulPages)",
      "journal\t\(journal)", "erasure\t\(erasure)",
    ]
    return lines.joined(separator: "\n")
  }
}
