import Activities

/// The promises about privacy rules, pauses and retention.
enum PrivacyContract {
  static func criteria(_ fill: (inout Deletion.Criteria) throws -> Void) rethrows -> Deletion.Criteria {
    var criteria = Deletion.Criteria()
    try fill(&criteria)
    return criteria
  }

  private static func drop(_ program: String) throws -> PrivacyRule {
    try PrivacyRule(.drop, matching: criteria { $0.program = program })
  }

  static func now() throws -> Instant { try Samples.instant(1_000) }

  static let all = keeping + droppingAndRedacting + hashing + pausing + retaining

  private static let keeping = [
    DonationStoreContract.onEmpty("without rules everything is stored") { log in
      try expect(try await log.privacyRules(), equals: PrivacyRules(), "rules")
      let donations = try (0..<3).map { try Samples.donation("a", at: $0) }
      try expect(try await log.ingest(donations, at: now()), equals: AppendReceipt(added: 3), "receipt")
      try expect(try await log.ingest(donations, at: now()), equals: AppendReceipt(duplicates: 3), "again")
    },
    DonationStoreContract.onEmpty("rules are read back unchanged, with their numbers and counts") { log in
      let rules = [
        try drop("org.example.bank"),
        try PrivacyRule(
          .redactKeys(["url", "Ångström"]), of: Samples.user("mia"),
          matching: criteria { $0.activityType = "a.*" }),
        try PrivacyRule(.redactText, matching: criteria { $0.text = "my name" }),
        try PrivacyRule(
          .redact(DonationParts(keys: ["a"], fields: Set(DonationField.allCases))), matching: .everything),
        try PrivacyRule(
          .hash(DonationParts(keys: ["a"], fields: [.placeName, .location])), matching: .everything),
        try PrivacyRule.pause(
          from: Instant(milliseconds: 5_000, offsetMinutes: 60), until: Instant(milliseconds: 9_000),
          program: "a"),
        try PrivacyRule(
          .drop,
          matching: criteria { $0.area = try Deletion.Area(latitude: 1, longitude: -2, within: 3.5) }),
      ]
      let added = try await log.changePrivacyRules { kept in rules.map { kept.add($0) } }
      try expect(added.map(\.number), equals: Array(1...7), "numbers")
      try await log.changePrivacyRules { kept in
        kept.countIncognito(7)
        kept.retention = try Retention(days: 30.5, count: 100)
        _ = kept.remove(2)
      }
      let kept = try await log.privacyRules()
      try expect(kept.rules, equals: added.filter { $0.number != 2 }, "rules")
      try expect(kept.incognito, equals: 7, "incognito")
      try expect(kept.retention, equals: try Retention(days: 30.5, count: 100), "retention")
      let another = try await log.changePrivacyRules { $0.add(rules[1]) }
      try expect(another.number, equals: 8, "a number is never reused")
    },
    DonationStoreContract.onEmpty("a change that fails changes nothing") { log in
      struct Refused: Error {}
      let rule = try drop("a")
      do {
        try await log.changePrivacyRules { rules in
          _ = rules.add(rule)
          throw Refused()
        }
        try expect(false, "it did not fail")
      } catch is Refused {}
      try expect(try await log.privacyRules(), equals: PrivacyRules(), "rules")
    },
  ]

