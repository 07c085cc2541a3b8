import Activities
import Foundation
import Storage
import Testing

@Suite("Privacy rules")
struct PrivacyRulesTests {
  private static let now = Result { try Instant(milliseconds: 100_000) }

  private static func donation(
    _ userInfo: [String: ActivityValue] = ["track": 1, "url": "x"], required: Set<String>? = nil,
    ordinal: Int = 0, change: (inout UserActivity) throws -> Void = { _ in }
  ) throws -> Donation {
    var activity = try UserActivity(
      activityType: "org.example.player.play", title: "Play Blue in Green", userInfo: userInfo,
      requiredUserInfoKeys: required)
    try change(&activity)
    let place = try Place(latitude: 1, longitude: 2, name: "Blue Note")
    return try Donation(
      of: activity, in: Context(at: Instant(milliseconds: 5_000), place: place), ordinal: ordinal)
  }

  private static func rules(_ rules: PrivacyRule...) -> PrivacyRules {
    var kept = PrivacyRules()
    for rule in rules { _ = kept.add(rule) }
    return kept
  }

  private static func rule(
    _ effect: PrivacyRule.Effect, _ fill: (inout Deletion.Criteria) -> Void
  ) throws -> PrivacyRule {
    var criteria = Deletion.Criteria()
    fill(&criteria)
    return try PrivacyRule(effect, matching: criteria)
  }

  @Test("without rules a donation is stored unchanged")
  func none() throws {
    let donation = try Self.donation()
    #expect(try PrivacyRules().admit(donation, at: Self.now.get()) == .admitted(donation))
  }

  @Test("the user's own phrase is stored unchanged if rules admit its activity and its words")
  func phrases() throws {
    let now = try Self.now.get()
    let phrase = try OwnPhrase(for: Self.donation().activity, at: now, phrase: "Blau und grün")
    #expect(PrivacyRules().admit(phrase, at: now) == phrase)
    let rules = [
      try Self.rule(.drop) { $0.activityType = "org.example.*" }, try Self.rule(.drop) { $0.text = "BLAU" },
      try Self.rule(.redactKeys(["url"])) { $0.all = true },
      try PrivacyRule.pause(from: Instant(milliseconds: 1)),
    ]
    for rule in rules { #expect(Self.rules(rule).admit(phrase, at: now) == nil) }
    let other = try Self.rule(.drop) { $0.text = "rot" }
    #expect(Self.rules(other).admit(phrase, at: now) == phrase)
    let taken = try OwnPhrase(for: Self.donation().activity, at: now, phrase: nil)
    #expect(Self.rules(rules[0]).admit(taken, at: now) == taken, "removing a phrase is always admitted")
  }

  @Test("feedback keeps its surface and horizon when it is ingested")
  func surface() throws {
    let shown = try ["a", "b"].map {
      try Feedback.Impression(activityType: "org.example.\($0).open", userInfo: [:])
    }
    let feedback = try Feedback(
      at: Self.now.get(), shown: shown, verdict: .ignored, surface: .interrupt, horizon: 3_600)
    let rest = Self.rules(try Self.rule(.drop) { $0.program = "org.example.b" }).admit(feedback)
    #expect(rest?.shown == [shown[0]] && rest?.surface == .interrupt && rest?.horizon == 3_600)
  }

  @Test("the first rule that drops is counted, and rules that redact are not applied")
  func dropFirst() throws {
    var rules = Self.rules(
      try Self.rule(.redactKeys(["url"])) { $0.all = true },
      try Self.rule(.drop) { $0.activityType = "org.example.*" },
      try Self.rule(.drop) { $0.userInfoKey = "url" })
    let admission = rules.admit(try Self.donation(), at: try Self.now.get())
    #expect(admission == .dropped(by: 2) && admission.donation == nil)
    rules.count(admission)
    #expect(rules.rules.map(\.count) == [0, 1, 0])
  }

  @Test(
    "redacted keys leave no trace", arguments: [nil, ["track", "url"], ["url"]] as [Set<String>?])
  func keys(required: Set<String>?) throws {
    let rules = Self.rules(try Self.rule(.redactKeys(["url", "none"])) { $0.all = true })
    for ordinal in [0, 3] {
      let came = try Self.donation(required: required, ordinal: ordinal)
      let expected = try Self.donation(
        ["track": 1], required: required?.subtracting(["url"]), ordinal: ordinal)
      #expect(rules.admit(came, at: try Self.now.get()) == .redacted(expected, by: [1]))
    }
    let without = try Self.donation(["track": 1])
    #expect(rules.admit(without, at: try Self.now.get()) == .admitted(without))
  }

  @Test("a donation with an id of its own keeps its identifier")
  func namedDonation() throws {
    let rules = Self.rules(try Self.rule(.redactKeys(["url"])) { $0.all = true })
    var details = Donation.Details()
    details.externalIdentifier = "mine"
    let activity = try UserActivity(activityType: "a", userInfo: ["url": 1])
    let donation = try Donation(of: activity, in: Context(at: Self.now.get()), details: details)
    let admitted = try #require(try rules.admit(donation, at: Self.now.get()).donation)
    #expect(admitted.identifier == donation.identifier && admitted.identity != donation.identity)
    #expect(admitted.identity == admitted.activity.identity)
  }

  @Test("each text with the words is redacted by itself, and so are values that contain one")
  func texts() throws {
    let rules = Self.rules(try Self.rule(.redactText) { $0.text = "blue" })
    let came = try Self.donation(["track": "Blue", "list": ["deep", ["BLUE"]], "plain": 1]) {
      $0.subtitle = "plain"
      $0.keywords = ["blue", "green"]
      $0.suggestedInvocationPhrase = "my blue"
      $0.contentAttributes = ["album": "Kind of Blue", "artist": "Miles"]
      try $0.setWebpageURL(URL(string: "https://example.org/blue"))
    }
    let admitted = try #require(try rules.admit(came, at: Self.now.get()).donation)
    let activity = admitted.activity
    #expect(activity.title == nil && activity.suggestedInvocationPhrase == nil && activity.webpageURL == nil)
    #expect(activity.subtitle == "plain" && activity.keywords == ["green"])
    #expect(activity.userInfo == ["plain": 1] && activity.contentAttributes == ["artist": "Miles"])
    #expect(admitted.context.place == (try Place(latitude: 1, longitude: 2)))
    #expect(!DonationWords.contain("blue", in: admitted))
  }

  @Test("rules without a meaning are refused")
  func refused() throws {
    #expect(throws: ActivityError.deletionWithoutCriterion) { try Self.rule(.drop) { _ in } }
    #expect(throws: ActivityError.deletionWithoutCriterion) { try Self.rule(.drop) { $0.activityType = "*" } }
    #expect(throws: ActivityError.textWithoutWords) { try Self.rule(.redactText) { $0.program = "a" } }
    #expect(throws: ActivityError.textWithoutWords) { try Self.rule(.drop) { $0.text = "!" } }
    #expect(throws: ActivityError.empty(field: "userInfoKey")) {
      try Self.rule(.redactKeys([])) { $0.program = "a" }
    }
    #expect(throws: ActivityError.self) { try Retention(days: 0, count: nil) }
    #expect(throws: ActivityError.self) { try Retention(days: .nan, count: nil) }
    #expect(throws: ActivityError.self) { try Retention(days: nil, count: 0) }
  }

