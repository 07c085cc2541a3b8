import Activities

extension DonationStoreContract {
  static let ingestion = [
    DonationStoreContract.onEmpty("records of a batch apply in their order, and each kind is counted") {
      store in
      let (before, after) = (try Samples.donation("a", at: 1), try Samples.donation("a", at: 2))
      let shown = try Samples.feedback(on: ["b"], at: 3)
      let deletion = try Deletion(
        at: Samples.instant(10), matching: criteria { $0.activityType = "org.example.player.*" })
      let receipt = try await store.ingest(
        IngestionBatch([
          .donation(before), .donation(before), .feedback(shown), .deletion(deletion), .donation(after),
          .feedback(shown),
        ]), at: Samples.instant(20))
      try await store.eraseForgotten()
      try expect(receipt.donations, equals: AppendReceipt(added: 2, duplicates: 1), "donations")
      try expect([receipt.deletions, receipt.forgotten], equals: [1, 1], "deletions")
      try expect(try await store.everything(), equals: [after], "donations after the deletion")
      try expect(try await store.feedback(of: .me), equals: [shown], "feedback")
      try expect(receipt.feedback, equals: AppendReceipt(added: 1, duplicates: 1), "receipt of feedback")
    },
    DonationStoreContract.onEmpty("rules apply to every kind of record of a batch, and count its donations") {
      store in
      let drop = try PrivacyRule(.drop, matching: criteria { $0.program = "org.example.player" })
      try await store.changePrivacyRules { _ = $0.add(drop) }
      let other = try Samples.donation("b", at: 2, program: "org.example.widget")
      let receipt = try await store.ingest(
        IngestionBatch([
          .donation(Samples.donation("a", at: 1)), .feedback(Samples.feedback(on: ["a"], at: 1)),
          .phrase(Samples.phrase("Words", for: "a", at: 1)), .donation(other),
        ]), at: Samples.instant(20))
      try expect(receipt.donations, equals: AppendReceipt(added: 1, filtered: 1), "donations")
      try expect(receipt.feedback, equals: AppendReceipt(filtered: 1), "feedback")
      try expect(receipt.phrases, equals: AppendReceipt(filtered: 1), "phrases")
      try expect(try await store.everything(), equals: [other], "kept donations")
      try expect(try await store.phrases(of: .me), equals: [], "phrases")
      try expect(try await store.privacyRules().rules.map(\.count), equals: [1], "hits")
    },
    DonationStoreContract.onEmpty(
      "equal donations of a log are numbered across batches, and duplicates the next time"
    ) {
      store in
      let (first, other) = (try Samples.donation("a", at: 1), try Samples.donation("b", at: 1))
      for (expected, what) in [
        (AppendReceipt(added: 4), "first time"), (AppendReceipt(duplicates: 4), "again"),
      ] {
        let occurrences = OccurrenceCounter()
        var receipt = AppendReceipt()
        for batch in [[first, other, first], [first]] {
          receipt += try await store.ingest(
            IngestionBatch(batch.map { .init(.donation($0)) }, occurrences: occurrences),
            at: Samples.instant(20)
          ).donations
        }
        try expect(receipt, equals: expected, what)
      }
      let kept = Set(try await store.everything().map(\.identifier))
      let ordinals = try (0..<3).map { try Samples.donation("a", at: 1, ordinal: $0).identifier }
      try expect(kept, equals: Set(ordinals + [other.identifier]), "identifiers")
    },
    DonationStoreContract.onEmpty(
      "donations of a log that differ only in redacted values are all kept"
    ) {
      store in
      let rule = try PrivacyRule(.redactKeys(["track"]), matching: .everything)
      try await store.changePrivacyRules { _ = $0.add(rule) }
      let donations = try ["a", "b", "a"].map { try Samples.donation($0, at: 1) }
      for expected in [
        AppendReceipt(added: 3, redacted: 3), AppendReceipt(duplicates: 3, redacted: 3),
      ] {
        let batch = IngestionBatch(donations.map { .init(.donation($0)) }, occurrences: OccurrenceCounter())
        try expect(
          try await store.ingest(batch, at: Samples.instant(20)).donations, equals: expected, "receipt")
      }
      let kept = try await store.everything()
      try expect(kept.allSatisfy(\.activity.userInfo.isEmpty), "redacted")
      try expect(Set(kept.map(\.identity)).count, equals: 1, "one activity")
    },
  ]

  private static func criteria(_ fill: (inout Deletion.Criteria) -> Void) -> Deletion.Criteria {
    var criteria = Deletion.Criteria()
    fill(&criteria)
    return criteria
  }
}
