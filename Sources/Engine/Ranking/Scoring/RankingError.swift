internal import Kernels

/// Limits of what is accepted.
public enum RankingLimits {
  /// Largest magnitude of a feature: far beyond any evidence, and far from overflow inside a
  /// network.
  public static let magnitude: Float = 1e9

  /// Largest score that a model may be able to give, and largest change of it that may be learned
  /// of a person.
  ///
  /// What follows a person adds two changes to a score, corrects it, and at most doubles it: that
  /// stays 10^7 times below the largest `Float`. Squares of scores or units would not, so what is
  /// learned by them is looked at before it is taken (``AdaptedModel``). Scores of fitted models
  /// are below 100 with usual features; with the largest ones they stay many orders below this.
  public static let score = 1e30

  /// Temperatures of a model: those that are fitted are from 0.05 to 20.
  public static let temperature: ClosedRange<Float> = 1e-6...1e6

  /// Refuses candidates of another width, or with a number that is not finite or beyond
  /// ``magnitude``.
  static func check(candidates matrix: Matrix, width: Int) throws(RankingError) {
    guard matrix.columns == width else { throw .featureCount(expected: width, found: matrix.columns) }
    if VectorLoops.allWithin(magnitude, matrix.elements) { return }
    // NaN compares false, hence the negation.
    let bad = matrix.elements.firstIndex { !(abs($0) <= magnitude) } ?? 0
    throw .featureNotFinite(row: bad / matrix.columns, column: bad % matrix.columns)
  }

  /// Refuses features of "none of these" of another number, or with one that is not finite or
  /// beyond ``magnitude``.
  static func check(novelty features: [Float], width: Int) throws(RankingError) {
    guard features.count == width else { throw .noveltyFeatureCount(expected: width, found: features.count) }
    if let bad = features.firstIndex(where: { !(abs($0) <= magnitude) }) {
      throw .noveltyNotFinite(column: bad)
    }
  }
}

/// The reason why rows could not be scored or explained.
public enum RankingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The candidate matrix has another width than the model.
  case featureCount(expected: Int, found: Int)
  /// There are more or fewer novelty features than the model has.
  case noveltyFeatureCount(expected: Int, found: Int)
  /// A candidate's feature is NaN, infinite, or beyond the limit.
  case featureNotFinite(row: Int, column: Int)
  /// A novelty feature is NaN, infinite, or beyond the limit.
  case noveltyNotFinite(column: Int)
  /// The weights are so large that a score overflowed.
  case scoreNotFinite
  /// The parts of a model do not fit each other, or a weight is not finite.
  case model(String)
  /// There is no such row.
  case row(Int, count: Int)
  /// There is not one group, zero or above, for each column.
  case groups(expected: Int, found: Int)

  /// A description of what is wrong, without any of the user's content.
  public var description: String {
    switch self {
    case .featureCount(let expected, let found): "candidates have \(found) features, the model \(expected)"
    case .noveltyFeatureCount(let expected, let found):
      "there are \(found) novelty features, the model has \(expected)"
    case .featureNotFinite(let row, let column):
      "feature \(column) of candidate \(row) is not a number within ±1e9"
    case .noveltyNotFinite(let column): "novelty feature \(column) is not a number within ±1e9"
    case .scoreNotFinite:
      "a score overflowed, the model's weights are too large: train it again, or use another"
    case .model(let reason): "the model is not consistent: \(reason)"
    case .row(let row, let count): "there is no row \(row) among \(count)"
    case .groups(let expected, let found): "\(found) valid groups were given for \(expected) columns"
    }
  }

  init(_ error: ShapeError) { self = .model(error.description) }
}
