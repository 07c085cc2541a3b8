import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("Histories of browsers")
struct BrowserTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func pages(_ donations: [Donation]) -> [String?] {
    donations.map { $0.text("page") ?? $0.text("path") }
  }

  private func imported(
    _ importer: some HistoryImporter, _ name: String, templatesOnly: Bool = false
  ) async throws -> (donations: [Donation], report: HistoryReport) {
    let store = InMemoryDonationStore()
    let file = try HistoryFile(path: name.hasPrefix("/") ? name : scratch.path(name))
    try ImporterRegistry.check(file, isFor: importer)
    let report = try await ImportRun.run(importer, file, into: store, templatesOnly: templatesOnly)
    return (try await store.allDonations(of: .me).map(\.donation), report)
  }

  // MARK: Firefox

  private func firefox(
    _ visits: [(url: String, type: Int, from: Int)], hidden: Set<String> = []
  ) throws {
    try FirefoxFixture().write([], to: scratch, named: "places.sqlite")
    let queue = try DatabaseQueue(path: scratch.path("places.sqlite"))
    try queue.write { db in
      for (index, visit) in visits.enumerated() {
        try db.execute(
          sql: "INSERT INTO moz_places VALUES (?, ?, ?, ?)",
          arguments: [index + 1, visit.url, "(3) About \(index + 1)", hidden.contains(visit.url)])
        try db.execute(
          sql: "INSERT INTO moz_historyvisits VALUES (?, ?, ?, ?, ?, 0, 0)",
          arguments: [
            index + 1, visit.from, index + 1, 1_700_000_000_000_000 + index * 1_000_000, visit.type,
          ])
      }
    }
    try queue.close()
  }

  @Test("Firefox: links, typed addresses and bookmarks count, and the end of a chain of redirects")
  func firefoxVisits() async throws {
    try firefox(
      [
        ("https://example.org/link", 1, 0), ("https://example.org/typed", 2, 0),
        ("https://example.org/bookmark", 3, 0),
        ("https://example.org/embed", 4, 0), ("https://example.org/saved.zip", 7, 0),
        ("https://example.org/frame", 8, 0),
        ("https://example.org/again", 9, 0),
        // A link to a page with two redirects in a row; the same in a frame.
        ("http://example.net/a", 1, 0), ("https://example.net/b", 5, 8), ("https://www.example.net/c", 6, 9),
        ("https://ads.example/a", 8, 0), ("https://ads.example/b", 5, 11), ("https://ads.example/c", 5, 12),
        ("https://example.org/hidden", 1, 0), ("about:config", 2, 0),
        ("https://example.org/reset-password/4f9dK2mQz81LxT7wRb30", 2, 0),
        ("file:///home/ada/Red%20roof.pdf#page=2", 2, 0),
      ], hidden: ["https://example.org/hidden"])
    let (donations, report) = try await imported(FirefoxImporter(), "places.sqlite")
    #expect(
      pages(donations) == [
        "example.org/link", "example.org/typed", "example.org/bookmark", "example.net/c",
        "example.org/reset-password", "/home/ada/Red roof.pdf",
      ])
    #expect(
      report.filtered == [
        .embedded: 3, .download: 1, .reload: 1, .redirect: 4, .hidden: 1, .noPage: 1,
      ])
    #expect(report.malformedCount == 0)
    let link = try #require(donations.first)
    #expect(link.activity.title == "About 1")
    #expect(link.activity.subtitle == "example.org/link")
    #expect(link.activity.webpageURL?.absoluteString == "https://example.org/link")
    #expect(link.activity.keywords == ["example.org", "link"])
    #expect(link.details.program == "firefox")
    #expect(donations.last?.activity.activityType == "file.open")
    #expect(donations.last?.activity.title == "Red roof.pdf")
  }

  @Test(
    "a page in any script has its readable address and title, and stores still recognise its visits"
  )
  func scripts() async throws {
    try firefox([
      ("https://example.org/m%C3%BCnchen", 1, 0), ("https://example.org/%E6%9D%B1%E4%BA%AC", 1, 0),
      ("https://example.org/berlin", 1, 0),
    ])
    let (donations, _) = try await imported(FirefoxImporter(), "places.sqlite")
    #expect(pages(donations) == ["example.org/münchen", "example.org/東京", "example.org/berlin"])
    #expect(donations.map(\.activity.title) == ["About 1", "About 2", "About 3"])
    #expect(donations[1].activity.webpageURL?.absoluteString == "https://example.org/%E6%9D%B1%E4%BA%AC")
    #expect(donations[1].activity.keywords == ["example.org", "東京"])
    // Stores know a visit by its time and the page of the first rule.
    let name = StableHash.mix(0, StableHash.text("example.org"))
    #expect(donations[0].details.externalIdentifier?.hasSuffix(":" + String(name, radix: 36)) == true)
  }

  @Test("Firefox for Android counts milliseconds, and before 2020 had other tables")
  func android() async throws {
    try firefox([("https://example.org/", 1, 0)])
    let queue = try DatabaseQueue(path: scratch.path("places.sqlite"))
    try await queue.write { try $0.execute(sql: "UPDATE moz_historyvisits SET visit_date = 1644656134611") }
    try queue.close()
    let (donations, _) = try await imported(FirefoxImporter(), "places.sqlite")
    #expect(donations.map(\.context.instant.milliseconds) == [1_644_656_134_611])

    _ = try FirefoxFixture().writeOtherVersion(Fixtures.records(2), to: scratch, named: "browser.db")
    let old = try DatabaseQueue(path: scratch.path("browser.db"))
    try await old.write {
      try $0.execute(
        sql: """
          INSERT INTO history VALUES (2, '', 'https://gone.example/', 'h', 1); INSERT INTO visits VALUES (NULL, 'h', 1, 1700000000000000)
          """)
    }
    try old.close()
    let (before, report) = try await imported(FirefoxImporter(), "browser.db")
    #expect(before.count == 2)
    #expect(report.filtered == [.deleted: 1])
  }

  @Test("a title is kept if it is the page's own and has no secret, unless only templates are kept")
  func titles() async throws {
    try firefox([
      ("https://example.org/calendar?utm_source=mail#top", 1, 0),
      ("https://example.org/search?q=pills", 1, 0),
      ("https://mail.example.org/app#inbox/FMfcgz", 1, 0), ("https://example.org/articles/2024/05/17", 1, 0),
      ("https://example.org/articles", 1, 0), ("https://example.org/articles/2024/05/18", 1, 0),
    ])
    let (donations, _) = try await imported(FirefoxImporter(), "places.sqlite")
    #expect(
      donations.map(\.activity.title) == [
        "About 1", "example.org/search", "mail.example.org/app", "example.org/articles", "About 5", "About 5",
      ])
    #expect(Set(pages(donations).suffix(3)) == ["example.org/articles"])
    let everything = donations.map { "\($0)" }.joined()
    for word in ["pills", "FMfcgz", "utm_source", "2024/05", "(3)"] { #expect(!everything.contains(word)) }

    let (plain, _) = try await imported(FirefoxImporter(), "places.sqlite", templatesOnly: true)
    #expect(plain.map(\.activity.title) == pages(plain))

    let queue = try DatabaseQueue(path: scratch.path("places.sqlite"))
    try await queue.write {
      try $0.execute(sql: "UPDATE moz_places SET title = 'Your verification code is 482913' WHERE id = 5")
    }
    try queue.close()
    let (secret, report) = try await imported(FirefoxImporter(), "places.sqlite")
    #expect(secret.map(\.activity.title).suffix(2) == ["example.org/articles", "example.org/articles"])
    #expect(report.withheld == [.secret(.oneTimeCode): 1])
  }

  // MARK: Chrome

  @Test(
    "Chrome: typed addresses, links, searches and forms count; frames, redirects, reloads and its own entries do not"
  )
  func chromeVisits() async throws {
    let (whole, chainStart, chainEnd, server) = (0x3000_0000, 0x1000_0000, 0x2000_0000, 0x8000_0000)
    let visits: [(url: String, transition: Int)] = [
      ("https://example.org/link", whole), ("https://example.org/typed", whole | 1),
      ("https://example.org/bookmark", whole | 2),
      ("https://example.org/frame", whole | 3), ("https://example.org/subframe", whole | 4),
      ("https://example.org/search?q=roof", whole | 5), ("https://example.org/start", whole | 6),
      ("https://example.org/send", whole | 7), ("https://example.org/find?q=roof", whole | 7),
      ("https://example.org/login", chainStart | 7), ("https://example.org/home", chainEnd | server | 7),
      ("https://example.org/again", whole | 8), ("https://example.org/keyword", whole | 9),
      ("https://example.org/made", whole | 10),
      ("http://example.net/", chainStart | 1), ("https://example.net/b", server | 1),
      ("https://www.example.net/c", chainEnd | server | 1),
      ("https://example.org/back", whole | 0x0100_0001), ("https://example.org/blocked", whole | 0x0080_0000),
      ("chrome://settings/", whole | 1), ("https://example.org/added", whole),
    ]
    try ChromeFixture().write([], to: scratch, named: "History")
    let queue = try DatabaseQueue(path: scratch.path("History"))
    try await queue.write { db in
      try db.execute(sql: "CREATE TABLE visit_source (id INTEGER PRIMARY KEY, source INTEGER NOT NULL)")
      try db.execute(sql: "INSERT INTO visit_source VALUES (?, 2), (1, 0)", arguments: [visits.count])
      for (index, visit) in visits.enumerated() {
        try db.execute(sql: "INSERT INTO urls VALUES (?, ?, '', 0)", arguments: [index + 1, visit.url])
        // As Chromium writes it: a number with a sign.
        let transition = Int(Int32(truncatingIfNeeded: visit.transition))
        try db.execute(
          sql:
            "INSERT INTO visits (id, url, visit_time, transition, visit_duration) VALUES (?, ?, ?, ?, 2500000)",
          arguments: [index + 1, index + 1, 13_344_473_600_000_000 + index * 1_000_000, transition])
      }
      try db.execute(sql: "UPDATE urls SET hidden = 1 WHERE url = 'https://example.org/bookmark'")
    }
    try queue.close()
    let (donations, report) = try await imported(ChromeImporter(), "History")
    #expect(
      pages(donations) == [
        "example.org/link", "example.org/typed", "example.org/search", "example.org/start",
        "example.org/find", "example.org/home",
        "example.org/keyword", "example.net/c",
      ])
    #expect(
      report.filtered == [
        .hidden: 1, .embedded: 2, .formAnswer: 1, .redirect: 3, .reload: 1, .madeByBrowser: 2,
        .backOrForward: 1,
        .notLoaded: 1, .noPage: 1,
      ])
    #expect(donations.first?.context.instant.milliseconds == 1_700_000_000_000)
    #expect(donations.first?.details.duration == 2.5)
  }

  // MARK: Safari and qutebrowser

  @Test("Safari: redirects, failed loads, posted forms and made-up visits are skipped")
  func safariVisits() async throws {
    try database(scratch, "History.db") { db in
      try db.execute(
        sql: """
          CREATE TABLE history_items (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE);
          CREATE TABLE history_visits (id INTEGER PRIMARY KEY, history_item INTEGER NOT NULL, visit_time REAL NOT NULL, title TEXT,
            load_successful BOOLEAN DEFAULT 1, http_non_get BOOLEAN DEFAULT 0, synthesized BOOLEAN DEFAULT 0, redirect_source INTEGER,
            redirect_destination INTEGER);
          INSERT INTO history_items VALUES (1, 'http://example.org/a'), (2, 'https://example.org/b');
          INSERT INTO history_visits VALUES (1, 1, 721692800.25, '', 1, 0, 0, NULL, 2), (2, 2, 721692800.5, 'B', 1, 0, 0, 1, NULL),
            (3, 2, 721692801, 'B', 0, 0, 0, NULL, NULL), (4, 2, 721692802, 'B', 1, 1, 0, NULL, NULL), (5, 2, 721692803, 'B', 1, 0, 1, NULL, NULL),
            (6, 2, 'soon', 'B', 1, 0, 0, NULL, NULL), (7, 9, 721692804, 'B', 1, 0, 0, NULL, NULL)
          """)
    }
    let (donations, report) = try await imported(SafariImporter(), "History.db")
    #expect(donations.map(\.context.instant.milliseconds) == [1_700_000_000_500])
    #expect(donations.first?.activity.title == "B")
    #expect(report.filtered == [.redirect: 1, .notLoaded: 1, .formAnswer: 1, .madeByBrowser: 1])
    #expect(
      report.malformed.flatMap(\.places) == [
        .row(6, table: "history_visits"), .row(7, table: "history_visits"),
      ])
  }

  @Test("qutebrowser: redirects are skipped")
  func qutebrowserVisits() async throws {
    try QutebrowserFixture().write(Fixtures.records(2), to: scratch, named: "history.sqlite")
    let queue = try DatabaseQueue(path: scratch.path("history.sqlite"))
    try await queue.write { try $0.execute(sql: "UPDATE History SET redirect = 1 WHERE rowid = 1") }
    try queue.close()
    let (donations, report) = try await imported(QutebrowserImporter(), "history.sqlite")
    #expect(pages(donations) == ["example.org/page/b"])
    #expect(report.filtered == [.redirect: 1])
  }

  @Test("the same page is the same activity in every browser")
  func sameActivity() async throws {
    var identities: Set<ActivityIdentity> = []
    let fixtures: [any HistoryFixture] = [
      FirefoxFixture(), ChromeFixture(), SafariFixture(), QutebrowserFixture(),
    ]
    for fixture in fixtures {
      try fixture.write(Fixtures.records(1), to: scratch, named: fixture.importer.name)
      identities.formUnion(
        try await imported(fixture.importer, fixture.importer.name).donations.map(\.identity))
    }
    #expect(identities.count == 1)
  }

  // MARK: Families

  @Test(
    "the path tells which browser of Firefox's family wrote a history, even in a copy of a home folder",
    arguments: [
      ("/home/brave/.mozilla/firefox/x.default/places.sqlite", "firefox"),
      ("/backup/ada/.librewolf/p/places.sqlite", "librewolf"),
      ("/home/ada/.moonchild productions/pale moon/p/places.sqlite", "palemoon"),
      ("/home/ada/snap/firefox/common/.mozilla/firefox/p/places.sqlite", "firefox"),
      ("/home/ada/.var/app/net.waterfox.waterfox/.waterfox/p/places.sqlite", "waterfox"),
      ("/tmp/waterfox.sqlite", "waterfox"),
      ("/tmp/x.db", "firefox"),
    ])
  func firefoxFamily(_ path: String, _ program: String) {
    #expect(Browser.of(path: path, in: Browser.firefoxFamily) == program)
  }

  @Test(
    "the path tells which browser of Chrome's family wrote a history",
    arguments: [
      ("/home/ada/.config/google-chrome/Profile 1/History", "chrome"),
      ("/home/ada/.config/chromium/Default/History", "chromium"),
      ("/home/ada/.config/BraveSoftware/Brave-Browser/Default/History", "brave"),
      ("/home/ada/.config/opera/History", "opera"),
      ("/home/ada/.var/app/com.microsoft.Edge/config/microsoft-edge/Default/History", "edge"),
      ("/home/ada/snap/chromium/common/chromium/Default/History", "chromium"),
      ("/home/ada/vivaldi.sqlite", "vivaldi"),
      ("/home/ada/History", "chrome"),
    ])
  func chromeFamily(_ path: String, _ program: String) {
    #expect(Browser.of(path: path, in: Browser.chromeFamily) == program)
  }

  @Test("every profile is found, and the Tor Browser is not searched")
  func found() throws {
    let places = [
      ".mozilla/firefox/a.default", ".mozilla/firefox/b.work",
      ".var/app/org.mozilla.firefox/.mozilla/firefox/c",
      ".local/share/torbrowser/tbb/x86_64/tor-browser/Browser/TorBrowser/Data/Browser/profile.default",
    ]
    for place in places {
      try FileManager.default.createDirectory(
        at: scratch.folder.appending(path: place), withIntermediateDirectories: true)
      try FirefoxFixture().write(Fixtures.records(1), to: scratch, named: "\(place)/places.sqlite")
    }
    for profile in ["Default", "Profile 1"] {
      let place = ".config/chromium/\(profile)"
      try FileManager.default.createDirectory(
        at: scratch.folder.appending(path: place), withIntermediateDirectories: true)
      try ChromeFixture().write(Fixtures.records(1), to: scratch, named: "\(place)/History")
    }
    var finder = HistoryFinder(home: "/nowhere", environment: [:])
    let found = try finder.at([scratch.folder.path]).histories
    #expect(found.map(\.importer.name) == ["firefox", "firefox", "firefox", "chrome", "chrome"])
  }

  // MARK: Real histories

  @Test(
    "histories from real browsers give the pages that were counted by hand",
    .enabled(if: BrowserSample.folder != nil, "HUNCH_SAMPLES names no folder with browsers' histories"),
    arguments: BrowserSample.known)
  func samples(_ sample: BrowserSample) async throws {
    let folder = try #require(BrowserSample.folder)
    let (donations, report) = try await imported(
      sample.importer, folder.appending(path: "\(sample.name).sqlite").path)
    #expect(pages(donations) == sample.pages)
    #expect(report.malformedCount == 0)
    #expect(report.read == report.added + report.filtered.values.reduce(0, +))
    let program = sample.name.hasPrefix("firefox") ? "firefox" : sample.name
    #expect(Set(donations.map(\.details.program)) == [program])
  }
}

