internal import Files
internal import Foundation
internal import Importers
internal import Training

/// The opening of something in the user's place: looks whether it may be, asks, and starts it.
struct Opening {
  private let target: OpenTarget
  private let output: OutputOptions

  init(_ target: OpenTarget, output: OutputOptions) {
    (self.target, self.output) = (target, output)
  }

  /// Checks what can be known before anything is started.
  ///
  /// - Parameter isAskedAbout: Whether somebody will be asked before a command is run.
  /// - Throws: A ``Failure`` if it can be neither run nor printed as it is.
  func check(isAskedAbout: Bool) throws {
    switch target {
    case .address, .program: break
    case .file(let path): try Self.checkFile(path)
    case .command(let command):
      guard !command.line.unicodeScalars.contains(where: Self.isHidden) else {
        if Terminal.standardOutput.isInteractive, !output.json {
          try Console.print(Self.escaped(command.line))
        }
        throw Failure(
          "the command has characters that cannot be shown as they are, such as an escape; it is neither run nor printed for a script",
          .badData)
      }
      guard !isAskedAbout || Terminal.standardInput.isInteractive && Terminal.standardError.isInteractive
      else {
        throw Failure(
          "it asks before it runs a command, and there is no terminal to ask on; give --yes, or --print to see it",
          .usage)
      }
    }
  }

  /// Opens it, or runs it if the user agrees.
  ///
  /// - Parameter unasked: Whether a command is run without a question.
  /// - Returns: What was done, in a few words.
  /// - Throws: A ``Failure`` if nothing came of it.
  func start(unasked: Bool) throws -> String {
    switch target {
    case .address(let place), .file(let place):
      try Self.open(by: [["xdg-open", place], ["gio", "open", place]], of: "xdg-utils")
      return "opened"
    case .program(let file):
      // Both go by the desktop file's rules; what it says is not read here.
      try Self.open(
        by: [["gio", "launch", file.path], ["gtk-launch", file.identifier]], of: "libglib2.0-bin")
      return "started"
    case .command(let command):
      if unasked {
        try Self.checkUnasked(command)
      } else {
        try ask(about: command)
      }
      return try run(command)
    }
  }

  // MARK: Commands

  /// - Throws: A ``Failure`` if it is not just what was typed once, where it was typed.
  private static func checkUnasked(_ command: OpenTarget.Command) throws {
    if command.isTemplate {
      throw Failure(
        "only a template of the command is kept, which nobody typed as it is; leave out --yes, and look at it first",
        .usage)
    }
    if command.folder != nil, usedFolder(of: command) == nil {
      throw Failure(
        "the folder that the command was run in is no longer there; leave out --yes, and look at it first",
        .usage)
    }
  }

  private func ask(about command: OpenTarget.Command) throws {
    let terminal = Terminal.standardError
    for line in command.line.split(separator: "\n", omittingEmptySubsequences: false) {
      Console.show("  " + terminal.bold(Formatting.plain(String(line))))
    }
    if command.isTemplate {
      Console.note("only this template of it is kept; options and what was redirected may be missing")
    }
    if let folder = command.folder {
      Console.note(
        Self.usedFolder(of: command) == nil
          ? "the folder \(folder) is no longer there; it would be run in this one" : "in \(folder)")
    }
    Console.ask("Run it? [y/N] ")
    guard ["y", "yes"].contains(readLine()?.lowercased()) else {
      throw Failure("nothing was run", .nothingFound)
    }
  }

  private func run(_ command: OpenTarget.Command) throws -> String {
    let shell = ProcessInfo.processInfo.environment["SHELL"].flatMap { $0.isEmpty ? nil : $0 } ?? "/bin/sh"
    var words = [shell, "-c", command.line]
    if let folder = Self.usedFolder(of: command) {
      words = ["/bin/sh", "-c", #"cd -- "$0" && exec "$@""#, folder] + words
    }
    switch ForegroundProgram.run(words, isData: !output.json) {
    case .exited(0): return "it exited with 0"
    case .exited(let code):
      throw Failure("it exited with \(code); nothing is recorded of it", .nothingFound)
    case .killed(SIGINT): throw Failure.interrupted
    case .killed(let signal):
      throw Failure("signal \(signal) ended it; nothing is recorded of it", .nothingFound)
    case .notStarted:
      throw Failure("the shell cannot be started; check SHELL, or set it to /bin/sh", .configuration)
    }
  }

  /// The folder that the command was run in, if it is still there.
  private static func usedFolder(of command: OpenTarget.Command) -> String? {
    command.folder.flatMap { PathKind(at: $0) == .folder ? $0 : nil }
  }

  // MARK: Characters

  /// Tells whether a scalar would not be seen for what it is; ends of lines and tabs belong to commands.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && scalar != "\t" && CardText.isUnprintable(scalar)
  }

  /// The same text with the numbers of what cannot be shown.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      isHidden(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }

  // MARK: Addresses, files and programs

  /// Lets the first of some programs of the desktop that is there open something.
  ///
  /// - Parameters:
  ///   - openers: The programs with their arguments.
  ///   - package: What to install where none of them is there.
  private static func open(by openers: [[String]], of package: String) throws {
    for opener in openers {
      switch ForegroundProgram.run(opener, isData: false) {
      case .exited(0): return
      case .notStarted: continue
      case .exited(let code):
        throw Failure(
          "\(opener[0]) could not open it (it exited with \(code)); nothing is recorded of it", .nothingFound)
      case .killed(SIGINT): throw Failure.interrupted
      case .killed(let signal):
        throw Failure("signal \(signal) ended \(opener[0]); nothing is recorded of it", .nothingFound)
      }
    }
    let names = openers.map { $0[0] }.joined(separator: " nor ")
    throw Failure(
      "there is neither \(names) in PATH; install \(package), or see with --print what to open",
      .configuration)
  }

  private static func checkFile(_ path: String) throws {
    switch PathKind(at: path) {
    case .nothing, .brokenLink: throw Failure("the file is no longer there", .noInput)
    case .refused(let code) where code == EACCES:
      throw Failure("no permission to look at the file; check its folders' modes", .noPermission)
    case .refused: throw Failure("the file cannot be looked at; check the device it is on", .inputOutput)
    case .folder, .regularFile, .other: break
    }
  }
}
