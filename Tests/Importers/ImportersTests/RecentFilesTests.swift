import Activities
import Foundation
import Storage
import TestSupport
import Testing

@testable import Importers

struct RecentFilesFixture: HistoryFixture {
  let importer: any HistoryImporter = RecentFilesImporter()

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try write(records, to: scratch, named: name) {
      "modified=\"\(try Instant(milliseconds: $0 * 1_000).rfc3339)\""
    }
  }

  /// The form of programs before 2010.
  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try write(records, to: scratch, named: name) { "timestamp=\"\($0)\"" }
    return true
  }

  private func write(
    _ records: [FixtureRecord], to scratch: Scratch, named name: String, time: (Int64) throws -> String
  ) throws {
    let bookmarks = try records.map { record in
      """
      <bookmark href="file:///home/ada/file\(record.activity).txt"><info><metadata owner="http://freedesktop.org">
      <bookmark:applications><bookmark:application name="gedit" exec="&apos;gedit %u&apos;" \(try time(record.seconds)) count="2"/>
      </bookmark:applications></metadata></info></bookmark>
      """
    }
    try scratch.write(name, RecentFilesTests.list(bookmarks.joined(separator: "\n")))
  }
}

@Suite("The list of recently used files")
struct RecentFilesTests {
  static func list(_ bookmarks: String, type: String = "") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    \(type)<xbel version="1.0" xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks"
      xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info">
    \(bookmarks)
    </xbel>

