import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("Siri's database on Macs and iPhones")
struct KnowledgeTests {
  private let scratch: Scratch
  private static let activity = "Z_DKAPPLICATIONACTIVITYMETADATAKEY__"

  init() throws { scratch = try Scratch() }

  private func run(_ fill: (Database) throws -> Void) async throws -> ([Donation], HistoryReport) {
    try database(scratch, "db") { db in
      try KnowledgeDatabase.create(db)
      try fill(db)
    }
    let store = InMemoryDonationStore()
    let report = try await ImportRun.run(
      KnowledgeImporter(), HistoryFile(path: scratch.path("db")), into: store)
    return (try await store.allDonations(of: .me).map(\.donation), report)
  }

  @Test("a donated activity keeps its properties, and the offset at its time")
  func donated() async throws {
    let (donations, report) = try await run { db in
      try KnowledgeDatabase.insert(
        "/app/activity", at: 700_000_000.25, to: 700_000_030.25, value: "com.example.recipes", offset: 20_700,
        device: "D1", in: db,
        [
          "ACTIVITYTYPE": "com.example.recipes.view", "TITLE": "Dal bhat",
          "CONTENTDESCRIPTION": "From\nNepal",
          "ITEMRELATEDCONTENTURL": "https://example.com/dal-bhat?session=1",
          "SUGGESTEDINVOCATIONPHRASE": "Cook dal", "ITEMRELATEDUNIQUEIDENTIFIER": "item-7",
          "USERACTIVITYREQUIREDSTRING": "id=7", "ISELIGIBLEFORPREDICTION": 0, "ISPUBLICLYINDEXABLE": 1,
          "EXPIRATIONDATE": 700_086_400.0,
        ].mapKeys { Self.activity + $0 })
    }
    #expect((report.read, report.added) == (1, 1))
    let donation = try #require(donations.first)
    let found = donation.activity
    #expect(found.activityType == "com.example.recipes.view")
    #expect((found.title, found.subtitle) == ("Dal bhat", "From Nepal"))
    #expect(found.restorationPayload == ["app": "com.example.recipes", "required": "id=7"])
    #expect(found.webpageURL?.absoluteString == "https://example.com/dal-bhat")
    #expect((found.suggestedInvocationPhrase, found.relatedUniqueIdentifier) == ("Cook dal", "item-7"))
    #expect((found.isEligibleForPrediction, found.isEligibleForPublicIndexing) == (false, true))
    #expect(found.expirationDate == Date(timeIntervalSince1970: 1_678_393_600))
    // python3: datetime.fromtimestamp(978307200 + 700000000.25, timezone(timedelta(seconds=20700)))
    #expect(donation.context.instant == (try Instant(rfc3339: "2023-03-09T02:11:40.250+05:45")))
    #expect((donation.details.program, donation.details.device) == ("com.example.recipes", "D1"))
    #expect(donation.details.duration == 30)
  }

