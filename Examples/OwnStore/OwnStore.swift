// A store of one's own: a mail reader keeps its donations in its own file, under its own privacy
// rules, and shows what the rules did.
//
//   own-store STORE
//
// Most programs should share the user's store, so that each learns from the others. A program with
// confidential activities opens a file of its own instead.
import Hunch

@main
struct OwnStore {
  static func main() async throws {
    guard let path = CommandLine.arguments.dropFirst().first else {
      print("usage: own-store STORE")
      return
    }
    let store = try SQLiteDonationStore(path: path)
    let monday = try Instant(rfc3339: "2026-03-02T08:00:00+01:00")

    // Rules come first: they apply to donations that arrive after them.
    try await setRules(of: store)

    // Donations pass the rules on their way in. The receipt says how many were filtered.
    let engine = try SuggestionEngine.open(log: store)
    let donations = try [
      (2, "Write to Ada", "ada@example.org"), (3, "Write to Ada", "ada@example.org"),
      (4, "Write to the clinic", "clinic@example.org"), (5, "Write to Ada", "ada@example.org"),
    ].map { day, title, address in
      try donation(title, to: address, at: try Instant(rfc3339: "2026-03-0\(day)T09:00:00+01:00"))
    }
    let receipt = try await engine.donate(donations, now: donations.last?.context.instant ?? monday)
    print("added \(receipt.added), filtered \(receipt.filtered), redacted \(receipt.redacted)")

    // The store has what the rules left: no address, and nothing about the clinic.
    for logged in try await store.allDonations(of: .me) {
      let activity = logged.donation.activity
      print(
        "stored: \(activity.title ?? ""), keys: \(activity.userInfo.keys.sorted().joined(separator: ", "))")
    }
    for rule in try await store.privacyRules().rules {
      print("rule \(rule.number) applied to \(rule.count) donations")
    }

    // Suggestions come from what was kept.
    let friday = Context(at: try Instant(rfc3339: "2026-03-06T08:55:00+01:00"))
    try await show(try await engine.suggestions(SuggestionRequest(in: friday)))

    // Forgetting removes donations, everything derived from them, and their bytes in the file.
    var criteria = Deletion.Criteria()
    criteria.text = "Ada"
    let forgotten = try await engine.forget(try Deletion(at: friday.instant, matching: criteria))
    print("forgot \(forgotten)")
    try await show(try await engine.suggestions(SuggestionRequest(in: friday)))
  }

  /// Sets the rules of a new store.
  ///
  /// The store keeps them, so a later start changes nothing.
  static func setRules(of store: SQLiteDonationStore) async throws {
    try await store.changePrivacyRules { rules in
      guard rules.rules.isEmpty else { return }
      // Nothing about the clinic is kept, whichever of a donation's texts has the word.
      var clinic = Deletion.Criteria()
      clinic.text = "clinic"
      _ = rules.add(try PrivacyRule(.drop, matching: clinic))
      // Everything else is kept as if it had never had an address.
      var addressed = Deletion.Criteria()
      addressed.userInfoKey = "address"
      _ = rules.add(try PrivacyRule(.redactKeys(["address"]), matching: addressed))
      // And nothing is kept for longer than a year.
      rules.retention = try Retention(days: 365, count: nil)
    }
  }

  /// The donation of writing to somebody.
  static func donation(_ title: String, to address: String, at instant: Instant) throws -> Donation {
    let activity = try UserActivity(
      activityType: "org.example.mail.write", title: title,
      userInfo: ["subject": .string(title), "address": .string(address)], requiredUserInfoKeys: ["subject"])
    return try Donation(of: activity, in: Context(at: instant))
  }

  static func show(_ answer: SuggestionList) async throws {
    if answer.suggestions.isEmpty { print("nothing to suggest") }
    for suggestion in answer.suggestions {
      print("suggested: \(suggestion.displayTitle), \(Int(suggestion.probability * 100)) %")
    }
  }
}