    """
  }

  private func bookmark(_ href: String, _ inside: String) -> String {
    """
    <bookmark href="\(href)" added="2020-11-03T06:47:20.501705Z" modified="2020-11-03T06:47:20Z"><info>
    <metadata owner="http://freedesktop.org">\(inside)</metadata></info></bookmark>
    """
  }

  private func application(_ name: String, _ time: String) -> String {
    "<bookmark:application name=\"\(name)\" exec=\"&apos;\(name) %u&apos;\" \(time) count=\"7\"/>"
  }

  @Test("each program opened a file once, at the last time in the list")
  func uses() async throws {
    let text = Self.list(
      [
        bookmark(
          "file:///home/ada/Caf%C3%A9%20%26%20roof.pdf",
          "<mime:mime-type type=\"application/pdf\"/><bookmark:applications>"
            + application("Evince", "modified=\"2023-11-14T22:13:20.123456Z\"")
            + application("Old", "timestamp=\"1700000060\"")
            + "</bookmark:applications>"),
        // The mark is after the programs.
        bookmark(
          "file:///home/ada/diary.txt",
          "<bookmark:applications>" + application("gedit", "modified=\"2023-11-14T22:15:00Z\"")
            + "</bookmark:applications><bookmark:private/>"),
        bookmark("smb://server/share/a.txt", application("gedit", "modified=\"2023-11-14T22:15:00Z\"")),
        bookmark(
          "https://example.org/plan?token=x", application("gimp", "modified=\"2023-11-14T22:16:00Z\"")),
        bookmark("file:///home/ada/never-opened.txt", ""),
        bookmark("file:///home/ada/a.txt", application("gedit", "modified=\"yesterday\"")),
        bookmark("file:///home/ada/b.txt", application("gedit", "")),
      ].joined(separator: "\n"))
    let (donations, report) = try await ImportRun.donations(
      of: text, by: RecentFilesImporter(), zone: "Europe/Berlin")
    #expect(
      donations.map { $0.text("path") ?? $0.text("page") } == [
        "/home/ada/Café & roof.pdf", "/home/ada/Café & roof.pdf", "example.org/plan",
      ])
    #expect(donations.map(\.activity.title) == ["Café & roof.pdf", "Café & roof.pdf", "example.org/plan"])
    #expect(donations.map(\.details.program) == ["Evince", "Old", "gimp"])
    #expect(donations[0].context.instant.rfc3339 == "2023-11-14T23:13:20.123+01:00")
    #expect(donations[1].context.instant.milliseconds == 1_700_000_060_000)
    #expect(donations[0].activity.subtitle == "/home/ada")
    #expect(
      report.filtered == [
        .isPrivate: 1, HistoryFilter("no file of this computer"): 1, HistoryFilter("opened by no program"): 1,
      ])
    #expect(report.malformed.flatMap(\.places).count == 2)
    #expect(report.read == 8)
  }

  @Test("a browser's bookmarks in the same format and other owners' metadata are not uses of files")
  func others() async throws {
    let browser =
      "<xbel version=\"1.0\"><bookmark href=\"https://example.org/\"><title>x</title></bookmark></xbel>"
    let file = try Scratch()
    try file.write("bookmarks.xbel", browser)
    #expect(
      try RecentFilesImporter().recognition(of: HistoryFile(path: file.path("bookmarks.xbel"))) == .possible)
    let (donations, _) = try await ImportRun.donations(
      of: Self.list(
        "<bookmark href=\"file:///a\"><info><metadata owner=\"http://www.kde.org\"><application name=\"x\" modified=\"2023-11-14T22:13:20Z\"/></metadata></info></bookmark>"
      ),
      by: RecentFilesImporter())
    #expect(donations.isEmpty)
  }

  @Test(
    "a list that declares entities, or hides that in an encoding, is not read",
    arguments: [
      "<!DOCTYPE xbel [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY e \"&b;&b;&b;&b;&b;&b;&b;&b;\">]>\n",
      "<!DOCTYPE xbel [<!ENTITY e SYSTEM \"file:///etc/hostname\">]>\n",
    ])
  func entities(_ type: String) async throws {
    let text = Self.list(
      bookmark("file:///home/ada/&e;", application("gedit", "modified=\"2023-11-14T22:13:20Z\"")), type: type)
    let (donations, report) = try await ImportRun.donations(of: text, by: RecentFilesImporter())
    #expect(donations.isEmpty)
    #expect(report.malformedCount == 1)
    let encoded = text.replacing("encoding=\"UTF-8\"", with: "encoding=\"UTF-7\"").replacing(type, with: "")
    #expect(try await ImportRun.donations(of: encoded, by: RecentFilesImporter()).report.malformedCount == 1)
  }

  @Test("records before malformed XML are read, and its line is reported")
  func broken() async throws {
    let good = bookmark("file:///a.txt", application("gedit", "modified=\"2023-11-14T22:13:20Z\""))
    let (donations, report) = try await ImportRun.donations(
      of: Self.list(good + "\n<bookmark href=\"file:///b.txt\" & >"), by: RecentFilesImporter())
    #expect(donations.count == 1)
    #expect(report.malformed.map(\.places) == [[.line(6)]])
  }

  @Test("invalid UTF-8 does not stop the reading; declared Latin-1 is read as Latin-1")
  func notText() async throws {
    let time = "modified=\"2023-11-14T22:13:20Z\""
    let text = Self.list(
      bookmark("file:///a.txt", application("caf\u{1}", time))
        + bookmark("file:///b.txt", application("gedit", time + " \u{1}=\"x\"")))
    func programs(_ text: String) async throws -> [String?] {
      let bytes = text.utf8.map { $0 == 1 ? 0xE9 : $0 }
      return try await ImportRun.donations(of: bytes, by: RecentFilesImporter()).donations.map(
        \.details.program)
    }
    #expect(try await programs(text).first == "caf\u{FFFD}")
    #expect(try await programs(text.replacing("\u{1}=\"x\"", with: "")) == ["caf\u{FFFD}", "gedit"])
    #expect(try await programs(text.replacing("UTF-8", with: "ISO-8859-1")) == ["café", "gedit"])
  }

  @Test("UTF-16 is read, and other encodings are reported as the problem")
  func otherEncodings() async throws {
    let text = Self.list(bookmark("file:///a.txt", application("café", "modified=\"2023-11-14T22:13:20Z\"")))
    let wide = text.replacing(" encoding=\"UTF-8\"", with: "").data(using: .utf16)
    let (donations, _) = try await ImportRun.donations(of: Array(#require(wide)), by: RecentFilesImporter())
    #expect(donations.map(\.details.program) == ["café"])
    let (none, report) = try await ImportRun.donations(
      of: text.replacing("UTF-8", with: "EBCDIC-US"), by: RecentFilesImporter())
    #expect(none.isEmpty)
    #expect(report.malformed.first?.problem.description.contains("ISO-8859-1") == true)
  }

  @Test("characters and tags across two pieces of the file are complete", arguments: 0..<6)
  func pieces(shift: Int) async throws {
    // Files are read in pieces of 2^18 bytes.
    let start = Self.list("")
    let before = (start.firstRange(of: "</xbel>").map { start[..<$0.lowerBound].utf8.count } ?? 0)
    let names = bookmark("file:///a.txt", application("ééé", "modified=\"2023-11-14T22:13:20Z\""))
    let inside = names.firstRange(of: "ééé").map { names[..<$0.lowerBound].utf8.count } ?? 0
    let padding = String(repeating: " ", count: 1 << 18 - before - inside - shift)
    let (donations, report) = try await ImportRun.donations(
      of: Self.list(padding + names), by: RecentFilesImporter())
    #expect(donations.map(\.details.program) == ["ééé"])
    #expect(report.malformed.isEmpty)
  }

  @Test("a truncated list is reported at its last line")
  func endsEarly() async throws {
    let good = bookmark("file:///a.txt", application("gedit", "modified=\"2023-11-14T22:13:20Z\""))
    let text = Self.list(good).replacing("</xbel>\n\n", with: "").replacing("</xbel>\n", with: "")
    let (donations, report) = try await ImportRun.donations(of: text, by: RecentFilesImporter())
    #expect(donations.count == 1)
    #expect(report.malformed.map(\.places) == [[.line(text.count { $0 == "\n" } + 1)]])
    #expect(try await ImportRun.donations(of: "", by: RecentFilesImporter()).report.malformedCount == 1)
  }

  @Test("an endless tag is not kept in memory")
  func longMarkup() async throws {
    let good = bookmark("file:///a.txt", application("gedit", "modified=\"2023-11-14T22:13:20Z\""))
    let endless = "<bookmark href=\"" + String(repeating: "x", count: 4 << 20)
    let (donations, report) = try await ImportRun.donations(
      of: Self.list(good + endless), by: RecentFilesImporter())
    #expect(donations.count == 1)
    #expect(report.malformed.map(\.problem.description).first?.contains("1 MiB") == true)
  }

  @Test("endlessly nested elements are rejected")
  func deep() async throws {
    let (donations, report) = try await ImportRun.donations(
      of: Self.list(String(repeating: "<info>", count: 100_000)), by: RecentFilesImporter())
    #expect(donations.isEmpty)
    #expect(report.malformedCount == 1)
  }

  @Test(
    "GLib's own samples: the good ones have one use, the broken ones end with a problem",
    .enabled(if: GLibSamples.folder != nil, "HUNCH_SAMPLES names no folder with lists of recently used files")
  )
  func samples() async throws {
    let folder = try #require(GLibSamples.folder)
    for (number, program) in [
      (1, 1_128_121_528_000 as Int64), (2, 1_128_121_528_000), (3, 1_128_121_528_000),
    ] {
      let bytes = try Array(Data(contentsOf: folder.appending(path: "valid-0\(number).xbel")))
      let (donations, report) = try await ImportRun.donations(of: bytes, by: RecentFilesImporter())
      #expect(donations.map { $0.text("path") } == ["/home/zefram/Documents/milan-stuttgart.ps"])
      #expect(donations.map(\.context.instant.milliseconds) == [program])
      #expect(donations.map(\.details.program) == ["populate-recent"])
      #expect(report.malformedCount == 0)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasPrefix("fail-")
    }
    #expect(names.count == 42)
    for name in names {
      let file = try HistoryFile(path: folder.appending(path: name).path)
      guard file.size > 0, try RecentFilesImporter().recognition(of: file) != .foreign else { continue }
      let report = try await ImportRun.run(RecentFilesImporter(), file, into: InMemoryDonationStore())
      #expect(report.read > 0, "\(name)")
      // GLib refuses these, but they are uses: an unknown element or attribute next to one, or a
      // missing type of content.
      #expect(report.malformedCount > 0 || report.added <= 1, "\(name)")
    }
  }
}

/// The folder of GLib's own samples.
private enum GLibSamples {
  static let folder: URL? = ProcessInfo.processInfo.environment["HUNCH_SAMPLES"].map {
    URL(fileURLWithPath: $0).appending(path: "recently-used")
  }.flatMap { FileManager.default.fileExists(atPath: $0.path) ? $0 : nil }
}
