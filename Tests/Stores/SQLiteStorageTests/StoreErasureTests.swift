import Activities
import Foundation
import GRDB
import LogFormat
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

/// A criterion that matches only the secret donations, and whether it also matches the secret
/// items.
struct ErasureCase: CustomTestStringConvertible {
  let testDescription: String
  let takesItems: Bool
  let fill: @Sendable (inout Deletion.Criteria) throws -> Void

  init(
    _ name: String, items: Bool = false, _ fill: @escaping @Sendable (inout Deletion.Criteria) throws -> Void
  ) {
    (testDescription, takesItems, self.fill) = (name, items, fill)
  }

  static let all = [
    ErasureCase("persistentIdentifier") { $0.persistentIdentifier = Secret.marker("persistent") },
    ErasureCase("id and type") {
      ($0.externalIdentifier, $0.activityType) = (Secret.marker("id"), "org.example.Zebra.open")
    },
    ErasureCase("related item", items: true) { $0.relatedUniqueIdentifier = Secret.marker("item") },
    ErasureCase("type") { $0.activityType = "org.example.Zebra.open" },
    ErasureCase("the beginning of a type") { $0.activityType = "org.example.Zebra.*" },
    ErasureCase("program", items: true) { $0.program = "org.example.Zebra.program" },
    ErasureCase("identity") { $0.identity = try Secret.donation(true, at: 0).identity },
    ErasureCase("the name of one donation") { $0.donation = try Secret.donation(true, at: 0).identifier },
    ErasureCase("a name in the userInfo") { $0.userInfoKey = Secret.marker("key") },
    ErasureCase("place") { $0.area = try Deletion.Area(latitude: 10, longitude: 20, within: 50) },
    ErasureCase("words", items: true) { $0.text = "Ü 🦓" },
    ErasureCase("expiration", items: true) { $0.expiredBy = try Sample.instant(5_000) },
    ErasureCase("since and until", items: true) {
      ($0.since, $0.until) = (try Sample.instant(0), try Sample.instant(1))
    },
    ErasureCase("words, place and program") {
      ($0.text, $0.program) = ("🦓 titleEND", "org.example.Zebra.program")
      $0.area = try Deletion.Area(latitude: 10, longitude: 20, within: 50)
    },
    ErasureCase("everything in a time", items: true) { ($0.all, $0.until) = (true, try Sample.instant(1)) },
  ]
}

/// The texts that must not be in the file afterwards.
enum Secret {
  /// Returns a text that names its field, with characters that JSON must or may escape.
  static func marker(_ place: String) -> String { "Zebra\(place)\"Ü\\/🦓\(place)End" }

  static func donation(_ isSecret: Bool, at second: Int64) throws -> Donation {
    func text(_ place: String) -> String { isSecret ? marker(place) : "Plain\(place)" }
    var activity = try UserActivity(
      activityType: isSecret ? "org.example.Zebra.open" : "org.example.notes.open", title: text("title"),
      userInfo: [
        text("key"): .string(text("info")), "list": [.string(text("deep"))], "note": .string(text("note")),
      ],
      requiredUserInfoKeys: ["note"])
    activity.isEligibleForSearch = true
    activity.subtitle = text("subtitle")
    activity.keywords = [text("keyword")]
    activity.contentAttributes = ["city": .string(text("city"))]
    activity.suggestedInvocationPhrase = text("phrase")
    activity.persistentIdentifier = text("persistent")
    activity.relatedUniqueIdentifier = text("item")
    activity.expirationDate = Date(timeIntervalSince1970: isSecret ? 1_772_000_100 : 1_999_000_000)
    try activity.setWebpageURL(URL(string: "https://example.org/\(isSecret ? "Zebraurl" : "Plainurl")"))
    var details = Donation.Details()
    details.externalIdentifier = second == 0 ? text("id") : nil
    details.program = isSecret ? "org.example.Zebra.program" : nil
    details.device = text("device")
    details.additionalFields = [text("field"): .string(text("additional"))]
    let place = try Place(
      latitude: isSecret ? 10 : 50, longitude: isSecret ? 20 : 60, name: text("place"))
    let context = try Context(
      at: Sample.instant(second), place: place, attributes: ["wifi": .string(text("wifi"))])
    return try Donation(of: activity, in: context, details: details)
  }

