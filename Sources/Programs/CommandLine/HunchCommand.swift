internal import Activities
internal import ArgumentParser
internal import Foundation
internal import SQLiteStorage

// CommandLine: parse, call, print.
//
// Start here: `HunchCommand` parses, `Commands` has one file a command, `Failure` turns every error
// into text and an exit code, `Output` says how things look. What is computed, is computed in the
// libraries.

/// The program `hunch`.
public enum HunchProgram {
  /// Sees to it that a crash leaves nothing that users did, and ends the process if it may open too
  /// few files.
  ///
  /// It comes before the first wait: where a thread cannot open its files, the runtime ends the
  /// process without a word.
  public static func begin() { HunchCommand.begin() }

  /// Parses the process's arguments, runs the command that they name, and ends the process with the
  /// code that fits.
  public static func main() async { await HunchCommand.main() }
}

/// The root of all commands.
struct HunchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hunch",
    abstract: "Predicts what you will probably do next, from what you did before.",
    discussion: """
      Programs donate what you did: the type of the activity, when, where, in which circumstances. Given a \
      moment and a place, hunch ranks your own activities, with probabilities and reasons. Everything stays on this machine.

        hunch                               what is likely now, and why
        hunch import auto                   import what your shells, browsers and programs have kept
        hunch import ~/history.jsonl        import a log
        hunch donate --type org.example.player.play --title "Play Blue in Green"
        hunch suggest --why                 what comes next, and why
        hunch search blue green             what you did, by its words
        hunch hint list                     what programs say may matter now
        hunch phrase match "play blue"      the activity that a phrase means
        hunch evaluate                      its accuracy, beside simple rules

      Data goes to standard output, everything else to standard error; `-` is standard input. Tables, bars and colours \
      appear on terminals only, colours not if NO_COLOR is set.

      Exit codes: 0 success, 1 nothing found, 64 usage error, 65 bad data, 66 no such file, 69 store unavailable, 70 internal \
      error, 73 cannot create, 74 cannot read or write, 75 busy, try again, 77 permission denied, 78 configuration error, \
      130 interrupted.
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Daily use",
        subcommands: [
          DonateCommand.self, SuggestCommand.self, OpenCommand.self, WhyCommand.self, FeedbackCommand.self,
          SearchCommand.self,
          PhraseCommand.self, PlaceCommand.self, RoutinesCommand.self, WeekCommand.self, ForgetCommand.self,
        ]),
      CommandGroup(
        name: "Privacy",
        subcommands: [
          PauseCommand.self, ResumeCommand.self, RulesCommand.self, RetentionCommand.self,
          EncryptCommand.self,
          DecryptCommand.self,
        ]),
      CommandGroup(
        name: "Logs",
        subcommands: [
          ImportCommand.self, ExportCommand.self, UsersCommand.self, StatsCommand.self, SimulateCommand.self,
        ]),
      CommandGroup(name: "Programs", subcommands: [HintCommand.self, ManifestCommand.self]),
      CommandGroup(
        name: "Testing donations",
        subcommands: [LintCommand.self, ExpectCommand.self, ReplayCommand.self]),
      CommandGroup(name: "Models", subcommands: [EvaluateCommand.self, TrainCommand.self]),
      CommandGroup(name: "Maintenance", subcommands: [DoctorCommand.self, BenchmarkCommand.self]),
    ])

  /// The number of files that watching for signals and waiting for tasks open; where they cannot,
  /// the runtime ends the process.
  private static let filesOfTheRuntime = 5
  /// The number of files that a store opens at once.
  ///
  /// The runtime opens its own when it first needs them, which may be later.
  private static let filesOfAStore = 6

  /// Prints what is likely now.
  func run() async throws {
    try Console.print(try await FrontDoor(on: .standardOutput).text(now: try WallClock.now()))
  }

  static func begin() {
    guard OpenFiles.canOpen(filesOfTheRuntime + filesOfAStore) else {
      Failure(
        "too many files are open; raise the limit (ulimit -n), or close other programs, and try again",
        .tryAgain
      ).leave()
    }
    ProcessPrivacy.begin(ProcessInfo.processInfo.environment)
  }

  /// Parses, runs, and leaves with the code that fits.
  static func main() async {
    let interruption = InterruptSignal { Failure.interrupted.leaveAtOnce() }
    defer { interruption.cancel() }
    do {
      try checkArguments()
      let arguments = CommandLine.arguments.dropFirst()
      try CommandNames.check(arguments)
      if let script = CompletionScript.requested(by: arguments) { return try Console.print(script) }
      if let names = CompletionScript.helpNames(requestedBy: arguments) {
        return try Console.print(names.joined(separator: "\n"))
      }
      var command = try await asyncParseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      if let failure = Failure(error) { failure.leave() }
      let (code, message) = (exitCode(for: error), fullMessage(for: error))
      if code.isSuccess { answer(message) }
      Failure.leave(saying: message, with: code.rawValue)
    }
  }

  /// Prints what was asked of the parser: help, or the version.
  ///
  /// The parser itself would not tell that it could not be written.
  private static func answer(_ text: String) -> Never {
    do {
      try Console.print(text)
    } catch {
      (Failure(error) ?? Failure("", .inputOutput)).leave()
    }
    Failure("", .silent).leave()
  }

  /// Refuses arguments that nothing should have to compare, the parser included.
  private static func checkArguments() throws {
    guard !CommandLine.arguments.contains(where: CombiningMarks.areTooMany) else {
      throw Failure(
        "an argument has more than \(CombiningMarks.mostInARow) combining marks in a row; leave out all but those that are written",
        .usage)
    }
  }
}
