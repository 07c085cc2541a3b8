public import Kernels

/// Queries with their candidates' features and what came next.
///
/// Rows lie one after another in one flat array: 8 million rows of 48 features take 1.5 GB.
public struct TrainingSet: Sendable {
  /// Columns of the candidates' features that a model is not to learn from.
  ///
  /// Its standardiser gives them the factor 0, so they say nothing in training, serving and
  /// adaptation; columns that do not exist are ignored.
  public var silentColumns: Set<Int> = []
  /// Number of features of a candidate.
  public let featureCount: Int
  /// Number of features of "none of these".
  public let noveltyFeatureCount: Int
  /// All candidates' features.
  public private(set) var features: [Float] = []
  /// Novelty features of all queries.
  public private(set) var noveltyFeatures: [Float] = []
  /// Query q has the rows `offsets[q] ..< offsets[q + 1]`.
  public private(set) var offsets: [Int] = [0]
  /// The row within its query that came next; −1 if none of them did.
  public private(set) var targets: [Int32] = []
  /// The weight of each query.
  public private(set) var weights: [Float] = []

  /// Makes an empty set for features of given numbers.
  public init(featureCount: Int, noveltyFeatureCount: Int) {
    self.featureCount = max(featureCount, 0)
    self.noveltyFeatureCount = max(noveltyFeatureCount, 0)
  }

  /// Number of queries.
  public var queryCount: Int { targets.count }

  /// Number of candidates of all queries.
  public var candidateCount: Int { offsets[targets.count] }

  /// The rows of a query.
  public func rows(ofQuery query: Int) -> Range<Int> { offsets[query]..<offsets[query + 1] }

  /// Makes room, so that appending allocates once; worth it for millions of rows.
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
  ///   - candidates: one row each; may have none.
  ///   - novelty: the features of "none of these".
  ///   - target: the row that came next; nil if none of them did.
  ///   - weight: how much the query counts, relative to the others.
  /// - Throws: `TrainingError`; the set is then unchanged.
  /// - Complexity: O(rows · features).
  public mutating func append(
    candidates: Matrix, novelty: [Float], target: Int?, weight: Float = 1
  ) throws(TrainingError) {
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
