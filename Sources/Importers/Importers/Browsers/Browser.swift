/// A browser with its program name and the locations of its histories.
struct Browser: Sendable {
  /// The program's name in donations, which identifies the member of the family.
  let program: String
  /// Other names that users and distributions use.
  var otherNames: [String] = []
  /// The locations; a part may be `*`, for each profile.
  let locations: [HistoryLocation]

  /// Returns the browser in a family to which a history belongs: the one whose usual location ends
  /// like the path, which also works in a copy of a home folder; else the one with the beginning of
  /// the file's name (`brave.sqlite`); else the first of the family.
  static func of(path: String, in family: [Browser]) -> String {
    let parts = path.split(separator: "/")
    for browser in family where browser.locations.contains(where: { $0.isEnd(of: parts) }) {
      return browser.program
    }
    let name = parts.last?.lowercased() ?? ""
    return (family.first { name.hasPrefix($0.program) } ?? family.first)?.program ?? ""
  }
}

extension HistoryLocation {
  /// Returns whether a path ends like this location, in which each `*` matches any text in a part.
  func isEnd(of path: [Substring]) -> Bool {
    let pattern =
      switch self {
      case .home(let path), .data(let path), .configuration(let path): path.split(separator: "/")
      }
    guard pattern.count <= path.count else { return false }
    return zip(pattern.reversed(), path.reversed()).allSatisfy { Self.fits($1, $0) }
  }

  /// Returns whether a name matches a pattern in which one `*` matches any text.
  static func fits(_ name: some StringProtocol, _ pattern: some StringProtocol) -> Bool {
    let parts = pattern.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return name == pattern }
    return name.count >= parts[0].count + parts[1].count && name.hasPrefix(parts[0])
      && name.hasSuffix(parts[1])
  }
}

extension Browser {
  /// Returns the importers of a family's browsers by all their names, except the name of the
  /// family's own importer.
  static func aliases(
    in family: [Browser], of name: String, _ importer: (Browser) -> any HistoryImporter
  ) -> [String: any HistoryImporter] {
    var aliases: [String: any HistoryImporter] = [:]
    for browser in family {
      for alias in [browser.program] + browser.otherNames where alias != name {
        aliases[alias] = importer(browser)
      }
    }
    return aliases
  }

  /// Firefox and its derivatives, with `places.sqlite` in each profile.
  static let firefoxFamily = [
    gecko(
      "firefox", [".mozilla/firefox", ".config/mozilla/firefox"], flatpak: "org.mozilla.firefox",
      snap: "firefox", mac: "Firefox", otherNames: ["firefox-esr", "mozilla-firefox", "mozilla"]),
    gecko(
      "librewolf", [".librewolf", ".config/librewolf/librewolf"], flatpak: "io.gitlab.librewolf-community",
      mac: "librewolf"),
    gecko("waterfox", [".waterfox"], flatpak: "net.waterfox.waterfox", mac: "Waterfox"),
    gecko("palemoon", [".moonchild productions/pale moon"], mac: "Pale Moon", otherNames: ["pale-moon"]),
    gecko("floorp", [".floorp"], flatpak: "one.ablaze.floorp", mac: "Floorp"),
    gecko("zen", [".zen"], flatpak: "app.zen_browser.zen", mac: "zen", otherNames: ["zen-browser"]),
    gecko("seamonkey", [".mozilla/seamonkey"], mac: "SeaMonkey"),
  ]

  /// Chrome and derivatives of Chromium, with `History` in each profile.
  static let chromeFamily = [
    chromium(
      "chrome", ["google-chrome", "google-chrome-beta", "google-chrome-unstable"],
      flatpak: "com.google.Chrome", mac: "Google/Chrome",
      otherNames: ["google-chrome-stable", "google-chrome-beta"]),
    chromium(
      "chromium", ["chromium"], flatpak: "org.chromium.Chromium", mac: "Chromium",
      otherNames: ["chromium-browser", "ungoogled-chromium"],
      more: [
        .home("snap/chromium/common/chromium/*/History"),
        .home(".var/app/io.github.ungoogled_software.ungoogled_chromium/config/chromium/*/History"),
      ]),
    chromium(
      "brave", ["BraveSoftware/Brave-Browser", "BraveSoftware/Brave-Browser-Beta"],
      flatpak: "com.brave.Browser", snap: "brave",
      mac: "BraveSoftware/Brave-Browser", otherNames: ["brave-browser"]),
    chromium(
      "edge", ["microsoft-edge", "microsoft-edge-beta", "microsoft-edge-dev"], flatpak: "com.microsoft.Edge",
      mac: "Microsoft Edge", otherNames: ["microsoft-edge", "msedge"]),
    chromium(
      "vivaldi", ["vivaldi", "vivaldi-snapshot"], flatpak: "com.vivaldi.Vivaldi", snap: "vivaldi",
      mac: "Vivaldi", otherNames: ["vivaldi-stable"]),
    chromium(
      "opera", ["opera", "opera-beta"], flatpak: "com.opera.Opera", snap: "opera",
      mac: "com.operasoftware.Opera",
      more: [
        .configuration("opera/History"), .home("Library/Application Support/com.operasoftware.Opera/History"),
      ]),
  ]

  private static func gecko(
    _ program: String, _ folders: [String], flatpak: String? = nil, snap: String? = nil, mac: String,
    otherNames: [String] = []
  ) -> Browser {
    var paths = folders
    if let flatpak {
      paths += folders.map { ".var/app/\(flatpak)/\($0.replacing(".config/", with: "config/"))" }
    }
    if let snap { paths += folders.map { "snap/\(snap)/common/\($0)" } }
    let locations = paths.map { HistoryLocation.home("\($0)/*/places.sqlite") }
    return Browser(
      program: program, otherNames: otherNames,
      locations: locations + [.home("Library/Application Support/\(mac)/Profiles/*/places.sqlite")])
  }

  private static func chromium(
    _ program: String, _ folders: [String], flatpak: String, snap: String? = nil, mac: String,
    otherNames: [String] = [], more: [HistoryLocation] = []
  ) -> Browser {
    var locations = folders.map { HistoryLocation.configuration("\($0)/*/History") }
    for folder in folders {
      locations.append(.home(".var/app/\(flatpak)/config/\(folder)/*/History"))
      if let snap { locations.append(.home("snap/\(snap)/current/.config/\(folder)/*/History")) }
    }
    return Browser(
      program: program, otherNames: otherNames,
      locations: locations + [.home("Library/Application Support/\(mac)/*/History")] + more)
  }
}
