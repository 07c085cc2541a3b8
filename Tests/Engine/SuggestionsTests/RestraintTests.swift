import Activities
import Foundation
import Storage
import Testing

@testable import Suggestions
@testable import SuggestionsExercises

@Suite("Known activities that are not suggested")
struct RestraintTests {
  /// A page, a file or a command as importers make them, at a minute.
  private static func visit(_ page: String, at minutes: Int64) throws -> Donation {
    try Donation(
      of: UserActivity(
        activityType: "web.visit", title: page, userInfo: ["page": .string(page)],
        requiredUserInfoKeys: ["page"]),
      in: Context(at: World.instant(minutes)))
  }

  private static func file(_ path: String, at minutes: Int64) throws -> Donation {
    try Donation(
      of: UserActivity(activityType: "file.open", title: path, userInfo: ["path": .string(path)]),
      in: Context(at: World.instant(minutes)))
  }

  /// Five days of the same four activities, the last of which is a sensitive site, and the most
  /// frequent.
  private static func history() throws -> [Donation] {
    try (0..<5).flatMap { (day: Int64) -> [Donation] in
      let start = day * 1_440
      return try [
        visit("news.example", at: start), visit("board.example/a", at: start + 10),
        file("/home/ada/private/plan.txt", at: start + 20), visit("www.tinder.com/app", at: start + 30),
        visit("www.tinder.com/app", at: start + 40),
      ]
    }
  }

  private static let asked: Int64 = 4 * 1_440 + 50

  private func engine() async throws -> (SuggestionEngine, InMemoryDonationStore) {
    let log = InMemoryDonationStore()
    try await log.ingest(verbatim: try Self.history())
    return (SuggestionEngine(log: log, model: try World.model()), log)
  }

  private func titles(
    _ engine: SuggestionEngine, at minutes: Int64 = Self.asked, surface: Surface? = nil, limit: Int = 8
  ) async throws -> [String] {
    var request = SuggestionRequest(in: try Context(at: World.instant(minutes)), limit: limit)
    request.surface = surface
    return try await engine.suggestions(request).suggestions.map { $0.activity.title ?? "" }
  }

  @discardableResult
  private func add(
    _ effect: PrivacyRule.Effect, to log: InMemoryDonationStore, _ fill: (inout Deletion.Criteria) -> Void
  ) async throws -> Int {
    var criteria = Deletion.Criteria()
    fill(&criteria)
    let rule = try PrivacyRule(effect, matching: criteria)
    return try await log.changePrivacyRules { $0.add(rule).number }
  }

  @Test(
    "a sensitive site is not suggested, and nothing else changes; a rule shows it, and its removal hides it again"
  )
  func sensitive() async throws {
    let (engine, log) = try await engine()
    let hidden = try await engine.ask(at: Self.asked)
    #expect(Set(hidden.titles) == ["news.example", "board.example/a", "/home/ada/private/plan.txt"])
    let number = try await add(.show, to: log) { $0.siteKind = .dating }
    let shown = try await engine.ask(at: Self.asked)
    #expect(shown.titles.contains("www.tinder.com/app") && shown.titles.count == 4)
    for one in hidden.suggestions {
      #expect(shown.suggestions.contains { $0.identity == one.identity && $0.probability == one.probability })
    }
    #expect(hidden.candidates == shown.candidates)
    try await log.changePrivacyRules { _ = $0.remove(number) }
    #expect(try await engine.ask(at: Self.asked).titles == hidden.titles)
  }

  @Test("a limit is filled with activities that may be suggested", arguments: [1, 2, 3])
  func limits(limit: Int) async throws {
    let (engine, _) = try await engine()
    let all = try await titles(engine)
    #expect(try await titles(engine, limit: limit) == Array(all.prefix(limit)))
  }

  @Test(
    "the user's rules hide a site, a program, words, a folder and one activity, existing and future ones")
  func rules() async throws {
    for (name, gone, fill) in [
      ("site", "board.example/a", { $0.site = Site("BOARD.example") }),
      ("words", "news.example", { $0.text = "News" }),
      ("folder", "/home/ada/private/plan.txt", { $0.folder = "/home/ada/private" }),
      ("type", "/home/ada/private/plan.txt", { $0.activityType = "file.*" }),
      ("activity", "news.example", { $0.identity = try? Self.visit("news.example", at: 0).identity }),
    ] as [(String, String, (inout Deletion.Criteria) -> Void)] {
      let (engine, log) = try await engine()
      #expect(try await titles(engine).contains(gone), "\(name)")
      try await add(.hide, to: log, fill)
      let left = try await titles(engine)
      #expect(left.count == 2 && !left.contains(gone), "\(name)")
    }
    let (engine, log) = try await engine()
    try await add(.hide, to: log) { $0.site = Site("later.example") }
    _ = try await engine.donate(
      (0..<4).map { try Self.visit("sub.later.example/x", at: Self.asked - 5 + $0) },
      now: World.instant(Self.asked))
    #expect(try await titles(engine).count == 3)
  }

