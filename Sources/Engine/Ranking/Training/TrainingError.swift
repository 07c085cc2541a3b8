/// The reason why a training set was refused or training stopped.
public enum TrainingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Candidates have another width than the set.
  case featureCount(expected: Int, found: Int)
  /// There are more or fewer novelty features than the set has.
  case noveltyFeatureCount(expected: Int, found: Int)
  /// A feature of the query is NaN, infinite, or beyond `RankingLimits.magnitude`.
  case featureNotFinite
  /// The target is no row of the query.
  case target(Int, rows: Int)
  /// The weight is negative or not finite.
  case weight
  /// There is no query with a weight above 0.
  case empty
  /// The validation set's features are not those of the training set.
  case validationShape
  /// A hyper-parameter is outside of its range.
  case configuration(String)
  /// The checkpoint is of another training.
  case checkpoint
  /// The loss is not finite any more; a lower learning rate or a smaller gradient limit helps.
  case diverged(epoch: Int)

  /// A description of what is wrong, without any of the user's content.
  public var description: String {
    switch self {
    case .featureCount(let expected, let found): "candidates have \(found) features, the set \(expected)"
    case .noveltyFeatureCount(let expected, let found):
      "there are \(found) novelty features, the set has \(expected)"
    case .featureNotFinite: "a feature is not a number within ±1e9"
    case .target(let row, let rows): "the target is row \(row) of \(rows)"
    case .weight: "a query's weight is negative or not finite"
    case .empty: "there is no query to learn from"
    case .validationShape: "the validation set has other features than the training set"
    case .configuration(let name): "\(name) is outside of its range"
    case .checkpoint: "the checkpoint is of a training with other data or hyper-parameters"
    case .diverged(let epoch): "the loss is not finite in epoch \(epoch): lower the learning rate"
    }
  }
}
