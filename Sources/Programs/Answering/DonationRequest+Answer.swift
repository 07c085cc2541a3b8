package import Activities
package import Answers
package import LogFormat
package import Questions
package import Storage
internal import Suggestions

extension DonationRequest {
  /// The name of the request in problems, as of standard input.
  private static let name = "-"

  /// Stores the records as far as the privacy rules allow, and returns the receipt: for one
  /// donation as for `hunch donate --type`, for several records as for lines of `hunch donate`.
  ///
  /// - Throws: `LineProblem` if the only donation cannot be read, or an error of the store.
  package func answer(into store: any DonationStore, at now: Instant) async throws -> any Encodable {
    switch self {
    case .one(let text):
      let donation = try Self.donation(text, at: now)
      let receipt = try await store.receipt(of: [donation], at: now)
      return DonationReport(receipt.lastDonation ?? donation, receipt.donations)
    case .several(let texts):
      var problems: [LineProblem] = []
      let reader = LogReader(bytes: Array(texts.joined(separator: [0x0A])), named: Self.name)
      let report = try await LogImporter(into: store, restoresForgotten: true).run(
        reader, now: now, problem: { problems.append($0) })
      return LogReport(report, refused: problems)
    }
  }

  private static func donation(_ text: [UInt8], at now: Instant) throws -> Donation {
    var reader = LogReader(bytes: text, named: name)
    let batch = try reader.nextBatch(limit: 1)
    if let problem = batch?.problems.first { throw problem }
    guard case .donation(let donation)? = batch?.records.first?.record else {
      throw LineProblem(
        file: name, line: 1, error: RecordError("type", .unknownWord(known: ["donation"])))
    }
    guard !donation.isFromTheFuture(at: now) else {
      throw LineProblem(file: name, line: 1, error: RecordError("time", .fromTheFuture))
    }
    return donation
  }
}

extension LogReport {
  /// The maximum number of refused records that are listed.
  package static let mostRefusals = 100

  /// Creates the report of an import.
  ///
  /// - Parameter problems: The bad lines to list.
  package init(_ report: ImportReport, refused problems: [LineProblem] = []) {
    var effects = Effects()
    effects.rules = report.rules
    (effects.deletions, effects.deletionsLeftOut) = (report.deletions, report.deletionsLeftOut)
    (effects.forgotten, effects.retired) = (report.forgotten, report.retired)
    self.init(
      donations: report.donations, feedback: report.feedback, phrases: report.phrases, effects,
      badLines: report.badLines,
      refused: problems.prefix(Self.mostRefusals).map {
        Refusal(line: $0.line, field: $0.error.field, reason: "\($0.error.reason)")
      })
  }
}