  /// Every form in which a marker, or a part of it, could be in a file.
  static let needles: [Data] = {
    let places = [
      "title", "key", "info", "deep", "note", "subtitle", "keyword", "city", "phrase", "persistent", "item",
      "id",
      "device", "field", "additional", "place", "wifi", "shown", "state", "reason", "paper",
    ]
    return places.flatMap { place in
      let text = marker(place)
      let escaped = text.unicodeScalars.map { scalar in
        scalar.isASCII ? String(scalar) : String(scalar).utf16.map { String(format: "\\u%04x", $0) }.joined()
      }.joined()
      return [
        text, text.replacingOccurrences(of: "\\", with: #"\\"#).replacingOccurrences(of: "\"", with: #"\""#),
        text.replacingOccurrences(of: "/", with: #"\/"#), escaped, escaped.uppercased(),
        text.decomposedStringWithCanonicalMapping, "\(place)End", "zebra\(place)", "ebra\(place)",
      ].map { Data($0.utf8) } + [text.data(using: .utf16LittleEndian) ?? Data()]
    } + ["Zebra", "zebra", "ZEBRA", "Zebraurl"].map { Data($0.utf8) }
  }()

  /// Donations, feedback, items and checkpoints, some of them secret.
  static func fill(_ log: SQLiteDonationStore, with secret: Donation, items: Bool) async throws {
    // Plain donations come before and after the secret one, so that they share pages.
    let plain = try (2..<62).map { try donation(false, at: Int64($0)) }
    _ = try await log.ingest(verbatim: Array(plain.prefix(30)))
    _ = try await log.ingest(verbatim: [secret])
    _ = try await log.ingest(verbatim: Array(plain.suffix(30)))
    func shown(_ donation: Donation) throws -> Feedback.Impression {
      let activity = donation.activity
      return try Feedback.Impression(
        activityType: activity.activityType, userInfo: activity.userInfo,
        requiredUserInfoKeys: activity.requiredUserInfoKeys)
    }
    let both = [try shown(secret), try shown(plain[0])]
    _ = try await log.ingest(verbatim: [
      Feedback(at: Sample.instant(100), shown: both, verdict: .ignored),
      Feedback(at: Sample.instant(101), shown: both, chosen: 1, verdict: .accepted),
      Feedback(
        at: Sample.instant(102), shown: both, chosen: 0, verdict: .never,
        additionalFields: ["reason": .string(marker("reason"))]),
      Feedback(at: Sample.instant(103), shown: [both[1]], verdict: .pinned),
    ])
    for (word, isSecret) in [("Plainpaper", false), (marker("paper"), true)] where items || !isSecret {
      var item = try SearchableItem(
        uniqueIdentifier: isSecret ? marker("item") : "Plainitem", title: word)
      item.expirationDate = Date(timeIntervalSince1970: isSecret ? 1_772_000_100 : 1_999_000_000)
      try await log.index(
        [item], of: isSecret ? "org.example.Zebra.program" : "org.example.notes", by: .me,
        at: Sample.instant(isSecret ? 0 : 2))
    }
    let version = try await log.version(of: .me)
    let newest = try #require(try await log.allDonations(of: .me).last)
    let state = [UInt8](repeating: 7, count: 9_000) + Array(marker("state").utf8)
    let checkpoint = Checkpoint(
      key: "k", cursor: newest.cursor, lastSequence: version.lastSequence, donations: 61, state: state)
    #expect(try await log.save([checkpoint], of: .me, generation: version.generation) == 1)
  }
}

@Suite("After forgetting, the bytes are gone")
struct StoreErasureTests {
  @Test("forgetting by any criterion removes the bytes", arguments: ErasureCase.all)
  func criterion(_ table: ErasureCase) async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    let other = try SQLiteDonationStore(path: scratch.path())
    let secret = try Secret.donation(true, at: 0)
    try await Secret.fill(log, with: secret, items: table.takesItems)
    // The other connection has read the donations to be forgotten.
    _ = try await other.search(SearchQuery("zebra", at: Sample.instant(2)))
    #expect(try count(in: scratch) > 40, "the needles are found before")

    var criteria = Deletion.Criteria()
    try table.fill(&criteria)
    let deletion = try Deletion(at: Sample.instant(200_000), matching: criteria)
    let rehearsed = try await log.forget([deletion], rehearsing: true)
    let receipt = try await log.forget([deletion], rehearsing: false)
    #expect(receipt == rehearsed)
    #expect(receipt.donations == 1 && receipt.activities.map(\.title) == [secret.activity.title])
    #expect(receipt.searchEntries == 1 && receipt.checkpoints == 1)
    #expect(receipt.items == (table.takesItems ? 1 : 0))
    #expect(receipt.feedbackShortened + receipt.feedbackRemoved == 3)
    for name in try scratch.names() {
      let contents = try scratch.contents(name)
      for needle in Secret.needles {
        #expect(contents.range(of: needle) == nil, "\(String(decoding: needle, as: UTF8.self)) in \(name)")
      }
      for digest in [secret.identity.rawValue.bytes, secret.identifier.rawValue.bytes] {
        #expect(contents.range(of: digest) == nil, "a digest in \(name)")
      }
    }
    #expect(try await log.allDonations(of: .me).count == 60)
    #expect(try await log.integrityProblems() == [])
  }

  private func count(in scratch: Scratch) throws -> Int {
    try scratch.names().reduce(0) { sum, name in
      let contents = try scratch.contents(name)
      return sum + Secret.needles.count { contents.range(of: $0) != nil }
    }
  }

  @Test("feedback loses a forgotten donation even if others of its activity remain")
  func lessened() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    func note(_ draft: String, at second: Int64) throws -> Donation {
      let activity = try UserActivity(
        activityType: "org.example.notes.open", title: "Open note 1",
        userInfo: ["note": 1, "draft": .string(draft)], requiredUserInfoKeys: ["note"])
      return try Donation(of: activity, in: Context(at: Sample.instant(second)))
    }
    let donations = [try note("zebra", at: 0), try note("plain", at: 1)]
    _ = try await log.ingest(verbatim: donations)
    let shown = try Feedback.Impression(
      activityType: "org.example.notes.open", userInfo: donations[0].activity.userInfo,
      requiredUserInfoKeys: ["note"])
    _ = try await log.ingest(verbatim: [
      Feedback(at: Sample.instant(2), shown: [shown], chosen: 0, verdict: .accepted)
    ])
    var criteria = Deletion.Criteria()
    criteria.text = "zebra"
    _ = try await log.forget(Deletion(at: Sample.instant(9), matching: criteria))
    #expect(try scratch.names().allSatisfy { try scratch.contents($0).range(of: Data("zebra".utf8)) == nil })
    #expect(try await log.feedback(of: .me).map(\.shown).flatMap(\.self).map(\.userInfo) == [["note": 1]])
  }

