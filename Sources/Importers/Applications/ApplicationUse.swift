internal import Activities

/// The level of a program that came to the front; all sources that know of programs have it in common.
///
/// - Type: `app.use`.
/// - Identity: the program, by the name that its system has for it (`app`): a bundle identifier, package, or desktop file without its ending.
/// - Title: "Use Safari". Keywords: the name, and the last part of the identifier.
/// - What a system shows by itself (home screen, lock screen, task switcher) is no activity: nobody sets out to use it.
enum ApplicationUse {
  /// The system's own screen, which is passed through on the way to something else.
  static let passedThrough = HistoryFilter("the system's own screen", words: "the system's own screens")

  /// Returns the activity of using a program.
  ///
  /// - Throws: ``HistoryProblem`` for no identifier of a program, `ActivityError` for text that no activity can have.
  static func activity(of identifier: String) throws -> UserActivity {
    try check(identifier)
    let name = name(of: identifier)
    var activity = try UserActivity(
      activityType: ImportedActivityType.application, title: "Use \(name)",
      userInfo: ["app": .string(identifier)],
      requiredUserInfoKeys: ["app"])
    activity.keywords = [name, String(identifier.split(separator: ".").last ?? Substring(identifier))]
    return activity
  }

  /// Checks that a text is the identifier of a program: no blanks or control characters, and not long.
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

  /// Returns the identifier of the program whose desktop file is at a path, or is called so: its place below `applications`, with dashes
  /// for slashes, and without `.desktop`.
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

  /// Returns a program's name for people.
  static func name(of identifier: String) -> String {
    if let name = names[identifier.lowercased()] { return name }
    let parts = identifier.split(separator: ".").map(String.init)
    // What only says of which system or kind the program is, is no name.
    guard let last = parts.last(where: { !generic.contains($0.lowercased()) }) ?? parts.last else {
      return identifier
    }
    let words = last.split(whereSeparator: { $0 == "-" || $0 == "_" }).joined(separator: " ")
    guard let first = words.first else { return identifier }
    return first.isLowercase ? first.uppercased() + words.dropFirst() : words
  }

  /// Returns whether a program is a screen of the system's own.
  static func isPassedThrough(_ identifier: String) -> Bool {
    let identifier = identifier.lowercased()
    return systemScreens.contains { identifier == $0 || identifier.hasPrefix($0 + ".") }
      || identifier.split(separator: ".").contains { $0.hasSuffix("launcher") || $0.hasPrefix("launcher") }
  }

  private static let generic: Set<String> = [
    "android", "app", "apps", "client", "desktop", "ios", "iphone", "mac", "macos", "main", "mobile",
    "release",
    "stable",
  ]

  /// Programs whose identifier does not say what they are called.
  private static let names: [String: String] = [
    "com.apple.mobilesafari": "Safari", "com.apple.mobilesms": "Messages", "com.apple.mobilemail": "Mail",
    "com.apple.mobilecal": "Calendar", "com.apple.ical": "Calendar", "com.apple.mobilephone": "Phone",
    "com.apple.mobileslideshow": "Photos", "com.apple.mobilenotes": "Notes", "com.apple.mobiletimer": "Clock",
    "com.apple.preferences": "Settings", "com.apple.systempreferences": "System Settings",
    "com.apple.appstore": "App Store", "com.apple.documentsapp": "Files", "com.apple.ibooks": "Books",
    "com.apple.ibooksx": "Books", "com.apple.ichat": "Messages", "com.apple.addressbook": "Contacts",
    "com.apple.mobileaddressbook": "Contacts", "com.apple.dt.xcode": "Xcode", "com.apple.tv": "TV",
    "com.apple.activitymonitor": "Activity Monitor", "com.apple.iwork.pages": "Pages",
    "com.apple.voicememos": "Voice Memos", "com.microsoft.vscode": "Visual Studio Code",
    "com.android.chrome": "Chrome", "com.google.android.gm": "Gmail", "com.google.android.youtube": "YouTube",
    "com.google.android.apps.maps": "Maps", "com.google.android.googlequicksearchbox": "Google",
    "com.google.android.apps.messaging": "Messages", "com.android.vending": "Play Store",
    "org.kde.konsole": "Konsole", "org.gnome.nautilus": "Files",
  ]

  private static let systemScreens = [
    "com.apple.springboard", "com.apple.loginwindow", "com.apple.screensaver", "com.apple.lock-screen",
    "com.apple.controlcenter", "com.apple.notificationcenterui", "com.apple.dock", "com.apple.windowmanager",
    "com.android.systemui", "com.google.android.permissioncontroller", "com.android.permissioncontroller",
    "android",
    "org.kde.plasmashell", "org.gnome.shell",
  ]
}

extension String {
  /// The text in one line without control characters and blanks at its ends, at most so many characters long; nothing if nothing remains.
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
