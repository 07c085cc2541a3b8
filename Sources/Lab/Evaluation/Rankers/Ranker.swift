internal import Activities
internal import Features
internal import Suggestions

/// A type that ranks a user's next activities and learns from donations: the engine, or a rule to
/// beat.
///
/// Rows number the activities of one user in the order of their first donation; all rankers of a
/// replay get the same rows.
protocol Ranker: Sendable {
  /// Returns a score for each known row; a higher score is more likely.
  ///
  /// - Parameter precision: The precision of the context's time; a ranker must use no more of it.
  mutating func scores(for context: Context, precision: TimePrecision) throws -> [Float]

  /// Learns a donation; from an inexact time it learns only the order.
  mutating func observe(_ donation: Donation, row: Int) throws
}

/// A ranker with probabilities.
protocol ProbabilisticRanker: Ranker {
  /// The probabilities of all rows of the last query, and of a new activity; they sum to 1.
  var probabilities: (rows: [Float], novelty: Float) { get }
}

/// The rules that Hunch has to beat, by the names in reports.
public enum Baseline: String, CaseIterable, Sendable {
  /// The activity with the most donations first.
  case mostFrequent = "most-frequent"
  /// The one donated last first.
  case mostRecent = "most-recent"
  /// Counts that decay with a half-life of seven days.
  case frecency
  /// Counts in this hour of the day and, by half, in the adjacent hours.
  case hourOfDay = "hour-of-day"
  /// Counts after the same previous activity.
  case markov1 = "markov-1"
  /// Counts after the same two previous activities, then after the same one.
  case markov2 = "markov-2"
  /// Share times the likelihood of the hour times the likelihood of the previous activity.
  case naiveBayes = "naive-bayes"

  func makeRanker() -> any Ranker {
    switch self {
    case .mostFrequent: MostFrequent()
    case .mostRecent: MostRecent()
    case .frecency: Frecency()
    case .hourOfDay: HourOfDay()
    case .markov1: Markov(order: 1)
    case .markov2: Markov(order: 2)
    case .naiveBayes: NaiveBayes()
    }
  }
}

/// The user model that serves suggestions, asked in the same way as the rules.
///
/// It measures the ranking that suggestions are chosen from: every activity of the user in the
/// order of the served scores, and the served probabilities. It does not measure later changes:
/// thresholds and limits, feedback, gates such as quiet hours and expired activities, hints, and
/// the merging of combinations.
struct HunchRanker: ProbabilisticRanker {
  private var userModel: UserModel
  private var scratch = UserModelScratch()
  private(set) var probabilities: (rows: [Float], novelty: Float) = ([], 1)

  init(model: SuggestionModel) {
    userModel = UserModel(model)
  }

  mutating func scores(for context: Context, precision: TimePrecision) throws -> [Float] {
    try scores(at: AskedMoment(context, precision: precision))
  }

  /// Returns a score for each known row; a higher score is more likely.
  mutating func scores(at moment: AskedMoment) throws -> [Float] {
    let scored = try userModel.score(moment, scratch: &scratch)
    probabilities = (scored.probabilities, scored.noveltyProbability)
    return scored.scores
  }

  mutating func observe(_ donation: Donation, row: Int) throws {
    try userModel.observe(donation, scratch: &scratch)
  }
}
