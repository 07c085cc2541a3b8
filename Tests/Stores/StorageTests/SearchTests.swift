import Activities
import Foundation
import Storage
import Testing

@Suite("Queries and results of a search")
struct SearchTests {
  private static func instant(_ second: Int64) throws -> Instant { try Instant(milliseconds: second * 1_000) }

  private static func note(
    _ title: String, at second: Int64, fill: (inout UserActivity) throws -> Void = { _ in }
  )
    throws
    -> Donation
  {
    var activity = try UserActivity(
      activityType: "org.example.notes.open", title: title, userInfo: ["note": .string(title)])
    activity.isEligibleForSearch = true
    try fill(&activity)
    return try Donation(of: activity, in: Context(at: instant(second)))
  }

  @Test(
    "a query marks its words in a text",
    arguments: [
      ("rep open", "Open Reports, report", ["Open", "Reports", "report"]),
      ("port xy", "Open Reports, report", ["Reports", "report"]), ("reprot", "A report", ["report"]),
      ("open rep", "Open Reports, report", ["Open", "Reports", "report"]),
      ("angstrom", "Zum A\u{30A}ngström!", ["A\u{30A}ngström"]), ("タワー", "東京タワー", ["タ", "ワ", "ー"]),
      ("", "Open", []), ("x", "Open", []), ("🎷", "Play 🎷🎷", ["🎷", "🎷"]),
    ])
  func matches(typed: String, text: String, found: [String]) throws {
    let query = SearchQuery(typed, at: try Self.instant(0))
    #expect(query.matches(in: text).map { String(text[$0]) } == found)
  }

  /// Folding a title of U+FDFA took 15 s, and its words took 20 times its length.
  @Test(
    "only the beginning of a long text is folded, and no word becomes longer",
    arguments: [
      "\u{FDFA}", "\u{FDFA} ", "ﬃ", "㍿ ", "ß", "e\u{301}", "👩\u{200D}", "a", "ab ", "한", "日", " ", "\u{1100}",
      "क्",
    ])
  func longTexts(_ unit: String) throws {
    let text = String(repeating: unit, count: 300_000 / unit.utf8.count) + " end"
    for title in [text, "Report " + text] {
      let donation = try Self.note(title, at: 0) { $0.contentAttributes = ["a": .string(text)] }
      let words = SearchFields(donation).folded
      #expect(words.allSatisfy { $0.count <= 65_000 && !$0.contains("end") })
      #expect(words.allSatisfy { $0.split(separator: " ").allSatisfy { $0.count <= 64 } })
      #expect(words.allSatisfy { $0.split(separator: " ").allSatisfy { $0.unicodeScalars.count <= 2_048 } })
      #expect(words[0].hasPrefix("report") == title.hasPrefix("Report"))
      #expect(SearchQuery("report end", at: try Self.instant(0)).matches(in: title).count <= 1)
    }
  }

  @Test("visible and chosen results become feedback about their activities")
  func feedback() async throws {
    let log = InMemoryDonationStore()
    let donations = try (0..<3).map { try Self.note("Report \($0)", at: Int64($0)) }
    _ = try await log.ingest(verbatim: donations)
    try await log.index(
      [SearchableItem(uniqueIdentifier: "1", title: "Report item")], of: "org.example.mail", by: .me,
      at: Self.instant(0))
    let results = await log.search(SearchQuery("report", at: try Self.instant(9)))
    #expect(results.hits.map(\.title) == ["Report 2", "Report 1", "Report 0", "Report item"])
    let now = try Self.instant(10)
    let chosen = try #require(try results.feedback(visible: 2, chosen: 1, at: now))
    #expect(chosen.shown.map(\.identity) == [donations[2].identity, donations[1].identity])
    #expect(chosen.target?.identity == donations[1].identity)
    #expect(chosen.verdict == .accepted)
    let ignored = try #require(try results.feedback(visible: 99, at: now))
    #expect(ignored.shown.count == 3 && ignored.chosen == nil && ignored.verdict == .ignored)
    #expect(try results.feedback(visible: 0, at: now) == nil)
    for place in [-1, 2, 3, 4] {
      #expect(throws: ActivityError.chosenOutOfRange) {
        _ = try results.feedback(visible: place == 3 ? 4 : 2, chosen: place, at: now)
      }
    }
  }

  @Test(
    "marked activities that others can open and that have not expired are public; newest first"
  )
  func publicActivities() async throws {
    let log = InMemoryDonationStore()
    let page = URL(string: "https://example.org/1")
    let end = try Self.instant(50)
    _ = try await log.ingest(
      verbatim: try [
        Self.note("Page", at: 1) {
          $0.isEligibleForPublicIndexing = true
          try $0.setWebpageURL(page)
        },
        Self.note("Keys", at: 2) {
          ($0.isEligibleForPublicIndexing, $0.requiredUserInfoKeys) = (true, ["note"])
        },
        Self.note("Neither", at: 3) { $0.isEligibleForPublicIndexing = true },
        Self.note("Unmarked", at: 4) { try $0.setWebpageURL(page) },
        Self.note("Expired", at: 5) {
          $0.isEligibleForPublicIndexing = true
          try $0.setWebpageURL(page)
          $0.expirationDate = Date(timeIntervalSince1970: Double(end.milliseconds) / 1_000)
        },
        Self.note("Taken back", at: 6) {
          $0.isEligibleForPublicIndexing = true
          try $0.setWebpageURL(page)
        },
        Self.note("Taken back", at: 7),
      ])
    #expect(try await log.publicActivities(of: .me, at: end).map(\.activity.title) == ["Keys", "Page"])
    #expect(try await log.publicActivities(of: .me, at: Self.instant(49)).count == 3)
  }

  @Test("an item has an identifier, a title, and attributes that can be written")
  func items() {
    func error(_ make: () throws(ActivityError) -> SearchableItem) -> ActivityError? {
      do { _ = try make() } catch { return error }
      return nil
    }
    #expect(
      error { () throws(ActivityError) in try SearchableItem(uniqueIdentifier: "", title: "a") }
        == .empty(field: "uniqueIdentifier"))
    #expect(
      error { () throws(ActivityError) in try SearchableItem(uniqueIdentifier: "1", title: " \n") }
        == .empty(field: "title"))
    #expect(
      error { () throws(ActivityError) in
        try SearchableItem(uniqueIdentifier: "1", domainIdentifier: "", title: "a")
      } == .empty(field: "domainIdentifier"))
    #expect(
      error { () throws(ActivityError) in
        try SearchableItem(uniqueIdentifier: "1", title: "a", attributes: ["x": [.double(.nan)]])
      } == .notFinite(field: "attributes"))
  }

  @Test("every kind of text field has a bit of its own")
  func contentTypes() {
    let bits = TextContentType.allCases.map(\.bit)
    #expect(Set(bits).count == bits.count)
    #expect(bits.allSatisfy { $0.nonzeroBitCount == 1 })
  }
}
