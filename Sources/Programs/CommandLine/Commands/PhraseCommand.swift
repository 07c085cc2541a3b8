internal import Activities
internal import Answers
internal import ArgumentParser
internal import Hunch
internal import Phrases
internal import ProgramSupport

/// `hunch phrase`.
struct PhraseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "phrase",
    abstract: "Manage the phrases that invoke activities.",
    discussion: """
      Every activity has a unique phrase: your own, else the one its program proposes, else its title, else one made from its \
      type and values. If two could be confused, the activity that was done first keeps its phrase, and the other gets \
      distinguishing words in parentheses, which are not spoken.

        hunch phrase list
        hunch phrase set "Open quarterly-report.odt" "Zahlen bitte"
        hunch phrase match "zalen bitte"
        hunch phrase check

      The article Phrases describes the rules.
      """,
    subcommands: [List.self, Set.self, Match.self, Check.self], defaultSubcommand: List.self)

  /// `hunch phrase list`.
  struct List: SampledCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List all phrases.",
      discussion: """
        Lists phrases in alphabetical order. The origin is own, donated, title or composed. A phrase with distinguishing words \
        also has a short form without them. Your own phrases stay listed when their activity is gone. On a terminal it prints a \
        table, else tab-separated lines: phrase, origin, short form, yes or gone, title, type and identity.
        """)
    static let sample = ["--user", "ZQuser"]

    @OptionGroup var options: PhraseOptions

    func run() async throws {
      let book = try await options.book()
      try Console.print(options.output.json ? JSONText.line(PhraseReport(book)) : PhraseText.text(of: book))
      guard !options.output.json, !book.collisions.isEmpty else { return }
      let groups = Formatting.count(book.collisions.count, "group")
      options.output.note("\(groups) of phrases can be confused; `hunch phrase check` lists them")
    }
  }

  /// `hunch phrase set`.
  struct Set: SampledCommand {
    static let configuration = CommandConfiguration(
      commandName: "set",
      abstract: "Set or remove your own phrase for an activity.",
      discussion: """
        Name the activity by its phrase, title or identity, as `hunch phrase list` prints them. Your own phrase takes precedence \
        over all others and stays when a program deletes the activity; `hunch forget` removes it.
        """)
    static let sample = ["--user", "ZQuser", "ZQphrase 1", "ZQ new words"]

    @Argument(
      help: ArgumentHelp(
        "Set the phrase of this activity: a phrase, title or identity.", valueName: "activity"),
      completion: .activities)
    var activity: String

    @Argument(help: ArgumentHelp("Use these words as the phrase.", valueName: "phrase"), completion: .nothing)
    var phrase: String?

    @Flag(help: "Remove your own phrase.")
    var remove = false

    @OptionGroup var store: StoreOptions
    @OptionGroup var user: UserOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
      guard (phrase == nil) == remove else {
        throw ValidationError("Give the words of the phrase, or --remove.")
      }
    }

    func run() async throws {
      let log = try store.openToRead()
      let user = try await user.user(in: log, quiet: output.quiet)
      let before = try await PhraseBook(reading: log, of: user, language: PhraseOptions.language)
      let identity = try ActivityReference(text: activity).identity(in: before)
      guard before.entry(of: identity) != nil else {
        throw Failure("no activity has that identity; `hunch phrase list` lists all of them", .usage)
      }
      let newest = try await log.allDonations(of: user).last { $0.donation.identity == identity }
      let problems = try await log.setPhrase(
        phrase, for: identity, as: newest?.donation.activity, of: user, at: try WallClock.now())
      let book = try await PhraseBook(reading: log, of: user, language: PhraseOptions.language)
      for problem in problems { output.note("could be better: \(problem)") }
      for collision in book.collisions where collision.identities.contains(identity) {
        output.note("another phrase \(collision.kind.words); saying it may be ambiguous")
      }
      guard let entry = book.entry(of: identity) else {
        return output.note("removed; its activity is gone, so it has no other phrase")
      }
      try Console.print(
        output.json ? JSONText.line(PhraseReport.Entry(entry)) : Formatting.plain(entry.phrase))
    }
  }

  /// `hunch phrase match`.
  struct Match: SampledCommand {
    static let configuration = CommandConfiguration(
      commandName: "match",
      abstract: "Find the activity that a spoken or typed phrase means.",
      discussion: """
        Compares the text with phrases and titles: first word for word, ignoring case, accents and punctuation; then for similar \
        spelling; then for all words, by their beginnings, in other forms or orders, or written together. Without a certain match \
        it chooses none and lists all that fit, best first. If nothing fits, it lists search results, or else the nearest three. On a \
        terminal it prints a table, else tab-separated lines: confidence (0 to 1); exact, fuzzy, ambiguous, search or nearest; phrase, \
        title, type and identity. It exits with 0 if it found a match, which is `match` in JSON, and with 1 if you have to choose, \
        nothing fits, or the activity is gone.

          hunch phrase match standup
          hunch phrase match git st
        """)
    static let sample = ["--user", "ZQuser", "ZQphrase", "1"]

    @Argument(help: ArgumentHelp("Match these words.", valueName: "text"), completion: .nothing)
    var words: [String]

    @OptionGroup var options: PhraseOptions

    func run() async throws {
      let (log, user) = try await options.source.openToRead(quiet: options.output.quiet)
      let book = try await PhraseBook(reading: log, of: user, language: PhraseOptions.language)
      let text = words.joined(separator: " ")
      let match = book.match(text)
      let found = match.kind == .none ? try await search(text, of: user, in: log) : []
      if options.output.json {
        try Console.print(JSONText.line(PhraseMatchReport(text, match, found: found)))
      } else if match.kind != .none || !found.isEmpty || !match.nearest.isEmpty {
        try Console.print(PhraseText.text(of: match, found: found))
      }
      if let best = match.best, !best.isAvailable {
        throw Failure(
          "no longer available: a program deleted the activity with that phrase", .nothingFound)
      }
      guard match.best == nil else { return }
      guard match.kind == .none else {
        throw Failure(
          match.candidates.count == 1
            ? "one activity fits, but not with certainty; give more of its words"
            : "several activities fit; choose one", .nothingFound)
      }
      throw Failure(
        !found.isEmpty
          ? "no phrase or title fits; these are search results"
          : match.nearest.isEmpty
            ? "no phrase or title is similar, and a search finds nothing"
            : "no phrase or title fits; did you mean one of these?", .nothingFound)
    }

    private func search(
      _ text: String, of user: UserIdentifier, in log: any DonationStore
    ) async throws -> [SearchHit] {
      guard !text.allSatisfy(\.isWhitespace) else { return [] }
      let query = SearchQuery(text, of: user, at: try WallClock.now(), limit: PhraseMatcher.mostCandidates)
      return try await log.search(query).hits.filter { $0.activity != nil }
    }
  }

  /// `hunch phrase check`.
  struct Check: SampledCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check phrases against the rules.",
      discussion: """
        Checks the given words as a phrase or, without words, all existing phrases. It reports phrases that are too long, contain \
        wake words, identifiers or control characters, or can be confused. It prints tab-separated lines: phrase, kind and problem. \
        Exits with 65 if a rule is broken; advice does not count.
        """)
    static let sample = ["--user", "ZQuser"]

    @Argument(
      help: ArgumentHelp("Check these words. Default: all phrases.", valueName: "text"),
      completion: .nothing)
    var words: [String] = []

    @OptionGroup var options: PhraseOptions

    func run() async throws {
      var report = PhraseCheckReport()
      if words.isEmpty {
        report.add(try await options.book())
      } else {
        report.add(words.joined(separator: " "))
      }
      if options.output.json {
        try Console.print(JSONText.line(report))
      } else if !report.problems.isEmpty {
        try Console.print(report.text)
      }
      if report.isBroken { throw Failure("", .badData) }
      if report.problems.isEmpty, !options.output.json { options.output.note("no problems found") }
    }
  }
}
