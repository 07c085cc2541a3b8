internal import ArgumentParser

/// `hunch hint`.
struct HintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hint",
    abstract: "Manage hints: what may matter at a time, a place or in a routine.",
    discussion: """
      A hint is a program's own statement, without any history: this may matter now. A catalogue says what one can do with \
      the program at all; it is never ranked as a prediction. Each `set` replaces the program's whole list. How hints and habits \
      make one probability, and the format of a line, is in the article Hints.

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
