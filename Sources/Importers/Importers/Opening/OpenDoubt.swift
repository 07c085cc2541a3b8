package import Activities
internal import Files
internal import Foundation

/// A reason to ask before opening a target: it may not be what the user meant, or not what the user
/// did.
///
/// Anyone who gives the user a log, a history, a hint or an invitation chooses its titles,
/// addresses and commands. So Hunch opens without a question only targets that follow from the
/// activity's identity. It runs a command without a question only if the user typed it, or named it
/// word by word.
package enum OpenDoubt: Hashable, Sendable, CaseIterable {
  /// A program's hint or catalog, or a calendar's appointment, names it; the user never did it.
  case neverDone
  /// A phrase from a log, a hint or a former title names it, or another activity had that title.
  case anotherName
  /// Only a template of the command is kept, which the user did not type as it is.
  case templateOnly
  /// The command is not the one that the title and the identity describe.
  case anotherCommand
  /// The command is in no shell's history, and the user did not name all of it.
  case notTyped
  /// A log or a program chose the folder that the command would run in.
  case givenFolder
  /// The history does not say in which folder the command was run.
  case folderUnknown
  /// The folder in which the command was run is gone.
  case folderGone
  /// The address does not follow from the activity's identity.
  case anotherAddress
  /// The address has text before its host that looks like another host.
  case userInAddress
  /// A part of a mail address may be read as a hidden field, such as a file to attach.
  case hiddenFields
  /// The file does not follow from the activity's identity, or its name differs from the title.
  case anotherFile
  /// The file may run when it is opened.
  case runnableFile
  /// The program does not follow from the activity's identity, or its name differs from the title.
  case anotherProgram
  /// A log or a program chose the input for the activity's program, and the user did not name all
  /// of it.
  case givenContinuation

  /// The reason in words, as a part of a sentence.
  package var description: String {
    switch self {
    case .neverDone: "a program or a calendar suggests it; you have not done it before"
    case .anotherName: "this is not the activity's own name, or another activity had it"
    case .templateOnly: "only this template of it is kept; options and redirections may be missing"
    case .anotherCommand: "the command is not the one in its title"
    case .notTyped: "it comes from a log or a program, not from your shell's history"
    case .givenFolder: "the folder comes from a log or a program, not from your shell's history"
    case .folderUnknown: "its folder is unknown; it would run in this one"
    case .folderGone: "its folder no longer exists; it would run in this one"
    case .anotherAddress: "the address is not the one that its name stands for"
    case .userInAddress: "the address has a user name before its host"
    case .hiddenFields: "a program for mail may find another field in it, such as a file to attach"
    case .anotherFile: "the file is not the one that its name stands for"
    case .runnableFile: "the file may be a program, start one, or run scripts"
    case .anotherProgram: "the program is not the one that its name stands for"
    case .givenContinuation:
      "the input for its program comes from a log or a program, and may act at once"
    }
  }
}

