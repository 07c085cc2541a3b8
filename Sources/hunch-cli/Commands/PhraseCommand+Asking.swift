internal import Activities
internal import ArgumentParser
internal import Hunch
internal import Phrases

extension PhraseCommand {
  /// `hunch phrase match`.
  struct Match: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Find what was meant by something that was said or typed.",
      discussion: """
        First word for word, whatever the case, accents and punctuation; then what is near; then what a search finds. If several \
        may be meant, all are listed, the nearest first, and none is taken. On a terminal it prints a table; else lines of \
        similarity, exact, fuzzy, ambiguous or search, phrase, title, type and identity with tabs between them. It leaves with \
        code 1 if nothing is near, or if what was meant is gone.
        """)

    @Argument(help: ArgumentHelp("What was said.", valueName: "text"))
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
      } else if match.kind != .none || !found.isEmpty {
        try Console.print(PhraseText.text(of: match, found: found))
      }
      if let best = match.best, !best.isAvailable {
        throw Failure(
          "no longer available: the activity of that phrase was deleted by its program", .nothingFound)
      }
      if match.kind == .ambiguous { options.output.note("several may be meant; say which") }
      if match.kind == .none {
        guard !found.isEmpty else {
          throw Failure("no phrase is near, and a search finds nothing", .nothingFound)
        }
        options.output.note("no phrase is near; this is what a search finds")
      }
    }

    private func search(
      _ text: String, of user: UserIdentifier, in log: any PhraseLog
    ) async throws -> [SearchHit] {
      guard let index = log as? any SearchIndex, !text.allSatisfy(\.isWhitespace) else { return [] }
      let query = SearchQuery(text, of: user, at: try WallClock.now(), limit: PhraseListener.mostCandidates)
      return try await index.search(query).hits.filter { $0.activity != nil }
    }
  }

  /// `hunch phrase check`.
  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check phrases against the rules.",
      discussion: """
        With words it checks them as a phrase that you may want to give; without, all phrases that there are: too long, wake words, \
        identifiers, control characters, and what can be taken for each other. Lines of phrase, kind and problem with tabs between \
        them. It leaves with code 65 if a rule is broken, not for advice.
        """)

    @Argument(help: ArgumentHelp("Words to check. Default: all phrases.", valueName: "text"))
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
