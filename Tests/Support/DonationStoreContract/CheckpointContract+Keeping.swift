import Activities

extension CheckpointContract {
  /// Returns donations ten seconds apart.
  static func history(_ count: Int, by user: UserIdentifier = .me) throws -> [Donation] {
    try (0..<count).map { try Samples.donation("t\($0)", at: Int64($0) * 10, by: user) }
  }

  static let keeping = [
    DonationStoreContract.onEmpty("a saved checkpoint is read back, byte by byte") { log in
      _ = try await log.add(history(5))
      let saved = try await log.covering(4)
      try expect(try await log.save([saved], of: .me, generation: 0), equals: 1, "saved")
      let read = try await log.checkpoint(of: .me, key: "k", before: .max, arrivedBy: .max)
      try expect(read, equals: saved, "read")
      var empty = try await log.covering(5)
      empty = Checkpoint(
        key: "k", cursor: empty.cursor, lastSequence: empty.lastSequence, donations: 5, state: [])
      try expect(try await log.save([empty], of: .me, generation: 0), equals: 1, "saved without bytes")
      let newest = try await log.checkpoint(of: .me, key: "k", before: .max, arrivedBy: .max)
      try expect(newest, equals: empty, "the newest")
    },
    DonationStoreContract.onEmpty(
      "the newest checkpoint before a moment is found, and none that covers later arrivals"
    ) {
      log in
      let (early, late) = (try history(5), try history(9)[5...])
      _ = try await log.add(early)
      let last = try await log.version(of: .me).lastSequence
      try await log.save(covering: [2, 5])
      _ = try await log.add(Array(late))
      try await log.save(covering: [8])
      let table: [(second: Int64, last: Int64, found: Int?)] = [
        (1_000, .max, 8), (70, .max, 5), (71, .max, 8), (41, .max, 5), (40, .max, 2), (10, .max, nil),
        (1_000, last, 5), (1_000, last - 1, nil), (40, last, 2),
      ]
      for (second, last, found) in table {
        let checkpoint = try await log.checkpoint(
          of: .me, key: "k", before: Samples.milliseconds(second), arrivedBy: last)
        try expect(checkpoint?.donations, equals: found, "before \(second), arrived by \(last)")
      }
    },
    DonationStoreContract.onEmpty("keys and users are separate, and the version does not change") { log in
      let other = try Samples.user("other")
      _ = try await log.add(history(5) + history(5, by: other))
      let before = try await log.version(of: .me)
      try await log.save(covering: [3], key: "a")
      try await log.save(covering: [4], key: "b")
      try await log.save(covering: [2], of: other, key: "a")
      try await log.expectKept([3], key: "a")
      try await log.expectKept([4], key: "b")
      try await log.expectKept([2], of: other, key: "a")
      try await log.expectKept([], of: Samples.user("nobody"), key: "a")
      try expect(try await log.version(of: .me), equals: before, "version")
    },
    DonationStoreContract.onEmpty("a checkpoint replaces another with the same key and cursor") { log in
      _ = try await log.add(history(3))
      try await log.save(covering: [2])
      let first = try await log.covering(2)
      let second = Checkpoint(
        key: "k", cursor: first.cursor, lastSequence: first.lastSequence, donations: 2, state: [7])
      try expect(try await log.save([second], of: .me, generation: 0), equals: 1, "saved")
      try expect(try await log.kept(), equals: [second], "kept")
    },
  ]

  static let thinning = [
    DonationStoreContract.onEmpty("only a few checkpoints are kept, including the newest") { log in
      for batch in 0..<10 {
        _ = try await log.add((0..<10).map { try Samples.donation("t", at: Int64(batch * 10 + $0)) })
        try await log.save(covering: [batch * 10 + 5, batch * 10 + 10])
        let kept = try await log.kept().map(\.donations)
        try expect(kept.count, equals: min(Checkpoint.limit, 2 * batch + 2), "count")
        try expect(kept.last, equals: batch * 10 + 10, "the newest")
        try await log.expectKept(kept)
      }
    },
    DonationStoreContract.onEmpty("among other keys, only the most recently saved one keeps its checkpoints")
    {
      log in
      _ = try await log.add(history(5))
      for key in ["a", "b", "c"] { try await log.save(covering: [2, 4], key: key) }
      try await log.expectKept([], key: "a")
      try await log.expectKept([2, 4], key: "b")
      try await log.expectKept([2, 4], key: "c")
      try await log.save(covering: [3], key: "b")
      try await log.save(covering: [3], key: "d")
      try await log.expectKept([], key: "c")
      try await log.expectKept([2, 3, 4], key: "b")
      try await log.expectKept([3], key: "d")
    },
  ]
}
