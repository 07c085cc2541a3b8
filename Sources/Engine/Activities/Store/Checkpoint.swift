/// The state that was learned of a user up to a place in the log, as bytes, so that the donations
/// before it need not be replayed.
///
/// It is derived: a log may drop it at any time, and learning again gives the same. What was said
/// about suggestions (``Feedback``) is no part of it.
public struct Checkpoint: Hashable, Sendable {
  /// The key of its writer: the format of the state, and everything besides the donations that it
  /// depends on.
  ///
  /// Who has another key cannot read it.
  public let key: String
  /// The place of the newest donation that it covers, in the order of (time, arrival).
  ///
  /// It covers all before that, too.
  public let cursor: LogCursor
  /// The highest sequence number of the user when it was made: later arrivals were not considered.
  public let lastSequence: Int64
  /// The number of donations that it covers.
  public let donations: Int
  /// The learned state.
  public let state: [UInt8]

  /// Makes a checkpoint.
  public init(key: String, cursor: LogCursor, lastSequence: Int64, donations: Int, state: [UInt8]) {
    self.key = key
    self.cursor = cursor
    self.lastSequence = lastSequence
    self.donations = donations
    self.state = state
  }
}

extension Checkpoint {
  /// The maximum number of checkpoints that a log keeps of a user and key.
  ///
  /// 8: with 500,000 donations a change that lies some donations back is at most some three times
  /// as far from the checkpoint before it. Each takes as much room as the state itself.
  public static let limit = 8

  /// The bytes that the checkpoints of a user and key take together at most, but for the two that
  /// are kept in any case.
  ///
  /// 64 MiB: those of who has 20,000 activities are all kept.
  package static let byteLimit = 67_108_864

  /// The number of donations that counts as near: within this distance it does not matter which
  /// checkpoint is nearest.
  ///
  /// 256: replaying that many takes about as long as writing a checkpoint to the disk.
  package static let grain = 256

  /// Returns the checkpoints that are too many: those whose loss lengthens rebuilding least.
  ///
  /// Seen from the newest, the distances of those that stay grow by about the same factor from one
  /// to the next. The newest stays; before the oldest there is always the empty state.
  ///
  /// - Parameters:
  ///   - donations: How many donations each covers, ascending.
  ///   - sizes: The bytes of each.
  /// - Returns: Positions, ascending; as many as are beyond ``limit`` or ``byteLimit``.
  /// - Complexity: O(n · surplus) for n checkpoints.
  package static func surplus(ofThoseCovering donations: [Int], sizes: [Int] = []) -> [Int] {
    guard let newest = donations.last else { return [] }
    var kept = Array(donations.indices)
    func distance(_ position: Int) -> Double { Double(newest - donations[position] + grain) }
    func factor(without place: Int) -> Double {
      let older = place > 0 ? distance(kept[place - 1]) : Double(newest + grain)
      return older / distance(kept[place + 1])
    }
    func isTooMuch() -> Bool {
      kept.count > limit
        || kept.count > 2 && !sizes.isEmpty && kept.reduce(0) { $0 + sizes[$1] } > byteLimit
    }
    while isTooMuch() {
      let leastMissed = kept.indices.dropLast().min { factor(without: $0) < factor(without: $1) }
      guard let leastMissed else { break }
      kept.remove(at: leastMissed)
    }
    return donations.indices.filter { !kept.contains($0) }
  }
}
