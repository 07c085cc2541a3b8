internal import Answers
internal import Importers

/// The location files that the user named; reading them reports their contents.
struct LocationFiles {
  let paths: [String]
  let output: OutputOptions

  /// Reads them.
  ///
  /// - Throws: `HistoryError` for one that cannot be read, or has no locations.
  func read() throws -> LocationReading {
    for path in paths {
      guard !path.isEmpty else { throw Failure.emptyFileName }
      guard path != "-" else { throw HistoryError(.notARegularFile, at: "standard input") }
    }
    let reading = try LocationReading(paths)
    for report in reading.reports { tell(report) }
    return reading
  }

  private func tell(_ report: LocationReading.Report) {
    var parts = [Formatting.count(report.points, "position")]
    if report.named > 0 { parts.append(Formatting.count(report.named, "named place")) }
    if report.malformed > 0 { parts.append("\(Formatting.grouped(report.malformed)) malformed") }
    let path = Formatting.plain(report.path)
    output.note("\(report.format) \(path): \(parts.joined(separator: ", "))")
    if let (problem, position) = report.problem { Console.note("\(path):\(position): \(problem)") }
    if let failure = report.failure { Console.note("\(path): not read to its end: \(failure)") }
  }
}
