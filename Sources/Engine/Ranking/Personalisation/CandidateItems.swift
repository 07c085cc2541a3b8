/// The items that the rows of a query represent: all items, or some of them.
///
/// In the second case the last rows may be a *sample*, whose rows also represent other items.
///
/// Each sampled row counts as several candidates with the same score. Wherever probabilities are
/// computed, the logarithm of the number of items that it represents is added to that score, after
/// any temperature.
public struct CandidateItems: Sendable {
  /// The item of each candidate.
  private let items: [Int32]
  /// The candidate of each item, or an index beyond the candidates for an item without one.
  private let candidates: [UInt32]
  /// The first candidate of the sample.
  let sampleStart: Int
  /// For each candidate of the sample, the logarithm of the number of items that it represents.
  let logWeights: [Float]
  /// A Boolean value that indicates whether each item is the candidate with the same index.
  let isWhole: Bool

  /// Each item is the candidate with the same index, and represents only itself.
  public static let whole = CandidateItems(
    items: [], candidates: [], sampleStart: .max, logWeights: [], isWhole: true)

  /// Creates a value for a query in which only some items are candidates.
  ///
  /// - Parameters:
  ///   - items: The item of each candidate.
  ///   - candidates: The candidate of each item, or an index beyond the candidates for an item
  ///     without one.
  ///   - logWeights: For each candidate of the sample, the logarithm of the number of items that it
  ///     represents; at least 0.
  public init(items: [Int32], candidates: [UInt32], logWeights: [Float]) {
    self.init(
      items: items, candidates: candidates, sampleStart: items.count - logWeights.count,
      logWeights: logWeights, isWhole: false)
  }

  private init(
    items: [Int32], candidates: [UInt32], sampleStart: Int, logWeights: [Float], isWhole: Bool
  ) {
    (self.items, self.candidates, self.isWhole) = (items, candidates, isWhole)
    (self.sampleStart, self.logWeights) = (sampleStart, logWeights)
  }

  /// Returns the candidate of an item, or `nil` if it has none or its candidate belongs to the
  /// sample.
  func candidate(of item: UInt32) -> Int? {
    if isWhole { return Int(item) }
    guard item < candidates.count, candidates[Int(item)] < sampleStart else { return nil }
    return Int(candidates[Int(item)])
  }

  /// Returns the item of a candidate.
  func item(of candidate: Int) -> UInt32 { isWhole ? UInt32(candidate) : UInt32(items[candidate]) }

  /// Adds a share of the logarithms to the scores of the sample.
  func addWeight(_ share: Float = 1, to scores: inout [Float]) {
    for (place, logWeight) in logWeights.enumerated() { scores[sampleStart + place] += share * logWeight }
  }
}
