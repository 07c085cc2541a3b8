internal import Kernels

/// Buffers that are reused from query to query, one per caller.
///
/// Beside room it holds what the last description found, until the next one: by that facts are
/// told, and experts judged.
public struct FeatureScratch: Sendable {
  var moment = QueryContext()
  var evidenceQuery = EvidenceQuery()
  /// The candidates of the description.
  public internal(set) var candidates = DescribedCandidates()
  var choice = CandidateChoice()
  /// The items of the window, how much each expert counted for each of them, and what all of it
  /// says together: of a person with too many items to describe them all.
  var windowItems = WindowItems()
  var windowWeights = SIMDTable(lanes: WindowQuery.lanes)
  var windowEvidence: [Float] = []
  var windowKinds: [Float] = []
  /// The number of each candidate's item in the window; -1 if it has none.
  var windowNumbers: [Int32] = []
  /// For each candidate how much each expert counted for it.
  var weights = SIMDTable(lanes: WindowQuery.lanes)
  /// The sums of the lanes.
  var totals = [Float](repeating: 0, count: WindowQuery.lanes)
  /// For each lane the sum of what each item's weight is, but at most 1: about how many items have
  /// any.
  var kinds = [Float](repeating: 0, count: WindowQuery.lanes)
  var rule = ExpertPanel.blankRule
  /// For each expert how much of what it tells is left at the moment; 0 for one that can say
  /// nothing.
  var remainders: [Float] = []
  /// How much of what sequences and gaps tell is left at the moment.
  var sequenceRemainder = 1.0
  /// The overall share of each candidate.
  var shares: [Float] = []
  /// For each candidate the logarithm of one minute more than passed since it was last done.
  var logarithmicAges: [Float] = []
  /// The factors that decay leaves of the counts.
  var exponents: [Float] = []
  /// The rank of each candidate by recency.
  var ranks: [Int32] = []
  /// The entries of all candidates, and the ratios of what activities have in common.
  var entryIndices: [Int32] = []
  var entryRatios: [Float] = []
  /// The numbers of which logarithms are taken.
  var numbers: [Float] = []
  var buffer: [Float] = []
  /// The numbers that are looked at of each record of the window.
  var records: [Float] = []
  /// Hashes of the values of a context's attributes.
  var values: [UInt64] = []
  /// All 0 between two uses.
  var typeSums: [Float] = []
  /// All false between two uses.
  var flags: [Bool] = []
  /// The number of donations when the last description was made; `nil` before the first one.
  var donations: Int?

  /// Empty buffers.
  public init() {}

  /// What the experts said of an item; `nil` if it has no candidate.
  func testimony(ofItem item: Int) -> ExpertPanel.Testimony? {
    guard let candidate = candidates.candidate(ofItem: item), candidate < shares.count else { return nil }
    let ratios = WindowScan.ratios(ofItem: candidate, weights, share: shares[candidate], by: rule)
    return ExpertPanel.Testimony(ratios: Array(ratios[rule.experts]), remainders: remainders)
  }
}

extension Array {
  /// Makes room for more elements at its end: a quarter more than there are, where an array by
  /// itself doubles.
  mutating func reserveGrowth(of additional: Int) {
    guard count + additional > capacity else { return }
    reserveCapacity(count + Swift.max(additional, count / 4))
  }
}

extension [Bool] {
  /// Changes the length; what is new is false.
  mutating func resize(to count: Int) {
    if count < self.count { removeLast(self.count - count) }
    if count > self.count { append(contentsOf: repeatElement(false, count: count - self.count)) }
  }
}

extension [Int32] {
  /// Changes the length; what is new is 0.
  mutating func resize(to count: Int) {
    if count < self.count { removeLast(self.count - count) }
    if count > self.count { append(contentsOf: repeatElement(0, count: count - self.count)) }
  }
}
