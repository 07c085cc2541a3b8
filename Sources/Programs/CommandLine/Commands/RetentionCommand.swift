internal import Activities
internal import Answers
internal import ArgumentParser
internal import ProgramSupport
internal import SQLiteStorage

/// `hunch retention`.
struct RetentionCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "retention",
    abstract: "Set how long donations are kept.",
    discussion: """
      Prints the limits, or sets them; an omitted option means no limit. Donations beyond a limit are forgotten when the limits \
      are set, and by `hunch forget --expired`. Donating and importing also forget them, once one is a day too old or their \
      number is a tenth above the limit.

        hunch retention --keep-days 365
        hunch retention --keep-days 90 --keep-count 50000 --dry-run
        hunch retention --off
      """)
  static let sample = ["--keep-count", "5"]

  @Option(help: ArgumentHelp("Forget donations older than DAYS.", valueName: "days"), completion: .nothing)
  var keepDays: Double?

  @Option(
    help: ArgumentHelp("Keep the newest COUNT donations of each user.", valueName: "count"),
    completion: .nothing)
  var keepCount: Int?

  @Flag(help: "Keep everything from now on.")
  var off = false

  @Flag(name: .customLong("dry-run"), help: "Set and forget nothing; print what would be forgotten.")
  var isRehearsal = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard keepDays ?? 1 > 0, keepDays?.isFinite ?? true else {
      throw ValidationError("--keep-days must be positive.")
    }
    guard keepCount ?? 1 > 0 else { throw ValidationError("--keep-count must be at least 1.") }
    guard !off || (keepDays == nil && keepCount == nil) else {
      throw ValidationError("--off cannot be combined with --keep-days or --keep-count.")
    }
  }

  func run() async throws {
    guard keepDays != nil || keepCount != nil || off else { return try await show() }
    let retention = try Retention(days: keepDays, count: keepCount)
    let log = try store.open()
    if !isRehearsal { try await log.changePrivacyRules { $0.retention = retention } }
    let receipt = try await log.keepRetention(retention, at: WallClock.now(), rehearsing: isRehearsal)
    let report = ForgettingReport(receipt, isRehearsal: isRehearsal)
    try Console.print(output.json ? JSONText.line(report) : report.text)
  }

  private func show() async throws {
    let retention = try await store.openExisting()?.privacyRules().retention ?? Retention()
    if output.json {
      try Console.print(JSONText.line(Limits(keepDays: retention.days, keepCount: retention.count)))
    } else {
      try Console.print(retention.words)
    }
  }

  private struct Limits: Encodable {
    let keepDays: Double?
    let keepCount: Int?
  }
}

extension Retention {
  /// The limits in words.
  var words: String {
    let parts = [
      days.map { "of the last \(Formatting.fixed($0, $0 == $0.rounded() ? 0 : 2)) days" },
      count.map { "at most \(Formatting.count($0, "donation")) of each user" },
    ].compactMap(\.self)
    return parts.isEmpty ? "everything is kept" : "kept: " + parts.joined(separator: ", ")
  }
}