  private static let droppingAndRedacting = [
    DonationStoreContract.onEmpty(
      "the receipt has the effect of each rule, with the rules of its transaction"
    ) {
      log in
      let titles = try PrivacyRule(
        .redact(DonationParts(fields: Set(DonationField.allCases).subtracting([.location]))),
        matching: .everything)
      try await log.changePrivacyRules { _ = $0.add(titles) }
      let asked = try await log.privacyRules()
      // The rules change after they were read: the earlier version no longer counts.
      let pause = try PrivacyRule.pause(from: Samples.instant(0), program: "org.example.player")
      try await log.changePrivacyRules { rules in
        _ = rules.remove(1)
        _ = rules.add(pause)
      }
      let donation = try Samples.donation("a", at: 1)
      try expect(asked.admit(donation, at: now()).donation != nil, "the old rules admit it")
      let receipt = try await log.receipt(of: [donation], at: now())
      try expect(receipt.donations.filtered, equals: 1, "filtered")
      try expect(receipt.rules.map(\.number), equals: [2], "by the pause")
      try expect(receipt.rules.map(\.filtered), equals: [1], "once")
      try expect(receipt.rules.allSatisfy(\.isPause) && receipt.lastDonation == nil, "nothing was stored")
      try await log.changePrivacyRules { rules in
        _ = rules.remove(2)
        _ = rules.add(titles)
      }
      let other = try await log.receipt(of: [donation], at: now())
      try expect(other.rules.map(\.number), equals: [3], "by the rule about titles")
      try expect(other.rules.map(\.redacted), equals: [1], "once")
      try expect(other.lastDonation?.activity.title, equals: nil, "without its title")
      try expect(try await log.ingest(verbatim: [Samples.donation("b", at: 2)]).added, equals: 1, "copied")
      let copied = try await log.donations(of: .me, in: 0..<Int64.max, after: nil, limit: 9).last
      try expect(copied?.donation.activity.title, equals: "Play b", "rules do not apply to a copy")
      try expect(try await log.privacyRules().rules.map(\.count), equals: [1], "a copy is not counted")
    },
    DonationStoreContract.onEmpty("P25: a filtered program leaves nothing, and is counted") { log in
      let bank = try drop("org.example.player")
      let rule = try await log.changePrivacyRules { $0.add(bank) }
      let out = try (0..<3).map { try Samples.donation("a", at: $0) }
      let other = try Samples.donation("a", at: 5, program: "org.example.widget")
      let receipt = try await log.ingest(out + [other], at: now())
      try expect(receipt, equals: AppendReceipt(added: 1, filtered: 3), "receipt")
      try expect(try await log.everything(), equals: [other], "kept")
      try expect(try await log.privacyRules().rules.map(\.count), equals: [3], "count")
      let shown = try Samples.feedback(on: ["a"], at: 9)
      try expect(try await log.ingest([shown]), equals: AppendReceipt(filtered: 1), "feedback")
      try expect(try await log.feedback(of: .me), equals: [], "feedback")
      let item = try SearchableItem(uniqueIdentifier: "i", title: "Account")
      try await log.index([item], of: "org.example.player", by: .me, at: now())
      try expect(try await log.items(.all, of: "org.example.player", by: .me), equals: [], "items")
      try await log.changePrivacyRules { _ = $0.remove(rule.number) }
      try expect(try await log.ingest(out, at: now()), equals: AppendReceipt(added: 3), "admitted again")
    },
    DonationStoreContract.onEmpty("P25: filtering a program later forgets its existing donations") { log in
      _ = try await log.ingest((0..<4).map { try Samples.donation("a", at: $0) }, at: now())
      let kept = try Samples.donation("a", at: 5, program: "org.example.widget")
      _ = try await log.ingest([kept], at: now())
      let rule = try drop("org.example.player")
      let added = try await log.changePrivacyRules { $0.add(rule) }
      let users = try await log.users().map(\.user)
      let receipt = try await log.forget(added.deletions(of: users, at: now()), rehearsing: false)
      try expect(receipt.donations, equals: 4, "forgotten")
      try expect(try await log.everything(), equals: [kept], "kept")
    },
    DonationStoreContract.onEmpty("a redacted value is as if it had never existed") { log in
      let rule = try PrivacyRule(
        .redactKeys(["url"]), matching: criteria { $0.activityType = "org.example.player.*" })
      _ = try await log.changePrivacyRules { $0.add(rule) }
      func donation(_ keys: [String: ActivityValue]) throws -> Donation {
        let activity = try UserActivity(activityType: "org.example.player.play", userInfo: keys)
        return try Donation(of: activity, in: Context(at: Samples.instant(1)))
      }
      let receipt = try await log.ingest([donation(["track": 1, "url": "x"])], at: now())
      try expect(receipt, equals: AppendReceipt(added: 1, redacted: 1), "receipt")
      try expect(try await log.everything(), equals: [try donation(["track": 1])], "kept")
      let again = try await log.ingest([donation(["track": 1])], at: now())
      try expect(again, equals: AppendReceipt(duplicates: 1), "it is the same donation")
      try expect(try await log.privacyRules().rules.map(\.count), equals: [1], "count")
    },
    DonationStoreContract.onEmpty("rules of one user do not apply to others") { log in
      let mia = try Samples.user("mia")
      let rule = try PrivacyRule(.drop, of: mia, matching: criteria { $0.text = "mango" })
      _ = try await log.changePrivacyRules { $0.add(rule) }
      let receipt = try await log.ingest(
        [
          Samples.donation("mango", at: 1), Samples.donation("mango", at: 1, by: mia),
          Samples.donation("b", at: 1, by: mia),
        ],
        at: now())
      try expect(receipt, equals: AppendReceipt(added: 2, filtered: 1), "receipt")
    },
  ]

