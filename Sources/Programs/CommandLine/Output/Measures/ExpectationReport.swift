internal import Activities
internal import Answers
internal import Evaluation
internal import Simulation
internal import Suggestions

/// The results of an expectation file, as JSON and in JUnit's format.
struct ExpectationReport: Encodable {
  let file: String
  let results: [ExpectationResult]

  /// The number of expectations that did not hold.
  var failed: Int { results.count { !$0.passes } }

  private enum CodingKeys: String, CodingKey { case file, failed, expectations }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(failed, forKey: .failed)
    try container.encode(results.map(Entry.init), forKey: .expectations)
  }

  private struct Entry: Encodable {
    let name: String
    let time: String
    let passes: Bool
    let expected: String
    let seeds: Int
    let held: Int
    let holds: Double
    let withinSeconds: NullableMember<Double>
    let seed: UInt64?
    let came: [SuggestedReport]
    let wanted: SuggestedReport?
    let why: String?

    init(_ result: ExpectationResult) {
      name = result.expectation.name
      time = result.outcome.instant.rfc3339
      passes = result.passes
      expected = "\(result.expectation.demand)"
      seeds = result.trials
      held = result.held
      holds = result.expectation.share
      withinSeconds = NullableMember(result.expectation.horizon)
      seed = result.seed
      came = result.outcome.came.map(SuggestedReport.init)
      wanted = result.outcome.wanted.map(SuggestedReport.init)
      why = result.outcome.holds ? nil : result.why
    }

    private enum CodingKeys: String, CodingKey {
      case name, time, passes, expected, seeds, held, holds, seed, came, wanted, why
      case withinSeconds = "within_seconds"
    }
  }

  /// Returns results in JUnit's format.
  static func junit(_ reports: [ExpectationReport]) -> String {
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites>"]
    for report in reports {
      lines.append(
        #"  <testsuite name="\#(escaped(report.file))" tests="\#(report.results.count)" failures="\#(report.failed)">"#
      )
      for result in report.results {
        let name =
          #"    <testcase classname="\#(escaped(report.file))" name="\#(escaped(result.expectation.name))""#
        guard !result.passes else {
          lines.append(name + "/>")
          continue
        }
        lines.append(name + #"><failure message="\#(escaped(ExpectationText.failure(result)))"/></testcase>"#)
      }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>", ""]).joined(separator: "\n")
  }

  /// Returns text escaped for a quoted XML attribute, with spaces for characters that XML does not
  /// allow.
  private static func escaped(_ text: String) -> String {
    Formatting.plain(text).reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": escaped += " "
      default: escaped.append(character)
      }
    }
  }
}

/// The text of the results of an expectation file, for people and scripts.
struct ExpectationText {
  let report: ExpectationReport

  init(_ report: ExpectationReport) {
    self.report = report
  }

  /// The text for standard output.
  var text: String {
    let terminal = Terminal.standardOutput
    guard terminal.isInteractive else {
      return report.results.map { row($0).map(Formatting.plain).joined(separator: "\t") }.joined(
        separator: "\n")
    }
    return report.results.map { result in
      let name = Formatting.plain(result.expectation.name)
      let seeds = result.trials > 1 ? terminal.faint("  \(result.held) of \(result.trials) seeds") : ""
      guard !result.passes else { return "\(terminal.faint("pass"))  \(name)\(seeds)" }
      return "\(terminal.bold("FAIL"))  \(name)\(seeds)\n      \(Formatting.plain(Self.failure(result)))"
    }.joined(separator: "\n")
  }

  private func row(_ result: ExpectationResult) -> [String] {
    let first = result.outcome.came.first
    return [
      result.passes ? "pass" : "fail", report.file, result.expectation.name, result.outcome.instant.rfc3339,
      "\(result.expectation.demand)", String(result.held), String(result.trials),
      first.map { "\($0.displayTitle)" } ?? "",
      Formatting.fixed(first?.probability, 4), result.outcome.holds ? "" : result.why,
    ]
  }

  /// Returns one line: the expectation, the actual suggestions, the reason for the first, and the
  /// rank of the expected one.
  static func failure(_ result: ExpectationResult) -> String {
    let outcome = result.outcome
    let seed = result.seed.map { result.trials > 1 ? " (seed \($0))" : "" } ?? ""
    return "at \(outcome.instant.rfc3339)\(seed) expected \(result.expectation.demand); \(result.why)"
  }
}

extension ExpectationResult {
  /// The actual suggestions, the reason for the first, and the rank of the expected one.
  var why: String {
    if let never = outcome.neverDone { return "nothing was asked: \(never) was never done before then" }
    func said(_ suggestion: Suggestion) -> String {
      "\(suggestion.displayTitle) (\(percent(suggestion)))"
    }
    func percent(_ suggestion: Suggestion) -> String {
      Formatting.within("\(Formatting.fixed(suggestion.probability * 100, 0)) %", expectation.horizon)
    }
    let came = outcome.came.isEmpty ? "nothing" : outcome.came.map(said).joined(separator: ", ")
    let reason = outcome.reason.map { "; the first because of \($0)" } ?? ""
    guard expectation.demand.activity != nil else { return "suggested \(came)\(reason)" }
    let place = outcome.wanted.map {
      "\($0.displayTitle) is number \($0.rank), \(percent($0))"
    }
    return "suggested \(came)\(reason); \(place ?? "the expected one was never done or may not be suggested")"
  }
}
