internal import Activities
internal import Answers
internal import ArgumentParser
internal import Continuation
internal import Files
internal import Foundation
internal import Hunch
internal import Importers
internal import SQLiteStorage
internal import Suggestions

/// `hunch open`.
struct OpenCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Do an activity again: run its command, open its page or file, or start its program.",
    discussion: """
      What is done is decided by the activity's newest donation: a command that was run in a shell, a program of this machine that \
      goes on with it by itself (`hunch manifest`), a web page or another address, a file, or a program that was used. Addresses and files go to the desktop (xdg-open, else gio open); a program is started by its desktop \
      file (gio launch, else gtk-launch). Each is shown first. A command runs only if you agree: with \
      your shell, in the folder it was run in, without your aliases. If it succeeds, the suggestion counts as accepted.

        hunch open 1
        hunch open "git status"
        hunch open "Project board"
        hunch open "make all" --yes
        hunch open --print "Use Firefox"

      The activity is named by its phrase or title, by words or beginnings of words that no other has, by its row in the list that `hunch` \
      prints now, or by the identity that `hunch suggest --json` prints. With --print nothing is \
      done: what would be run or opened is printed. Without a terminal to ask on, a command needs --yes.

      A command such as `cd`, which changes the shell that it runs in, is printed for you to run: a program cannot do that for your shell. \
      bash and zsh keep no folder with their history: it asks whether such a command may run in this one, with --yes too, unless you say \
      --here.

      --yes answers only for commands from your shell's history, for those that you name word by word, and for what a program is given if \
      you name its URL or the activity's identity. It asks about everything that \
      somebody else may have put in place of what you mean: hints and appointments that you have not done, commands and folders from a \
      log or a program, what a program is given, an address or file that does not follow from the activity's identity, programs among files, and what is too \
      long to be looked at. Without a terminal such a thing is not opened; print it with --print, and open it yourself.

      Exits with 1 if there is nothing to open, you do not agree, or it failed; with 64 if it has to ask and cannot; with 65 if \
      it has characters that cannot be seen; with 66 if the file is gone, or the program is not on this machine. A file that is gone is \
      not suggested until it is found, or you use it again.
      """)
  static let sample = ["--user", "ZQuser", "--print", "ZQphrase 1"]

  @Argument(
    help: "Which activity: a phrase, title, part of one, identity, or row of the list.",
    completion: .activities)
  var activity: String

  @Flag(name: .customLong("print"), help: "Do nothing; print what would be run or opened.")
  var isPreview = false

  @Flag(
    help:
      "Do not ask before a command from your shell's history is run, or what you name by its identity is continued."
  )
  var yes = false

  @Flag(help: "Run a command whose folder is not known in this one.")
  var here = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if yes, isPreview { throw ValidationError("--print runs nothing, so there is nothing to say --yes to.") }
  }

  func run() async throws {
    let now = try WallClock.now()
    let log = try store.openToRead()
    let user = try await user.user(in: log, quiet: output.quiet)
    let engine = try SuggestionEngine.open(log: log)
    let identity = try await ActivityReference(text: activity).identity(by: engine, of: user, in: log)
    guard let known = try await engine.activities([identity], of: user)[identity] else {
      throw Failure("no activity \(identity) is known of that user", .badData)
    }
    guard !known.isExpired(at: now) else {
      throw Failure("its program said that it is over; it has expired", .nothingFound)
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
      output.note("that changes the shell it runs in, which no program can do for yours: run it there")
    }
    if isPreview || isForTheShell { return }
    let words = try opening.start(unasked: yes)
    try await accept(known, by: user, at: now, in: log)
    if output.json { try print(OpenReport(identity, target, isOpened: true)) }
    output.confirm("\(words); recorded as accepted")
  }

  /// Returns whether a donation is from a shell's history, and of the command that is going to be
  /// run: another process may have added a newer one meanwhile.
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
      output.note("it was done; a privacy rule or a pause kept out that it was accepted (`hunch rules list`)")
    }
  }

  private func print(_ report: OpenReport) throws {
    try Console.print(output.json ? JSONText.line(report) : report.target)
  }
}

/// What is or would be opened, for programs.
private struct OpenReport: Encodable {
  let identity: String
  /// `command`, `address`, `file`, `program` or `continuation`.
  let kind: String
  /// The command line, address, path, path of the desktop file, or what a program is given.
  let target: String
  /// The program that goes on with it, as its manifest or desktop file is called.
  let program: String?
  /// The folder that a command is run in, if it is known and there.
  let folder: String?
  /// A Boolean value that indicates whether a command is a template, which nobody typed as it is.
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
