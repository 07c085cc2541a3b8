internal import ArgumentParser
internal import Foundation
internal import Hunch
internal import ProgramSupport
internal import SQLiteStorage
internal import Suggestions

/// `hunch open`.
struct OpenCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Do an activity again: run its command, open its page or file, or start its program.",
    discussion: """
      The activity's newest donation decides what is opened: a command that was run in a shell, a program of this machine that \
      continues it by itself (`hunch manifest`), a web page or another address, a file, or a program that was used. Addresses \
      and files go to the desktop (xdg-open, else gio open); a program is started by its desktop file (gio launch, else \
      gtk-launch). Each is shown first. A command runs only if you agree: with your shell, in the folder it was run in, without \
      your aliases. If it succeeds, the suggestion counts as accepted.

        hunch
        hunch open 2
        hunch open
        hunch open "git status"
        hunch open "Project board"
        hunch open "make all" --yes
        hunch open --print "Use Firefox"

      Name the activity by its phrase or title, by words or beginnings of words that no other has, by the identity that \
      `hunch suggest --json` prints, or by its row in the list that `hunch` or `hunch suggest` last printed in this terminal, at most \
      an hour ago; in a script, by its row in the list that `hunch` would print now. Without a name you choose with the arrow keys, \
      j and k, or a number; Enter opens, Esc and q leave. With --print the command or address is printed \
      and nothing is run or opened. Without a terminal to ask on, a command needs --yes.

      A command such as `cd`, which changes the shell that it runs in, is printed for you to run: a program cannot do that for \
      your shell. bash and zsh do not record folders in their history, so hunch asks whether such a command may run in the \
      current one, even with --yes, unless you give --here.

      --yes covers only commands from your shell's history, commands that you name word by word, and text for a program if you \
      name its URL or the activity's identity. hunch still asks about everything that somebody else may have substituted: hints \
      and appointments that you have not done, commands and folders from a log or a program, text for a program, an address or \
      file that does not follow from the activity's identity, files that are programs, and text too long to show. Without a \
      terminal these are not opened; print them with --print, and open them yourself.

      Exits with 1 if there is nothing to open, you do not agree, or it failed; with 64 if it has to ask and cannot; with 65 if \
      the target has invisible characters; with 66 if the file is missing, or the program is not on this machine. A missing file \
      is not suggested until it is found, or you use it again.
      """)
  static let sample = ["--user", "ZQuser", "--print", "ZQphrase 1"]

  @Argument(
    help:
      "Open this activity: a phrase, title, part of one, identity, or row of the last list. Default: choose on the terminal.",
    completion: .activities)
  var activity: String?

  @Flag(name: .customLong("print"), help: "Run and open nothing; print the command, address or path.")
  var isPreview = false

  @Flag(
    help:
      "Do not ask before running a command from your shell's history, or continuing an activity named by its identity."
  )
  var yes = false

  @Flag(help: "Run a command whose folder is not known in the current one.")
  var here = false

  /// The menu in a launcher from which the user chose the activity, by its title.
  @Option(name: .customLong("from-menu"), help: .hidden, completion: .nothing)
  var menu: String?

  @Option(name: .customLong("menu-rows"), help: .hidden, completion: .nothing)
  var menuRows = Menu.usualCount

  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if yes, isPreview { throw ValidationError("Give --print or --yes, not both: --print runs nothing.") }
  }

  func run() async throws {
    let now = try WallClock.now()
    guard activity != nil || RowPicker.isPossible else { throw Self.unnamed }
    let log = try store.openToRead()
    let user = try await user.user(in: log, quiet: output.quiet)
    let engine = try SuggestionEngine.open(log: log)
    let run = OpenRun(
      log: log, engine: engine, user: user, now: now, isPreview: isPreview, isUnasked: yes, isHere: here,
      output: output)
    guard let activity else {
      let menu = try await Menu(for: user, at: now, by: engine, count: Menu.usualCount)
      await menu.record(.shown, in: log, at: now)
      let identity = try RowPicker(menu).pick()
      return try await run.open(identity, named: nil, from: menu)
    }
    let identity = try await ActivityReference(text: activity).identity(by: engine, of: user, in: log)
    // A user who gives a number saw the title next to it; a script did not.
    let isSeen = self.menu != nil || Int(activity) != nil && RememberedList.isMeant
    // Without its list, the choice is recorded by itself.
    let data = self.menu.flatMap { RofiMenu.Data($0.split(separator: ",")) }
    let menu = try? await data?.menu(for: user, at: now, by: engine, count: menuRows)
    try await run.open(identity, named: isSeen ? nil : activity, from: menu)
  }

  private static let unnamed = Failure(
    "there is no terminal to choose on; give a phrase, a title, a part of one, an identity, or the row of a list",
    .usage)
}