  @Test("the rules apply to feedback, too", arguments: [0, 1, 2, nil] as [Int?])
  func feedback(chosen: Int?) throws {
    let rules = Self.rules(
      try Self.rule(.drop) { $0.program = "org.example.bank" },
      try Self.rule(.redactKeys(["url"])) { $0.all = true })
    let shown = try ["org.example.player.play", "org.example.bank.pay", "org.example.player.stop"].map {
      try Feedback.Impression(activityType: $0, userInfo: ["url": "x", "id": 1])
    }
    let given = try Feedback(at: Self.now.get(), shown: shown, chosen: chosen, verdict: .accepted)
    let admitted = rules.admit(given)
    if chosen == 1 {
      #expect(admitted == nil)
    } else {
      #expect(admitted?.shown.map(\.activityType) == [shown[0].activityType, shown[2].activityType])
      #expect(admitted?.shown.allSatisfy { $0.userInfo == ["id": 1] } == true)
      #expect(admitted?.chosen == (chosen == 2 ? 1 : chosen))
    }
  }

  @Test("a program gets the same answer as if its donation were stored, and the rule counts it once")
  func recorder() async throws {
    struct Recorder: DonationRecorder {
      let log: InMemoryDonationStore
      func donate(_ donations: [Donation], now: Instant) async throws -> AppendReceipt {
        try await log.ingest(donations, at: now)
      }
      func forget(_ deletion: Deletion) async throws -> Int { await log.forget(deletion) }
    }
    let log = InMemoryDonationStore()
    let rule = try Self.rule(.drop) { $0.program = "org.example.player" }
    _ = try await log.changePrivacyRules { $0.add(rule) }
    let activity = try UserActivity(activityType: "org.example.player.play")
    let donation = try await Recorder(log: log).donate(
      occurrenceOf: activity, by: .me, in: Context(at: Self.now.get()))
    #expect(donation.activity == activity)
    #expect(await log.users().isEmpty)
    #expect(await log.privacyRules().rules.map(\.count) == [1])
  }

  @Test("the number of rules is limited: one more is refused, one less is not")
  func rules() async throws {
    let log = InMemoryDonationStore()
    var criteria = Deletion.Criteria()
    criteria.program = "org.example.bank"
    let rule = try PrivacyRule(.drop, matching: criteria)
    try await log.changePrivacyRules { rules in
      for _ in 0..<PrivacyRules.limit { _ = rules.add(rule) }
    }
    await #expect(throws: ActivityError.tooManyRules(limit: PrivacyRules.limit)) {
      try await log.changePrivacyRules { rules in _ = rules.add(rule) }
    }
    _ = try await log.changePrivacyRules { rules in rules.remove(1) }
    #expect(await log.privacyRules().rules.count == PrivacyRules.limit - 1)
  }
}
