internal import Activities
internal import Answers
internal import Continuation
internal import Files
internal import Foundation
internal import Hunch
internal import Importers

/// The opening of a target for the user: shows it, asks if needed, and starts it.
struct Opening {
  private let target: OpenTarget
  private let doubts: [OpenDoubt]
  private let output: OutputOptions

  /// - Parameter doubts: The reasons to ask, whatever the options say.
  init(_ target: OpenTarget, _ doubts: [OpenDoubt], output: OutputOptions) {
    (self.target, self.doubts, self.output) = (target, doubts, output)
  }

  /// A Boolean value that indicates whether a question comes before the target is opened.
  var asks: Bool { target.mayAct || !doubts.isEmpty }

  /// Checks the target before anything is started.
  ///
  /// - Throws: A ``Failure`` if the target can be neither opened nor printed as it is.
  func check() throws {
    if case .file(let path) = target { try Self.checkFile(path) }
    guard
      let hidden = ([target.text] + [target.folder].compactMap(\.self)).first(
        where: VisibleText.hidesSomething)
    else { return }
    if Terminal.standardOutput.isInteractive, !output.json {
      try Console.print(VisibleText.escaped(hidden))
    }
    throw Failure(
      "\(target.noun) has invisible characters, such as an escape or a blank that is not a space; it is neither opened nor printed for a script",
      .badData)
  }

  /// Shows the target, asks about it if there is a reason to, and opens it.
  ///
  /// - Parameter unasked: Whether a command runs without a question if there is no doubt about it.
  /// - Returns: The outcome in a few words.
  /// - Throws: A ``Failure`` if the target was not opened.
  func start(unasked: Bool) throws -> String {
    try agree(unasked: unasked)
    switch target {
    case .address(let place), .file(let place):
      try Self.open(by: [["xdg-open", place], ["gio", "open", place]], of: "xdg-utils")
      return "opened"
    case .program(let file):
      // Both follow the rules of desktop files; this program does not read the file.
      try Self.open(
        by: [["gio", "launch", file.path], ["gtk-launch", file.identifier]], of: "libglib2.0-bin")
      return "started"
    case .command(let command): return try run(command)
    case .continuation(let continuation):
      try proceed(continuation)
      return "\(continuation.program) continued it"
    }
  }

  // MARK: The question

  /// Shows the target with all doubts about it, and asks if needed.
  ///
  /// - Throws: A ``Failure`` if the user does not agree, or cannot be asked.
  private func agree(unasked: Bool) throws {
    let terminal = Terminal.standardError
    var rows = (terminal.rows ?? 24) - 4 - 2 * doubts.count
    let columns = (terminal.columns ?? 80) - 4
    var notes: [String] = []
    if let folder = target.folder {
      let shown = ShownTarget(folder.replacing("\n", with: "\\n"), rows: 3, columns: columns)
      notes = shown.lines.enumerated().map { $0.offset == 0 ? "in \($0.element)" : $0.element }
      if let size = shown.size { notes.append("the folder has \(size)") }
      rows -= notes.count
    }
    if case .continuation(let continuation) = target {
      notes.append("for \(continuation.program)")
      rows -= 1
    }
    let shown = ShownTarget(target.text, rows: rows, columns: columns)
    for line in shown.lines { Console.show("  " + terminal.bold(Formatting.plain(line))) }
    for note in notes { Console.note(note) }
    for doubt in doubts { Console.note(doubt.description) }
    let isCut = shown.size != nil
    if target.mayAct, !unasked {} else if doubts.isEmpty, !isCut { return }
    guard Terminal.standardInput.isInteractive, terminal.isInteractive else {
      throw Failure(refusal(isCut: isCut, unasked: unasked), .usage)
    }
    let question = "\(target.verb) it? [y/N] "
    Console.ask(shown.size.map { "It has \($0), too much to show here. " + question } ?? question)
    guard ["y", "yes"].contains(readLine()?.lowercased()) else {
      throw Failure("nothing was \(target.isCommand ? "run" : "opened")", .nothingFound)
    }
  }

  /// Returns the reason for the refusal without a terminal, and what to do.
  private func refusal(isCut: Bool, unasked: Bool) -> String {
    var reasons = doubts.map(\.description)
    if isCut { reasons.append("it is too long to show") }
    guard !reasons.isEmpty else {
      return
        "hunch asks before it runs a command or hands something to a program, and there is no terminal to ask on; give --yes, or --print to see it"
    }
    let advice = target.isCommand ? "run that yourself" : "open that yourself"
    return
      "not \(target.isCommand ? "run" : "opened"), because \(reasons.joined(separator: ", and because ")); "
      + "there is no terminal to ask on\(unasked ? ", and --yes does not answer for this" : ""): "
      + "see it with --print, and \(advice)"
  }

  // MARK: Commands