/// The facts about an activity to open, besides its target.
package struct OpenedActivity: Sendable {
  /// The activity, as it was last done or as a program suggests it.
  private let activity: UserActivity
  private let identity: ActivityIdentity
  private let wasDone: Bool
  private let isFromShell: Bool
  private let isOwnName: Bool
  private let words: String

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - activity: The activity, as it was last done or as a program suggests it.
  ///   - identity: The identity by which it is opened.
  ///   - wasDone: Whether the user has a donation of it.
  ///   - isFromShell: Whether the newest donation is from a shell's history.
  ///   - isOwnName: Whether the words are the activity's own title, which no other activity had, or
  ///     a phrase that the user gave it here.
  ///   - words: The words by which the user named it, or its identity in digits.
  package init(
    _ activity: UserActivity, _ identity: ActivityIdentity, wasDone: Bool, isFromShell: Bool,
    isOwnName: Bool = true, named words: String
  ) {
    (self.activity, self.identity, self.wasDone) = (activity, identity, wasDone)
    (self.isFromShell, self.isOwnName, self.words) = (isFromShell, isOwnName, words)
  }

  /// Returns the reasons to ask before a target is opened, in a stable order; empty if none apply.
  ///
  /// - Parameter folder: The folder for a command without a folder of its own.
  package func doubts(about target: OpenTarget, in folder: String) -> [OpenDoubt] {
    let found: Set<OpenDoubt> =
      switch target {
      case .command(let command): doubts(about: command, in: folder)
      case .address(let address): doubts(about: address)
      case .file(let path): doubts(aboutFile: path)
      case .program(let file): doubts(about: file)
      case .continuation(let continuation):
        words == continuation.text || words.lowercased() == identity.description ? [] : [.givenContinuation]
      }
    return OpenDoubt.allCases.filter {
      found.contains($0) || $0 == .neverDone && !wasDone || $0 == .anotherName && wasDone && !isOwnName
    }
  }

  // MARK: Commands

  private func doubts(about command: OpenTarget.Command, in folder: String) -> Set<OpenDoubt> {
    var doubts: Set<OpenDoubt> = command.isTemplate ? [.templateOnly] : []
    let template = CommandTemplate(command.line)
    let isItsOwn = template.map {
      CommandActivity.identity(of: $0) == identity && $0.mayBeCalled(activity.title, line: command.line)
    }
    if isItsOwn != true { doubts.insert(.anotherCommand) }
    // A template omits values, redirections and substitutions. Without a shell's history to vouch
    // for these, the line has to equal its template and title.
    let isNamed = words == command.line || words.lowercased() == identity.description
    if !isFromShell, !isNamed || command.line != template?.template || command.line != activity.title {
      doubts.insert(.notTyped)
    }
    if let own = command.folder {
      if !isFromShell, own != folder { doubts.insert(.givenFolder) }
      if PathKind(at: own) != .folder { doubts.insert(.folderGone) }
    } else if isFromShell {
      doubts.insert(.folderUnknown)
    }
    return doubts
  }

  // MARK: Addresses, files and programs

  /// The texts of `userInfo` that take part in the identity.
  private var identifying: [(key: String, value: String)] {
    let keys = activity.requiredUserInfoKeys
    return activity.userInfo.compactMap { key, value -> (key: String, value: String)? in
      guard keys?.contains(key) ?? true else { return nil }
      return switch value {
      case .string(let text): (key, text)
      case .url(let url): (key, url.absoluteString)
      default: nil
      }
    }
  }

  private func doubts(about address: String) -> Set<OpenDoubt> {
    var doubts: Set<OpenDoubt> = []
    let url = URL(string: address)
    if url?.user() != nil || url?.password() != nil { doubts.insert(.userInAddress) }
    if url?.scheme?.lowercased() == "mailto", LetterAddress(address).mayHideFields {
      doubts.insert(.hiddenFields)
    }
    if !isNamed(address, url) { doubts.insert(.anotherAddress) }
    return doubts
  }

  /// Returns whether an address follows from the identity.
  private func isNamed(_ address: String, _ url: URL?) -> Bool {
    if identifying.contains(where: { $0.value == address }) { return true }
    guard let url, let site = Self.site(of: url) else { return false }
    guard activity.activityType == ImportedActivityType.page else { return sites.contains(site) }
    // The page has the host, path and query of its address: see `PageTemplate`.
    guard let page = identifying.first(where: { $0.key == "page" })?.value, let scheme = url.scheme,
      let named = URL(string: "\(scheme)://\(page)")
    else { return false }
    return Self.site(of: named) == site && Self.path(of: named) == Self.path(of: url)
      && named.query() == url.query() && url.fragment() == nil
  }

  /// The sites that the identity names: those of its addresses, and the domain that the type begins
  /// with.
  private var sites: Set<String> {
    let own = identifying.compactMap { URL(string: $0.value).flatMap(Self.site) }
    // `org.example.mail.open` names example.org, mail.example.org and open.mail.example.org.
    let labels = activity.activityType.lowercased().split(separator: ".")
    let domains = (2...max(2, labels.count)).map { labels.prefix($0).reversed().joined(separator: ".") }
    return Set(own + domains)
  }

  /// The host of an address without `www.`, with a port that is not the scheme's.
  private static func site(of url: URL) -> String? {
    guard var host = url.host(percentEncoded: false)?.lowercased(), !host.isEmpty else { return nil }
    while host.hasSuffix(".") { host.removeLast() }
    if host.hasPrefix("www.") { host.removeFirst(4) }
    let usual = ["http": 80, "https": 443][url.scheme?.lowercased() ?? ""]
    return url.port.flatMap { $0 == usual ? nil : "\(host):\($0)" } ?? host
  }

  private static func path(of url: URL) -> String {
    let path = url.path()
    return path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private func doubts(aboutFile path: String) -> Set<OpenDoubt> {
    var doubts: Set<OpenDoubt> = RunnableFile.isRunnable(at: path) ? [.runnableFile] : []
    let isNamed = identifying.contains {
      $0.value == path || URL(string: $0.value)?.path(percentEncoded: false) == path
    }
    let isTitled =
      activity.activityType != ImportedActivityType.file
      || activity.title.map { $0 == (path as NSString).lastPathComponent } ?? true
    if !isNamed || !isTitled { doubts.insert(.anotherFile) }
    return doubts
  }

  private func doubts(about file: DesktopFile) -> Set<OpenDoubt> {
    guard let program = identifying.first(where: { $0.key == "app" })?.value,
      let own = try? ApplicationUse.activity(of: program),
      activity.title.map({ Self.letters($0) == Self.letters(own.title ?? "") }) ?? true
    else { return [.anotherProgram] }
    return []
  }

  /// The letters and digits of a title: sources write the name of a program in different cases, and
  /// with and without blanks.
  private static func letters(_ title: String) -> String {
    title.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
