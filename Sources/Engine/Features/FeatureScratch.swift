internal import Kernels

/// Buffers that are reused between queries, one per caller.
///
/// It also keeps the results of the last description until the next one, for finding facts and
/// judging experts.
public struct FeatureScratch: Sendable {
  var moment = QueryContext()
  var evidenceQuery = EvidenceQuery()
  /// The candidates of the description.
  public internal(set) var candidates = DescribedCandidates()
  var choice = CandidateChoice()
  /// The window's items, each expert's count for them, and their combined evidence; used only if a
  /// user has too many items to describe all of them.
  var windowItems = WindowItems()
  var windowWeights = SIMDTable(lanes: WindowQuery.lanes)
  var windowEvidence: [Float] = []
  var windowKinds: [Float] = []
  /// The window number of each candidate's item; -1 if it is not in the window.
  var windowNumbers: [Int32] = []
  /// Each expert's count for each candidate.
  var weights = SIMDTable(lanes: WindowQuery.lanes)
  /// The sums of the lanes.
  var totals = [Float](repeating: 0, count: WindowQuery.lanes)
  /// For each lane, the sum of the items' weights, each capped at 1: approximately the number of
  /// items with any weight.
  var kinds = [Float](repeating: 0, count: WindowQuery.lanes)
  var rule = ExpertPanel.blankRule
  /// For each of the experts' circumstances, how much of its information remains at the moment; 0
  /// if it is not known.
  var circumstanceRemainders: [Double] = []
  /// For each expert, how much of its information remains at the moment; 0 if it is silent.
  var remainders: [Float] = []
  /// How much information of sequences and gaps remains at the moment.
  var sequenceRemainder = 1.0
  /// The overall share of each candidate.
  var shares: [Float] = []
  /// For each candidate, the logarithm of the minutes since it was last done, plus one.
  var logarithmicAges: [Float] = []
  /// The factors by which decay reduces the counts.
  var exponents: [Float] = []
  /// The rank of each candidate by recency.
  var ranks: [Int32] = []
  /// The entries of all candidates, and the ratios for shared parameters.
  var entryIndices: [Int32] = []
  var entryRatios: [Float] = []
  /// The arguments of logarithms.
  var numbers: [Float] = []
  var buffer: [Float] = []
  /// The numbers read from each record of the window.
  var records: [Float] = []
  /// Hashes of the values of a context's attributes.
  var values: [UInt64] = []
  /// All 0 between uses.
  var typeSums: [Float] = []
  /// All false between uses.
  var flags: [Bool] = []
  /// The number of donations at the last description; nil before the first one.
  var donations: Int?

  /// Creates empty buffers.
  public init() {}

  /// Returns the testimony of the experts about an item, or nil if it is not a candidate.
  func testimony(ofItem item: Int) -> ExpertPanel.Testimony? {
    guard let candidate = candidates.candidate(ofItem: item), candidate < shares.count else { return nil }
    let ratios = WindowScan.ratios(ofItem: candidate, weights, share: shares[candidate], by: rule)
    return ExpertPanel.Testimony(ratios: Array(ratios[rule.experts]), remainders: remainders)
  }
}

extension Array {
  /// Reserves room for more elements at the end, growing by a quarter where an array would double.
  mutating func reserveGrowth(of additional: Int) {
    guard count + additional > capacity else { return }
    reserveCapacity(count + Swift.max(additional, count / 4))
  }
}

extension [Bool] {
  /// Changes the length; new elements are false.
  mutating func resize(to count: Int) {
    if count < self.count { removeLast(self.count - count) }
    if count > self.count { append(contentsOf: repeatElement(false, count: count - self.count)) }
  }
}

extension [Int32] {
  /// Changes the length; new elements are 0.
  mutating func resize(to count: Int) {
    if count < self.count { removeLast(self.count - count) }
    if count > self.count { append(contentsOf: repeatElement(0, count: count - self.count)) }
  }
}
