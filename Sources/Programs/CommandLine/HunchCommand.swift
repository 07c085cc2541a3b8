internal import Activities
internal import ArgumentParser
internal import Foundation
internal import ProgramSupport
internal import SQLiteStorage

// CommandLine: parse, call, print.
//
// Start here: `HunchCommand` parses, `Commands` has one file per command, `Failure` turns every
// error into text and an exit code, `Output` formats text. The libraries do all computation.

/// The program `hunch`.
public enum HunchProgram {
  /// Keeps crashes from leaking users' data, and ends the process if it may open too few files.
  ///
  /// Call it before the first `await`: if a thread cannot open its files, the runtime ends the
  /// process silently.
  public static func begin() { HunchCommand.begin() }

  /// Parses the process's arguments, runs the command that they name, and ends the process with its
  /// exit code.
  public static func main() async { await HunchCommand.main() }
}

/// The root of all commands.
struct HunchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hunch",
    abstract: "Predict what you will do next from what you did before.",
    discussion: """
      Programs donate your activities: type, time, place and circumstances. For a moment and a place, hunch ranks them, with \
      probabilities and reasons. Everything stays on this machine.

        hunch                               show what is likely now, and why
        hunch import auto                   import the histories of your shells, browsers and programs
        hunch import ~/history.jsonl        import a log
        hunch donate --type org.example.player.play --title "Play Blue in Green"
        hunch suggest --why                 suggest what comes next, and why
        hunch search blue green             search your activities by words
        hunch hint list                     list the hints of programs
        hunch phrase match "play blue"      find the activity that a phrase means
        hunch evaluate                      compare its accuracy with simple rules

      Data goes to standard output, everything else to standard error; `-` is standard input. Tables, bars and colours \
      appear only on terminals, and colours only if NO_COLOR is not set.

      Exit codes: 0 success, 1 nothing found, 64 usage error, 65 bad data, 66 no such file, 69 store unavailable, 70 internal \
      error, 73 cannot create, 74 cannot read or write, 75 busy, try again, 77 permission denied, 78 configuration error, \
      130 interrupted.
      """,
    version: ProgramVersion.current,
    groupedSubcommands: [
      CommandGroup(
        name: "Daily use",
        subcommands: [
          DonateCommand.self, SuggestCommand.self, OpenCommand.self, MenuCommand.self, WhyCommand.self,
          FeedbackCommand.self, SearchCommand.self,
          PhraseCommand.self, PlaceCommand.self, RoutinesCommand.self, WeekCommand.self, ForgetCommand.self,
        ]),
      CommandGroup(name: "Shells", subcommands: [InitCommand.self, NextCommand.self, PromptCommand.self]),
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
      CommandGroup(
        name: "Models", subcommands: [EvaluateCommand.self, TrainCommand.self, WorkerCommand.self]),
      CommandGroup(name: "Maintenance", subcommands: [DoctorCommand.self, BenchmarkCommand.self]),
    ])

  /// The number of files that the runtime opens to watch for signals and to wait for tasks; if it
  /// cannot, it ends the process.
  private static let filesOfTheRuntime = 5
  /// The number of files that a store opens at once.
  ///
  /// The runtime opens its own files when it first needs them, which may be later.
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

  /// Parses, runs, and exits with the matching code.
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
      if !(command is InitCommand), !(command is WorkerCommand) { await RecordedCommands.takeInIfPossible() }
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

  /// Prints the parser's help or version.
  ///
  /// The parser itself would not report that writing failed.
  private static func answer(_ text: String) -> Never {
    do {
      try Console.print(text)
    } catch {
      (Failure(error) ?? Failure("", .inputOutput)).leave()
    }
    Failure("", .silent).leave()
  }

  /// Rejects arguments that are too expensive to compare, before the parser compares them.
  private static func checkArguments() throws {
    guard !CommandLine.arguments.contains(where: CombiningMarks.areTooMany) else {
      throw Failure(
        "an argument has more than \(CombiningMarks.mostInARow) combining marks in a row; remove the excess ones",
        .usage)
    }
  }
}
