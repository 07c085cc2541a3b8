internal import Activities
internal import Answers
internal import Evaluation
internal import Suggestions

/// The text of a replay, for people and programs.
struct ReplayText {
  let json: Bool
  /// A Boolean value that indicates whether to print moments without a difference too.
  let showsAll: Bool
  let limit: Int

  /// Returns the text of a moment, if anything is printed.
  func lines(of moment: ReplayedMoment) throws -> String? {
    if let difference = moment.difference, difference.isEmpty, !showsAll { return nil }
    if json { return try JSONText.line(ReplayReport(moment)) }
    let terminal = Terminal.standardOutput
    let time = moment.context.instant.rfc3339
    let rows =
      moment.difference.map { Self.changes($0, within: moment.answer.horizon) } ?? Self.suggestions(moment)
    guard terminal.isInteractive else {
      return rows.isEmpty
        ? "\(time)\tnothing" : rows.map { ([time] + $0).joined(separator: "\t") }.joined(separator: "\n")
    }
    let changes = moment.difference.map { drawn($0, within: moment.answer.horizon) }
    let body = rows.isEmpty ? ["nothing"] : changes ?? drawn(moment)
    return ([terminal.faint(time)] + body.map { "  " + $0 }).joined(separator: "\n")
  }

  /// Returns lines for people: rank, probability, title, and a mark if it was done next.
  private func drawn(_ moment: ReplayedMoment) -> [String] {
    let done = Set(moment.donated.map(\.identity))
    return moment.answer.suggestions.map { suggestion in
      let mark = done.contains(suggestion.identity) ? "  <- done next" : ""
      let said = Formatting.within(Self.percent(suggestion), moment.answer.horizon)
      return "\(suggestion.rank)  \(said)  \(Formatting.plain("\(suggestion.displayTitle)"))\(mark)"
    }
  }

  /// Returns lines for people: the change of a suggestion, with both ranks and both probabilities.
  private func drawn(_ difference: SuggestionDifference, within horizon: Double?) -> [String] {
    func line(_ word: String, _ before: Suggestion?, _ after: Suggestion?) -> String {
      let ranks = "\(before.map { String($0.rank) } ?? "-") -> \(after.map { String($0.rank) } ?? "-")"
      let percents = "\(before.map(Self.percent) ?? "    -") -> \(after.map(Self.percent) ?? "    -")"
      return [
        Formatting.padded(word, to: 5), ranks, Formatting.within(percents, horizon),
        Formatting.plain((after ?? before).map { "\($0.displayTitle)" } ?? ""),
      ].joined(separator: "  ")
    }
    return difference.kept.map { line($0.isMoved ? "moved" : "kept", $0.before, $0.after) }
      + difference.went.map { line("went", $0, nil) } + difference.came.map { line("came", nil, $0) }
  }

  private static func percent(_ suggestion: Suggestion) -> String {
    Formatting.aligned(Formatting.fixed(suggestion.probability * 100, 0), to: 3) + " %"
  }

  private static func suggestions(_ moment: ReplayedMoment) -> [[String]] {
    let done = Set(moment.donated.map(\.identity))
    return moment.answer.suggestions.map { suggestion in
      [
        String(suggestion.rank), Formatting.fixed(suggestion.probability, 4),
        Formatting.plain("\(suggestion.displayTitle)"), suggestion.activity.activityType,
        done.contains(suggestion.identity) ? "done" : "",
      ] + Formatting.horizonField(moment.answer.horizon)
    }
  }

  private static func changes(_ difference: SuggestionDifference, within horizon: Double?) -> [[String]] {
    func row(_ word: String, _ before: Suggestion?, _ after: Suggestion?) -> [String] {
      [
        word, Formatting.plain((after ?? before).map { "\($0.displayTitle)" } ?? ""),
        before.map { String($0.rank) } ?? "-",
        after.map { String($0.rank) } ?? "-", Formatting.fixed(before?.probability, 4),
        Formatting.fixed(after?.probability, 4),
      ] + Formatting.horizonField(horizon)
    }
    return difference.kept.map { row($0.isMoved ? "moved" : "kept", $0.before, $0.after) }
      + difference.went.map { row("went", $0, nil) } + difference.came.map { row("came", nil, $0) }
  }

