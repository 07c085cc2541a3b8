import Testing

@testable import Importers

@Suite("Names of programs")
struct ProgramNameTests {
  @Test(
    "all names of a program have one identity",
    arguments: [
      (
        "firefox", "Firefox",
        ["Firefox", "firefox.exe", "org.mozilla.firefox", "firefox_firefox", "firefox-bin", "Navigator"]
      ),
      (
        "code", "Visual Studio Code",
        ["Code", "code_code", "Code.exe", "com.visualstudio.code", "com.microsoft.VSCode"]
      ),
      (
        "google-chrome", "Chrome",
        ["Google-chrome", "google-chrome-stable", "chrome.exe", "com.google.Chrome", "com.android.chrome"]
      ),
      (
        "telegram", "Telegram",
        [
          "TelegramDesktop", "telegram-desktop_telegram-desktop", "org.telegram.desktop",
          "org.telegram.desktop.desktop",
        ]
      ),
      ("nautilus", "Files", ["Org.gnome.Nautilus", "org.gnome.Nautilus.desktop"]),
      ("dolphin", "Dolphin", ["org.kde.dolphin", "Dolphin"]),
      ("inkscape", "Inkscape", ["org.inkscape.Inkscape"]),
      (
        "libreoffice-writer", "LibreOffice Writer",
        ["libreoffice_writer", "org.libreoffice.LibreOffice.writer"]
      ),
      ("gnome-system-monitor", "System monitor", ["org.gnome.SystemMonitor"]),
      ("slack", "Slack", ["Slack", "slack_slack", "com.slack.Slack", "slack.exe"]),
      ("signal", "Signal", ["org.thoughtcrime.securesms", "signal-desktop", "Signal.exe"]),
      ("mytool", "Mytool", ["MyTool", "mytool_mytool", "mytool.AppImage", ".mytool-wrapped"]),
    ] as [(String, String, [String])])
  func one(_ identity: String, _ title: String, _ others: [String]) {
    #expect(Set(([identity] + others).map { ProgramName($0).identity }) == [identity])
    #expect(ProgramName(identity).title == title)
  }

  @Test(
    "two programs have different identities",
    arguments: [
      ["org.gnome.Calendar", "com.calendar.other", "calendar", "org.kde.calendar-x"],
      ["code", "code-insiders", "code-oss", "vscodium"], ["firefox", "firefox-esr", "firefox-nightly"],
      ["com.example.mail", "com.example.calendar", "mail"],
      ["google-chrome", "google-chrome-beta", "chromium"],
      ["org.gnome.Maps", "com.google.android.apps.maps"], ["gimp", "gimp-help"],
    ]) func two(_ programs: [String])
  {
    #expect(Set(programs.map { ProgramName($0).identity }).count == programs.count)
  }

  @Test(
    "a reverse-DNS name is kept as its system spells it",
    arguments: [
      "com.apple.Safari", "com.apple.MobileSMS", "com.example.recipes", "org.example.editor",
      "de.danoeh.antennapod",
    ]) func spelling(_ identifier: String)
  {
    #expect(ProgramName(identifier).identity == identifier)
  }

  @Test("the table has each name once, in folded form")
  func table() {
    var seen: Set<String> = []
    for row in KnownPrograms.rows {
      for name in [row.name] + row.others {
        #expect(seen.insert(name).inserted, "\(name)")
        #expect(name == name.lowercased() && !name.contains("_"), "\(name)")
      }
      #expect(!row.title.isEmpty)
    }
  }
}
