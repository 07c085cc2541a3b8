/// Which candidates the rows of a query are: all of them, or some, of which the last may be a
/// *sample* that stands for others besides itself.
///
/// Each of a sample counts as many candidates with the same score would: to that score the
/// logarithm of their number is added wherever probabilities are made, after any temperature.
public struct CandidateItems: Sendable {
  /// The item of each candidate.
  private let items: [Int32]
  /// For each item its candidate; of what has none a number that is no candidate.
  private let candidates: [UInt32]
  /// The first candidate of the sample.
  let sampleStart: Int
  /// For each candidate of the sample the logarithm of the number of items that it stands for.
  let logWeights: [Float]
  /// A Boolean value that indicates whether each item is the candidate of the same index.
  let isWhole: Bool

  /// Each item is the candidate of the same index, and stands for itself.
  public static let whole = CandidateItems(
    items: [], candidates: [], sampleStart: .max, logWeights: [], isWhole: true)

  /// Some of the items are candidates.
  ///
  /// - Parameters:
  ///   - items: The item of each candidate.
  ///   - candidates: For each item its candidate, or a number that is no candidate.
  ///   - logWeights: For each candidate of the sample the logarithm of the number of items that it
  ///     stands for; at least 0.
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

  /// The candidate of an item; `nil` if it is none, or if that stands for others as well.
  func candidate(of item: UInt32) -> Int? {
    if isWhole { return Int(item) }
    guard item < candidates.count, candidates[Int(item)] < sampleStart else { return nil }
    return Int(candidates[Int(item)])
  }

  /// The item of a candidate.
  func item(of candidate: Int) -> UInt32 { isWhole ? UInt32(candidate) : UInt32(items[candidate]) }

  /// Adds a share of the logarithms to the scores of the sample.
  func addWeight(_ share: Float = 1, to scores: inout [Float]) {
    for (place, logWeight) in logWeights.enumerated() { scores[sampleStart + place] += share * logWeight }
  }
}
