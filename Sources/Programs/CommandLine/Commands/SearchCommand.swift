internal import Activities
internal import Answers
internal import ArgumentParser
internal import ProgramSupport
internal import SQLiteStorage

/// `hunch search`.
struct SearchCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Search activities and indexed items by words.",
    discussion: """
      Finds activities by title, subtitle, keywords, content and the values of their required keys, and items that programs \
      have indexed. Every word must match a word, the beginning of one or, from three letters on, a part of one. If nothing \
      matches, typing errors are tolerated: one from four letters on, two from eight. Case and accents are ignored. Whole words \
      come first, then beginnings, parts and typing errors; among equals the best match that was used often and recently. \
      Without words it lists everything, newest use first.

      Programs can exclude an activity from searches ("isEligibleForSearch": false, `hunch donate --no-search`). Activities \
      and items are no longer found after their expiration date, and items without one after 30 days.

        hunch search green
        hunch search blue gre
        hunch search --content-type addressCity ber
        hunch search --recent -n 50

      On a terminal it prints a table, else tab-separated lines: score, title, program, type, uses and last use. \
      Exits with 1 if nothing is found, with the reason and similar titles; --json has them too.
      """)
  static let sample = ["--user", "ZQuser", "ZQtitle"]

  @Argument(help: ArgumentHelp("Search for these words.", valueName: "text"), completion: .nothing)
  var words: [String] = []

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Print at most COUNT results.", valueName: "count"),
    completion: .nothing)
  var number = 20

  @Option(
    help: ArgumentHelp("Search only donations and items of this program.", valueName: "name"),
    completion: .programs)
  var program: String?

  @Option(
    help: ArgumentHelp(
      "Search as of this moment, like 8:00 or \"yesterday 18:30\"; later donations are not known. Default: now.",
      valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var at: MomentArgument?

  @OptionGroup var time: TimeOptions

  @Option(
    help: ArgumentHelp(
      "List values of donations for a text field of this kind: \(TextContentType.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "type"),
    completion: .words(of: TextContentType.self),
    transform: Arguments.contentType)
  var contentType: TextContentType?

  @Flag(help: "List the newest donation of each activity, searchable or not, by time.")
  var recent = false

  @Flag(help: "List activities that programs marked for public indexing. They are only printed, never sent.")
  var exportPublic = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard number > 0 else { throw ValidationError("-n must be at least 1.") }
    guard [contentType != nil, recent, exportPublic].count(where: \.self) <= 1 else {
      throw ValidationError("Give one of --content-type, --recent and --export-public.")
    }
    if recent || exportPublic, !words.isEmpty {
      throw ValidationError("--recent and --export-public list everything; leave the text out.")
    }
  }

  func run() async throws {
    let clock = try WallClock.now()
    let now = try at.map { try time.instant($0, now: clock) } ?? time.now(clock)
    let log = try store.openToRead()
    if let contentType {
      try await offer(contentType, at: now, from: log)
    } else if recent || exportPublic {
      try await list(at: now, from: log)
    } else {
      try await search(at: now, in: log)
    }
  }

  private var text: String { words.joined(separator: " ") }

  private func search(at now: Instant, in log: SQLiteDonationStore) async throws {
    let query = SearchQuery(
      text, of: try await user.user(in: log, quiet: output.quiet), at: now, limit: number, program: program)
    let results = try await log.search(query)
    guard results.hits.isEmpty else {
      return try show(SearchReport(results), SearchText.text(of: results), isEmpty: false)
    }
    let diagnosis = try await log.diagnosis(of: query)
    try show(SearchReport(results, diagnosis), "", isEmpty: true)
    throw Failure(SearchText.text(of: diagnosis), .nothingFound)
  }

  private func offer(_ type: TextContentType, at now: Instant, from log: SQLiteDonationStore) async throws {
    let values = try await log.values(
      TextFieldQuery(
        type, startingWith: text, of: try await user.user(in: log, quiet: output.quiet), at: now,
        limit: number, program: program))
    try show(values.map(SearchReport.Value.init), SearchText.text(of: values), isEmpty: values.isEmpty)
    if values.isEmpty {
      throw Failure(
        "no donation has a value of that kind" + (text.isEmpty ? "" : " with these words"),
        .nothingFound)
    }
  }

  /// Lists donations, only those of one program if it is named.
  private func list(at now: Instant, from log: SQLiteDonationStore) async throws {
    let user = try await user.user(in: log, quiet: output.quiet)
    let all =
      recent
      ? try await log.recentActivities(of: user, at: now, limit: program == nil ? number : .max)
      : try await log.publicActivities(of: user, at: now)
    let donations = Array(all.filter { program == nil || $0.program == program }.prefix(number))
    if recent, !donations.isEmpty { output.note("sorted by time, not relevance") }
    try show(
      donations.map(SearchReport.Listed.init), SearchText.text(of: donations), isEmpty: donations.isEmpty)
    guard donations.isEmpty else { return }
    throw Failure(recent ? "no donations yet" : "nothing is marked for public indexing", .nothingFound)
  }

  private func show(_ report: some Encodable, _ text: @autoclosure () -> String, isEmpty: Bool) throws {
    if output.json {
      try Console.print(JSONText.line(report))
    } else if !isEmpty {
      try Console.print(text())
    }
  }
}
