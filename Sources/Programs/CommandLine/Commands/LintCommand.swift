internal import Activities
internal import Answers
internal import ArgumentParser
internal import Evaluation
internal import LogFormat

/// `hunch lint`.
struct LintCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Find what keeps donations from being suggested, and propose required keys.",
    discussion: """
      Looks at the userInfo of each activity type: keys that (nearly) never repeat, timestamps, identifiers, keys that never \
      vary or only say again what another one says, required keys without a value, missing titles. It proposes \
      requiredUserInfoKeys from what repeats, and never shows a value. The article DonatingWell says how.

        hunch lint history.jsonl
        hunch lint --keys --type org.example.lunch.order
        hunch simulate datasets/personas/noor.json | hunch lint - --strict

      On a terminal it prints a list, else lines with tabs between their fields: severity, kind, type, key, donations that \
      it concerns, donations, what was found, how to mend it. With --keys it prints a table of what was measured instead. \
      Deletions in logs are not applied: everything donated is checked, except what was imported from elsewhere ("source": \
      "import:…"), which no program can donate better. --imports checks that too, for whoever converts it.

      Exits with 0 if it found something, and with 1 if there is nothing to fix. With --strict, for tests, it \
      exits with 65 if it found a problem, else with 0; advice does not count.
      """)
  static let sample = ["good.jsonl", "--imports"]

  @Argument(
    help: ArgumentHelp("Log files, or - for standard input. Default: the store.", valueName: "log"),
    completion: .file())
  var logs: [String] = []

  @Option(
    help: ArgumentHelp("The user. Default: all users.", valueName: "name"),
    completion: .users,
    transform: Arguments.user)
  var user: UserIdentifier?

  @Option(help: ArgumentHelp("Only this activity type.", valueName: "type"), completion: .activityTypes)
  var type: String?

  @Flag(help: "Print what was measured of each key.")
  var keys = false

  @Flag(help: "Look as if no required keys were declared, to see whether they would be found.")
  var withheld = false

  @Flag(help: "Check imported donations too.")
  var imports = false

  @Flag(help: "Print problems, and no advice.")
  var problems = false

  @Flag(help: "Leave with code 65 if there is a problem, and else with 0.")
  var strict = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if !logs.isEmpty, store.store != nil { throw ValidationError("Give logs or --store, not both.") }
    try DistinctLogs.checkStandardInput(of: logs)
  }

  func run() async throws {
    var lint = DonationLint(withholdsRequiredKeys: withheld, includesImports: imports)
    if logs.isEmpty { try await count(try store.openToRead(), into: &lint) }
    for path in logs { try count(LogFile(path: path), into: &lint) }
    let report = lint.report()
    guard report.donations > 0 else {
      guard report.importedDonations > 0 else { throw Failure("no donations to look at", .nothingFound) }
      throw Failure(
        "\(Formatting.count(report.importedDonations, "donation")), all imported: no program can donate them better; "
          + "--imports checks them", .nothingFound)
    }
    let findings = report.findings.filter { !problems || $0.severity == .problem }
    let text = LintText(report: report, findings: findings)
    if output.json {
      try Console.print(JSONText.line(LintJSON(report, findings: findings)))
    } else if keys {
      try Console.print(text.keys)
    } else if !findings.isEmpty {
      try Console.print(text.list)
    }
    output.note(text.summary)
    let count = findings.count { $0.severity == .problem }
    if strict {
      guard count == 0 else { throw Failure("\(Formatting.count(count, "problem"))", .badData) }
    } else if findings.isEmpty {
      throw Failure("nothing to mend", .nothingFound)
    }
  }

  private func isWanted(_ donation: Donation) -> Bool {
    (user == nil || donation.user == user) && (type == nil || donation.activity.activityType == type)
  }

  /// Goes through a log file in memory that does not grow with it.
  private func count(_ file: LogFile, into lint: inout DonationLint) throws {
    var reader = try file.reader()
    var (donations, badLines) = (0, 0)
    var problems = RepeatedProblems()
    defer { for note in problems.rest(of: file.path) { Console.note(note) } }
    do {
      while let batch = try reader.nextBatch() {
        for problem in batch.problems where problems.isShown(problem) { Console.note("\(problem)") }
        badLines += batch.problems.count
        for numbered in batch.records {
          guard case .donation(let donation) = numbered.record else { continue }
          donations += 1
          if isWanted(donation) { lint.count(donation) }
        }
      }
    } catch {
      throw FileFailure(file: file.path, reason: error)
    }
    guard donations > 0 || badLines == 0 else {
      throw Failure("\(file.path): none of its lines could be read", .badData)
    }
  }

  private func count(_ log: any DonationStore, into lint: inout DonationLint) async throws {
    for (name, _) in try await log.users() where user == nil || user == name {
      var cursor: LogCursor?
      repeat {
        let page = try await log.donations(of: name, in: Int64.min..<Int64.max, after: cursor, limit: 4_096)
        for logged in page where isWanted(logged.donation) { lint.count(logged.donation) }
        cursor = page.last?.cursor
      } while cursor != nil
    }
  }
}
