import Activities

extension CheckpointContract {
  static let voiding = [
    DonationStoreContract.onEmpty("a donation later than all others does not void checkpoints") { log in
      _ = try await log.add(history(5))
      try await log.save(covering: [2, 4, 5])
      _ = try await log.add([Samples.donation("same moment", at: 40), Samples.donation("later", at: 99)])
      try await log.expectKept([2, 4, 5])
    },
    DonationStoreContract.onEmpty("a late donation voids the checkpoints after its position, and no others") {
      log in
      let table: [(second: Int64, left: [Int])] = [
        (35, [2, 4]), (30, [2, 4]), (29, [2]), (10, [2]), (9, []), (-1, []),
      ]
      for (index, row) in table.enumerated() {
        let user = try Samples.user("user\(index)")
        _ = try await log.add(history(5, by: user))
        try await log.save(covering: [2, 4, 5], of: user)
        _ = try await log.add([Samples.donation("late", at: row.second, by: user)])
        try await log.expectKept(row.left, of: user, "after a donation at \(row.second)")
      }
    },
    DonationStoreContract.onEmpty("the earliest donation of a batch counts, for each user") { log in
      let other = try Samples.user("other")
      _ = try await log.add(history(5) + history(5, by: other))
      try await log.save(covering: [2, 4, 5])
      try await log.save(covering: [2, 4, 5], of: other)
      _ = try await log.add([
        Samples.donation("x", at: 99), Samples.donation("x", at: 15),
        Samples.donation("y", at: 35, by: other),
        Samples.donation("x", at: 35),
      ])
      try await log.expectKept([2])
      try await log.expectKept([2, 4], of: other)
    },
    DonationStoreContract.onEmpty("a duplicate does not void checkpoints") { log in
      let history = try history(5)
      _ = try await log.add(history)
      try await log.save(covering: [2, 5])
      _ = try await log.add(Array(history[0..<2]))
      try await log.expectKept([2, 5])
    },
    DonationStoreContract.onEmpty(
      "forgetting voids the checkpoints that cover forgotten donations, and no others"
    ) {
      log in
      let table: [(since: Int64, left: [Int])] = [
        (50, [2, 4, 5]), (40, [2, 4]), (39, [2, 4]), (30, [2]), (11, [2]), (10, []), (0, []),
      ]
      for (index, row) in table.enumerated() {
        let (user, other) = (try Samples.user("user\(index)"), try Samples.user("other\(index)"))
        _ = try await log.add(history(5, by: user) + history(5, by: other))
        try await log.save(covering: [2, 4, 5], of: user)
        try await log.save(covering: [5], of: other)
        var criteria = Deletion.Criteria()
        criteria.since = try Samples.instant(row.since)
        _ = try await log.forget(Deletion(by: user, at: Samples.instant(99), matching: criteria))
        try await log.expectKept(row.left, of: user, "after forgetting since \(row.since)")
        try await log.expectKept([5], of: other, "of another user")
      }
    },
    DonationStoreContract.onEmpty("forgetting among donations of one moment respects their order") { log in
      _ = try await log.add(
        ["a", "b", "c"].map { try Samples.donation($0, at: 0, persistentIdentifier: $0) })
      let checkpoints = [try await log.covering(1), try await log.covering(2), try await log.covering(3)]
      try expect(try await log.save(checkpoints, of: .me, generation: 0), equals: 3, "saved")
      var criteria = Deletion.Criteria()
      criteria.persistentIdentifier = "b"
      _ = try await log.forget(Deletion(at: Samples.instant(9), matching: criteria))
      let kept = try await log.checkpoint(of: .me, key: "k", before: .max, arrivedBy: .max)
      try expect(kept, equals: checkpoints[0], "kept")
    },
    DonationStoreContract.onEmpty("forgetting everything removes all checkpoints") { log in
      _ = try await log.add(history(5))
      try await log.save(covering: [1, 5])
      _ = try await log.forget(Deletion(at: Samples.instant(99), matching: .everything))
      try expect(try await log.kept(), equals: [], "kept")
    },
  ]

  static let refusing = [
    DonationStoreContract.onEmpty("a checkpoint begun before a deletion is rejected") { log in
      _ = try await log.add(history(5))
      let (one, version) = (try await log.covering(2), try await log.version(of: .me))
      var criteria = Deletion.Criteria()
      criteria.since = try Samples.instant(40)
      _ = try await log.forget(Deletion(at: Samples.instant(99), matching: criteria))
      try expect(try await log.save([one], of: .me, generation: version.generation), equals: 0, "refused")
      let now = try await log.version(of: .me).generation
      try expect(try await log.save([one], of: .me, generation: now), equals: 1, "saved")
    },
    DonationStoreContract.onEmpty("a checkpoint without a late donation before its cursor is rejected") {
      log in
      _ = try await log.add(history(5))
      let begun = [try await log.covering(2), try await log.covering(4), try await log.covering(5)]
      _ = try await log.add([Samples.donation("late", at: 15)])
      try expect(try await log.save(begun, of: .me, generation: 0), equals: 1, "saved")
      try await log.expectKept([2])
      _ = try await log.add([Samples.donation("newest", at: 99)])
      let before = try await log.covering(6)
      let arrived = Checkpoint(
        key: before.key, cursor: before.cursor, lastSequence: before.lastSequence - 1, donations: 6,
        state: before.state)
      try expect(
        try await log.save([arrived], of: .me, generation: 0), equals: 1, "later donations do not matter")
    },
    DonationStoreContract.onEmpty("a checkpoint that covers no donation of the user is rejected") { log in
      let other = try Samples.user("other")
      _ = try await log.add(history(3) + history(3, by: other))
      let (mine, theirs) = (try await log.covering(3), try await log.covering(3, of: other))
      func moved(_ milliseconds: Int64, _ sequence: Int64, last: Int64 = 0) -> Checkpoint {
        Checkpoint(
          key: "k",
          cursor: LogCursor(
            milliseconds: mine.cursor.milliseconds + milliseconds, sequence: mine.cursor.sequence + sequence),
          lastSequence: mine.lastSequence + last, donations: 3, state: [])
      }
      let wrong = [theirs, moved(1, 0), moved(0, 100), moved(0, -1), moved(0, 0, last: 1_000)]
      try expect(try await log.save(wrong, of: .me, generation: 0), equals: 0, "refused")
      try expect(
        try await log.save([mine], of: Samples.user("nobody"), generation: 0), equals: 0, "of nobody")
    },
  ]
}
