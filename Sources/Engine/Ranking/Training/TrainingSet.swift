public import Kernels

/// Queries with their candidates' features and the actual choices.
///
/// Rows are consecutive in one flat array: 8 million rows of 48 features take 1.5 GB. A set may
/// instead read the features of a query whenever they are needed (``StoredRows``); its arrays of
/// features are then empty.
public struct TrainingSet: Sendable {
  /// The columns of the candidates' features that a model must not learn from.
  ///
  /// The standardiser gives them the factor 0, so they have no effect in training, serving and
  /// adaptation. Columns that do not exist are ignored.
  public var silentColumns: Set<Int> = []
  /// The number of features of a candidate.
  public let featureCount: Int
  /// The number of features of "none of these".
  public let noveltyFeatureCount: Int
  /// The features of all candidates.
  public private(set) var features: [Float] = []
  /// The novelty features of all queries.
  public private(set) var noveltyFeatures: [Float] = []
  /// Query q has the rows `offsets[q] ..< offsets[q + 1]`.
  public private(set) var offsets: [Int] = [0]
  /// The chosen row within its query, or −1 for none of them.
  public private(set) var targets: [Int32] = []
  /// The weight of each query.
  public private(set) var weights: [Float] = []
  /// The source of the features that are not in memory; `nil` if all are.
  let stored: (any StoredRows)?

  /// Creates an empty set for the given numbers of features.
  public init(featureCount: Int, noveltyFeatureCount: Int) {
    self.featureCount = max(featureCount, 0)
    self.noveltyFeatureCount = max(noveltyFeatureCount, 0)
    stored = nil
  }

  /// Creates a set of queries whose features stay where they are.
  ///
  /// - Parameters:
  ///   - rowCounts: The number of candidates of each query.
  ///   - targets: The chosen row of each query, or −1 for none of them.
  ///   - weights: The weight of each query.
  /// - Throws: `TrainingError` if a target is not a row of its query, or a weight is invalid.
  package init(
    featureCount: Int, noveltyFeatureCount: Int, stored: any StoredRows, rowCounts: [Int32], targets: [Int32],
    weights: [Float]
  ) throws(TrainingError) {
    precondition(rowCounts.count == targets.count && targets.count == weights.count, "one number per query")
    self.featureCount = max(featureCount, 0)
    self.noveltyFeatureCount = max(noveltyFeatureCount, 0)
    self.stored = stored
    offsets.reserveCapacity(rowCounts.count + 1)
    for (rows, target) in zip(rowCounts, targets) {
      guard target >= -1, target < rows else { throw .target(Int(target), rows: Int(rows)) }
      offsets.append(offsets[offsets.count - 1] + Int(rows))
    }
    guard weights.allSatisfy({ $0 >= 0 && $0.isFinite }) else { throw .weight }
    (self.targets, self.weights) = (targets, weights)
  }

  /// The number of queries.
  public var queryCount: Int { targets.count }

  /// The number of candidates of all queries.
  public var candidateCount: Int { offsets[targets.count] }

  /// Returns the rows of a query.
  public func rows(ofQuery query: Int) -> Range<Int> { offsets[query]..<offsets[query + 1] }

  /// Reserves capacity, so that appending allocates once; worthwhile for millions of rows.
  public mutating func reserveCapacity(queries: Int, rows: Int) {
    features.reserveCapacity(max(rows, 0) * featureCount)
    noveltyFeatures.reserveCapacity(max(queries, 0) * noveltyFeatureCount)
    offsets.reserveCapacity(max(queries, 0) + 1)
    targets.reserveCapacity(max(queries, 0))
    weights.reserveCapacity(max(queries, 0))
  }

  /// Appends a query.
  ///
  /// - Parameters:
  ///   - candidates: One row per candidate; may be empty.
  ///   - novelty: The features of "none of these".
  ///   - target: The chosen row, or nil for none of them.
  ///   - weight: The weight of the query relative to the others.
  /// - Throws: `TrainingError`. The set is then unchanged.
  /// - Complexity: O(rows · features).
  public mutating func append(
    candidates: Matrix, novelty: [Float], target: Int?, weight: Float = 1
  ) throws(TrainingError) {
    precondition(stored == nil, "a set with stored rows does not grow")
    guard candidates.columns == featureCount else {
      throw .featureCount(expected: featureCount, found: candidates.columns)
    }
    guard novelty.count == noveltyFeatureCount else {
      throw .noveltyFeatureCount(expected: noveltyFeatureCount, found: novelty.count)
    }
    if let target, !(0..<candidates.rows).contains(target) { throw .target(target, rows: candidates.rows) }
    guard weight >= 0, weight.isFinite else { throw .weight }
    guard VectorLoops.allWithin(RankingLimits.magnitude, candidates.elements),
      VectorLoops.allWithin(RankingLimits.magnitude, novelty)
    else { throw .featureNotFinite }
    features.append(contentsOf: candidates.elements)
    noveltyFeatures.append(contentsOf: novelty)
    offsets.append(candidateCount + candidates.rows)
    targets.append(target.map { Int32($0) } ?? -1)
    weights.append(weight)
  }

  /// Appends all queries of another set, in their order.
  ///
  /// - Throws: `TrainingError` if the numbers of features differ.
  public mutating func append(contentsOf other: TrainingSet) throws(TrainingError) {
    precondition(stored == nil && other.stored == nil, "a set with stored rows does not grow")
    guard other.featureCount == featureCount else {
      throw .featureCount(expected: featureCount, found: other.featureCount)
    }
    guard other.noveltyFeatureCount == noveltyFeatureCount else {
      throw .noveltyFeatureCount(expected: noveltyFeatureCount, found: other.noveltyFeatureCount)
    }
    let base = candidateCount
    features.append(contentsOf: other.features)
    noveltyFeatures.append(contentsOf: other.noveltyFeatures)
    offsets.append(contentsOf: other.offsets.dropFirst().map { base + $0 })
    targets.append(contentsOf: other.targets)
    weights.append(contentsOf: other.weights)
  }
}
