import Activities

extension DonationStoreContract {
  static let sharing = [
    DonationStoreContract("users are separate, ordered, and counted") { makeLog in
      let log = try await makeLog()
      for (name, count) in [("zoe", 1), ("adam", 3), ("me", 2)] {
        let user = try Samples.user(name)
        _ = try await log.add((0..<count).map { try Samples.donation("t\($0)", at: 0, by: user) })
      }
      let users = try await log.users()
      try expect(users.map(\.user.name), equals: ["adam", "me", "zoe"], "names")
      try expect(users.map(\.donations), equals: [3, 2, 1], "counts")
      let zoe = try await log.everything(of: Samples.user("zoe"))
      try expect(zoe.map(\.user.name), equals: ["zoe"], "users with zoe's name")
    },
    DonationStoreContract("the same id of two users identifies two donations") { makeLog in
      let log = try await makeLog()
      let other = try Samples.user("other")
      let receipt = try await log.add([
        Samples.donation("a", at: 0, id: "1"), Samples.donation("a", at: 0, by: other, id: "1"),
      ])
      try expect(receipt, equals: AppendReceipt(added: 2), "receipt")
    },
    DonationStoreContract("concurrent appends lose nothing, and store nothing twice") { makeLog in
      let log = try await makeLog()
      let donations = try (0..<400).map { try Samples.donation("t\($0)", at: Int64($0)) }
      let receipts = try await withThrowingTaskGroup(of: AppendReceipt.self) { group in
        for task in 0..<8 {  // tasks 0 and 4, 1 and 5, … append the same hundred
          group.addTask {
            var receipt = AppendReceipt()
            let start = task % 4 * 100
            for batch in stride(from: start, to: start + 100, by: 5) {
              receipt = try await receipt + log.add(Array(donations[batch..<batch + 5]))
            }
            return receipt
          }
        }
        return try await group.reduce(AppendReceipt()) { $0 + $1 }
      }
      try expect(receipts, equals: AppendReceipt(added: 400, duplicates: 400), "receipts")
      try expect(try await log.everything() == donations, "all 400 in the order of time")
      let sequences = try await log.arrivals(of: .me, after: 0, limit: 1_000).map(\.sequence)
      try expect(Set(sequences).count, equals: 400, "different sequence numbers")
      try expect(sequences, equals: sequences.sorted(), "arrivals in order")
    },
  ]
}
