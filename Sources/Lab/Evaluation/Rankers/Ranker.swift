internal import Activities
internal import Features
internal import Suggestions

/// Something that ranks what a user may do next and learns from what they did: the engine, or a
/// rule to beat.
///
/// Rows number the activities of one user in the order of their first donation; every ranker of a
/// replay is told the same rows.
protocol Ranker: Sendable {
  /// A score for each row known so far, the higher the likelier.
  ///
  /// - Parameter precision: What is known of the context's time; a ranker goes by nothing else of
  ///   it.
  mutating func scores(for context: Context, precision: TimePrecision) throws -> [Float]

  /// Learns what happened; of a time that is not exact, nothing but the order.
  mutating func observe(_ donation: Donation, row: Int) throws
}

/// A ranker that also says how sure it is.
protocol ProbabilisticRanker: Ranker {
  /// The probabilities of all rows of the last query, and of something new; they sum to 1.
  var probabilities: (rows: [Float], novelty: Float) { get }
}

/// The rules that Hunch has to beat, by the names that reports use.
public enum Baseline: String, CaseIterable, Sendable {
  /// The activity with the most donations first.
  case mostFrequent = "most-frequent"
  /// The one donated last first.
  case mostRecent = "most-recent"
  /// Counts that decay with a half-life of seven days.
  case frecency
  /// Counts in this hour of the day and, by half, in the hours beside it.
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
/// What is measured is the ranking that suggestions are chosen from: every activity of the user in
/// the order of the served scores, and the served probabilities. What an answer then leaves out or
/// adds is not measured: thresholds and limits, feedback, gates such as quiet hours and expired
/// activities, hints, and the merging of combinations.
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

  /// A score for each row known so far, the higher the likelier.
  mutating func scores(at moment: AskedMoment) throws -> [Float] {
    let scored = try userModel.score(moment, scratch: &scratch)
    probabilities = (scored.probabilities, scored.noveltyProbability)
    return scored.scores
  }

  mutating func observe(_ donation: Donation, row: Int) throws {
    try userModel.observe(donation, scratch: &scratch)
  }
}
