internal import Activities
internal import Answers
internal import ArgumentParser
internal import Foundation
internal import Hunch
internal import ProgramSupport
internal import SQLiteStorage
internal import Suggestions

/// `hunch menu`.
struct MenuCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "menu",
    abstract: "Choose a suggestion in a launcher, such as rofi, fuzzel, dmenu or fzf, and open it.",
    discussion: """
      Asks once for the suggestions of this moment, so that no row moves while you type, and opens the chosen one as `hunch open` \
      does. It records which suggestions were shown, and which one was chosen.

        rofi -show hunch -modi "hunch:hunch menu --rofi"
        hunch menu -- fuzzel --dmenu
        hunch menu -- dmenu -l 10
        hunch menu --fzf
        hunch menu --lines | less

      With --rofi the command is a script mode of rofi. There, the first custom key (Alt+1) never suggests the row again, and the \
      second (Alt+2) says why it is suggested. A row with a question to ask, such as a command, opens a terminal: TERMINAL, \
      x-terminal-emulator, foot or xterm.

      The program after -- reads rows from standard input and prints the chosen one. --fzf is the same with fzf, and a preview \
      by `hunch why`. Without any of these you choose on the terminal. --lines prints the rows with identity, probability and \
      title, tab-separated, and records nothing.

      Exits with 1 if you choose nothing or there is nothing to choose, with 64 if there is no terminal to choose or to ask on, \
      and with 78 if the program cannot be started.
      """)
  static let sample = ["--user", "ZQuser", "--lines"]

  @Argument(help: "Choose with this program and its arguments, after --.", completion: .nothing)
  var program: [String] = []

  @Flag(help: "Be a script mode of rofi.")
  var rofi = false

  @Flag(help: "Choose with fzf, which previews the explanation of each row.")
  var fzf = false

  @Flag(help: "Print the rows, and open nothing.")
  var lines = false

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Offer at most COUNT suggestions.", valueName: "count"),
    completion: .nothing)
  var number = Menu.usualCount

  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard number > 0 else { throw ValidationError("-n must be at least 1.") }
    // rofi adds the chosen row as an argument.
    guard [rofi, fzf, lines, !rofi && !program.isEmpty].count(where: { $0 }) <= 1 else {
      throw ValidationError("Give only one of --rofi, --fzf, --lines and a program.")
    }
  }

  func run() async throws {
    let now = try WallClock.now()
    guard rofi || fzf || lines || !program.isEmpty || RowPicker.isPossible else { throw Self.unnamed }
    if rofi { return try Console.write(separated: await answerRofi(at: now)) }
    let log = try store.openToRead()
    let user = try await user.user(in: log, quiet: output.quiet)
    let engine = try SuggestionEngine.open(log: log)
    let menu = try await Menu(for: user, at: now, by: engine, count: number)
    if lines {
      return try Console.print(
        menu.rows.map { "\($0.identity)\t\(Formatting.fixed($0.probability, 4))\t\($0.title)" }
          .joined(separator: "\n"))
    }
    await menu.record(.shown, in: log, at: now)
    let identity =
      if fzf {
        try LauncherMenu.fzf(menu, explainer: words("why", for: user)).pick()
      } else if !program.isEmpty {
        try LauncherMenu(menu: menu, words: program, hasIdentities: false).pick()
      } else { try RowPicker(menu).pick() }
    InterruptSignal.takeBack()
    let run = OpenRun(log: log, engine: engine, user: user, now: try WallClock.now(), output: output)
    try await run.open(identity, named: nil, from: menu)
  }

  private static let unnamed = Failure(
    "there is no terminal to choose on; give --rofi, --fzf, --lines, or a program after --", .usage)

  /// Returns the text for rofi, which shows problems as a message.
  private func answerRofi(at now: Instant) async -> String {
    do {
      let log = try store.openToRead()
      let user = try await user.user(in: log, quiet: true)
      let menu = RofiMenu(
        log: log, engine: try SuggestionEngine.open(log: log), user: user, now: now, count: number,
        output: output, opener: try words("open", for: user))
      return await menu.answer(to: ProcessInfo.processInfo.environment)
    } catch {
      return RofiMenu.text(
        of: [], RofiMenu.Data(milliseconds: now.milliseconds),
        message: Failure(error)?.message ?? "unexpected \(type(of: error))")
    }
  }

  /// Returns the words that run another command of this program for the same store and user.
  private func words(_ command: String, for user: UserIdentifier) throws -> [String] {
    var words = [ProgramPath.own, command, "--quiet", "--user=\(user.name)", "--store=\(try store.path())"]
    if let file = store.keyFile { words.append("--key-file=\(file)") }
    return words
  }
}