  /// Returns the text of the summary.
  func summary(_ summary: ReplaySummary, compared: Bool) throws -> String {
    if json {
      return try JSONText.line(["summary": ReplaySummaryReport(summary, compared: compared, limit: limit)])
    }
    var rows = [["moments", String(summary.moments)], ["with a suggestion", String(summary.answered)]]
    if summary.donated > 0 {
      rows.append(["done next was first", "\(summary.first) of \(summary.donated)"])
      rows.append(["done next was among \(limit)", "\(summary.among) of \(summary.donated)"])
    }
    if compared {
      if summary.donated > 0 {
        rows.append(["done next was first, other side", "\(summary.otherFirst) of \(summary.donated)"])
        rows.append([
          "done next was among \(limit), other side", "\(summary.otherAmong) of \(summary.donated)",
        ])
      }
      rows += [
        ["same first suggestion", String(summary.sameFirst)],
        ["same suggestions in order", String(summary.same)],
        ["came", String(summary.came)], ["went", String(summary.went)], ["moved", String(summary.moved)],
        ["mean change of probability", Formatting.fixed(summary.meanChange, 4)],
      ]
    }
    return Terminal.standardOutput.isInteractive
      ? rows.map { Formatting.padded($0[0], to: 38) + $0[1] }.joined(separator: "\n")
      : rows.map { "summary\t" + $0.joined(separator: "\t") }.joined(separator: "\n")
  }
}

/// A moment of a replay as JSON.
struct ReplayReport: Encodable {
  private let time: String
  /// The seconds from the end of the observation to the moment asked about, if any.
  private let leadSeconds: Double?
  private let donated: [String]
  /// The horizon of all probabilities; null if they are conditional.
  private let withinSeconds: NullableMember<Double>
  /// The probability of something new; null with a horizon.
  private let noneOfThese: NullableMember<Double>
  private let suggestions: [SuggestedReport]
  private let other: [SuggestedReport]?
  private let difference: Difference?

  init(_ moment: ReplayedMoment) {
    time = moment.context.instant.rfc3339
    leadSeconds = moment.lead > 0 ? moment.lead : nil
    donated = moment.donated.map(\.identity.description)
    withinSeconds = NullableMember(moment.answer.horizon)
    noneOfThese = NullableMember(moment.answer.noveltyProbability)
    suggestions = moment.answer.suggestions.map(SuggestedReport.init)
    other = moment.other?.suggestions.map(SuggestedReport.init)
    difference = moment.difference.map(Difference.init)
  }

  private enum CodingKeys: String, CodingKey {
    case time, donated, noneOfThese, suggestions, other, difference
    case withinSeconds = "within_seconds"
    case leadSeconds = "lead_seconds"
  }

  private struct Difference: Encodable {
    let sameFirst: Bool
    let came: [String]
    let went: [String]
    let moved: [Move]

    init(_ difference: SuggestionDifference) {
      sameFirst = difference.hasSameFirst
      came = difference.came.map(\.identity.description)
      went = difference.went.map(\.identity.description)
      moved = difference.moved.map {
        Move(identity: $0.before.identity.description, from: $0.before.rank, to: $0.after.rank)
      }
    }
  }

  private struct Move: Encodable {
    let identity: String
    let from: Int
    let to: Int
  }
}

/// The summary of a replay as JSON.
struct ReplaySummaryReport: Encodable {
  private let moments: Int
  private let answered: Int
  private let limit: Int
  private let donated: Int
  private let first: Int
  private let among: Int
  private let comparison: Comparison?

  private struct Comparison: Encodable {
    let first: Int
    let among: Int
    let sameFirst: Int
    let same: Int
    let came: Int
    let went: Int
    let moved: Int
    let meanChange: Double?
  }

  init(_ summary: ReplaySummary, compared: Bool, limit: Int) {
    moments = summary.moments
    answered = summary.answered
    self.limit = limit
    donated = summary.donated
    first = summary.first
    among = summary.among
    comparison =
      compared
      ? Comparison(
        first: summary.otherFirst, among: summary.otherAmong, sameFirst: summary.sameFirst,
        same: summary.same,
        came: summary.came, went: summary.went, moved: summary.moved, meanChange: summary.meanChange) : nil
  }
}
