package import Activities
internal import Foundation

/// What carries out an activity where its own program does not: a command, or something that the
/// desktop opens.
///
/// It is read from the activity as it was last donated, by an importer or by a program, in this
/// order:
///
/// - a command line that was run in a shell (`line`), or its template, where nothing was left out
///   of that;
/// - the web page that shows the same thing (`webpageURL`);
/// - an address in `userInfo`, as `url`, if its scheme is one of ``schemes``;
/// - the file that was opened (`path` of a `file.open`);
/// - the program that was used (`app` of an `app.use`), by its desktop file.
package enum OpenTarget: Hashable, Sendable {
  /// A command for a shell.
  case command(Command)
  /// An address that the desktop knows a program for.
  case address(String)
  /// The absolute path of a file or folder.
  case file(String)
  /// A program of this machine.
  case program(DesktopFile)
  /// A program of this machine that is to go on with the activity itself.
  case continuation(Continuation)

  /// A command, and what is known of how it was run.
  package struct Command: Hashable, Sendable {
    /// The command line, which may have several lines.
    package let line: String
    /// A Boolean value that indicates whether it is a template, which nobody typed as it is.
    package let isTemplate: Bool
    /// The folder that it was run in, if that is known.
    package let folder: String?
  }

  /// What a program of this machine is given to go on with, and how it is started.
  package struct Continuation: Hashable, Sendable {
    /// A way of starting a program.
    package enum Start: Hashable, Sendable {
      /// A command line of its installed manifest, in which something stands for what it is given.
      case command([String])
      /// Its desktop file.
      case desktopFile(DesktopFile)
      /// Whatever the desktop has for the scheme of its URLs.
      case scheme
    }

    /// The program, as its manifest or its desktop file is called.
    package let program: String
    /// What it is given, as people see it: a URL of its own, or the line of the activity.
    package let text: String
    /// The activity that it is given in a file; `nil`: it is given the URL.
    package let activity: UserActivity?
    /// How it is started.
    package let start: Start

    package init(program: String, text: String, activity: UserActivity?, start: Start) {
      (self.program, self.text, self.activity, self.start) = (program, text, activity, start)
    }
  }

  /// The schemes of addresses that are opened: what a program shows, or asks about before it does
  /// anything.
  package static let schemes = ["file", "geo", "http", "https", "mailto", "sms", "tel", "webcal"]

  /// What stands in a template for what was left out.
  static let placeholder: Character = "…"

  /// Creates the target of an activity.
  ///
  /// - Parameters:
  ///   - activity: The activity.
  ///   - attributes: What was known when it was done last.
  ///   - programs: The programs of this machine, which are looked through only if one is to be
  ///     started.
  /// - Throws: ``OpenTargetError`` if there is nothing that could be opened or run.
  package init(
    of activity: UserActivity, in attributes: [String: ActivityValue] = [:], among programs: DesktopFiles
  ) throws(OpenTargetError) {
    if activity.activityType == ImportedActivityType.command,
      let command = try Self.command(activity.userInfo, in: attributes)
    {
      self = .command(command)
    } else if let page = activity.webpageURL {
      self = .address(page.absoluteString)
    } else if let address = activity.userInfo["url"]?.words {
      self = try Self.opened(at: address)
    } else if activity.activityType == ImportedActivityType.file, let path = activity.userInfo["path"]?.words
    {
      self = .file(try Self.checked(path: path))
    } else if activity.activityType == ImportedActivityType.application,
      let identifier = activity.userInfo["app"]?.words
    {
      self = .program(try programs.file(of: identifier))
    } else {
      throw .nothingToOpen
    }
  }

  private static func command(
    _ userInfo: [String: ActivityValue], in attributes: [String: ActivityValue]
  ) throws(OpenTargetError) -> Command? {
    let folder = attributes["cwd"]?.words.flatMap { $0.hasPrefix("/") ? $0 : nil }
    if let line = userInfo["line"]?.words {
      return Command(line: line, isTemplate: false, folder: folder)
    }
    guard let template = userInfo["template"]?.words else { return nil }
    guard !template.contains(placeholder) else { throw .templateOnly }
    return Command(line: template, isTemplate: true, folder: folder)
  }

  private static func opened(at address: String) throws(OpenTargetError) -> OpenTarget {
    guard let url = URL(string: address, encodingInvalidCharacters: false),
      let scheme = url.scheme?.lowercased()
    else { throw .noAddress }
    guard schemes.contains(scheme) else { throw .schemeNotOpened }
    if scheme == "mailto" { return .address(LetterAddress(url.absoluteString).text) }
    guard scheme == "file" else { return .address(url.absoluteString) }
    guard ["", "localhost"].contains(url.host()?.lowercased() ?? "") else { throw .noAddress }
    return .file(try checked(path: url.path(percentEncoded: false)))
  }

  private static func checked(path: String) throws(OpenTargetError) -> String {
    guard path.hasPrefix("/"),
      !path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw .noAddress }
    return path
  }
}

extension ActivityValue {
  /// A text or address that says something.
  fileprivate var words: String? {
    switch self {
    case .string(let text): text.contains { !$0.isWhitespace } ? text : nil
    case .url(let url): url.absoluteString
    default: nil
    }
  }
}