/// A history from a real browser, and the pages that it should give.
struct BrowserSample: CustomTestStringConvertible, Sendable {
  let importer: any HistoryImporter
  let name: String
  let pages: [String]
  var testDescription: String { name }

  init(_ importer: any HistoryImporter, _ name: String, _ pages: [String]) {
    (self.importer, self.name, self.pages) = (importer, name, pages)
  }

  static let known = [
    BrowserSample(
      FirefoxImporter(), "firefox", ["mozilla.org/en-US/firefox", "mozilla.org/en-US/privacy/firefox"]),
    BrowserSample(FirefoxImporter(), "waterfox", ["youtube.com", "youtube.com"]),
    BrowserSample(
      FirefoxImporter(), "palemoon",
      [
        "palemoon.org/firstrun.shtml", "start.palemoon.org", "palemoon.start.me", "palemoon.start.me/en-US",
        "palemoon.start.me/start",
        "youtube.com",
      ]),
    BrowserSample(
      FirefoxImporter(), "firefox_mobile",
      [
        "en.m.wikipedia.org/wiki/Memex", "news.ycombinator.com", "getmemex.com", "memex.garden",
        "en.m.wikipedia.org/wiki/Vannevar_Bush",
      ]),
    BrowserSample(FirefoxImporter(), "firefox_mobile_legacy", ["github.com", "xi.zulipchat.com"]),
    BrowserSample(
      ChromeImporter(), "chrome",
      [
        "localhost:9999", "localhost:9999", "localhost:9999", "localhost:9999", "localhost:9999",
        "discogs.com/artist",
      ]),
    BrowserSample(ChromeImporter(), "chromium", ["youtube.com"]),
    BrowserSample(ChromeImporter(), "brave", ["basicattentiontoken.org"]),
    BrowserSample(ChromeImporter(), "vivaldi", ["vivaldi.com/new", "github.com/purarue/browserexport"]),
    BrowserSample(
      SafariImporter(), "safari",
      [String](
        repeating: "docs.google.com/spreadsheets/d/12htSAMg67czl8cpkj1mX0TuAFvqL_PJLI4hv1arG5-M/edit",
        count: 2)),
    BrowserSample(
      QutebrowserImporter(), "qutebrowser", ["start.duckduckgo.com", "qutebrowser.org/quickstart.html"]),
  ]

  static let folder: URL? = ProcessInfo.processInfo.environment["HUNCH_SAMPLES"].map {
    URL(fileURLWithPath: $0).appending(path: "browsers")
  }.flatMap { FileManager.default.fileExists(atPath: $0.path) ? $0 : nil }
}
