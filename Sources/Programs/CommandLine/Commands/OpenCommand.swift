internal import Activities
internal import Answers
internal import ArgumentParser
internal import Continuation
internal import Files
internal import Foundation
internal import Hunch
internal import Importers
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

        hunch open 1
        hunch open "git status"
        hunch open "Project board"
        hunch open "make all" --yes
        hunch open --print "Use Firefox"

      Name the activity by its phrase or title, by words or beginnings of words that no other has, by its row in the list that \
      `hunch` prints now, or by the identity that `hunch suggest --json` prints. With --print the command or address is printed \
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
    help: "Open this activity: a phrase, title, part of one, identity, or row of the list.",
    completion: .activities)
  var activity: String

  @Flag(name: .customLong("print"), help: "Run and open nothing; print the command, address or path.")
  var isPreview = false

  @Flag(
    help:
      "Do not ask before running a command from your shell's history, or continuing an activity named by its identity."
  )
  var yes = false

  @Flag(help: "Run a command whose folder is not known in the current one.")
  var here = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if yes, isPreview { throw ValidationError("Give --print or --yes, not both: --print runs nothing.") }
  }

  func run() async throws {
    let now = try WallClock.now()
    let log = try store.openToRead()
    let user = try await user.user(in: log, quiet: output.quiet)
    let engine = try SuggestionEngine.open(log: log)
    let identity = try await ActivityReference(text: activity).identity(by: engine, of: user, in: log)
    guard let known = try await engine.activities([identity], of: user)[identity] else {
      throw Failure("that user has no activity \(identity)", .badData)
    }
    guard !known.isExpired(at: now) else {
      throw Failure("the activity has expired, by the date that its program gave", .nothingFound)
    }
    let last = try await engine.newestDonation(of: identity, by: user)
    let environment = ProcessInfo.processInfo.environment
    let programs = DesktopFiles(home: environment.home, environment: environment)
    let continuation = try OpenTarget.Continuation(
      of: known, in: InstalledManifests(environment: environment), among: programs)
    let target =
      try continuation.map(OpenTarget.continuation)
      ?? OpenTarget(of: known, in: last?.context.attributes ?? [:], among: programs)
    let isFromShell = try await isTyped(last, as: known, in: log)
    let isOwnName = try await ActivityReference(text: activity).isOwnName(
      of: identity, by: engine, of: user, in: log)
    let opened = OpenedActivity(
      known, identity, wasDone: last != nil, isFromShell: isFromShell, isOwnName: isOwnName, named: activity)
    var doubts = opened.doubts(about: target, in: FileManager.default.currentDirectoryPath)
    if here { doubts.removeAll { $0 == .folderUnknown } }
    let opening = Opening(target, doubts, output: output)
    do { try opening.check() } catch let failure as Failure {
      guard case .file(let path) = target, last != nil, !isPreview, MissingFiles.isGone(path) else {
        throw failure
      }
      try await log.ingest([Feedback.missing(known, of: user, at: now)])
      throw Failure(
        "\(failure.message); it is not suggested until it is found, or you use it again", .noInput)
    }
    let isForTheShell = target.changesItsShell
    if isPreview || isForTheShell { try print(OpenReport(identity, target)) }
    if isForTheShell {
      output.note(
        "that command changes the shell it runs in; run it in yours, because no program can do that for you")
    }
    if isPreview || isForTheShell { return }
    let words = try opening.start(unasked: yes)
    try await accept(known, by: user, at: now, in: log)
    if output.json { try print(OpenReport(identity, target, isOpened: true)) }
    output.confirm("\(words); recorded as accepted")
  }

  /// Returns whether a donation is from a shell's history, and has the command that will be run:
  /// another process may have added a newer donation meanwhile.
  private func isTyped(
    _ donation: Donation?, as activity: UserActivity, in log: SQLiteDonationStore
  ) async throws -> Bool {
    guard let donation, donation.activity.userInfo == activity.userInfo else { return false }
    return try await log.isFromShell(donation)
  }

  /// Records that the user accepted an activity, as `hunch feedback accepted` does.
  private func accept(
    _ activity: UserActivity, by user: UserIdentifier, at now: Instant, in log: SQLiteDonationStore
  ) async throws {
    let accepted = try Feedback.Impression(
      activityType: activity.activityType, userInfo: activity.restorationPayload,
      requiredUserInfoKeys: activity.requiredUserInfoKeys)
    let receipt = try await log.ingest([Feedback(by: user, at: now, shown: [accepted], verdict: .accepted)])
    if receipt.filtered > 0 {
      output.note(
        "done, but a privacy rule or a pause prevents recording it as accepted (`hunch rules list`)")
    }
  }

  private func print(_ report: OpenReport) throws {
    try Console.print(output.json ? JSONText.line(report) : report.target)
  }
}

/// The opened target, or the one that would be opened, for programs.
private struct OpenReport: Encodable {
  let identity: String
  /// `command`, `address`, `file`, `program` or `continuation`.
  let kind: String
  /// The command line, address, path, path of the desktop file, or text for a program.
  let target: String
  /// The program that continues it, by the name of its manifest or desktop file.
  let program: String?
  /// The folder that a command is run in, if it is known and exists.
  let folder: String?
  /// A Boolean value that indicates whether a command is a template, which the user never typed.
  let isTemplate: Bool?
  /// A Boolean value that indicates whether it was opened or run.
  let opened: Bool

  init(_ identity: ActivityIdentity, _ target: OpenTarget, isOpened: Bool = false) {
    self.identity = identity.description
    opened = isOpened
    if case .continuation(let continuation) = target {
      program = continuation.program
    } else {
      program = nil
    }
    switch target {
    case .command(let command):
      (kind, self.target, isTemplate) = ("command", command.line, command.isTemplate)
      folder = target.usedFolder
    case .address(let address): (kind, self.target, folder, isTemplate) = ("address", address, nil, nil)
    case .file(let path): (kind, self.target, folder, isTemplate) = ("file", path, nil, nil)
    case .program(let file): (kind, self.target, folder, isTemplate) = ("program", file.path, nil, nil)
    case .continuation(let continuation):
      (kind, self.target, folder, isTemplate) = ("continuation", continuation.text, nil, nil)
    }
  }
}
