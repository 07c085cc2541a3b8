internal import Activities
internal import Answers
internal import ArgumentParser
internal import SQLiteStorage

/// `hunch search`.
struct SearchCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Search activities and indexed items by words.",
    discussion: """
      Finds what you did by title, subtitle, keywords, content and the values of its required keys, and items that programs \
      have indexed. Every word has to be there: as a word, as the beginning of one, or within one from three letters on. If \
      nothing has the words as you typed them, typing errors are forgiven: one from four letters on, two from eight. Case and \
      accents make no difference. Whole words come first, then beginnings, parts and typing errors; among those what fits \
      best, was used often and lately. Without words it lists everything, newest use first.

      Programs can keep an activity out of searches ("isEligibleForSearch": false, `hunch donate --no-search`). An expiration \
      date ends it for an activity; an item without one is found for 30 days.

        hunch search green
        hunch search blue gre
        hunch search --content-type addressCity ber
        hunch search --recent -n 50

      On a terminal it prints a table; else lines of score, title, program, type, uses and last use with tabs between them. \
      Exits with 1 if nothing is found, and says why and what comes near; --json has it too.
      """)
  static let sample = ["--user", "ZQuser", "ZQtitle"]

  @Argument(help: ArgumentHelp("The words to search for.", valueName: "text"), completion: .nothing)
  var words: [String] = []

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("The most results to print.", valueName: "count"),
    completion: .nothing)
  var number = 20

  @Option(
    help: ArgumentHelp("Only what this program donated or indexed.", valueName: "name"),
    completion: .programs)
  var program: String?

  @Option(
    help: ArgumentHelp(
      "The moment, like 8:00 or \"yesterday 18:30\"; what came later is not known. Default: now.",
      valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var at: MomentArgument?

  @OptionGroup var time: TimeOptions

  @Option(
    help: ArgumentHelp(
      "What donations offer to a text field of this kind: \(TextContentType.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "type"),
    completion: .words(of: TextContentType.self),
    transform: Arguments.contentType)
  var contentType: TextContentType?

  @Flag(help: "List the newest donation of each activity, searchable or not. Sorted by time, not relevance.")
  var recent = false

  @Flag(help: "List what programs marked for public indexing. It is printed here and sent nowhere.")
  var exportPublic = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard number > 0 else { throw ValidationError("-n has to be at least 1.") }
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
        "no donation offers a value of that kind" + (text.isEmpty ? "" : " with these words"),
        .nothingFound)
    }
  }

  /// Lists donations as they are, of one program if it is named.
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