  private static let pausing = [
    DonationStoreContract.onEmpty(
      "nothing is stored while paused, and donations from the pause are filtered later"
    ) {
      log in
      let pause = try PrivacyRule.pause(from: Samples.instant(10))
      _ = try await log.changePrivacyRules { $0.add(pause) }
      let receipt = try await log.ingest(
        [Samples.donation("a", at: 12), Samples.donation("old", at: 1)], at: Samples.instant(15))
      try expect(receipt, equals: AppendReceipt(filtered: 2), "while paused")
      let ended = try await log.changePrivacyRules { try $0.endPauses(at: Samples.instant(20)) }
      try expect(ended.map(\.count), equals: [2], "ended")
      let later = try await log.ingest(
        [Samples.donation("a", at: 12), Samples.donation("old", at: 1), Samples.donation("new", at: 20)],
        at: Samples.instant(21))
      try expect(later, equals: AppendReceipt(added: 2, filtered: 1), "afterwards")
      let again = try await log.changePrivacyRules { try $0.endPauses(at: Samples.instant(22)) }
      try expect(again, equals: [], "it is over")
    },
    // A pause that began while the clock was years ahead could not be ended before its start.
    DonationStoreContract.onEmpty("a pause in the future can be ended, and filters nothing") {
      log in
      let pause = try PrivacyRule.pause(from: Samples.instant(1_000_000_000))
      _ = try await log.changePrivacyRules { $0.add(pause) }
      let ended = try await log.changePrivacyRules { try $0.endPauses(at: Samples.instant(20)) }
      try expect(ended.count, equals: 1, "ended")
      let rules = try await log.privacyRules()
      try expect(try rules.rulesInForce(at: Samples.instant(20)), equals: 0, "in force")
      let receipt = try await log.ingest(
        [Samples.donation("a", at: 12)], at: Samples.instant(2_000_000_000))
      try expect(receipt, equals: AppendReceipt(added: 1), "donations after the pause")
    },
    DonationStoreContract.onEmpty("a pause of one program ends by itself") { log in
      let pause = try PrivacyRule.pause(
        from: Samples.instant(10), until: Samples.instant(20), program: "org.example.player")
      _ = try await log.changePrivacyRules { $0.add(pause) }
      let donations = try [
        Samples.donation("a", at: 12),
        Samples.donation("a", at: 12, program: "org.example.widget", ordinal: 1),
      ]
      let receipt = try await log.ingest(donations, at: Samples.instant(12))
      try expect(receipt, equals: AppendReceipt(added: 1, filtered: 1), "while paused")
      let later = try await log.ingest([Samples.donation("a", at: 20)], at: Samples.instant(20))
      try expect(later, equals: AppendReceipt(added: 1), "afterwards")
    },
  ]

  private static let day: Int64 = 86_400

