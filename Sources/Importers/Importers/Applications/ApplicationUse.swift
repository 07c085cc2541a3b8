internal import Activities

/// The level of a program that came to the front, shared by all sources of programs.
///
/// - Type: `app.use`.
/// - Identity: the program (`app`), which is the same for all its names: a bundle identifier,
///   package, desktop file, binary, or class of windows (``ProgramName``).
/// - Title: "Use Safari", with the source's label, or else the program's name. Keywords: the name,
///   and the last part of the identifier.
/// - A system screen (home screen, lock screen, task switcher) is not an activity: users only pass
///   through it.
enum ApplicationUse {
  /// The system's own screen, which the user passes on the way to something else.
  static let passedThrough = HistoryFilter("the system's own screen", words: "the system's own screens")

  /// Returns the activity of using a program.
  ///
  /// - Parameters:
  ///   - identifier: The program, by any of its names.
  ///   - label: The source's display name for it.
  /// - Throws: ``HistoryProblem`` if it is not an identifier of a program, `ActivityError` for
  ///   invalid text.
  static func activity(of identifier: String, labelled label: String? = nil) throws -> UserActivity {
    try check(identifier)
    let program = ProgramName(identifier)
    let name = label?.asTitle(upTo: 100) ?? program.title
    var activity = try UserActivity(
      activityType: ImportedActivityType.application, title: "Use \(name)",
      userInfo: ["app": .string(program.identity)],
      requiredUserInfoKeys: ["app"])
    activity.keywords = [
      name, program.title, String(identifier.split(separator: ".").last ?? Substring(identifier)),
    ]
    return activity
  }

  /// Checks that a text is an identifier of a program: short, without blanks and control
  /// characters.
  ///
  /// - Throws: ``HistoryProblem``.
  static func check(_ identifier: String) throws(HistoryProblem) {
    guard (1...255).contains(identifier.utf8.count),
      identifier.unicodeScalars.allSatisfy({
        !$0.properties.isWhitespace && $0.properties.generalCategory != .control
          && $0.properties.generalCategory != .format
      })
    else { throw HistoryProblem("it names no program; the record is damaged") }
  }

  /// Returns the identifier of the program with a desktop file: the file's path below
  /// `applications`, with dashes for slashes, and without `.desktop`.
  static func identifier(ofDesktopFile path: String) -> String {
    var name = path[...]
    if let folder = path.ranges(of: "/applications/").last {
      name = path[folder.upperBound...]
    } else if path.hasPrefix("/") {
      name = path.split(separator: "/").last ?? ""
    }
    if name.hasSuffix(".desktop") { name.removeLast(".desktop".count) }
    return String(name.replacing("/", with: "-"))
  }

  /// Returns a program's display name.
  static func name(of identifier: String) -> String { ProgramName(identifier).title }

  /// Returns whether a program is a screen of the system.
  static func isPassedThrough(_ identifier: String) -> Bool {
    let name = identifier.lowercased()
    return systemScreens.contains { name == $0 || name.hasPrefix($0 + ".") }
      || screens.contains(ProgramName(identifier).identity)
      || name.split(separator: ".").contains { $0.hasSuffix("launcher") || $0.hasPrefix("launcher") }
  }

  private static let screens = Set(systemScreens.map { ProgramName($0).identity })
  private static let systemScreens = [
    "com.apple.springboard", "com.apple.loginwindow", "com.apple.screensaver", "com.apple.lock-screen",
    "com.apple.controlcenter", "com.apple.notificationcenterui", "com.apple.dock", "com.apple.windowmanager",
    "com.android.systemui", "com.google.android.permissioncontroller", "com.android.permissioncontroller",
    "android",
    "org.kde.plasmashell", "org.gnome.shell",
  ]
}

extension String {
  /// The text on one line, without control characters, trimmed, and cut after `longest` characters;
  /// nil if nothing remains.
  func asTitle(upTo longest: Int = 200) -> String? {
    var text = ""
    var length = 0
    for character in self {
      let isBlank = character.unicodeScalars.contains {
        $0.properties.isWhitespace || $0.properties.generalCategory == .control
      }
      if isBlank {
        if text.isEmpty || text.last == " " { continue }
        text.append(" ")
      } else {
        text.append(character)
      }
      length += 1
      if length == longest { break }
    }
    if text.last == " " { text.removeLast() }
    return text.isEmpty ? nil : text
  }
}
