import Activities
import Foundation
import TestSupport
import Testing

@testable import Evaluation

/// A donation of a type, some minutes after 2026-03-02 in UTC.
func donation(
  _ minutes: Int, type: String = "org.example.soup.order", title: String? = "Order soup",
  _ userInfo: [String: ActivityValue], required: Set<String>? = nil, by user: UserIdentifier = .me,
  change: (inout UserActivity) -> Void = { _ in }
) throws -> Donation {
  var activity = try UserActivity(
    activityType: type, title: title, userInfo: userInfo, requiredUserInfoKeys: required)
  activity.persistentIdentifier = "soup"
  change(&activity)
  let instant = try Instant(milliseconds: 1_772_409_600_000 + Int64(minutes) * 60_000)
  return try Donation(of: activity, by: user, in: Context(at: instant))
}

func lint(_ donations: [Donation], withheld: Bool = false) -> LintReport {
  var lint = DonationLint(withholdsRequiredKeys: withheld)
  for donation in donations { lint.count(donation) }
  return lint.report()
}

@Suite struct RepetitionTestTests {
  @Test func `few trials decide nothing, and twelve without a repetition are noise`() {
    #expect(!RepetitionTest(trials: 11, repeats: 0).isNoise)
    #expect(RepetitionTest(trials: 12, repeats: 0).isNoise)
    #expect(!RepetitionTest(trials: 0, repeats: 0).isKnown)
    #expect(RepetitionTest(trials: 0, repeats: 0).bounds == 0...1)
    #expect(RepetitionTest(trials: 0, repeats: 0).share == nil)
  }

  @Test func `the bounds are those of Wilson`() {
    // With z = 1.645 and 2 of 20: (0.1 + z²/40 ± z √(0.1 · 0.9 / 20 + z²/1600)) / (1 + z²/20).
    let bounds = RepetitionTest(trials: 20, repeats: 2).bounds
    #expect(abs(bounds.lowerBound - 0.0337) < 5e-4)
    #expect(abs(bounds.upperBound - 0.2617) < 5e-4)
  }

  @Test func `a key that repeats one time in twenty is noise, one in three is not`() {
    #expect(RepetitionTest(trials: 200, repeats: 10).isNoise)
    #expect(!RepetitionTest(trials: 200, repeats: 66).isNoise)
    #expect(RepetitionTest(trials: 200, repeats: 66).isRepeated)
    #expect(
      !RepetitionTest(trials: 200, repeats: 40).isNoise
        && !RepetitionTest(trials: 200, repeats: 40).isRepeated)
  }

  /// If something repeats in at least one of five, it is called noise in at most one case of
  /// twenty.
  @Test func `what repeats in one of five is seldom called noise`() {
    var numbers = SeededNumbers(seed: 7)
    for trials in [12, 30, 100] {
      let wrong = (0..<4_000).count { _ in
        RepetitionTest(trials: trials, repeats: (0..<trials).count { _ in numbers.chance(5) }).isNoise
      }
      #expect(wrong <= 400, "\(trials) trials: \(wrong) of 4,000; the bound is approximate for few")
    }
  }
}

@Suite struct DonationLintTests {
  private func kinds(_ report: LintReport) -> [String] {
    report.findings.map { "\($0.severity.rawValue) \($0.kind.rawValue) \($0.key ?? "-")" }
  }