  @Test("the last rule decides, and a user's rule is the user's alone")
  func order() async throws {
    let (engine, log) = try await engine()
    try await add(.show, to: log) { $0.siteKind = .dating }
    try await add(.hide, to: log) { $0.site = Site("tinder.com") }
    #expect(try await titles(engine).count == 3)
    try await add(.show, to: log) { $0.text = "app" }
    #expect(try await titles(engine).count == 4)
    var criteria = Deletion.Criteria()
    criteria.site = Site("news.example")
    let rule = try PrivacyRule(.hide, of: UserIdentifier("mia"), matching: criteria)
    try await log.changePrivacyRules { _ = $0.add(rule) }
    #expect(try await titles(engine).count == 4)
  }

  @Test("rules also apply to interruptions, recent activities, catalogs and hints")
  func surfaces() async throws {
    let (engine, log) = try await engine()
    #expect(try await titles(engine, surface: .list).allSatisfy { !$0.contains("tinder") })
    let recent = try await engine.recentActivities(at: World.instant(Self.asked))
    #expect(
      recent.map(\.activity.title) == ["/home/ada/private/plan.txt", "board.example/a", "news.example"])
    let stated = try ["parship.de/x", "shop.example/x"].map {
      try UserActivity(activityType: "web.visit", title: $0, userInfo: ["page": .string($0)])
    }
    try await engine.setAppCatalog(stated, of: "org.example.web")
    let catalog = try await engine.appCatalog(at: World.instant(Self.asked))
    #expect(catalog.map(\.activity.title) == ["shop.example/x"])
    let now = Relevance.date(try DateRelevance(from: World.instant(Self.asked)))
    let hints = try stated.map { try Hint(of: $0, relevance: [now]) }
    try await engine.setHints(hints, of: "org.example.web")
    #expect(try await titles(engine).filter { $0.hasSuffix("/x") } == ["shop.example/x"])
    #expect(await log.hints(in: .hints, of: .me).count == 2, "they are kept")
  }

  @Test("a diagnosis names the rule, and ranks only activities that may be suggested")
  func diagnosis() async throws {
    let (engine, log) = try await engine()
    let request = SuggestionRequest(in: try Context(at: World.instant(Self.asked)))
    let own = try #require(
      try await engine.diagnosis(of: Self.visit("www.tinder.com/app", at: 0).identity, request))
    #expect(own.firstClosedGate?.gate == .discreet && own.alternatives.isEmpty)
    #expect(own.firstClosedGate?.words.contains("dating") == true)
    #expect(own.activity.title == "www.tinder.com/app")
    let list = try await engine.suggestions(request)
    for one in list.suggestions {
      let other = try #require(try await engine.diagnosis(of: one.identity, request))
      #expect(other.rank == one.rank && other.firstClosedGate == nil)
    }
    try await add(.hide, to: log) { $0.text = "news" }
    let news = try await engine.diagnosis(of: Self.visit("news.example", at: 0).identity, request)
    #expect(news?.firstClosedGate?.words == "your rule 1 keeps it out of suggestions")
  }

  @Test("reasons do not name excluded activities")
  func reasons() async throws {
    let (engine, _) = try await engine()
    var request = SuggestionRequest(in: try Context(at: World.instant(Self.asked)), explains: true)
    request.limit = 8
    let list = try await engine.suggestions(request)
    #expect(list.suggestions.count == 3)
    #expect(!"\(list)".contains("tinder.com"))
  }

  @Test("a new rule also applies to queries about the past, whatever was asked before it")
  func past() async throws {
    let (engine, log) = try await engine()
    let aDayBefore = Self.asked - 1_440
    // An engine that was only queried about the past has not read the present yet.
    #expect(try await titles(engine, at: aDayBefore).contains("board.example/a"))
    let number = try await add(.hide, to: log) { $0.site = Site("board.example") }
    #expect(try await !titles(engine, at: aDayBefore).contains("board.example/a"))
    #expect(try await !titles(engine).contains("board.example/a"))
    try await log.changePrivacyRules { _ = $0.remove(number) }
    #expect(try await titles(engine, at: aDayBefore).contains("board.example/a"))
    #expect(try await titles(engine).contains("board.example/a"))
  }

  @Test("hundreds of leading items are skipped, and a rule that hides everything leaves nothing")
  func many() async throws {
    let log = InMemoryDonationStore()
    let hidden = try (0..<300).flatMap { (number: Int64) in
      try [0, 1].map { try Self.visit("tinder.com/p\(number)", at: 1_000 + number * 2 + $0) }
    }
    try await log.ingest(verbatim: try [Self.visit("news.example", at: 0)] + hidden)
    let engine = SuggestionEngine(log: log, model: try World.model())
    let request = SuggestionRequest(in: try Context(at: World.instant(5_000)), limit: 8)
    #expect(try await engine.suggestions(request).suggestions.map(\.activity.title) == ["news.example"])
    try await add(.hide, to: log) { $0.activityType = "web.visit" }
    #expect(try await engine.suggestions(request).suggestions.isEmpty)
  }
}