  @Test("a removed rule leaves no byte of its criteria")
  func rule() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    var criteria = Deletion.Criteria()
    criteria.text = "zebra"
    let rule = try PrivacyRule(.drop, matching: criteria)
    let added = try await log.changePrivacyRules { $0.add(rule) }
    let kept = try await log.ingest(
      [Sample.donation("zebra 1", at: 0), Sample.donation("b", at: 1)], at: Sample.instant(2))
    #expect(kept == AppendReceipt(added: 1, filtered: 1))
    try await log.changePrivacyRules { _ = $0.remove(added.number) }
    #expect(try scratch.names().allSatisfy { try scratch.contents($0).range(of: Data("zebra".utf8)) == nil })
  }

  @Test("a store that an older version wrote gets tables for privacy rules")
  func migration() async throws {
    let scratch = try Scratch()
    do {
      let log = try SQLiteDonationStore(path: scratch.path())
      _ = try await log.ingest(verbatim: [Sample.donation("a", at: 0)])
      try await log.pool.writeWithoutTransaction { db in try db.goBack(toSchema: 3) }
      try log.close()
    }
    let log = try SQLiteDonationStore(path: scratch.path())
    #expect(try await log.privacyRules() == PrivacyRules())
    try await log.changePrivacyRules { $0.countIncognito(2) }
    #expect(try await log.privacyRules().incognito == 2)
    #expect(try await log.allDonations(of: .me).count == 1)
  }

  @Test("a store with rules but no secret gets a column for it, and keeps its rules")
  func secretMigration() async throws {
    let scratch = try Scratch()
    let rule = try PrivacyRule(.redactKeys(["url"]), matching: .everything)
    let before: PrivacyRules
    do {
      let log = try SQLiteDonationStore(path: scratch.path())
      _ = try await log.changePrivacyRules { $0.add(rule) }
      before = try await log.privacyRules()
      try await log.pool.writeWithoutTransaction { db in try db.goBack(toSchema: 6) }
      try log.close()
    }
    let log = try SQLiteDonationStore(path: scratch.path())
    #expect(try await log.privacyRules() == before)
  }

  @Test("the secret of hashes is in the store and in no export, and leaves the disk when it is forgotten")
  func secret() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    var numbers = SeededNumbers(seed: 4)
    let secret = HashSecret(using: &numbers)
    let rule = try PrivacyRule(.hashKeys(["track"]), matching: .everything)
    let added = try await log.changePrivacyRules { $0.add(rule, secretIfNone: secret) }
    _ = try await log.ingest([Sample.donation("zebra", at: 0)], at: Sample.instant(1))
    func holds(_ bytes: [UInt8]) throws -> Bool {
      try scratch.names().contains { try scratch.contents($0).range(of: Data(bytes)) != nil }
    }
    #expect(try holds(secret.stored))
    #expect(try !holds(Array(#""track":"zebra""#.utf8)))
    for try await line in log.lines(of: nil) {
      #expect(line.range(of: Data(secret.stored)) == nil)
      #expect(line.range(of: Data("hashed:".utf8)) != nil)
    }
    try await log.changePrivacyRules { rules in
      _ = rules.remove(added.number)
      _ = rules.forgetSecret()
    }
    #expect(try !holds(secret.stored))
    #expect(try await log.privacyRules().secret == nil)
  }

  @Test("an unreadable rule is an error and is not ignored")
  func unreadableRule() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    try await log.pool.write { db in
      try db.execute(
        sql: "INSERT INTO doorRule VALUES (1, 0, ?)", arguments: [Data(#"{"effect":"other"}"#.utf8)])
    }
    let error = await #expect(throws: StoreError.self) {
      try await log.ingest([Sample.donation("a", at: 0)], at: Sample.instant(1))
    }
    #expect(error?.reason == .damaged)
    #expect(try await log.users().isEmpty)
  }

  @Test("an import applies the privacy rules line by line, and redacted donations get matching identifiers")
  func importing() async throws {
    func lines(_ url: (Int) -> String) -> [UInt8] {
      Array(
        (0..<6).map { number in
          #"{"time":"2026-03-01T08:1\#(number / 3):00Z","activityType":"a.b.\#(number == 5 ? "out" : "in")","userInfo":{"k":1\#(url(number))}}"#
        }.joined(separator: "\n").utf8)
    }
    let (ruled, plain) = (try Scratch(), try Scratch())
    let (log, never) = (
      try SQLiteDonationStore(path: ruled.path()), try SQLiteDonationStore(path: plain.path())
    )
    var (shut, opened) = (Deletion.Criteria(), Deletion.Criteria())
    (shut.activityType, opened.activityType) = ("a.b.out", "a.b.*")
    let rules = [
      try PrivacyRule(.drop, matching: shut), try PrivacyRule(.redactKeys(["url"]), matching: opened),
    ]
    try await log.changePrivacyRules { kept in for rule in rules { _ = kept.add(rule) } }
    let now = try Instant(rfc3339: "2026-03-02T00:00:00Z")
    for memory in [nil, InMemoryDonationStore()] {
      let target: any DonationStore = memory ?? log
      if let memory {
        try await memory.changePrivacyRules { kept in for rule in rules { _ = kept.add(rule) } }
      }
      for added in [5, 0] {
        let report = try await LogImporter(into: target, batchSize: 2).run(
          LogReader(bytes: lines { #","url":"zebra\#($0 % 2)""# }, named: "log"), now: now)
        #expect(
          report.donations == AppendReceipt(added: added, duplicates: 5 - added, filtered: 1, redacted: 5))
      }
      #expect(try await target.privacyRules().rules.map(\.count) == [2, 10])
    }
    _ = try await LogImporter(into: never).run(LogReader(bytes: lines { _ in "" }, named: "log"), now: now)
    _ = try await never.forget(Deletion(at: now, matching: shut))
    #expect(
      try await log.allDonations(of: .me).map(\.donation) == never.allDonations(of: .me).map(\.donation))
    #expect(try ruled.names().allSatisfy { try ruled.contents($0).range(of: Data("zebra".utf8)) == nil })
  }
}
