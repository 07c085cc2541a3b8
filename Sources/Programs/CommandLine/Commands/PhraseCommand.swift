internal import Activities
internal import Answers
internal import ArgumentParser
internal import Hunch
internal import Phrases

/// `hunch phrase`.
struct PhraseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "phrase",
    abstract: "Manage the phrases that invoke activities.",
    discussion: """
      Every activity has a phrase that no other has: your own, else the one its program proposes, else its title, else one \
      that is made from its type and values. Where two could be taken for each other, the one that was done first keeps its phrase, \
      and the other gets words that tell it apart, in parentheses, which are not spoken.

        hunch phrase list
        hunch phrase set "Open quarterly-report.odt" "Zahlen bitte"
        hunch phrase match "zalen bitte"
        hunch phrase check

      The article Phrases has the rules.
      """,
    subcommands: [List.self, Set.self, Match.self, Check.self], defaultSubcommand: List.self)

  /// `hunch phrase list`.
  struct List: SampledCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List all phrases.",
      discussion: """
        Ordered by phrase. The origin is own, donated, title or composed; where a phrase had to be told apart from others, \
        the short form that it would have alone is told. An own phrase whose activity is gone says so. On a terminal it \
        prints a table; else lines of phrase, origin, short form, yes or gone, title, type and identity with tabs between \
        them.
        """)
    static let sample = ["--user", "ZQuser"]

    @OptionGroup var options: PhraseOptions

    func run() async throws {
      let book = try await options.book()
      try Console.print(options.output.json ? JSONText.line(PhraseReport(book)) : PhraseText.text(of: book))
      guard !options.output.json, !book.collisions.isEmpty else { return }
      let groups = Formatting.count(book.collisions.count, "group")
      options.output.note("\(groups) of phrases can be taken for each other; `hunch phrase check` names them")
    }
  }

  /// `hunch phrase set`.
  struct Set: SampledCommand {
    static let configuration = CommandConfiguration(
      commandName: "set",
      abstract: "Set or remove your own phrase for an activity.",
      discussion: """
        The activity is named by its phrase, its title or its identity, as `hunch phrase list` has them. Your own phrase goes \
        before all others and stays when a program deletes the activity; `hunch forget` takes it along.
        """)
    static let sample = ["--user", "ZQuser", "ZQphrase 1", "ZQ new words"]

    @Argument(
      help: ArgumentHelp("Which activity: a phrase, title or identity.", valueName: "activity"),
      completion: .activities)
    var activity: String

    @Argument(help: ArgumentHelp("The words.", valueName: "phrase"), completion: .nothing)
    var phrase: String?

    @Flag(help: "Take your own phrase away.")
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
        throw Failure("no activity has that identity; `hunch phrase list` has them all", .usage)
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
        return output.note("taken away; its activity is gone, so nothing is left")
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
        First word for word, whatever the case, accents and punctuation; then what is near; then what has every word in it, be it \
        by its beginning, in another form or order, or written together: of phrases and titles. If that is no sure match, all that fits \
        is listed, the surest first, and none is taken; if nothing fits, what a search finds, or else the nearest three. On a \
        terminal it prints a table; else lines of confidence (0 to 1), exact, fuzzy, ambiguous, search or nearest, phrase, title, type \
        and identity with tabs between them. It leaves with code 0 if one was taken, which JSON has as `match`, and with code 1 if you \
        have to choose, nothing fits, or what was meant is gone.

          hunch phrase match standup
          hunch phrase match git st
        """)
    static let sample = ["--user", "ZQuser", "ZQphrase", "1"]

    @Argument(help: ArgumentHelp("What was said.", valueName: "text"), completion: .nothing)
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
          "no longer available: the activity of that phrase was deleted by its program", .nothingFound)
      }
      guard match.best == nil else { return }
      guard match.kind == .none else {
        throw Failure(
          match.candidates.count == 1
            ? "one may be meant, but not surely enough to be taken; say more of it"
            : "several may be meant; say which", .nothingFound)
      }
      throw Failure(
        !found.isEmpty
          ? "no phrase or title fits; this is what a search finds"
          : match.nearest.isEmpty
            ? "no phrase or title is near, and a search finds nothing"
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
        With words it checks them as a phrase that you may want to give; without, all phrases that there are: too long, wake words, \
        identifiers, control characters, and what can be taken for each other. Lines of phrase, kind and problem with tabs between \
        them. Exits with 65 if a rule is broken, not for advice.
        """)
    static let sample = ["--user", "ZQuser"]

    @Argument(
      help: ArgumentHelp("Words to check. Default: all phrases.", valueName: "text"),
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
      if report.problems.isEmpty, !options.output.json { options.output.note("everything keeps the rules") }
    }
  }
}
