internal import Kernels

/// The limits of accepted numbers.
public enum RankingLimits {
  /// The maximum magnitude of a feature: far beyond any evidence, and far from overflow inside a
  /// network.
  public static let magnitude: Float = 1e9

  /// The maximum score that a model may be able to give, and the maximum change of it that may be
  /// learned of a user.
  ///
  /// The model that follows a user adds two changes to a score, corrects it, and at most doubles
  /// it. The result is 10^7 times below the largest `Float`. Squares of scores or units would not
  /// be, so updates that use them are checked before they are applied (``AdaptedModel``). Scores of
  /// fitted models are below 100 with usual features; with the largest features they stay many
  /// orders below this limit.
  public static let score = 1e30

  /// The temperatures of a model.
  ///
  /// Fitted ones are from 0.05 to 20.
  public static let temperature: ClosedRange<Float> = 1e-6...1e6

  /// Rejects candidates with another width, or with a number that is not finite or exceeds
  /// ``magnitude``.
  static func check(candidates matrix: Matrix, width: Int) throws(RankingError) {
    guard matrix.columns == width else { throw .featureCount(expected: width, found: matrix.columns) }
    if VectorLoops.allWithin(magnitude, matrix.elements) { return }
    // Negated, because comparisons with NaN are false.
    let bad = matrix.elements.firstIndex { !(abs($0) <= magnitude) } ?? 0
    throw .featureNotFinite(row: bad / matrix.columns, column: bad % matrix.columns)
  }

  /// Rejects another number of features of "none of these", or one that is not finite or exceeds
  /// ``magnitude``.
  static func check(novelty features: [Float], width: Int) throws(RankingError) {
    guard features.count == width else { throw .noveltyFeatureCount(expected: width, found: features.count) }
    if let bad = features.firstIndex(where: { !(abs($0) <= magnitude) }) {
      throw .noveltyNotFinite(column: bad)
    }
  }
}

/// The reason why rows could not be scored or explained.
public enum RankingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The width of the candidate matrix differs from the model's.
  case featureCount(expected: Int, found: Int)
  /// The number of novelty features differs from the model's.
  case noveltyFeatureCount(expected: Int, found: Int)
  /// A candidate's feature is NaN, infinite, or beyond the limit.
  case featureNotFinite(row: Int, column: Int)
  /// A novelty feature is NaN, infinite, or beyond the limit.
  case noveltyNotFinite(column: Int)
  /// The weights are so large that a score overflowed.
  case scoreNotFinite
  /// The parts of a model do not fit each other, or a weight is not finite.
  case model(String)
  /// The row does not exist.
  case row(Int, count: Int)
  /// The groups are not one per column, each zero or above.
  case groups(expected: Int, found: Int)

  /// A description of the problem, without any of the user's content.
  public var description: String {
    switch self {
    case .featureCount(let expected, let found):
      "the candidates have \(found) features; the model has \(expected)"
    case .noveltyFeatureCount(let expected, let found):
      "there are \(found) novelty features; the model has \(expected)"
    case .featureNotFinite(let row, let column):
      "feature \(column) of candidate \(row) is not a number within ±1e9"
    case .noveltyNotFinite(let column): "novelty feature \(column) is not a number within ±1e9"
    case .scoreNotFinite:
      "a score overflowed because the model's weights are too large; retrain it, or use another model"
    case .model(let reason): "the model is not consistent: \(reason)"
    case .row(let row, let count): "there is no row \(row) among the \(count) rows"
    case .groups(let expected, let found): "\(found) valid groups were given for \(expected) columns"
    }
  }

  init(_ error: ShapeError) { self = .model(error.description) }
}