  @Test(
    "an activity is identified by the first available of required values, item, page and title",
    arguments: [
      (["ITEMRELATEDUNIQUEIDENTIFIER": "item-7", "TITLE": "x"], ["item": "item-7"]),
      (["ITEMRELATEDCONTENTURL": "https://example.com/dal", "TITLE": "x"], ["page": "example.com/dal"]),
      (["CONTENTDESCRIPTION": "Dal"], ["title": "Dal"]), ([:], [:]),
    ] as [([String: String], [String: ActivityValue])])
  func identity(_ columns: [String: String], _ payload: [String: ActivityValue]) async throws {
    let (donations, _) = try await run { db in
      try KnowledgeDatabase.insert(
        "/app/activity", at: 7e8, value: "com.example.recipes", in: db,
        columns.merging(["ACTIVITYTYPE": "com.example.recipes.viewRecipe"]) { $1 }.mapKeys {
          Self.activity + $0
        })
    }
    let found = try #require(donations.first?.activity)
    #expect(found.restorationPayload == payload.merging(["app": "com.example.recipes"]) { $1 })
    if columns.isEmpty { #expect(found.title == "Recipes: view recipe") }
  }

  @Test("a phrase launched Siri's donations; events that reached the user are skipped")
  func intents() async throws {
    let (donations, report) = try await run { db in
      for (index, (siri, direction)) in [(1, 1), (0, 0), (0, 2)].enumerated() {
        try KnowledgeDatabase.insert(
          "/app/intents", at: 7e8 + Double(index), bundle: "com.apple.MobileSMS", in: db,
          [
            "INTENTCLASS": "INSendMessageIntent", "INTENTVERB": "SendMessage", "DONATEDBYSIRI": siri,
            "DIRECTION": direction,
          ].mapKeys { "Z_DKINTENTMETADATAKEY__" + $0 })
      }
    }
    #expect(report.filtered == [DonatedIntent.incoming: 1])
    #expect(donations.map(\.activity.title) == ["Send message in Messages", "Send message in Messages"])
    #expect(donations.map(\.activity.interaction?.trigger) == [.phrase, .user])
    #expect(donations.map(\.activity.interaction?.direction) == [.outgoing, .unspecified])
    #expect(Set(donations.map(\.identity)).count == 1)
  }

  @Test(
    "a program in front counts once, even if two streams have it; the home screen does not count",
    arguments: [true, false])
  func uses(_ hasFocus: Bool) async throws {
    let (donations, report) = try await run { db in
      try KnowledgeDatabase.insert(
        "/app/usage", at: 7e8, to: 7e8 + 20, value: "com.apple.mobilesafari", in: db)
      guard hasFocus else { return }
      try KnowledgeDatabase.insert(
        "/app/inFocus", at: 7e8, to: 7e8 + 60, value: "com.apple.mobilesafari", in: db)
      try KnowledgeDatabase.insert(
        "/app/inFocus", at: 7e8 + 60, value: "com.apple.SpringBoard.home-screen", in: db)
    }
    #expect(donations.map(\.activity.title) == ["Use Safari"])
    #expect(donations.map(\.details.duration) == [hasFocus ? 60 : 20])
    #expect(report.filtered == (hasFocus ? [ApplicationUse.passedThrough: 1] : [:]))
  }

  @Test("pages are as in every browser; plays are identified by the artist")
  func pagesAndMedia() async throws {
    let (donations, report) = try await run { db in
      for (index, columns) in [
        ["WEBPAGEURL": "https://www.example.com/news?id=1", "WEBDOMAIN": "example.com"],
        ["WEBDOMAIN": "example.org"], ["WEBPAGEURL": "about:blank"],
        ["WEBPAGEURL": "https://example.com/reset?token=8f3a9c2e7b1d4f60a5c8e2b7"],
      ].enumerated() {
        try KnowledgeDatabase.insert(
          "/app/webUsage", at: 7e8 + Double(index), value: "com.apple.mobilesafari", in: db,
          columns.mapKeys { "Z_DKDIGITALHEALTHMETADATAKEY__" + $0 })
      }
      for (index, playing) in [1, 2, 0].enumerated() {
        try KnowledgeDatabase.insert(
          "/media/nowPlaying", at: 7e8 + 10 + Double(index), value: "com.apple.Music", in: db,
          ["PLAYING": playing, "ARTIST": "Miles Davis", "TITLE": "So What", "ALBUM": "Kind of Blue"].mapKeys {
            "Z_DKNOWPLAYINGMETADATAKEY__" + $0
          })
      }
    }
    #expect(
      donations.map(\.activity.title) == [
        "example.com/news", "example.org", "example.com/reset", "Play Miles Davis",
      ])
    #expect(!donations.contains { "\($0)".contains("8f3a9c2e7b1d4f60") })
    #expect(donations.last?.activity.restorationPayload == ["artist": "Miles Davis"])
    #expect(donations.last?.text("title") == "So What")
    #expect(report.filtered[HistoryFilter("paused or stopped")] == 2)
    #expect(report.filtered[HistoryFilter("no page of the web")] == 1)
    #expect(report.filtered.count == 2)
  }

  @Test("charging and do-not-disturb are context of their device while they last; other streams are not")
  func context() async throws {
    let (donations, report) = try await run { db in
      try KnowledgeDatabase.insert("/device/isPluggedIn", at: 7e8, to: 7e8 + 100, integer: 1, in: db)
      try KnowledgeDatabase.insert("/settings/doNotDisturb", at: 7e8 + 50, to: 7e8 + 60, integer: 1, in: db)
      try KnowledgeDatabase.insert("/device/isLocked", at: 7e8, to: 7e8 + 900, integer: 1, in: db)
      try KnowledgeDatabase.insert("/app/locationActivity", at: 7e8, value: "com.apple.Maps", in: db)
      for (seconds, device) in [(0.0, nil), (55, nil), (70, "other"), (100, nil)] as [(Double, String?)] {
        try KnowledgeDatabase.insert(
          "/app/inFocus", at: 7e8 + seconds, value: "com.apple.Notes", device: device, in: db)
      }
    }
    #expect(report.read == 4)
    #expect(
      donations.map(\.context.attributes) == [
        ["pluggedIn": true], ["pluggedIn": true, "doNotDisturb": true], [:], [:],
      ])
  }

  @Test("secrets and malformed bytes are skipped, and reading continues")
  func damage() async throws {
    let (donations, report) = try await run { db in
      try KnowledgeDatabase.insert(
        "/app/activity", at: 7e8, value: "com.example.app", in: db,
        ["ACTIVITYTYPE": "com.example.app.view", "TITLE": "password: hunter2hunter2"].mapKeys {
          Self.activity + $0
        })
      try KnowledgeDatabase.insert("/app/activity", at: 7e8 + 1, value: "com.example.app", in: db)
      try KnowledgeDatabase.insert("/app/inFocus", at: 7e8 + 2, value: "two words", in: db)
      try KnowledgeDatabase.insert("/app/inFocus", at: 1e300, value: "com.example.app", in: db)
      try KnowledgeDatabase.insert("/app/inFocus", at: -2e9, value: "com.example.app", in: db)
      try KnowledgeDatabase.insert(
        "/app/inFocus", at: 7e8 + 3, value: "com.example.app", offset: 1 << 40, in: db)
    }
    #expect((report.read, report.added, report.malformedCount) == (6, 2, 4))
    #expect(donations.map(\.activity.title) == ["Example: view", "Use Example"])
    #expect(!donations.contains { "\($0)".contains("hunter2") })
  }
}
