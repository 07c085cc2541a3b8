internal import Activities
internal import ArgumentParser
internal import SQLiteStorage
internal import Storage

/// `hunch import`.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import donation logs.",
    discussion: """
      Each file is JSON Lines; `-` is standard input. A bad line is reported as file:line: field: reason, and the rest is \
      kept; a donation more than a day in the future is one. The same log again adds nothing. What rules keep out (`hunch rules`) is counted; --json has \
      donations, feedback and phrases of that kind together in keptOut.

        hunch import history.jsonl
        zcat old.jsonl.gz | hunch import -
      """)

  @Argument(help: ArgumentHelp("Donation logs, or - for standard input.", valueName: "file"))
  var files: [String]

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let files = files.map(LogFile.init)
    // A missing file is told before anything is stored.
    for file in files where file.path != "-" { _ = try file.reader() }
    try await ImportRun(files: files, log: try store.open(), output: output).run()
  }
}

/// Imports files and says what became of them.
struct ImportRun {
  let files: [LogFile]
  let log: SQLiteDonationStore
  let output: OutputOptions

  func run() async throws {
    var total = ImportReport()
    let now = try WallClock.now()
    for file in files { total.add(try await file.apply(to: log, now: now, quiet: output.quiet)) }
    if output.json {
      try Console.print(JSONText.line(Summary(total)))
    } else {
      output.note(Self.words(total))
    }
    let good =
      total.donations.added + total.donations.duplicates + total.feedback.added
      + total.feedback.duplicates + total.deletions + total.donations.filtered + total.feedback.filtered
      + total.phrases.added + total.phrases.duplicates + total.phrases.filtered
    guard good == 0 else { return }
    throw total.badLines > 0
      ? Failure("none of the lines could be read", .badData)
      : Failure("there is nothing to import", .nothingFound)
  }

  private static func words(_ report: ImportReport) -> String {
    let (added, known) = (report.donations.added, report.donations.duplicates)
    var parts = [added == 0 ? "nothing was added" : "added \(Formatting.count(added, "donation"))"]
    if known > 0 { parts.append("\(Formatting.grouped(known)) \(known == 1 ? "was" : "were") there already") }
    if report.feedback.added > 0 {
      parts.append("\(Formatting.count(report.feedback.added, "record")) of feedback")
    }
    if report.phrases.added > 0 { parts.append(Formatting.count(report.phrases.added, "phrase")) }
    if report.deletions > 0 {
      parts.append(
        "\(Formatting.count(report.deletions, "deletion")) forgot \(Formatting.count(report.forgotten, "donation"))"
      )
    }
    let filtered = [
      (report.donations.filtered, "donation", ""), (report.feedback.filtered, "record", " of feedback"),
      (report.phrases.filtered, "phrase", ""),
    ].filter { $0.0 > 0 }.map { Formatting.count($0.0, $0.1) + $0.2 }
    if !filtered.isEmpty { parts.append("\(filtered.joined(separator: " and ")) kept out by rules") }
    if report.donations.redacted > 0 {
      parts.append("\(Formatting.grouped(report.donations.redacted)) redacted")
    }
    if report.retired > 0 {
      parts.append("\(Formatting.count(report.retired, "old donation")) beyond the retention forgotten")
    }
    if report.badLines > 0 { parts.append("\(Formatting.count(report.badLines, "bad line")) left out") }
    return parts.joined(separator: ", ")
  }

  private struct Summary: Encodable {
    let added: Int
    let duplicates: Int
    let feedback: Int
    let phrases: Int
    let deletions: Int
    let forgotten: Int
    /// Lines that rules kept out: donations, feedback and phrases.
    let keptOut: Int
    let redacted: Int
    let retired: Int
    let badLines: Int

    init(_ report: ImportReport) {
      added = report.donations.added
      duplicates = report.donations.duplicates
      feedback = report.feedback.added
      phrases = report.phrases.added
      deletions = report.deletions
      forgotten = report.forgotten
      keptOut = report.donations.filtered + report.feedback.filtered + report.phrases.filtered
      redacted = report.donations.redacted
      retired = report.retired
      badLines = report.badLines
    }
  }
}
