/// The name of a program, the same for all names that sources use: the desktop file, a reverse-DNS
/// name, the class of a window, a binary.
///
/// `firefox`, `Firefox`, `firefox.exe`, `org.mozilla.firefox`, `firefox_firefox`, `firefox-bin` and
/// `Navigator` are one program. Rules handle these forms:
///
/// - case, `_` for `-`, and endings that only name the kind of file (`.exe`, `.desktop`, `-bin`);
/// - Snap's doubling: `code_code` is `code`;
/// - a reverse-DNS name whose last part is the owner of the domain: `com.slack.Slack` and
///   `org.telegram.desktop`;
/// - the families of KDE and GNOME, whose programs also have a short name: `org.kde.dolphin`,
///   `org.gnome.Calculator`.
///
/// The table ``KnownPrograms`` has the rest. The machine does not matter, so that a log means the
/// same everywhere. Other reverse-DNS names are kept as the system spells them.
struct ProgramName: Hashable, Sendable {
  /// The common identity of all names of the program, which is part of identities in stores.
  let identity: String
  /// The name for users.
  let title: String

  init(_ identifier: String) {
    let bare = Self.bare(identifier)
    let folded = bare.lowercased().replacing("_", with: "-")
    let short = Self.short(bare)
    let known = KnownPrograms.byName[folded] ?? short.flatMap { KnownPrograms.byName[$0] }
    title = known?.title ?? Self.title(of: bare)
    if let known, known.name != folded {
      identity = known.name
    } else if Self.isReverseDNS(folded) {
      let first = bare.prefix { $0 != "." }
      identity = short ?? first.lowercased() + bare.dropFirst(first.count)
    } else {
      identity = known?.name ?? short ?? (folded.isEmpty ? identifier : folded)
    }
  }

  /// The name without endings that only name the kind of file, and without doubling.
  private static func bare(_ identifier: String) -> String {
    var name = identifier[...]
    if name.hasPrefix("."), name.dropFirst().contains(where: \.isLetter) { name.removeFirst() }
    var isShorter = true
    while isShorter {
      isShorter = false
      let lowered = name.lowercased()
      for ending in endings where lowered.hasSuffix(ending) && name.count > ending.count {
        let rest = name.dropLast(ending.count)
        // `org.telegram.desktop` is a reverse-DNS name, not a desktop file of `org.telegram`.
        if ending.hasPrefix("."), isReverseDNS(lowered), !isReverseDNS(rest.lowercased()) { continue }
        name = rest
        isShorter = true
        break
      }
    }
    let parts = name.split(separator: "_")
    if parts.count > 1, parts.allSatisfy({ $0.lowercased() == parts[0].lowercased() }) { name = parts[0] }
    return String(name)
  }

  private static let endings = [
    ".desktop", ".exe", ".appimage", ".app", ".bin", "-bin", "-wrapped", "-stable",
  ]

  /// Returns the short name of a reverse-DNS name, by rule.
  private static func short(_ bare: String) -> String? {
    let folded = bare.lowercased()
    for family in families where folded.hasPrefix(family.prefix) {
      let rest = bare.dropFirst(family.prefix.count)
      if !rest.isEmpty, !rest.contains(".") {
        return family.short + words(rest).joined(separator: "-").lowercased()
      }
    }
    guard isReverseDNS(folded) else { return nil }
    var labels = folded.split(separator: ".").map(String.init)
    while labels.count > 2, let last = labels.last, generic.contains(last) { labels.removeLast() }
    return labels.count <= 3 && labels.last == labels[1] ? labels[1] : nil
  }

  /// Returns the words of a name as in code: `SystemMonitor`, `system-monitor`.
  private static func words(_ name: Substring) -> [String] {
    AppleWords.split(String(name)).split(separator: " ").map(String.init)
  }

  /// The beginnings of names in a family, and its short names.
  private static let families = [
    (prefix: "org.kde.", short: ""), (prefix: "org.gnome.", short: "gnome-"),
  ]

  /// Returns whether a folded name is in reverse DNS: three parts or more, the first of which is a
  /// top-level domain.
  private static func isReverseDNS(_ folded: String) -> Bool {
    let labels = folded.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 3 && labels.allSatisfy { !$0.isEmpty } && isTopLevel(String(labels[0]))
  }

  private static func isTopLevel(_ label: String) -> Bool {
    topLevel.contains(label) || label.count == 2 && label.allSatisfy { $0.isASCII && $0.isLetter }
  }

  private static let topLevel: Set<String> = [
    "com", "org", "net", "edu", "gov", "app", "dev", "info", "xyz", "page", "chat", "art", "tech", "cloud",
    "rocks",
  ]

  /// Returns a title for a name that is not in the table.
  private static func title(of bare: String) -> String {
    let folded = bare.lowercased()
    if folded.hasPrefix("org.gnome."), let short = short(bare) { return title(of: short) }
    let family = (families.map(\.prefix) + ["gnome-"]).first {
      folded.hasPrefix($0) && folded.count > $0.count
    }
    let name = bare.dropFirst(family?.count ?? 0)
    let parts = name.split(separator: ".").map(String.init)
    // A part that only names a system or a kind of program is not a title.
    let last = parts.last { !generic.contains($0.lowercased()) } ?? parts.last
    let isDotted = family == nil && parts.count > 1 && isTopLevel(parts[0].lowercased())
    let words = ((isDotted ? last : nil) ?? String(name)).split { $0 == "-" || $0 == "_" }.joined(
      separator: " ")
    guard let first = words.first else { return bare }
    return first.isLowercase ? first.uppercased() + words.dropFirst() : words
  }

  private static let generic: Set<String> = [
    "android", "app", "apps", "client", "desktop", "ios", "iphone", "mac", "macos", "main", "mobile",
    "release", "stable",
  ]
}
