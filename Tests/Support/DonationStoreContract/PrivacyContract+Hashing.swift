import Activities
import TestSupport

extension PrivacyContract {
  private static func secret(_ seed: UInt64) -> HashSecret {
    var numbers = SeededNumbers(seed: seed)
    return HashSecret(using: &numbers)
  }

  private static func add(
    _ parts: DonationParts, seed: UInt64, to log: any DonationStore
  ) async throws -> PrivacyRule {
    let rule = try PrivacyRule(.hash(parts), matching: .everything)
    return try await log.changePrivacyRules { $0.add(rule, secretIfNone: secret(seed)) }
  }

  /// Returns the stored track of the newest donation.
  private static func track(in log: any DonationStore) async throws -> ActivityValue? {
    try await log.everything().last?.activity.userInfo["track"]
  }

  static let hashing = [
    DonationStoreContract.onEmpty(
      "the same value gets the same hash in every activity, and is never stored itself"
    ) {
      log in
      _ = try await add(DonationParts(keys: ["track"]), seed: 1, to: log)
      let donations = try [("a", 0), ("b", 1), ("a", 2)].map { try Samples.donation($0.0, at: $0.1) }
      let receipt = try await log.ingest(donations, at: now())
      try expect(receipt, equals: AppendReceipt(added: 3, redacted: 3), "receipt")
      let kept = try await log.everything()
      try expect(kept[0].identity, equals: kept[2].identity, "the same value")
      try expect(kept[0].identity != kept[1].identity, "another value")
      try expect(kept.allSatisfy { $0.identity == $0.activity.identity }, "identities")
      let values = kept.compactMap { $0.activity.userInfo["track"] }
      try expect(values.allSatisfy(HashSecret.isHash), "hashes")
      try expect(kept.map(\.context), equals: donations.map(\.context), "the rest is unchanged")
      try expect(try await log.ingest(kept, at: now()), equals: AppendReceipt(duplicates: 3), "hashed before")
      let again = try await log.ingest(donations, at: now())
      try expect(again, equals: AppendReceipt(duplicates: 3, redacted: 3), "donated again")
    },
    DonationStoreContract.onEmpty("the secret outlives its rule, and is removed on request") { log in
      let keys = DonationParts(keys: ["track"])
      let rule = try await add(keys, seed: 1, to: log)
      _ = try await log.ingest([Samples.donation("a", at: 0)], at: now())
      let first = try await track(in: log)
      try expect(try await log.changePrivacyRules { $0.forgetSecret() }, equals: false, "a rule needs it")
      try await log.changePrivacyRules { _ = $0.remove(rule.number) }
      let second = try await add(keys, seed: 2, to: log)
      _ = try await log.ingest([Samples.donation("a", at: 1)], at: now())
      try expect(try await track(in: log), equals: first, "another rule, the same hashes")
      try await log.changePrivacyRules { _ = $0.remove(second.number) }
      try expect(
        try await log.changePrivacyRules { $0.forgetSecret() }, equals: true, "the secret is removed")
      _ = try await add(keys, seed: 3, to: log)
      _ = try await log.ingest([Samples.donation("a", at: 2)], at: now())
      try expect(try await track(in: log) != first, "another secret, other hashes")
    },
    DonationStoreContract.onEmpty("without a secret, values are removed instead of hashed") { log in
      let rule = try PrivacyRule(.hashKeys(["track"]), matching: .everything)
      _ = try await log.changePrivacyRules { $0.add(rule) }
      _ = try await log.ingest([Samples.donation("a", at: 0)], at: now())
      try expect(try await track(in: log), equals: nil, "track")
    },
    DonationStoreContract.onEmpty("feedback and the user's own phrase refer to the hashed activity") { log in
      _ = try await add(DonationParts(keys: ["track"]), seed: 1, to: log)
      _ = try await log.ingest([Samples.donation("a", at: 0)], at: now())
      let identity = try await log.everything().map(\.identity)
      _ = try await log.ingest([Samples.feedback(on: ["a"], at: 1, chosen: 0)])
      let feedback = try await log.feedback(of: .me)
      try expect(feedback.flatMap { $0.shown.map(\.identity) }, equals: identity, "shown")
      let phrase = try OwnPhrase(for: Samples.donation("a", at: 0).activity, at: now(), phrase: "blue")
      let admitted = try await log.privacyRules().admit(phrase, at: now())
      try expect(admitted.map { [$0.identity] }, equals: identity, "phrase")
      try expect(admitted?.phrase, equals: "blue", "its words")
    },
    DonationStoreContract.onEmpty("a place is hashed by its name, and rounded if it is hashed completely") {
      log in
      let rule = try await add(DonationParts(fields: [.placeName]), seed: 1, to: log)
      _ = try await log.ingest([Samples.donation("a", at: 0)], at: now())
      let named = try await log.everything().last?.context.place
      try expect(named?.latitude, equals: 52.52, "latitude")
      try expect(named?.longitude, equals: 13.405, "longitude")
      try expect(named?.name.map { HashSecret.isHash(.string($0)) }, equals: true, "name")
      try await log.changePrivacyRules { _ = $0.remove(rule.number) }
      _ = try await add(DonationParts(fields: [.location]), seed: 2, to: log)
      _ = try await log.ingest([Samples.donation("a", at: 1)], at: now())
      let coarse = try await log.everything().last?.context.place
      let expected = try Place(
        latitude: 52.52, longitude: 13.41, horizontalAccuracy: 1_000, name: named?.name)
      try expect(coarse, equals: expected, "place")
    },
  ]
}
