internal import Activities
internal import ArgumentParser
internal import SQLiteStorage

/// `hunch search`.
struct SearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Search activities and indexed items by words.",
    discussion: """
      Finds activities that their programs made eligible for search, and items that programs have indexed. Every word has \
      to be there, the last one may be the beginning of a word; case and accents make no difference. Ranked by how well the \
      words match, by use and by recency. Without words it lists everything that can be found, newest use first. What was \
      not used for 30 days is no longer found, unless its program gave it an expiration date of its own.

        hunch search quarterly rep
        hunch search --content-type addressCity ber
        hunch search --recent -n 50

      On a terminal it prints a table; else lines of score, title, program, type, uses and last use with tabs between them. \
      Exits with 1 if nothing is found.
      """)

  @Argument(help: ArgumentHelp("The words to search for.", valueName: "text"))
  var words: [String] = []

  @Option(name: .shortAndLong, help: ArgumentHelp("The most results to print.", valueName: "count"))
  var number = 20

  @Option(help: ArgumentHelp("Only what this program donated or indexed.", valueName: "name"))
  var program: String?

  @Option(
    help: ArgumentHelp("The moment, like 2026-03-02T08:10:00+01:00. Default: now.", valueName: "time"),
    transform: Arguments.instant)
  var at: Instant?

  @Option(
    help: ArgumentHelp(
      "What donations offer to a text field of this kind: \(TextContentType.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "type"),
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
    let now = try at ?? WallClock.now()
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
    let query = SearchQuery(text, of: user.user, at: now, limit: number, program: program)
    let results = try await log.search(query)
    try show(SearchReport(results), SearchText.text(of: results), isEmpty: results.hits.isEmpty)
    if results.hits.isEmpty {
      throw Failure(text.isEmpty ? "nothing can be found" : "nothing found", .nothingFound)
    }
  }

  private func offer(_ type: TextContentType, at now: Instant, from log: SQLiteDonationStore) async throws {
    let values = try await log.values(
      TextFieldQuery(type, startingWith: text, of: user.user, at: now, limit: number, program: program))
    try show(values.map(SearchReport.Value.init), SearchText.text(of: values), isEmpty: values.isEmpty)
    if values.isEmpty {
      throw Failure(
        "no donation offers a value of that kind" + (text.isEmpty ? "" : " that begins like that"),
        .nothingFound)
    }
  }

  /// Lists donations as they are, of one program if it is named.
  private func list(at now: Instant, from log: SQLiteDonationStore) async throws {
    let all =
      recent
      ? try await log.recentActivities(of: user.user, at: now, limit: program == nil ? number : .max)
      : try await log.publicActivities(of: user.user, at: now)
    let donations = Array(all.filter { program == nil || $0.program == program }.prefix(number))
    if recent, !donations.isEmpty { output.note("the newest donations first; this is no ranking") }
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
