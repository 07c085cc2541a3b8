internal import Activities
public import Kernels

extension EvidenceState {
  /// Writes everything that is known; see ``init(from:)``.
  ///
  /// - Complexity: O(size).
  public func write(into writer: inout StateWriter) {
    writer.write(identities.map(\.rawValue))
    history.write(into: &writer)
    window.write(into: &writer)
    panel.write(into: &writer)
    shares.write(into: &writer)
    recency.write(into: &writer)
    rhythm.write(into: &writer)
    returns.write(into: &writer)
    kinship.write(into: &writer)
    novelty.write(into: &writer)
  }

  /// Reads what ``write(into:)`` wrote: a state that answers and goes on learning bit for bit the same.
  ///
  /// - Throws: `StateError` for bytes that are not those of a state of this schema.
  /// - Complexity: O(size).
  public init(from reader: inout StateReader) throws(StateError) {
    identities = try reader.readTable(of: UInt128.self).map(ActivityIdentity.init)
    let count = identities.count
    rows = Dictionary(identities.enumerated().map { ($1, Int32($0)) }) { first, _ in first }
    guard rows.count == count else { throw StateError() }
    history = try History(from: &reader, rows: count)
    window = try DonationWindow(from: &reader, rows: count)
    panel = try ExpertPanel(from: &reader)
    shares = try ShareEvidence(from: &reader, rows: count)
    recency = try RecencyEvidence(from: &reader, rows: count, donations: history.count)
    rhythm = try RhythmEvidence(from: &reader, rows: count)
    returns = try ReturnEvidence(from: &reader, rows: count)
    kinship = try KinshipEvidence(from: &reader, rows: count)
    novelty = try NoveltyEvidence(from: &reader)
    guard window.count > 0 || count == 0 else { throw StateError() }
  }

  /// A digest of what decides how donations become a state, beside the schema: experts, trust, and the window.
  ///
  /// A state of another one is not read back. What it does not cover (how a statistic is computed) is told by the format of
  /// whoever keeps states.
  public static let stateDigest = StableHash.text(
    "\(Expert.all)\(ExpertPanel.agreements)\(DonationWindow.size)\(ReturnEvidence.bins)")

  /// How many bytes its tables take.
  ///
  /// - Complexity: O(attribute sets in the window).
  public var memoryFootprint: Int {
    let dictionaryEntry = 2 * (MemoryLayout<ActivityIdentity>.stride + MemoryLayout<Int32>.stride)
    return identities.capacity * MemoryLayout<ActivityIdentity>.stride + rows.capacity * dictionaryEntry
      + window.memoryFootprint + shares.memoryFootprint + recency.memoryFootprint + rhythm.memoryFootprint
      + returns.memoryFootprint + kinship.memoryFootprint
  }
}
