/// A browser: its name as a program, and where it keeps its histories.
struct Browser: Sendable {
  /// The program's name in donations, which says which of a family it was.
  let program: String
  /// The places, of which a part may be `*`: one for each profile.
  let locations: [HistoryLocation]

  /// Returns the browser of a family whose history a file is, told by its path: it ends like one of the usual places, so that the copy of a home folder
  /// is known, too; else by the beginning of its name (`brave.sqlite`); else the first of the family.
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
  /// Returns whether a path ends like this place.
  fileprivate func isEnd(of path: [Substring]) -> Bool {
    let pattern =
      switch self {
      case .home(let path), .data(let path), .configuration(let path): path.split(separator: "/")
      }
    guard pattern.count <= path.count else { return false }
    return zip(pattern.reversed(), path.reversed()).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

extension Browser {
  /// Firefox and those that were made of it, with `places.sqlite` in each profile.
  static let firefoxFamily = [
    gecko(
      "firefox", [".mozilla/firefox", ".config/mozilla/firefox"], flatpak: "org.mozilla.firefox",
      snap: "firefox", mac: "Firefox"),
    gecko(
      "librewolf", [".librewolf", ".config/librewolf/librewolf"], flatpak: "io.gitlab.librewolf-community",
      mac: "librewolf"),
    gecko("waterfox", [".waterfox"], flatpak: "net.waterfox.waterfox", mac: "Waterfox"),
    gecko("palemoon", [".moonchild productions/pale moon"], mac: "Pale Moon"),
    gecko("floorp", [".floorp"], flatpak: "one.ablaze.floorp", mac: "Floorp"),
    gecko("zen", [".zen"], flatpak: "app.zen_browser.zen", mac: "zen"),
    gecko("seamonkey", [".mozilla/seamonkey"], mac: "SeaMonkey"),
  ]

  /// Chrome and those that were made of Chromium, with `History` in each profile.
  static let chromeFamily = [
    chromium(
      "chrome", ["google-chrome", "google-chrome-beta", "google-chrome-unstable"],
      flatpak: "com.google.Chrome", mac: "Google/Chrome"),
    chromium(
      "chromium", ["chromium"], flatpak: "org.chromium.Chromium", mac: "Chromium",
      more: [
        .home("snap/chromium/common/chromium/*/History"),
        .home(".var/app/io.github.ungoogled_software.ungoogled_chromium/config/chromium/*/History"),
      ]),
    chromium(
      "brave", ["BraveSoftware/Brave-Browser", "BraveSoftware/Brave-Browser-Beta"],
      flatpak: "com.brave.Browser", snap: "brave",
      mac: "BraveSoftware/Brave-Browser"),
    chromium(
      "edge", ["microsoft-edge", "microsoft-edge-beta", "microsoft-edge-dev"], flatpak: "com.microsoft.Edge",
      mac: "Microsoft Edge"),
    chromium(
      "vivaldi", ["vivaldi", "vivaldi-snapshot"], flatpak: "com.vivaldi.Vivaldi", snap: "vivaldi",
      mac: "Vivaldi"),
    chromium(
      "opera", ["opera", "opera-beta"], flatpak: "com.opera.Opera", snap: "opera",
      mac: "com.operasoftware.Opera",
      more: [
        .configuration("opera/History"), .home("Library/Application Support/com.operasoftware.Opera/History"),
      ]),
  ]

  private static func gecko(
    _ program: String, _ folders: [String], flatpak: String? = nil, snap: String? = nil, mac: String
  ) -> Browser {
    var paths = folders
    if let flatpak {
      paths += folders.map { ".var/app/\(flatpak)/\($0.replacing(".config/", with: "config/"))" }
    }
    if let snap { paths += folders.map { "snap/\(snap)/common/\($0)" } }
    let locations = paths.map { HistoryLocation.home("\($0)/*/places.sqlite") }
    return Browser(
      program: program,
      locations: locations + [.home("Library/Application Support/\(mac)/Profiles/*/places.sqlite")])
  }

  private static func chromium(
    _ program: String, _ folders: [String], flatpak: String, snap: String? = nil, mac: String,
    more: [HistoryLocation] = []
  ) -> Browser {
    var locations = folders.map { HistoryLocation.configuration("\($0)/*/History") }
    for folder in folders {
      locations.append(.home(".var/app/\(flatpak)/config/\(folder)/*/History"))
      if let snap { locations.append(.home("snap/\(snap)/current/.config/\(folder)/*/History")) }
    }
    return Browser(
      program: program, locations: locations + [.home("Library/Application Support/\(mac)/*/History")] + more)
  }
}
