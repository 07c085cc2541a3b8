import Activities

extension DonationStoreContract {
  static let appending = [
    DonationStoreContract("an empty log returns empty answers") { makeLog in
      let log = try await makeLog()
      try expect(try await log.everything(), equals: [], "donations")
      try expect(try await log.arrivals(of: .me, after: 0, limit: 10), equals: [], "arrivals")
      try expect(try await log.feedback(of: .me), equals: [], "feedback")
      try expect(try await log.users().count, equals: 0, "users")
      let version = try await log.version(of: .me)
      try expect(version.lastSequence, equals: 0, "last sequence")
      try expect(version.feedbackCount, equals: 0, "feedback count")
      try expect(try await log.add([Donation]()), equals: AppendReceipt(), "receipt of nothing")
    },
    DonationStoreContract("appended donations are read back with every field") { makeLog in
      let log = try await makeLog()
      let donations = [
        try Samples.donation("a", at: 0),
        try Samples.donation("b", at: 1, id: "b-1", program: "org.example.other", persistentIdentifier: "p"),
        try Samples.donation("c", at: 2, ordinal: 3),
      ]
      try expect(try await log.add(donations), equals: AppendReceipt(added: 3), "receipt")
      try expect(try await log.everything(), equals: donations, "donations")
      try expect(
        try await log.arrivals(of: .me, after: 0, limit: 10).map(\.donation), equals: donations, "arrivals")
    },
    DonationStoreContract("the precision of a time is read back") { makeLog in
      let log = try await makeLog()
      let donations = try TimePrecision.allCases.enumerated().map {
        try Samples.donation("a", at: Int64($0), timePrecision: $1)
      }
      try expect(try await log.add(donations), equals: AppendReceipt(added: 3), "receipt")
      try expect(try await log.everything(), equals: donations, "donations")
    },
    DonationStoreContract("donations of one millisecond keep the order of arrival") { makeLog in
      let log = try await makeLog()
      let names = ["d", "a", "c", "b"]
      for name in names { _ = try await log.add([Samples.donation(name, at: 0)]) }
      let read = try await log.everything().map(\.activity.title)
      try expect(read, equals: names.map { "Play \($0)" }, "order")
    },
    DonationStoreContract("a late donation is sorted by time, and is the last arrival") { makeLog in
      let log = try await makeLog()
      let (early, late) = (try Samples.donation("early", at: 0), try Samples.donation("late", at: 9))
      _ = try await log.add([late])
      _ = try await log.add([early])
      try expect(try await log.everything(), equals: [early, late], "time order")
      let arrivals = try await log.arrivals(of: .me, after: 0, limit: 10).map(\.donation)
      try expect(arrivals, equals: [late, early], "arrival order")
    },
    DonationStoreContract("a duplicate within a batch is counted and not stored") { makeLog in
      let log = try await makeLog()
      let donation = try Samples.donation("a", at: 0)
      let receipt = try await log.add([donation, donation, Samples.donation("b", at: 0), donation])
      try expect(receipt, equals: AppendReceipt(added: 2, duplicates: 2), "receipt")
      try expect(try await log.everything().count, equals: 2, "stored")
    },
    DonationStoreContract("a duplicate of an earlier batch changes nothing, not even the version") {
      makeLog in
      let log = try await makeLog()
      let (first, again) = (
        try Samples.donation("a", at: 0, id: "x"), try Samples.donation("b", at: 5, id: "x")
      )
      _ = try await log.add([first])
      let before = try await log.version(of: .me)
      try expect(try await log.add([again]), equals: AppendReceipt(duplicates: 1), "receipt")
      try expect(try await log.everything(), equals: [first], "the first one stays")
      try expect(try await log.version(of: .me), equals: before, "version")
    },
    DonationStoreContract("equal donations with different ordinals are all kept") { makeLog in
      let log = try await makeLog()
      let donations = try (0..<3).map { try Samples.donation("a", at: 0, ordinal: $0) }
      try expect(try await log.add(donations), equals: AppendReceipt(added: 3), "receipt")
    },
    DonationStoreContract("the version changes with appended donations, but keeps its generation") {
      makeLog in
      let log = try await makeLog()
      _ = try await log.add([Samples.donation("a", at: 0)])
      let first = try await log.version(of: .me)
      _ = try await log.add([Samples.donation("b", at: 0)])
      let second = try await log.version(of: .me)
      try expect(first.lastSequence > 0 && second.lastSequence > first.lastSequence, "sequence grows")
      try expect(second.generation, equals: first.generation, "generation")
      let last = try await log.arrivals(of: .me, after: first.lastSequence, limit: 10)
      try expect(last.map(\.sequence), equals: [second.lastSequence], "arrivals after the first version")
    },
  ]
}