  private func run(_ command: OpenTarget.Command) throws -> String {
    let shell = ProcessInfo.processInfo.environment["SHELL"].flatMap { $0.isEmpty ? nil : $0 } ?? "/bin/sh"
    var words = [shell, "-c", command.line]
    if let folder = target.usedFolder {
      words = ["/bin/sh", "-c", #"cd -- "$0" && exec "$@""#, folder] + words
    }
    switch ForegroundProgram.run(words, isData: !output.json) {
    case .exited(0): return "it exited with 0"
    case .exited(let code):
      throw Failure("the command exited with \(code); nothing was recorded", .nothingFound)
    case .killed(SIGINT): throw Failure.interrupted
    case .killed(let signal):
      throw Failure("signal \(signal) ended the command; nothing was recorded", .nothingFound)
    case .notStarted:
      throw Failure("the shell cannot be started; check SHELL, or set it to /bin/sh", .configuration)
    }
  }

  // MARK: Continuation

  /// Starts a program with the activity or URL, in place of the placeholder or as the desktop does.
  private func proceed(_ continuation: OpenTarget.Continuation) throws {
    let environment = ProcessInfo.processInfo.environment
    let file = try continuation.activity.map { try ContinuationFile.write($0, environment: environment) }
    let argument = file ?? continuation.text
    var isTaken = false
    defer { if !isTaken, let file { ContinuationFile.discard(file) } }
    switch continuation.start {
    case .scheme: try Self.open(by: [["xdg-open", argument], ["gio", "open", argument]], of: "xdg-utils")
    case .desktopFile(let desktop):
      try Self.open(
        by: [["gio", "launch", desktop.path, argument], ["gtk-launch", desktop.identifier, argument]],
        of: "libglib2.0-bin")
      isTaken = true  // it may still be starting, and removes the file itself
    case .command(let command):
      switch ForegroundProgram.run(ProgramStart.words(command, with: argument), isData: !output.json) {
      case .exited(0): return
      case .exited(let code):
        throw Failure(
          "\(continuation.program) did not continue it (it exited with \(code)); nothing was recorded",
          .nothingFound)
      case .killed(SIGINT): throw Failure.interrupted
      case .killed(let signal):
        throw Failure(
          "signal \(signal) ended \(continuation.program); nothing was recorded", .nothingFound)
      case .notStarted:
        throw Failure(
          "\(continuation.program) cannot be started with its manifest; reinstall the program or its manifest (`hunch manifest list`)",
          .configuration)
      }
    }
  }

  // MARK: Addresses, files and programs

  /// Opens something with the first installed desktop program of a list.
  ///
  /// - Parameters:
  ///   - openers: The programs with their arguments.
  ///   - package: The package to install if none of them is installed.
  private static func open(by openers: [[String]], of package: String) throws {
    for opener in openers {
      switch ForegroundProgram.run(opener, isData: false) {
      case .exited(0): return
      case .notStarted: continue
      case .exited(let code):
        throw Failure(
          "\(opener[0]) could not open it (it exited with \(code)); nothing was recorded", .nothingFound)
      case .killed(SIGINT): throw Failure.interrupted
      case .killed(let signal):
        throw Failure("signal \(signal) ended \(opener[0]); nothing was recorded", .nothingFound)
      }
    }
    let names = openers.map { $0[0] }.joined(separator: " nor ")
    throw Failure(
      "neither \(names) is in PATH; install \(package), or print the target with --print",
      .configuration)
  }

  private static func checkFile(_ path: String) throws {
    switch PathKind(at: path) {
    case .nothing, .brokenLink: throw Failure("the file no longer exists", .noInput)
    case .refused(let code) where code == EACCES:
      throw Failure("no permission to access the file; check the modes of its folders", .noPermission)
    case .refused: throw Failure("the file cannot be accessed; check the device it is on", .inputOutput)
    case .folder, .regularFile, .other: break
    }
  }
}

extension OpenTarget {
  /// The command line, address or path.
  fileprivate var text: String {
    switch self {
    case .command(let command): command.line
    case .address(let text), .file(let text): text
    case .program(let file): file.path
    case .continuation(let continuation): continuation.text
    }
  }

  /// A Boolean value that indicates whether opening acts at once instead of only showing something.
  fileprivate var mayAct: Bool {
    switch self {
    case .command, .continuation: true
    case .address, .file, .program: false
    }
  }

  /// The folder that a command was run in, if it is known.
  fileprivate var folder: String? {
    guard case .command(let command) = self else { return nil }
    return command.folder
  }

  /// The folder that a command was run in, if it still exists.
  var usedFolder: String? { folder.flatMap { PathKind(at: $0) == .folder ? $0 : nil } }

  fileprivate var isCommand: Bool {
    if case .command = self { true } else { false }
  }

  fileprivate var noun: String {
    switch self {
    case .command: "the command or its folder"
    case .address: "the address"
    case .file, .program: "the path"
    case .continuation: "the text for its program"
    }
  }

  fileprivate var verb: String {
    switch self {
    case .command: "Run"
    case .address, .file, .continuation: "Open"
    case .program: "Start"
    }
  }
}