  private static let retaining = [
    DonationStoreContract.onEmpty(
      "donations beyond the maximum age are forgotten, with the feedback of that time"
    ) {
      log in
      let donations = try (0..<10).map { try Samples.donation("a", at: Int64($0) * day) }
      _ = try await log.add(donations)
      _ = try await log.add([Samples.feedback(on: ["a"], at: 1), Samples.feedback(on: ["a"], at: 9 * day)])
      try await log.changePrivacyRules { $0.retention = try Retention(days: 3, count: nil) }
      let now = try Samples.instant(9 * day)
      let rehearsed = try await log.keepRetention(at: now, rehearsing: true)
      try expect(try await log.everything(), equals: donations, "a rehearsal")
      let receipt = try await log.keepRetention(at: now)
      try expect(receipt, equals: rehearsed, "receipt")
      try expect([receipt.donations, receipt.feedbackRemoved], equals: [6, 1], "gone")
      try expect(try await log.everything(), equals: Array(donations[6...]), "remaining donations")
      try expect(try await log.keepRetention(at: now), equals: ForgettingReceipt(), "again")
    },
    DonationStoreContract.onEmpty(
      "forgetting an activity's last donation removes the user's own phrase, but not feedback"
    ) { log in
      _ = try await log.add([Samples.donation("gone", at: 0), Samples.donation("kept", at: 8 * day)])
      let (gone, kept) = (
        try Samples.phrase("Of what is gone", for: "gone", at: 8 * day),
        try Samples.phrase("Of what is kept", for: "kept", at: 1)
      )
      _ = try await log.ingest([gone, kept], at: Samples.instant(8 * day))
      let never = try Samples.feedback(on: ["gone"], at: 8 * day)
      _ = try await log.add([never])
      let receipt = try await log.keepRetention(
        Retention(days: 3, count: nil), at: Samples.instant(9 * day))
      try expect([receipt.donations, receipt.phrases], equals: [1, 1], "receipt")
      try expect(try await log.phrases(of: .me), equals: [kept], "phrases")
      try expect(try await log.feedback(of: .me), equals: [never], "feedback of a later time")
    },
    DonationStoreContract.onEmpty(
      "donations beyond the maximum number are forgotten, the oldest first, per user"
    ) {
      log in
      let other = try Samples.user("other")
      let mine = try (0..<10).map { try Samples.donation("a", at: Int64($0)) }
      let theirs = try (0..<3).map { try Samples.donation("a", at: Int64($0), by: other) }
      _ = try await log.add(mine + theirs)
      try await log.changePrivacyRules { $0.retention = try Retention(days: nil, count: 4) }
      try expect(try await log.keepRetention(at: now()).donations, equals: 6, "gone")
      try expect(try await log.everything(), equals: Array(mine[6...]), "mine")
      try expect(try await log.everything(of: other), equals: theirs, "theirs")
    },
    DonationStoreContract.onEmpty("ingestion enforces the limits, within a tenth or a day") { log in
      try await log.changePrivacyRules { $0.retention = try Retention(days: nil, count: 20) }
      for second in 0..<Int64(60) {
        _ = try await log.ingest([Samples.donation("a", at: second)], at: Samples.instant(second))
        let count = try await log.everything().count
        try expect((min(20, Int(second) + 1)...22).contains(count), "\(count) after \(second)")
      }
      try await log.changePrivacyRules { $0.retention = try Retention(days: 2, count: nil) }
      let later = [try Samples.donation("b", at: 2 * day + 30)]
      _ = try await log.ingest(later, at: Samples.instant(2 * day + 30))
      try expect(try await log.everything().count > 20, "less than a day over")
      let latest = [try Samples.donation("b", at: 3 * day + 60)]
      _ = try await log.ingest(latest, at: Samples.instant(3 * day + 60))
      try expect(try await log.everything(), equals: later + latest, "a day over")
    },
    DonationStoreContract.onEmpty("expired donations are forgotten on request") { log in
      var activity = try UserActivity(activityType: "org.example.shop.offer")
      activity.expirationDate = try Samples.instant(5).date
      let offer = try Donation(of: activity, in: Context(at: Samples.instant(1)))
      let other = try Samples.donation("a", at: 1)
      _ = try await log.add([offer, other])
      for (second, expected) in [(4, 0), (5, 1)] as [(Int64, Int)] {
        let deletions = try await log.deletionsOfExpired(at: Samples.instant(second), before: now())
        try expect(
          try await log.forget(deletions, rehearsing: false).donations, equals: expected, "at \(second)")
      }
      try expect(try await log.everything(), equals: [other], "remaining donations")
    },
  ]
}
