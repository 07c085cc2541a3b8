internal import Activities
internal import Answers
internal import ArgumentParser
internal import Hunch
internal import ProgramSupport
internal import SQLiteStorage
internal import Suggestions

/// `hunch hint list`.
struct ListHintsCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List hints with their relevance now, or an app catalog.",
    discussion: """
      Prints the relevance of each hint and of each of its providers, from 0 to 1. A provider abstains if the place or the \
      routine is not known, which halves the hint's relevance. On a terminal it prints a table, else tab-separated lines.

        hunch hint list --at 2026-03-02T08:10:00+01:00 --near 52.52,13.405
        hunch hint list --catalogue
      """)
  static let sample = ["--user", "ZQuser"]

  @OptionGroup var context: ContextOptions

  @Option(
    help: ArgumentHelp("List only the hints of this program.", valueName: "name"), completion: .programs)
  var program: String?

  @Flag(help: "List the app catalogs instead, including activities that were done before.")
  var catalogue = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var model: ModelOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let asked = try context.context(now: try WallClock.now())
    guard let log = try store.openExisting() else { throw Failure("no hints yet", .nothingFound) }
    let user = try await user.user(in: log, quiet: output.quiet)
    let place = try await context.place(for: user, in: log)
    let context = try Context(at: asked.instant, place: place, attributes: asked.attributes)
    let entries = try await entries(of: log, for: user, in: context)
    let report = HintReport(entries, isCatalogue: catalogue, now: context.instant)
    if output.json {
      try Console.print(JSONText.line(report))
    } else if !entries.isEmpty {
      try Console.print(report.table.text())
    }
    guard !entries.isEmpty else {
      throw Failure(
        catalogue
          ? "no app catalog; programs provide one, or `hunch hint set --catalogue`"
          : "no unexpired hints; programs provide them, or `hunch hint set`", .nothingFound)
    }
  }

  private func entries(
    of log: SQLiteDonationStore, for user: UserIdentifier, in context: Context
  ) async throws -> [AssessedHint] {
    let all: [AssessedHint]
    if catalogue {
      all = try await log.hints(in: .appCatalog, of: user)
        .map { AssessedHint($0, in: context, by: LearnedRoutines([])) }
    } else {
      let engine = SuggestionEngine(log: log, model: try model.open().suggestionModel())
      all = try await engine.assessedHints(for: user, in: context)
    }
    return all.filter { program == nil || $0.stated.program == program }
  }
}
