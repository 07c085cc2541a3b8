/// The reason why a training set was rejected or training stopped.
public enum TrainingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The width of the candidates differs from the set's.
  case featureCount(expected: Int, found: Int)
  /// The number of novelty features differs from the set's.
  case noveltyFeatureCount(expected: Int, found: Int)
  /// A feature of the query is NaN, infinite, or exceeds `RankingLimits.magnitude`.
  case featureNotFinite
  /// The target is not a row of the query.
  case target(Int, rows: Int)
  /// The weight is negative or not finite.
  case weight
  /// No query has a weight above 0.
  case empty
  /// The features of the validation set differ from those of the training set.
  case validationShape
  /// A hyper-parameter is outside its range.
  case configuration(String)
  /// The checkpoint belongs to another training.
  case checkpoint
  /// The loss is no longer finite; a lower learning rate or a smaller gradient limit helps.
  case diverged(epoch: Int)

  /// A description of the problem, without any of the user's content.
  public var description: String {
    switch self {
    case .featureCount(let expected, let found):
      "the candidates have \(found) features; the set has \(expected)"
    case .noveltyFeatureCount(let expected, let found):
      "there are \(found) novelty features; the set has \(expected)"
    case .featureNotFinite: "a feature is not a number within ±1e9"
    case .target(let row, let rows): "the target is row \(row) of \(rows)"
    case .weight: "a query's weight is negative or not finite"
    case .empty: "there is no query to learn from"
    case .validationShape: "the features of the validation set differ from those of the training set"
    case .configuration(let name): "\(name) is outside its range"
    case .checkpoint: "the checkpoint belongs to a training with other data or hyper-parameters"
    case .diverged(let epoch): "the loss is not finite in epoch \(epoch); lower the learning rate"
    }
  }
}
