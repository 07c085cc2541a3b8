import Activities

/// The promises that imports do not restore forgotten donations, and that rules about suggestions
/// are noticed.
enum ForgottenContract {
  private static func imported(
    _ donations: [Donation], into log: any DonationStore, restoring: Bool = false, beginsSeries: Bool = false
  ) async throws -> AppendReceipt {
    var batch = IngestionBatch(
      donations.map { IngestionBatch.Entry(.donation($0), beginsSeries: beginsSeries) }, occurrences: nil)
    batch.leavesOutForgotten = !restoring
    return try await log.ingest(batch, at: PrivacyContract.now()).donations
  }

  private static func forget(
    _ donations: [Donation], in log: any DonationStore, origin: Deletion.Origin = .user
  ) async throws {
    for donation in donations {
      var criteria = Deletion.Criteria()
      criteria.donation = donation.identifier
      try await log.forget(
        Deletion(by: donation.user, at: Samples.instant(9_999), matching: criteria, origin: origin))
    }
  }

  private static func page(_ page: String, at second: Int64, from source: String) throws -> Donation {
    var details = Donation.Details()
    details.source = .imported(from: source)
    return try Donation(
      of: UserActivity(
        activityType: "web.visit", userInfo: ["page": .string(page)], requiredUserInfoKeys: ["page"]),
      in: Context(at: Samples.instant(second)), details: details)
  }

  static let all = stayingOut + notStaying + noticing

  private static let stayingOut = [
    DonationStoreContract.onEmpty("an import filters donations that the user forgot, and counts them") {
      log in
      let donations = try (0..<6).map {
        try Samples.donation("t\($0)", at: $0 * 100, id: $0 % 2 == 0 ? "i\($0)" : nil)
      }
      try expect(try await imported(donations, into: log), equals: AppendReceipt(added: 6), "first")
      try await forget(Array(donations[1...3]), in: log)
      try expect(
        try await log.stayingForgotten(among: donations), equals: Set(donations[1...3].map(\.identifier)),
        "asked")
      try expect(
        try await imported(donations, into: log), equals: AppendReceipt(duplicates: 3, stayedForgotten: 3),
        "again")
      try expect(
        try await imported(donations, into: log, restoring: true),
        equals: AppendReceipt(added: 3, duplicates: 3),
        "wanted back")
      try expect(
        try await imported(donations, into: log), equals: AppendReceipt(duplicates: 6), "it is there again")
      try expect(try await log.stayingForgotten(among: donations), equals: [], "it is there again")
    },
    DonationStoreContract.onEmpty(
      "another source's record of a forgotten donation is filtered, and a later one is stored"
    ) {
      log in
      _ = try await imported([page("example.org/a", at: 100, from: "one")], into: log)
      try await forget([page("example.org/a", at: 100, from: "one")], in: log)
      for (second, name, isOut) in [
        (100, "example.org/a/b", true), (104, "www.example.org", true), (96, "example.org", true),
        (100, "other.example", false), (140, "example.org/a", false), (3_700, "example.org/a", false),
      ] as [(Int64, String, Bool)] {
        let receipt = try await imported([page(name, at: second, from: "two")], into: log)
        try expect(receipt.stayedForgotten, equals: isOut ? 1 : 0, "\(name) at \(second)")
      }
    },
    DonationStoreContract.onEmpty(
      "an undated record is filtered by its number, and in a new series by its activity"
    ) { log in
      let old = try Samples.donation("t", at: 1, id: "bash:order:1:7", timePrecision: .order)
      _ = try await imported([old], into: log)
      try await forget([old], in: log)
      let shifted = try Samples.donation("t", at: 1, id: "bash:order:2:3", timePrecision: .order)
      let other = try Samples.donation("u", at: 1, id: "bash:order:1:7", timePrecision: .order)
      try expect(try await imported([old], into: log).stayedForgotten, equals: 1, "the same")
      try expect(
        try await imported([shifted], into: log, beginsSeries: true).stayedForgotten, equals: 1,
        "a new series")
      try expect(
        try await imported([other], into: log).added, equals: 1, "another activity with the same number")
      try expect(try await imported([shifted], into: log).added, equals: 1, "done again")
    },
  ]

  private static let notStaying = [
    DonationStoreContract.onEmpty("a user who donates a forgotten activity again restores it") { log in
      let donation = try Samples.donation("t", at: 1)
      _ = try await log.add([donation])
      try await forget([donation], in: log)
      try expect(try await log.add([donation]).added, equals: 1, "donated again")
    },
    DonationStoreContract.onEmpty("deletions by programs, lines of a log and age do not block later imports")
    { log in
      let donations = try (0..<3).map { try Samples.donation("t\($0)", at: $0 * 100) }
      _ = try await log.add(donations)
      try await forget([donations[0]], in: log, origin: .program)
      var criteria = Deletion.Criteria()
      criteria.donation = donations[1].identifier
      let line = try Deletion(at: Samples.instant(9_999), matching: criteria)
      _ = try await log.ingest(IngestionBatch([.deletion(line)]), at: PrivacyContract.now())
      try await log.keepRetention(Retention(days: 1, count: nil), at: Samples.instant(9_000_000))
      try expect(try await imported(donations, into: log).added, equals: 3, "imported again")
    },
    DonationStoreContract.onEmpty("a rehearsal leaves no hashes") { log in
      let donation = try Samples.donation("t", at: 1)
      _ = try await log.add([donation])
      let deletion = try donation.retraction()
      _ = try await log.forget([deletion], rehearsing: true)
      try await forget([donation], in: log, origin: .program)
      try expect(try await imported([donation], into: log).added, equals: 1, "imported again")
    },
  ]

  private static let noticing = [
    DonationStoreContract.onEmpty("rules about suggestions are kept, and change every user's generation") {
      log in
      _ = try await log.add([
        Samples.donation("t", at: 1), Samples.donation("t", at: 2, by: Samples.user("mia")),
      ])
      func generations() async throws -> [Int64] {
        var numbers: [Int64] = []
        for user in [UserIdentifier.me, try Samples.user("mia")] {
          numbers.append(try await log.version(of: user).generation)
        }
        return numbers
      }
      let before = try await generations()
      let rules = try [
        PrivacyRule(.hide, matching: PrivacyContract.criteria { $0.site = Site("bücher.example") }),
        PrivacyRule(.show, matching: PrivacyContract.criteria { $0.siteKind = .dating }),
        PrivacyRule(
          .hide, of: Samples.user("mia"), matching: PrivacyContract.criteria { $0.folder = "/home/mia/x y" }),
      ]
      let added = try await log.changePrivacyRules { kept in rules.map { kept.add($0) } }
      try expect(try await log.privacyRules().rules, equals: added, "rules")
      let after = try await generations()
      try expect(zip(before, after).allSatisfy(<), "generations")
      try await log.changePrivacyRules { kept in
        _ = kept.add(try PrivacyRule(.drop, matching: PrivacyContract.criteria { $0.program = "a" }))
      }
      try expect(try await generations(), equals: after, "a rule that drops changes none")
      try await log.changePrivacyRules { _ = $0.remove(1) }
      try expect(zip(after, try await generations()).allSatisfy(<), "generations after a removal")
    }
  ]
}
