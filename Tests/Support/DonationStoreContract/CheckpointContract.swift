import Activities

/// The promises about checkpoints.
enum CheckpointContract {
  static let all = keeping + voiding + refusing + thinning
}

extension DonationStore {
  /// Returns the cursors of the user's donations, in order.
  func cursors(of user: UserIdentifier = .me) async throws -> [LogCursor] {
    try await allDonations(of: user).map(\.cursor)
  }

  /// Returns the checkpoint after some of the user's donations; its state identifies them.
  func covering(
    _ count: Int, of user: UserIdentifier = .me, key: String = "k"
  ) async throws -> Checkpoint {
    let covered = try await allDonations(of: user).prefix(count)
    guard let last = covered.last else { throw ContractViolation(description: "nothing to cover") }
    return Checkpoint(
      key: key, cursor: last.cursor, lastSequence: try await version(of: user).lastSequence,
      donations: covered.count,
      state: covered.flatMap { Array(($0.donation.activity.title ?? "").utf8) + [0, 255] })
  }

  /// Saves the checkpoints after the given numbers of donations; returns how many were accepted.
  @discardableResult
  func save(covering counts: [Int], of user: UserIdentifier = .me, key: String = "k") async throws -> Int {
    var checkpoints: [Checkpoint] = []
    for count in counts { checkpoints.append(try await covering(count, of: user, key: key)) }
    return try await save(checkpoints, of: user, generation: version(of: user).generation)
  }

  /// Returns all stored checkpoints, the oldest first.
  func kept(of user: UserIdentifier = .me, key: String = "k") async throws -> [Checkpoint] {
    var found: [Checkpoint] = []
    var end = Int64.max
    while let next = try await checkpoint(of: user, key: key, before: end, arrivedBy: .max) {
      found.append(next)
      end = next.cursor.milliseconds
    }
    return found.reversed()
  }

  /// Checks that the stored checkpoints cover these numbers of donations, and equal a replay.
  func expectKept(
    _ counts: [Int], of user: UserIdentifier = .me, key: String = "k", _ what: String = "kept",
    file: StaticString = #fileID, line: UInt = #line
  ) async throws {
    let found = try await kept(of: user, key: key)
    try expect(found.map(\.donations), equals: counts, what, file: file, line: line)
    for checkpoint in found {
      let expected = try await covering(checkpoint.donations, of: user, key: key)
      try expect(checkpoint.cursor, equals: expected.cursor, "cursor", file: file, line: line)
      try expect(checkpoint.state == expected.state, "\(what): its state", file: file, line: line)
    }
  }
}
