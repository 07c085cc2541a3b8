package import Activities
internal import Foundation

/// A way to carry out an activity without its own program: a command, or a target that the desktop
/// opens.
///
/// It comes from the newest donation of the activity, by an importer or a program, in this order:
///
/// - a command line that was run in a shell (`line`), or its template if that is complete;
/// - the web page that shows the same content (`webpageURL`);
/// - an address in `userInfo`, as `url`, if its scheme is one of ``schemes``;
/// - the file that was opened (`path` of a `file.open`);
/// - the program that was used (`app` of an `app.use`), by its desktop file.
package enum OpenTarget: Hashable, Sendable {
  /// A command for a shell.
  case command(Command)
  /// An address for which the desktop knows a program.
  case address(String)
  /// The absolute path of a file or folder.
  case file(String)
  /// A program on this machine.
  case program(DesktopFile)
  /// A program on this machine that can continue the activity itself.
  case continuation(Continuation)

  /// A command, and how it was run, as far as known.
  package struct Command: Hashable, Sendable {
    /// The command line, which may have several lines.
    package let line: String
    /// A Boolean value that indicates whether it is a template, which the user did not type as it
    /// is.
    package let isTemplate: Bool
    /// The folder in which it was run, if known.
    package let folder: String?
  }

  /// A program that continues the activity, its input, and how to start it.
  package struct Continuation: Hashable, Sendable {
    /// A way of starting a program.
    package enum Start: Hashable, Sendable {
      /// A command line of its installed manifest, with a placeholder for the input.
      case command([String])
      /// Its desktop file.
      case desktopFile(DesktopFile)
      /// The desktop's program for the scheme of its URLs.
      case scheme
    }

    /// The name of the program in its manifest or desktop file.
    package let program: String
    /// The input as shown to the user: a URL of the program, or the activity as a line.
    package let text: String
    /// The activity that the program gets in a file, or nil if it gets the URL.
    package let activity: UserActivity?
    /// How it is started.
    package let start: Start

    package init(program: String, text: String, activity: UserActivity?, start: Start) {
      (self.program, self.text, self.activity, self.start) = (program, text, activity, start)
    }
  }

  /// The schemes that may be opened: their programs only show something, or ask before they act.
  package static let schemes = ["file", "geo", "http", "https", "mailto", "sms", "tel", "webcal"]

  /// The mark for omitted parts in a template.
  static let placeholder: Character = "…"

  /// Creates the target of an activity.
  ///
  /// - Parameters:
  ///   - activity: The activity.
  ///   - attributes: The context of its newest donation.
  ///   - programs: The programs on this machine, which are searched only if one has to be started.
  /// - Throws: ``OpenTargetError`` if nothing can be opened or run.
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
  /// A text that is not blank, or an address.
  fileprivate var words: String? {
    switch self {
    case .string(let text): text.contains { !$0.isWhitespace } ? text : nil
    case .url(let url): url.absoluteString
    default: nil
    }
  }
}
