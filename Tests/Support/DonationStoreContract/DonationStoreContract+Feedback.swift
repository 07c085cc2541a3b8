import Activities

extension DonationStoreContract {
  static let feedback = [
    DonationStoreContract("feedback is read back in the order of (time, arrival)") { makeLog in
      let log = try await makeLog()
      let later = try Samples.feedback(on: ["a", "b"], at: 2, chosen: 1)
      let (first, second) = (try Samples.feedback(on: ["z"], at: 1), try Samples.feedback(on: ["a"], at: 1))
      try expect(try await log.add([later, first, second]), equals: AppendReceipt(added: 3), "receipt")
      try expect(try await log.feedback(of: .me), equals: [first, second, later], "feedback")
      try expect(try await log.version(of: .me).feedbackCount, equals: 3, "count")
      try expect(try await log.feedback(of: Samples.user("other")), equals: [], "of another user")
    },
    DonationStoreContract("feedback given twice is stored once, within a batch and across batches") {
      makeLog in
      let log = try await makeLog()
      let feedback = try Samples.feedback(on: ["a"], at: 1, chosen: 0)
      let receipt = try await log.add([feedback, feedback])
      try expect(receipt, equals: AppendReceipt(added: 1, duplicates: 1), "within a batch")
      try expect(try await log.add([feedback]), equals: AppendReceipt(duplicates: 1), "across")
      try expect(try await log.feedback(of: .me), equals: [feedback], "stored")
    },
    DonationStoreContract("forgetting everything removes earlier feedback") { makeLog in
      let log = try await makeLog()
      let (before, after) = (try Samples.feedback(on: ["a"], at: 1), try Samples.feedback(on: ["a"], at: 9))
      let theirs = try Samples.feedback(on: ["a"], at: 1, by: Samples.user("other"))
      _ = try await log.add([before, after, theirs])
      let generation = try await log.version(of: .me).generation
      _ = try await log.forget(Deletion(at: Samples.instant(5), matching: .everything))
      try expect(try await log.feedback(of: .me), equals: [after], "mine")
      try expect(try await log.feedback(of: Samples.user("other")), equals: [theirs], "theirs")
      try expect(try await log.version(of: .me).feedbackCount, equals: 1, "count")
      try expect(try await log.version(of: .me).generation != generation, "the generation changes")
    },
    DonationStoreContract("forgotten activities are removed from feedback") { makeLog in
      let log = try await makeLog()
      _ = try await log.add(
        ["a", "b", "c"].map { try Samples.donation($0, at: 0, persistentIdentifier: $0) })
      _ = try await log.add([
        Samples.feedback(on: ["a", "b", "c"], at: 1, chosen: 2),
        Samples.feedback(on: ["b", "a"], at: 2, chosen: 0),
        Samples.feedback(on: ["b"], at: 3), Samples.feedback(on: ["c"], at: 4),
        Samples.feedback(on: ["b"], at: 9),
      ])
      var criteria = Deletion.Criteria()
      criteria.persistentIdentifier = "b"
      _ = try await log.forget(Deletion(at: Samples.instant(8), matching: criteria))
      let expected = [
        try Samples.feedback(on: ["a", "c"], at: 1, chosen: 1), try Samples.feedback(on: ["c"], at: 4),
        try Samples.feedback(on: ["b"], at: 9),
      ]
      try expect(try await log.feedback(of: .me), equals: expected, "feedback")
      try expect(try await log.version(of: .me).feedbackCount, equals: 3, "count")
    },
    DonationStoreContract("activities with remaining donations stay in feedback") { makeLog in
      let log = try await makeLog()
      _ = try await log.add([Samples.donation("a", at: 0), Samples.donation("a", at: 5)])
      let feedback = try Samples.feedback(on: ["a"], at: 1, chosen: 0)
      _ = try await log.add([feedback])
      var criteria = Deletion.Criteria()
      criteria.until = try Samples.instant(3)
      try expect(
        try await log.forget(Deletion(at: Samples.instant(9), matching: criteria)), equals: 1, "forgotten")
      try expect(try await log.feedback(of: .me), equals: [feedback], "feedback")
    },
  ]
}
