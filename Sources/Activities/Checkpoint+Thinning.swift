extension Checkpoint {
  /// How many a log keeps of a user and key.
  ///
  /// 8: with 500,000 donations a change that lies some donations back is at most some three times as far from the checkpoint
  /// before it. Each takes as much room as the state itself.
  public static let limit = 8

  /// How many donations are near: within this distance it does not matter which checkpoint is nearest.
  ///
  /// 256: replaying that many takes about as long as writing a checkpoint to the disk.
  package static let grain = 256

  /// Which checkpoints are too many: those whose loss lengthens rebuilding least.
  ///
  /// Seen from the newest, the distances of those that stay grow by about the same factor from one to the next. The newest stays;
  /// before the oldest there is always the empty state.
  ///
  /// - Parameter donations: How many donations each covers, ascending.
  /// - Returns: Positions, ascending; as many as are beyond ``limit``.
  /// - Complexity: O(n · surplus) for n checkpoints.
  package static func surplus(ofThoseCovering donations: [Int]) -> [Int] {
    guard let newest = donations.last else { return [] }
    var kept = Array(donations.indices)
    func distance(_ position: Int) -> Double { Double(newest - donations[position] + grain) }
    func factor(without place: Int) -> Double {
      let older = place > 0 ? distance(kept[place - 1]) : Double(newest + grain)
      return older / distance(kept[place + 1])
    }
    while kept.count > limit {
      let leastMissed = kept.indices.dropLast().min { factor(without: $0) < factor(without: $1) }
      guard let leastMissed else { break }
      kept.remove(at: leastMissed)
    }
    return donations.indices.filter { !kept.contains($0) }
  }
}