  /// P2: the same item and quantity, a scroll offset that never repeats.
  @Test func `the noisy key of an order is named, and the rest proposed`() throws {
    let orders = try (0..<20).map { day in
      try donation(
        day * 1_440, title: "Order \(day % 2 == 0 ? "soup" : "salad")",
        [
          "item": .string(day % 2 == 0 ? "soup" : "salad"), "quantity": 1,
          "scrollOffset": .double(Double(day) * 17.3),
        ])
    }
    let report = lint(orders)
    #expect(
      kinds(report) == [
        "problem noise-key scrollOffset", "problem required-keys -", "advice constant-key quantity",
      ])
    let type = report.types[0]
    #expect(type.proposedKeys == ["item", "quantity"])
    #expect(type.repetition == 0)
    #expect(type.proposedRepetition == 18.0 / 19)
    #expect(type.keys.map(\.verdict) == [.tells, .constant, .noise])
    #expect(type.keys[0].entropy == 1 && type.keys[1].entropy == 0)
    #expect(abs(type.keys[2].entropy - log2(20)) < 1e-12)
    let required = try (0..<20).map {
      try donation($0, orders[$0].activity.userInfo, required: ["item", "quantity"])
    }
    #expect(!lint(required).findings.contains { $0.severity == .problem })
    #expect(
      lint(required, withheld: true).findings.contains { $0.kind == .noiseKey && $0.key == "scrollOffset" })
  }

  @Test func `of few donations nothing is proposed, and nothing called noise`() throws {
    let orders = try (0..<12).map { try donation($0, ["offset": .integer(Int64($0))]) }
    let report = lint(orders)
    #expect(report.types[0].keys[0].verdict == .unknown, "eleven could repeat")
    #expect(report.types[0].proposedKeys == nil)
    #expect(kinds(report) == [])
    #expect(lint([]).types.isEmpty && lint([]).donations == 0)
  }

  @Test func `imported donations are only counted unless they are asked for`() throws {
    let orders = try (0..<20).map { day in
      let own = try donation(day * 1_440, ["offset": .integer(Int64(day))])
      var details = Donation.Details()
      details.source = day < 15 ? .imported(from: "lunches") : .user
      return try Donation(of: own.activity, by: own.user, in: own.context, details: details)
    }
    let report = lint(orders)
    #expect(report.donations == 5 && report.importedDonations == 15 && report.findings.isEmpty)
    var all = DonationLint(includesImports: true)
    for order in orders { all.count(order) }
    #expect(all.report().donations == 20 && all.report().importedDonations == 0)
    #expect(all.report().findings.contains { $0.kind == .noiseKey })
  }

  @Test func `a value that another user had does not repeat`() throws {
    let orders = try (0..<40).map {
      try donation($0, ["ticket": .integer(Int64($0 / 2))], by: UserIdentifier($0 % 2 == 0 ? "mia" : "leo"))
    }
    #expect(lint(orders).types[0].keys[0].verdict == .noise)
  }

  @Test(arguments: TimePrecision.allCases)
  func `a time that only tells the order is near no timestamp`(precision: TimePrecision) throws {
    var details = Donation.Details()
    details.timePrecision = precision
    let donations = try (0..<5).map { number in
      let made = try donation(number, ["seconds": .double(1_772_409_600 + Double(number) * 60)])
      return try Donation(of: made.activity, in: made.context, details: details)
    }
    let isSeen = lint(donations).findings.contains { $0.kind == .timestamp }
    #expect(isSeen == (precision != .order))
  }

  @Test func `timestamps are seen in every dress, and dates that mean something else are not`() throws {
    let now = 1_772_409_600.0
    func values(_ index: Int) throws -> [String: ActivityValue] {
      let seconds = now + Double(index) * 60
      return [
        "date": .date(Date(timeIntervalSince1970: seconds)), "seconds": .double(seconds),
        "milliseconds": .integer(Int64(seconds * 1_000)), "digits": .string(String(Int64(seconds))),
        "text": .string(try Instant(milliseconds: Int64(seconds * 1_000)).rfc3339),
        "local": .string(String(try Instant(milliseconds: Int64(seconds * 1_000)).rfc3339.prefix(19))),
        "due": .string("2026-03-02"), "born": .date(Date(timeIntervalSince1970: 0)),
        "count": .integer(Int64(index)),
      ]
    }
    let report = lint(try (0..<5).map { try donation($0, values($0)) })
    let keys = report.findings.filter { $0.kind == .timestamp }.compactMap(\.key)
    #expect(keys == ["date", "digits", "local", "milliseconds", "seconds", "text"])
    let outside = lint(try (0..<5).map { try donation($0, values($0), required: ["due"]) })
    #expect(!outside.findings.contains { $0.kind == .timestamp }, "beside the identity it does no harm")
  }

  @Test func `identifiers are guessed from few donations, and only advised about`() throws {
    let few = try (0..<4).map {
      try donation($0, ["session": .string(UUID().uuidString), "n": .integer(Int64($0))])
    }
    #expect(kinds(lint(few)) == ["advice identifier session"])
    let same = try (0..<4).map { try donation($0, ["playlist": "0123456789abcdef0123"]) }
    #expect(kinds(lint(same)) == [], "it repeats")
  }

  @Test func `display text that only repeats a key is reported`() throws {
    let names = ["Da Gino", "La Luna", "Il Porto", "Al Forno"]
    let views = try (0..<40).map { index in
      try donation(
        index, title: "View \(names[index % 4])",
        [
          "place": .string("p\(index % 4)"), "name": .string(names[index % 4]),
          "label": .string("View \(names[index % 4])"),
        ])
    }
    let report = lint(views)
    #expect(kinds(report) == ["advice display-text label", "advice display-text name"])
    #expect(report.types[0].proposedKeys == ["place"])
  }

  @Test func `required keys without a value, and sets that differ`() throws {
    let orders = try (0..<20).map { index in
      try donation(
        index, index % 4 == 0 ? [:] : ["item": "soup"],
        required: index % 2 == 0 ? ["item"] : ["item", "size"])
    }
    let report = lint(orders)
    #expect(
      kinds(report) == [
        "problem required-key-missing item", "problem required-key-missing size",
        "advice required-keys-vary -", "advice title-shared -",
      ])
    #expect(report.findings[0].concerned == 5 && report.findings[1].concerned == 10)
    #expect(report.findings[2].concerned == 10)
  }

  @Test func `titles: none, shared, or with what never comes back`() throws {
    let none = try (0..<15).map { try donation($0, title: $0 < 5 ? nil : "Order", [:], required: []) }
    #expect(kinds(lint(none)) == ["advice title-missing -"])
    let shared = try (0..<20).map { try donation($0, title: "Read on", ["book": .integer(Int64($0 % 3))]) }
    #expect(kinds(lint(shared)) == ["advice title-shared -"])
    #expect(lint(shared).types[0].proposedKeys == ["book"], "a title that is always the same tells nothing")
    let noisy = try (0..<20).map {
      try donation($0, title: "Order no. \($0)", ["item": .integer(Int64($0 % 3))])
    }
    #expect(kinds(lint(noisy)) == ["problem title-noise -"])
  }

  @Test func `phrases that are long or wake another assistant`() throws {
    let orders = try (0..<3).map { index in
      try donation(index, [:]) {
        $0.suggestedInvocationPhrase =
          ["Soup", "Hey Siri, soup", "Order the soup of the day with croutons and pepper please"][index]
      }
    }
    #expect(kinds(lint(orders)) == ["problem phrase-wakes -", "advice phrase-long -"])
    #expect(PhraseFault.faults(of: "Sirius radio") == [], "a word is more than its beginning")
  }

  @Test func `what tells things apart should have a name by which it can be deleted`() throws {
    let orders = try (0..<20).map { index in
      try donation(index, title: "Order \(index % 2)", ["item": .integer(Int64(index % 2))]) {
        $0.persistentIdentifier = nil
      }
    }
    #expect(kinds(lint(orders)) == ["advice no-persistent-identifier -"])
  }

  @Test func `the smallest set that tells the title is proposed, and what follows from it`() throws {
    // The title says the client; the tab does not show; the account follows from the client.
    let opened = try (0..<60).map { index in
      let client = index % 5
      return try donation(
        index, title: "Open client \(client)",
        [
          "client": .integer(Int64(client)), "tab": .integer(Int64(index / 5 % 3)),
          "account": .string(client < 2 ? "a" : "b"),
        ])
    }
    #expect(lint(opened).types[0].proposedKeys == ["account", "client"])
    // Two keys together make the title.
    let pairs = try (0..<60).map { index in
      try donation(
        index, title: "Light \(index % 3) \(index / 3 % 2)",
        ["room": .integer(Int64(index % 3)), "state": .integer(Int64(index / 3 % 2))])
    }
    #expect(lint(pairs).types[0].proposedKeys == ["room", "state"])
  }

  @Test func `keys that repeat each, but never together, are not proposed together`() throws {
    let rows = try (0..<225).map { index in
      try donation(
        index, ["row": .integer(Int64(index / 15)), "column": .integer(Int64(index % 15))])
    }
    #expect(lint(rows).types[0].proposedKeys?.count == 1)
  }

  @Test func `memory is bounded by types, keys and rows, and the report shows when`() throws {
    var lint = DonationLint()
    for index in 0..<DonationLint.mostTypes + 5 {
      lint.count(try donation(index, type: "org.example.t\(index)", [:]))
    }
    #expect(lint.report().skippedDonations == 5 && lint.report().types.count == DonationLint.mostTypes)
    #expect(lint.report().donations == DonationLint.mostTypes + 5)
    let wide = try donation(
      0, Dictionary(uniqueKeysWithValues: (0..<100).map { ("k\($0)", ActivityValue.integer(1)) }))
    let report = DonationLintTests.report(of: [wide])
    #expect(report.types[0].keys.count == LintTable.mostKeys)
    #expect(report.findings.contains { $0.kind == .tooManyKeys })
  }

  private static func report(of donations: [Donation]) -> LintReport { lint(donations) }

  @Test func `the order of donations does not matter, and no value is shown`() throws {
    let orders = try (0..<40).map { index in
      try donation(
        index, title: "Secret \(index % 3)",
        ["who": .string("secret-\(index % 3)"), "when": .string("secret-\(index)")])
    }
    let report = lint(orders)
    #expect(lint(orders.reversed()) == report)
    #expect(!"\(report)".contains("ecret"))
  }
}
