internal import Activities
internal import Features
internal import Suggestions

/// A type that estimates at any moment how likely each known activity is within a horizon, and
/// learns from donations.
///
/// Rows number the activities of one user in the order of their first donation; all rankers get the
/// same rows.
protocol MomentRanker: Sendable {
  /// Returns the probability (0 to 1) of each known row within some seconds from a moment.
  ///
  /// All learned donations are strictly before the end of observation. Several activities may be
  /// done, so probabilities need not sum to 1.
  mutating func probabilities(at moment: AskedMoment, within seconds: Double) throws -> [Double]

  /// Learns a donation.
  mutating func observe(_ donation: Donation, row: Int) throws
}

/// The rankers to measure at moments, by the names in reports.
public enum MomentRule: String, CaseIterable, Sendable {
  /// Nothing will be done: every probability is 0.
  case nothing = "none"
  /// The share of like days on which the activity was done at about this time.
  case climatology
  /// The engine's probability, given that the user does something now.
  case conditional
  /// The engine's probability within the horizon.
  case hunch

  /// The rules without a model; the better one is the baseline for the others.
  public static let baselines: [MomentRule] = [.nothing, .climatology]

  /// Creates a ranker without any learned donation.
  func makeRanker(_ model: SuggestionModel) -> any MomentRanker {
    switch self {
    case .nothing: NothingDone()
    case .climatology: Climatology()
    case .conditional: ConditionalProbability(model: model)
    case .hunch: HorizonProbability(model: model)
    }
  }
}

/// A ranker that predicts no activity.
private struct NothingDone: MomentRanker {
  private var rows = 0

  func probabilities(at moment: AskedMoment, within seconds: Double) -> [Double] {
    Array(repeating: 0, count: rows)
  }

  mutating func observe(_ donation: Donation, row: Int) { rows = max(rows, row + 1) }
}

/// The engine's probability of an activity, given that the user does something now, regardless of
/// the horizon.
private struct ConditionalProbability: MomentRanker {
  private var engine: HunchRanker

  init(model: SuggestionModel) {
    engine = HunchRanker(model: model)
  }

  mutating func probabilities(at moment: AskedMoment, within seconds: Double) throws -> [Double] {
    _ = try engine.scores(at: moment)
    return engine.probabilities.rows.map(Double.init)
  }

  mutating func observe(_ donation: Donation, row: Int) throws { try engine.observe(donation, row: row) }
}

/// The engine's probability of an activity within the horizon.
private struct HorizonProbability: MomentRanker {
  private var user: UserModel
  private var scratch = UserModelScratch()

  init(model: SuggestionModel) { user = UserModel(model) }

  mutating func probabilities(at moment: AskedMoment, within seconds: Double) throws -> [Double] {
    try user.score(moment, within: seconds, scratch: &scratch).horizonProbabilities.map(Double.init)
  }

  mutating func observe(_ donation: Donation, row: Int) throws {
    try user.observe(donation, scratch: &scratch)
  }
}
