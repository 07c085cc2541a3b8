/// A user's learned state up to a position in the log, as bytes.
///
/// Rebuilding starts from it instead of replaying every earlier donation.
///
/// A checkpoint is derived: a log may drop it at any time, and learning again gives the same state.
/// It does not include ``Feedback``.
public struct Checkpoint: Hashable, Sendable {
  /// The key of its writer: the format of the state, and everything besides the donations that the
  /// state depends on.
  ///
  /// Programs with another key cannot read it.
  public let key: String
  /// The position of the newest donation that it covers, in the order of (time, arrival).
  ///
  /// It covers all earlier donations, too.
  public let cursor: LogCursor
  /// The user's highest sequence number when it was made.
  ///
  /// Later arrivals are not part of it.
  public let lastSequence: Int64
  /// The number of donations that it covers.
  public let donations: Int
  /// The learned state.
  public let state: [UInt8]

  /// Creates a checkpoint.
  public init(key: String, cursor: LogCursor, lastSequence: Int64, donations: Int, state: [UInt8]) {
    self.key = key
    self.cursor = cursor
    self.lastSequence = lastSequence
    self.donations = donations
    self.state = state
  }
}

extension Checkpoint {
  /// The maximum number of checkpoints that a log keeps per user and key.
  ///
  /// 8: with 500,000 donations, a change some donations back is at most about three times as far
  /// from the preceding checkpoint. Each checkpoint takes as much room as the state itself.
  public static let limit = 8

  /// The maximum total size in bytes of the checkpoints of a user and key, not counting the two
  /// that are always kept.
  ///
  /// 64 MiB: enough to keep all checkpoints of a user with 20,000 activities.
  package static let byteLimit = 67_108_864

  /// The distance, in donations, within which it does not matter which checkpoint is nearest.
  ///
  /// 256: replaying that many takes about as long as writing a checkpoint to the disk.
  package static let grain = 256

  /// Returns the surplus checkpoints: those whose loss lengthens rebuilding least.
  ///
  /// Seen from the newest, the distances between the remaining checkpoints grow by about the same
  /// factor from one to the next. The newest always stays. The empty state precedes the oldest.
  ///
  /// - Parameters:
  ///   - donations: The number of donations that each checkpoint covers, ascending.
  ///   - sizes: The size of each checkpoint in bytes.
  /// - Returns: Ascending positions, as many as exceed ``limit`` or ``byteLimit``.
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
