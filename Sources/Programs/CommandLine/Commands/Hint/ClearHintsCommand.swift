internal import Activities
internal import Answers
internal import ArgumentParser
internal import SQLiteStorage

/// `hunch hint clear`.
struct ClearHintsCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Clear a program's hints or its app catalog.",
    discussion: """
      Cleared entries disappear from every answer at once. To also overwrite their bytes and forget the program's donations, \
      use `hunch forget --program`.

        hunch hint clear --program org.example.airline
      """)
  static let sample = ["--program", "zq.rail"]

  @Option(help: ArgumentHelp("Clear the list of this program.", valueName: "name"), completion: .programs)
  var program: String

  @Flag(help: "Clear the app catalog instead.")
  var catalogue = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let lists = catalogue ? [HintList.appCatalog] : [.hints, .intents]
    var cleared = 0
    if let log = try store.openExisting() {
      let user = try await user.user(in: log, quiet: output.quiet)
      for list in lists {
        cleared += try await log.hints(in: list, of: user).count { $0.program == program }
        try await log.setHints([], in: list, of: program, for: user)
      }
    }
    let count = Formatting.count(cleared, catalogue ? "entry" : "hint", catalogue ? "entries" : "hints")
    try Console.print(output.json ? "{\"cleared\":\(cleared)}" : "cleared \(count)")
  }
}
