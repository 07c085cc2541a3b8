internal import Activities
internal import Answers
internal import Evaluation

/// The text of a week, for people and scripts.
struct WeekText {
  private static let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  private let report: WeekSummary.Report

  init(_ report: WeekSummary.Report) {
    self.report = report
  }

  /// Returns the text for a terminal: a picture of the week, and lists below it.
  func drawn(on terminal: Terminal) -> String {
    let most = report.hours.joined().max() ?? 0
    let width = (terminal.columns ?? .max) < 5 + 48 ? 1 : 2
    let ruler = (0..<24).map { $0 % 3 == 0 ? Formatting.padded(String($0), to: 3 * width) : "" }.joined()
    let rows = zip(Self.days, report.hours).map { day, hours in
      "\(day.prefix(3))  " + hours.map { Self.block($0, of: most, columns: width) }.joined()
    }
    let weeks = Int(WeekSummary.period / (7 * 86_400))
    var parts = [
      most == 0
        ? terminal.wrapped(
          "Nothing was done in the last \(weeks) weeks. The newest donation is from \(InstantText.short(report.newest)); "
            + "`hunch week --at \(report.newest.prefix(10))` shows the weeks before it.")
        : (["When you do things, in the last \(weeks) weeks", terminal.faint("     " + ruler)] + rows)
          .joined(separator: "\n")
    ]
    func add(_ heading: String, _ lines: [String], of count: Int) {
      guard !lines.isEmpty else { return }
      let more =
        count > lines.count ? [terminal.faint("  and \(Formatting.grouped(count - lines.count)) more")] : []
      parts.append(
        ([terminal.bold(heading)] + lines.map { "  " + terminal.wrapped($0, indentation: 2) } + more)
          .joined(separator: "\n"))
    }
    add(
      "What follows what",
      report.follows.map {
        "\(Self.title($0.after)) → \(Self.title($0.activity)), \($0.times) of \($0.of) times"
      },
      of: report.follows.count)
    add(
      "New in the last 7 days", report.new.map { "\(Self.title($0.activity)), \(Self.times($0.times))" },
      of: report.newCount)
    add(
      "Not done for 4 weeks",
      report.gone.map { "\(Self.title($0.activity)), \(Self.times($0.times)) until \($0.time.prefix(10))" },
      of: report.goneCount)
    return parts.joined(separator: "\n\n")
  }

  /// The text for scripts: tab-separated lines of a kind and its fields.
  var plain: String {
    var lines: [[String]] = []
    for (day, hours) in zip(Self.days, report.hours) {
      for (hour, count) in hours.enumerated() where count > 0 {
        lines.append(["hour", day, "\(hour)", "\(count)"])
      }
    }
    lines += report.follows.map { ["follows", $0.after, $0.activity, "\($0.times)", "\($0.of)"] }
    lines += report.new.map { ["new", $0.activity, "\($0.times)", $0.time] }
    lines += report.gone.map { ["gone", $0.activity, "\($0.times)", $0.time] }
    return lines.map { $0.map(Formatting.plain).joined(separator: "\t") }.joined(separator: "\n")
  }

  /// Returns a block for a count; the largest count gets the full height.
  private static func block(_ count: Int, of most: Int, columns: Int) -> String {
    guard count > 0, most > 0 else { return Formatting.padded("·", to: columns) }
    let block = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"][(count * 8 + most - 1) / most - 1]
    return String(repeating: block, count: columns)
  }

  private static func title(_ text: String) -> String { Formatting.shortened(Formatting.plain(text), to: 40) }

  private static func times(_ count: Int) -> String {
    count == 1 ? "once" : "\(Formatting.grouped(count)) times"
  }
}
