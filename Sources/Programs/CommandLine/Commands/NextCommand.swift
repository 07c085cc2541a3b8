internal import Activities
internal import Answers
internal import ArgumentParser
internal import Files
internal import Foundation
internal import Hunch
internal import ProgramSupport
internal import ShellLines
internal import Suggestions

/// `hunch next`.
struct NextCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "next",
    abstract: "Print the command that you will probably run next in a shell.",
    discussion: """
      Prints a whole line as you ran it before. The hooks of `hunch init` put it into the command line when you press Alt-n, and \
      the one after when you press Alt-n again; in zsh it is shown as grey text at the empty prompt.

        hunch next
        hunch next --prefix "git "
        hunch next --rank 2

      It never prints commands that are dangerous to repeat, always failed, or contained a secret, the command that has just \
      failed, and lines that name files, folders, branches or make targets that do not exist here; `hunch prompt` changes \
      what is dangerous. Exits with 1 if no line is left.

      The newest 2,000 commands count, in whole weeks. `hunchd`, which the hooks start, gives the same answers, sooner.
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

  @Option(
    help: ArgumentHelp(
      "Name the shell, as its hook does, so that its own last command counts. Default: unknown.",
      valueName: "session"),
    completion: .nothing)
  var session: String?

  @OptionGroup var user: UserOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...NextRequest.mostLines).contains(rank) else {
      throw ValidationError("--rank must be 1 to \(NextRequest.mostLines).")
    }
    guard exit.map({ $0.isEmpty || Int64($0) != nil }) ?? true else {
      throw ValidationError("--exit must be a number, such as 0.")
    }
  }

  func run() async throws {
    let now = try WallClock.now()
    let log = try store.openToRead()
    let environment = ProcessInfo.processInfo.environment
    let lines = LinePredictor(
      store: log, user: try await user.user(in: log, quiet: true),
      model: try ModelFile.open().suggestionModel(), home: environment.home)
    let settings = try PromptSettings.path(environment: environment).map {
      try PromptSettings(contentsOf: $0)
    }
    let report = try await lines.answer(to: request, settings ?? PromptSettings(), at: now)
    guard let line = report.lines.dropFirst(rank - 1).first else {
      throw Failure(
        rank > 1 ? "no further command is likely here" : "no command is likely here; run some first",
        .nothingFound)
    }
    try Console.print(output.json ? JSONText.line(report.from(rank)) : line.line)
  }

  private var request: NextRequest {
    var request = NextRequest()
    request.folder = FileManager.default.currentDirectoryPath
    request.host = ProcessInfo.processInfo.hostName
    request.exit = exit.flatMap { Int64($0) }
    (request.session, request.prefix, request.limit) = (session, prefix, rank)
    return request
  }
}
