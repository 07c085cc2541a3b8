internal import Activities
internal import Answers
internal import Evaluation

/// The text of the findings of a lint, for people and scripts.
struct LintText {
  let report: LintReport
  let findings: [LintFinding]

  /// The findings.
  var list: String {
    let terminal = Terminal.standardOutput
    guard terminal.isInteractive else {
      return findings.map { finding in
        [
          finding.severity.rawValue, finding.kind.rawValue, finding.activityType, finding.key ?? "",
          String(finding.concerned), String(finding.donations), finding.text, finding.mending,
        ].map(Formatting.plain).joined(separator: "\t")
      }.joined(separator: "\n")
    }
    return findings.map { finding in
      let severity = Formatting.padded(finding.severity.rawValue, to: 8)
      let head = Formatting.plain([finding.activityType, finding.key ?? ""].joined(separator: "  "))
      let count = terminal.faint("\(finding.kind.rawValue), \(finding.concerned) of \(finding.donations)")
      return """
        \(finding.severity == .problem ? terminal.bold(severity) : terminal.faint(severity)) \(terminal.bold(head))  \(count)
                 \(Formatting.plain(finding.text))
                 \(Formatting.plain("-> " + finding.mending))
        """
    }.joined(separator: "\n")
  }

  /// The measurements of each key.
  var keys: String {
    var table = Table(
      header: [
        "type", "key", "donations", "share", "distinct", "bits", "repeats", "verdict", "required", "proposed",
      ],
      words: [0, 1, 7, 8, 9], dispensable: [3, 5])
    for type in report.types {
      for key in type.keys {
        let isProposed = type.proposedKeys.map { $0.contains(key.key) ? "yes" : "no" } ?? "?"
        table.rows.append([
          Formatting.plain(type.activityType), Formatting.plain(key.key), String(key.donations),
          Formatting.fixed(key.share, 2), String(key.distinct), Formatting.fixed(key.entropy, 2),
          Formatting.fixed(key.repetition, 2), key.verdict.rawValue,
          type.declaredKeys.contains(key.key) ? "yes" : "no", isProposed,
        ])
      }
    }
    return table.text()
  }

  /// A line on how much was checked, and how far proposed keys agree with declared ones.
  var summary: String {
    let agreement = report.agreement
    let problems = findings.count { $0.severity == .problem }
    let keyed = report.types.count { !$0.keys.isEmpty }
    var text =
      "\(Formatting.count(report.donations, "donation")) of \(Formatting.count(report.types.count, "type")): "
      + "\(Formatting.count(problems, "problem")), \(findings.count - problems) of advice"
    if keyed > 0 {
      text += "; enough data for \(agreement.types) of \(Formatting.count(keyed, "type")) with userInfo"
    }
    if let precision = agreement.precision, let recall = agreement.recall {
      text +=
        "; of \(agreement.proposed) proposed keys \(Formatting.fixed(precision * 100, 0)) % are declared, "
        + "of \(agreement.declared) declared \(Formatting.fixed(recall * 100, 0)) % proposed"
    }
    if report.skippedDonations > 0 {
      text +=
        "; \(Formatting.count(report.skippedDonations, "donation")) of further types not checked"
    }
    if report.importedDonations > 0 {
      text += "; \(Formatting.count(report.importedDonations, "imported donation")) not checked (--imports)"
    }
    return text
  }
}

/// The findings of a lint as JSON.
struct LintJSON: Encodable {
  private let donations: Int
  private let skippedDonations: Int
  private let importedDonations: Int
  private let types: [TypeEntry]
  private let findings: [Finding]
  private let agreement: Agreement

  private struct TypeEntry: Encodable {
    let activityType: String
    let donations: Int
    let measured: Int
    let users: Int
    let keys: [Key]
    let declaredKeys: [String]
    let proposedKeys: [String]?
    let repetition: Double?
    let proposedRepetition: Double?
  }

  private struct Key: Encodable {
    let key: String
    let donations: Int
    let share: Double
    let distinct: Int
    let entropy: Double
    let repetition: Double?
    let verdict: String
  }

  private struct Finding: Encodable {
    let severity: String
    let kind: String
    let activityType: String
    let key: String?
    let concerned: Int
    let donations: Int
    let text: String
    let mending: String
  }

  private struct Agreement: Encodable {
    let types: Int
    let equal: Int
    let proposed: Int
    let declared: Int
    let both: Int
    let precision: Double?
    let recall: Double?
    let noise: Int
    let declaredNoise: Int
  }

  init(_ report: LintReport, findings: [LintFinding]) {
    donations = report.donations
    skippedDonations = report.skippedDonations
    importedDonations = report.importedDonations
    types = report.types.map { type in
      TypeEntry(
        activityType: type.activityType, donations: type.donations, measured: type.measured,
        users: type.users,
        keys: type.keys.map {
          Key(
            key: $0.key, donations: $0.donations, share: $0.share, distinct: $0.distinct, entropy: $0.entropy,
            repetition: $0.repetition, verdict: $0.verdict.rawValue)
        }, declaredKeys: type.declaredKeys, proposedKeys: type.proposedKeys, repetition: type.repetition,
        proposedRepetition: type.proposedRepetition)
    }
    self.findings = findings.map {
      Finding(
        severity: $0.severity.rawValue, kind: $0.kind.rawValue, activityType: $0.activityType, key: $0.key,
        concerned: $0.concerned, donations: $0.donations, text: $0.text, mending: $0.mending)
    }
    let agreed = report.agreement
    agreement = Agreement(
      types: agreed.types, equal: agreed.equal, proposed: agreed.proposed, declared: agreed.declared,
      both: agreed.both, precision: agreed.precision, recall: agreed.recall, noise: agreed.noise,
      declaredNoise: agreed.declaredNoise)
  }
}
