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
      Checks the userInfo of each activity type for keys that (nearly) never repeat, timestamps, identifiers, keys that never \
      vary or only duplicate another one, required keys without a value, and missing titles. It proposes requiredUserInfoKeys \
      from the keys that repeat, and never shows a value. The article DonatingWell describes how.

        hunch lint history.jsonl
        hunch lint --keys --type org.example.lunch.order
        hunch simulate datasets/personas/noor.json | hunch lint - --strict

      On a terminal it prints a list, else tab-separated lines: severity, kind, type, key, affected donations, donations, \
      finding, how to fix it. With --keys it prints a table of measurements instead. Deletions in logs are not applied: all \
      donations are checked, except imported ones ("source": "import:…"), which no program can improve. --imports checks \
      those too, for authors of converters.

      Exits with 0 if it found something, and with 1 if there is nothing to fix. With --strict, for tests, it \
      exits with 65 if it found a problem, else with 0; advice does not count.
      """)
  static let sample = ["good.jsonl", "--imports"]

  @Argument(
    help: ArgumentHelp("Check these log files; - is standard input. Default: the store.", valueName: "log"),
    completion: .file())
  var logs: [String] = []

  @Option(
    help: ArgumentHelp("Check only this user's donations. Default: all users.", valueName: "name"),
    completion: .users,
    transform: Arguments.user)
  var user: UserIdentifier?

  @Option(help: ArgumentHelp("Check only this activity type.", valueName: "type"), completion: .activityTypes)
  var type: String?

  @Flag(help: "Print the measurements of each key.")
  var keys = false

  @Flag(help: "Ignore declared required keys, to see whether they would be found.")
  var withheld = false

  @Flag(help: "Also check imported donations.")
  var imports = false

  @Flag(help: "Print only problems, no advice.")
  var problems = false

  @Flag(help: "Exit with 65 if there is a problem, else with 0.")
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
      guard report.importedDonations > 0 else { throw Failure("no donations to check", .nothingFound) }
      throw Failure(
        "\(Formatting.count(report.importedDonations, "donation")), all imported, so no program can improve them; "
          + "check them with --imports", .nothingFound)
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
      throw Failure("nothing to fix", .nothingFound)
    }
  }

  private func isWanted(_ donation: Donation) -> Bool {
    (user == nil || donation.user == user) && (type == nil || donation.activity.activityType == type)
  }

  /// Reads a log file in constant memory.
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
      throw Failure("\(file.path): none of the lines could be read", .badData)
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
