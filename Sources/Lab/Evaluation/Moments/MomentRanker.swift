internal import Activities
internal import Features
internal import Suggestions

/// Something that says at any moment how likely each known activity is to be done soon after, and
/// learns from what was done.
///
/// Rows number the activities of one user in the order of their first donation; every ranker is
/// told the same rows.
protocol MomentRanker: Sendable {
  /// The probability of each row known so far to be done within so many seconds from a moment on,
  /// from 0 to 1.
  ///
  /// What is told lies strictly before the moment until which the user was observed. Several may be
  /// done, so probabilities need not sum to 1.
  mutating func probabilities(at moment: AskedMoment, within seconds: Double) throws -> [Double]

  /// Learns what happened.
  mutating func observe(_ donation: Donation, row: Int) throws
}

/// The rankers that are measured at moments, by the names that reports use.
public enum MomentRule: String, CaseIterable, Sendable {
  /// Nothing will be done: every probability is 0.
  case nothing = "none"
  /// The share of like days on which it was done at about this time of day.
  case climatology
  /// The engine's probability, given that the user does something now.
  case conditional
  /// The engine's probability that it is done within the time asked for.
  case hunch

  /// The rules that use no model: the better one is what the others have to beat.
  public static let baselines: [MomentRule] = [.nothing, .climatology]

  /// A ranker that has learned nothing yet.
  func makeRanker(_ model: SuggestionModel) -> any MomentRanker {
    switch self {
    case .nothing: NothingDone()
    case .climatology: Climatology()
    case .conditional: ConditionalProbability(model: model)
    case .hunch: HorizonProbability(model: model)
    }
  }
}

/// Says that nothing will be done.
private struct NothingDone: MomentRanker {
  private var rows = 0

  func probabilities(at moment: AskedMoment, within seconds: Double) -> [Double] {
    Array(repeating: 0, count: rows)
  }

  mutating func observe(_ donation: Donation, row: Int) { rows = max(rows, row + 1) }
}

/// The engine's probability of an activity, given that the user does something now, whatever the
/// time it is asked for.
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

/// The engine's probability of an activity to be done within the time it is asked for.
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
