internal import Activities
internal import ArgumentParser
internal import Hunch
internal import Phrases

/// `hunch phrase`.
struct PhraseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "phrase",
    abstract: "Give phrases to what you do, and find what was meant by one.",
    discussion: """
      Every activity has a phrase that no other has: your own, else the one its program proposes, else its title, else one \
      that is made from its type and values. Where two could be taken for each other, both get words that tell them apart.

        hunch phrase list
        hunch phrase set "Open quarterly-report.odt" "Zahlen bitte"
        hunch phrase match "zalen bitte"
        hunch phrase check

      Documentation/Phrases.md has the rules.
      """,
    subcommands: [List.self, Set.self, Match.self, Check.self], defaultSubcommand: List.self)

  /// `hunch phrase list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List all phrases.",
      discussion: """
        Ordered by phrase. The origin is own, donated, title or composed; where a phrase had to be told apart from others, \
        the short form that it would have alone is told. An own phrase whose activity is gone says so. On a terminal it \
        prints a table; else lines of phrase, origin, short form, yes or gone, title, type and identity with tabs between \
        them.
        """)

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
  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Give an activity your own phrase, or take it away.",
      discussion: """
        The activity is named by its phrase, its title or its identity, as `hunch phrase list` has them. Your own phrase goes \
        before all others and stays when a program deletes the activity; `hunch forget` takes it along.
        """)

    @Argument(help: ArgumentHelp("Which activity: a phrase, title or identity.", valueName: "activity"))
    var activity: String

    @Argument(help: ArgumentHelp("The words.", valueName: "phrase"))
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
      let before = try await PhraseBook(reading: log, of: user.user, language: PhraseOptions.language)
      let identity = try ActivityReference(text: activity).identity(in: before)
      guard before.entry(of: identity) != nil else {
        throw Failure("no activity has that identity; `hunch phrase list` has them all", .usage)
      }
      let newest = try await log.allDonations(of: user.user).last { $0.donation.identity == identity }
      let problems = try await log.setPhrase(
        phrase, for: identity, as: newest?.donation.activity, of: user.user, at: try WallClock.now())
      let book = try await PhraseBook(reading: log, of: user.user, language: PhraseOptions.language)
      for problem in problems { output.note("could be better: \(problem)") }
      for collision in book.collisions where collision.identities.contains(identity) {
        output.note("another phrase \(PhraseText.words(for: collision.kind)); saying it may be ambiguous")
      }
      guard let entry = book.entry(of: identity) else {
        return output.note("taken away; its activity is gone, so nothing is left")
      }
      try Console.print(
        output.json ? JSONText.line(PhraseReport.Entry(entry)) : Formatting.plain(entry.phrase))
    }
  }
}
