internal import ArgumentParser

/// `hunch hint`.
struct HintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hint",
    abstract: "Manage hints: what may matter at a time, a place or in a routine.",
    discussion: """
      A hint is a program's statement, without any history, that something may matter now. An app catalog lists what users can \
      do with the program; it is never ranked as a prediction. Each `set` replaces the program's whole list. The article Hints \
      describes the format of a line, and how hints and habits combine into one probability.

        hunch hint set boarding-pass.jsonl --program org.example.airline
        hunch hint import calendar.ics
        hunch hint list --near 52.36,13.50
        hunch hint clear --program org.example.airline
        hunch hint routines
      """,
    subcommands: [
      SetHintsCommand.self, ImportHintsCommand.self, ListHintsCommand.self, ClearHintsCommand.self,
      RoutinesCommand.self,
    ])
}
