internal import Activities
internal import Answers
internal import ArgumentParser
internal import Files
internal import Foundation
internal import Hunch
internal import Importers
internal import Suggestions

/// `hunch next`.
struct NextCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "next",
    abstract: "Print the command that you will probably run next in a shell.",
    discussion: """
      Prints a whole line as you last ran it. The hooks of `hunch init` put it into the command line when you press Alt-n, and \
      the one after when you press Alt-n again.

        hunch next
        hunch next --prefix "git "
        hunch next --rank 2

      It never prints commands that are dangerous to repeat, always failed, or contained a secret, the command that has just \
      failed, and lines that name files, folders, branches or make targets that do not exist here. Exits with 1 if no line is \
      left.
      """)
  static let sample = ["--store", "shell.sqlite", "--prefix", "grep ZQ"]

  @Option(
    help: ArgumentHelp("Print the line at this position, counted from 1. Default: 1.", valueName: "position"),
    completion: .nothing)
  var rank = 1

  @Option(help: "Print a line that begins with this text.", completion: .nothing)
  var prefix = ""

  @Option(
    help: ArgumentHelp(
      "Say how the last command in this shell ended. Default: unknown.", valueName: "exit code"),
    completion: .nothing)
  var exit: String?

  @OptionGroup var user: UserOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard rank >= 1 else { throw ValidationError("--rank must be at least 1.") }
    guard exit.map({ $0.isEmpty || Int64($0) != nil }) ?? true else {
      throw ValidationError("--exit must be a number, such as 0.")
    }
  }

  func run() async throws {
    let now = try WallClock.now()
    let log = try store.openToRead()
    let user = try await user.user(in: log, quiet: true)
    let folder = WorkingFolder(FileManager.default.currentDirectoryPath)
    let code = exit.flatMap { Int64($0) }
    var attributes = ["cwd": ActivityValue.string(folder.path)]
    attributes["repo"] = folder.repository.map(ActivityValue.string)
    attributes["branch"] = folder.branch.map(ActivityValue.string)
    attributes["previousExit"] = code.map(ActivityValue.integer)
    let engine = try SuggestionEngine.open(log: log)
    let answer = try await engine.suggestions(
      SuggestionRequest(
        for: user, in: Context(at: now, attributes: attributes), limit: Self.mostCandidates, horizon: nil))
    let failed = code.map { $0 != 0 } ?? false ? try await log.lastArrival(of: user)?.donation.identity : nil
    let home = ProcessInfo.processInfo.environment.home
    var position = 0
    for suggestion in answer.suggestions where suggestion.identity != failed {
      guard let line = ShellCommandLine.line(of: suggestion.activity), line.hasPrefix(prefix),
        line != prefix, NamedTargets.exist(in: line, at: folder, home: home)
      else { continue }
      position += 1
      guard position == rank else { continue }
      return try Console.print(
        output.json
          ? JSONText.line(
            NextReport(line: line, probability: suggestion.probability, donations: answer.donations)) : line)
    }
    throw Failure(
      rank > 1 ? "no further command is likely here" : "no command is likely here; run some first",
      .nothingFound)
  }

  /// The maximum number of suggestions to look through.
  private static let mostCandidates = 200
}
