import Activities
import Foundation
import Storage
import Testing

@Suite("Fields that rules redact and hash")
struct PrivacyFieldTests {
  private static func donation() throws -> Donation {
    var activity = try UserActivity(
      activityType: "org.example.bank.pay", title: "T", userInfo: ["to": "Mia", "sum": 12],
      requiredUserInfoKeys: ["to"])
    activity.subtitle = "S"
    activity.keywords = ["K"]
    activity.suggestedInvocationPhrase = "P"
    try activity.setWebpageURL(URL(string: "https://example.org/w"))
    try activity.setReferrerURL(URL(string: "https://example.org/r"))
    activity.contentAttributes = ["album": "A"]
    activity.persistentIdentifier = "I"
    activity.targetContentIdentifier = "C"
    activity.relatedUniqueIdentifier = "R"
    activity.appEntityIdentifier = "E"
    activity.interaction = try Interaction(actionName: "N")
    var details = Donation.Details()
    (details.device, details.duration, details.additionalFields) = ("D", 3, ["mood": "M"])
    let place = try Place(latitude: 1, longitude: 2, name: "L")
    return try Donation(
      of: activity,
      in: Context(at: Instant(milliseconds: 5_000), place: place, attributes: ["wifi": "W"]), details: details
    )
  }

  private static func admit(
    _ effect: PrivacyRule.Effect, _ donation: Donation, secret: HashSecret? = nil
  ) throws -> Donation {
    var rules = PrivacyRules()
    _ = rules.add(try PrivacyRule(effect, matching: .everything), secretIfNone: secret)
    return try #require(try rules.admit(donation, at: Instant(milliseconds: 9_000)).donation)
  }

  private static func secret() -> HashSecret {
    var random = SystemRandomNumberGenerator()
    return HashSecret(using: &random)
  }

  @Test("each field is redacted by itself, and nothing else", arguments: DonationField.allCases)
  func field(_ field: DonationField) throws {
    let came = try Self.donation()
    let kept = try Self.admit(.redact(DonationParts(fields: [field])), came)
    #expect(kept != came)
    #expect(kept.identity == came.identity && kept.identifier == came.identifier)
    let others = Set(DonationField.allCases).subtracting([field])
    let all = Set(DonationField.allCases)
    // The other rules give the same result, so only this field makes the difference.
    #expect(
      try Self.admit(.redact(DonationParts(fields: others)), kept)
        == Self.admit(.redact(DonationParts(fields: all)), came))
    #expect(try Self.admit(.redact(DonationParts(fields: [field])), kept) == kept)
  }

  @Test("without any field, the activity and the time remain")
  func allFields() throws {
    let all = DonationParts(keys: ["to", "sum"], fields: Set(DonationField.allCases))
    let kept = try Self.admit(.redact(all), Self.donation())
    let bare = try UserActivity(activityType: "org.example.bank.pay", requiredUserInfoKeys: [])
    #expect(try kept == Donation(of: bare, in: Context(at: Instant(milliseconds: 5_000))))
  }

  @Test(
    "equal values have equal hashes",
    arguments: [
      (1, 1.0, true), ("\u{e9}", "e\u{301}", true), (["a": 1, "b": 2], ["b": 2, "a": 1], true),
      ("1", 1, false), (true, 1, false), (["a"], "a", false),
    ] as [(ActivityValue, ActivityValue, Bool)])
  func equality(_ left: ActivityValue, _ right: ActivityValue, _ isSame: Bool) throws {
    let secret = Self.secret()
    func hash(_ value: ActivityValue, key: String) throws -> ActivityValue? {
      let activity = try UserActivity(activityType: "a", userInfo: [key: value])
      let donation = try Donation(of: activity, in: Context(at: Instant(milliseconds: 0)))
      return try Self.admit(.hashKeys([key]), donation, secret: secret).activity.userInfo[key]
    }
    #expect(try (hash(left, key: "one") == hash(right, key: "other")) == isSame)
    let length = "hashed:".count + 40
    guard case .string(let text)? = try hash(left, key: "k") else { return #expect(Bool(false), "no text") }
    #expect(text.count == length && text.hasPrefix("hashed:"))
  }

  @Test("null stays null, a text that looks like a hash is hashed, and redacted text is not")
  func corners() throws {
    let secret = Self.secret()
    let forged = "hashed:" + String(repeating: "0", count: 40)
    let activity = try UserActivity(
      activityType: "a", userInfo: ["none": nil, "forged": .string(forged), "word": "zebra"])
    let donation = try Donation(of: activity, in: Context(at: Instant(milliseconds: 0)))
    var rules = PrivacyRules()
    _ = rules.add(
      try PrivacyRule(.hashKeys(["none", "forged", "word"]), matching: .everything), secretIfNone: secret)
    var words = Deletion.Criteria()
    words.text = "zebra"
    _ = rules.add(try PrivacyRule(.redactText, matching: words))
    let kept = try #require(try rules.admit(donation, at: Instant(milliseconds: 1)).donation).activity
      .userInfo
    #expect(kept["none"] == .null && kept["word"] == nil)
    #expect(kept["forged"] != .string(forged))
  }

  @Test("a secret does not reveal itself")
  func description() throws {
    let secret = Self.secret()
    var rules = PrivacyRules()
    _ = rules.add(try PrivacyRule(.hashKeys(["k"]), matching: .everything), secretIfNone: secret)
    var dumped = ""
    dump(rules, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), String(reflecting: rules), dumped] {
      #expect(!text.contains("bytes") && !text.contains(#/(\d+, ){8}/#))
    }
  }

  @Test("a rule without a meaning is refused", arguments: DonationField.allCases)
  func refused(_ field: DonationField) throws {
    let make = { try PrivacyRule(.hash(DonationParts(fields: [field])), matching: .everything) }
    if field.isHashable {
      _ = try make()
    } else {
      #expect(throws: ActivityError.notHashable(field: field.rawValue)) { _ = try make() }
    }
    #expect(throws: ActivityError.empty(field: "userInfoKey")) {
      _ = try PrivacyRule(.hash(DonationParts()), matching: .everything)
    }
  }

  @Test("a hint that would be hashed is filtered")
  func hints() async throws {
    let log = InMemoryDonationStore()
    let rule = try PrivacyRule(.hashKeys(["to"]), matching: .everything)
    let secret = Self.secret()
    _ = try await log.changePrivacyRules { $0.add(rule, secretIfNone: secret) }
    let hints = try ["to", "sum"].map {
      try Hint(of: UserActivity(activityType: "org.example.bank.pay", userInfo: [$0: 1]))
    }
    #expect(try await log.setHints(hints, in: .hints, of: "org.example.bank", for: .me) == 1)
    #expect(await log.hints(in: .hints, of: .me).map(\.hint) == [hints[1]])
  }
}
