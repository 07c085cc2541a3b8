extension InMemoryDonationLog: CheckpointLog {
  /// The newest checkpoint that fits.
  ///
  /// - Complexity: O(checkpoints of the user).
  public func checkpoint(
    of user: UserIdentifier, key: String, before end: Int64, arrivedBy last: Int64
  ) -> Checkpoint? {
    let fitting = shelves[user]?.checkpoints.filter {
      $0.key == key && $0.cursor.milliseconds < end && $0.lastSequence <= last
    }
    return fitting?.max { $0.cursor < $1.cursor }
  }

  /// Keeps the checkpoints that are still true.
  ///
  /// - Complexity: O(n) for n donations of the user.
  @discardableResult
  public func save(_ checkpoints: [Checkpoint], of user: UserIdentifier, generation: Int64) -> Int {
    guard var shelf = shelves[user], shelf.generation == generation else { return 0 }
    let accepted = checkpoints.filter(shelf.agrees)
    for checkpoint in accepted {
      shelf.checkpoints.removeAll { $0.key == checkpoint.key && $0.cursor == checkpoint.cursor }
      shelf.checkpoints.append(checkpoint)
    }
    for key in Set(accepted.map(\.key)) { shelf.thinCheckpoints(key: key) }
    shelves[user] = shelf
    return accepted.count
  }
}

extension InMemoryDonationLog.Shelf {
  /// Whether a checkpoint covers what is there.
  fileprivate func agrees(with checkpoint: Checkpoint) -> Bool {
    checkpoint.lastSequence <= lastSequence && donations.contains { $0.cursor == checkpoint.cursor }
      && !donations.contains { $0.sequence > checkpoint.lastSequence && $0.cursor <= checkpoint.cursor }
  }

  /// Drops what is too much of a key, and all other keys but the one saved last.
  fileprivate mutating func thinCheckpoints(key: String) {
    let own = checkpoints.filter { $0.key == key }.sorted { $0.cursor < $1.cursor }
    let surplus = Checkpoint.surplus(ofThoseCovering: own.map(\.donations)).map { own[$0] }
    let neighbour = checkpoints.last { $0.key != key }?.key
    checkpoints.removeAll { ![key, neighbour].contains($0.key) || surplus.contains($0) }
  }

  /// Drops the checkpoints that cover a place in the log.
  mutating func voidCheckpoints(from place: LogCursor) {
    checkpoints.removeAll { $0.cursor >= place }
  }
}
