import Foundation

/// The verdict on a soak: whether anything broke or grew.
///
/// The first quarter of the rounds is warm-up. A measurement grew if the Theil-Sen slope adds, with
/// a confidence of 97.5 %, more than its limit over the last three quarters, or four times the
/// limit if there are few rounds. Memory, files and sizes are measured while nobody works. They
/// also grew if the median of the last quarter exceeds that of the second one by more than the
/// limit. Times are relative to a bare commit or bare work in the same round.
struct Verdict: CustomStringConvertible {
  /// The minimum number of rounds: two per quarter.
  static let leastRounds = 8
  /// The minimum number of rounds to judge times.
  static let leastRoundsForTimes = 40

  /// The result for one limit.
  struct Finding {
    let name: String
    let usual: Double
    let step: Double
    let drift: Series.Drift
    let allowed: Double
    let isTime: Bool

    var grew: Bool { drift.least > allowed || (!isTime && step > allowed) }
  }

  let findings: [Finding]
  /// The broken promises, in words.
  let problems: [String]
  private let rounds: Int
  private let operations: Int

  init(of samples: [Sample], problems: [String]) {
    var problems = problems
    rounds = samples.count
    operations = samples.reduce(0) { $0 + $1.operations }
    if problems.isEmpty, samples.count < Self.leastRounds { problems.append("too few rounds for a verdict") }
    self.problems = problems
    findings =
      samples.count < Self.leastRounds ? [] : Limit.all.compactMap { Self.finding($0, in: samples) }
  }

  /// Creates a verdict from a file of measurements.
  ///
  /// - Parameter problems: The broken promises, in words; `nil` if only their count in the file is
  ///   known.
  /// - Throws: ``SoakError/broken(_:)`` for a line that a soak did not write, or the error of
  ///   reading.
  init(ofMeasurementsIn file: String, problems: [String]? = nil) throws {
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").dropFirst()
    let samples = lines.compactMap(Sample.init(row:))
    guard samples.count == lines.count else {
      throw SoakError.broken("a line is not a measurement of a soak")
    }
    let broken = samples.last?.problems ?? 0
    self.init(of: samples, problems: problems ?? (broken > 0 ? ["\(broken) things broke"] : []))
  }

  /// Whether nothing broke and nothing grew.
  var isFlat: Bool { problems.isEmpty && !findings.contains(where: \.grew) }

  private static func finding(_ limit: Limit, in samples: [Sample]) -> Finding? {
    if limit.isTime, samples.count < leastRoundsForTimes { return nil }
    let points = samples.compactMap { sample in limit.value(sample).map { (x: sample.elapsed, y: $0) } }
    guard points.count >= max(leastRounds, samples.count / 2) else { return nil }
    let series = Series(points: points)
    // In few rounds caches are still filling.
    let slack = samples.count < leastRoundsForTimes ? 4 * limit.slack : limit.slack
    return Finding(
      name: limit.name, usual: series.usual, step: series.step, drift: series.drift,
      allowed: max(slack, limit.share * series.usual), isTime: limit.isTime)
  }

  var description: String {
    let table = findings.map { finding in
      let numbers = [
        finding.usual, finding.step, finding.drift.likely, finding.drift.least, finding.allowed,
      ].map {
        String(format: "%.2f", $0)
      }
      return "| \(finding.name) | \(numbers.joined(separator: " | ")) | \(finding.grew ? "GREW" : "flat") |"
    }
    let head = [
      "| what | usual | last quarter more by | slope adds | at least | allowed | |",
      "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    let grown = findings.filter(\.grew).map(\.name)
    let verdict =
      isFlat
      ? "soak: flat" : "soak: FAILED: " + (problems + grown.map { "\($0) grew" }).joined(separator: "; ")
    return (head + table + ["\(verdict) (\(operations) operations in \(rounds) rounds)"]).joined(
      separator: "\n")
  }
}
