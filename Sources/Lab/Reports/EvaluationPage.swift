internal import Charts
public import Evaluation

/// An evaluation as one page of HTML that needs nothing else: no script, no font, no picture from
/// elsewhere.
///
/// It works on paper, in dark and light, and for readers who cannot see it: each picture has a
/// description and a table. The same evaluations give the same bytes, because query times, which
/// differ from run to run, are omitted.
public struct EvaluationPage: Sendable {
  /// The figures on one log.
  public struct Log: Sendable {
    let name: String
    let evaluation: Evaluation
    let isInSample: Bool
    let isColdStartInSample: Bool

    /// - Parameters:
    ///   - name: The name of the log; any text.
    ///   - isInSample: Whether the engine's model was fitted on the scored donations.
    ///   - isColdStartInSample: Whether it was fitted on donations of the cold start, which queries
    ///     before each donation but the first.
    public init(name: String, evaluation: Evaluation, isInSample: Bool, isColdStartInSample: Bool) {
      self.name = name
      self.evaluation = evaluation
      self.isInSample = isInSample
      self.isColdStartInSample = isColdStartInSample
    }
  }

  /// The conditions of the evaluation, in the words of the page.
  public struct Conditions: Sendable {
    let model: String
    let scoreFrom: Double
    let place: String
    let seed: UInt64

    /// - Parameters:
    ///   - model: The name of the model; any text.
    ///   - scoreFrom: The share of each user's donations before scoring.
    ///   - place: The place that a query knew.
    ///   - seed: The seed of the bootstrap.
    public init(model: String, scoreFrom: Double, place: String, seed: UInt64) {
      self.model = model
      self.scoreFrom = scoreFrom
      self.place = place
      self.seed = seed
    }
  }

  private let logs: [Log]
  private let pooled: [QuerySlice]
  private let conditions: Conditions

  /// Creates a page about some logs.
  ///
  /// - Parameters:
  ///   - logs: The logs, in the order of the page.
  ///   - pooled: The cold-start curve over the users of all logs; shown if there are several.
  public init(logs: [Log], pooled: [QuerySlice], under conditions: Conditions) {
    self.logs = logs
    self.pooled = pooled
    self.conditions = conditions
  }

  /// The page, as HTML that is well-formed XML too.
  public var html: String {
    Page(
      title: "Hunch: how well the next activity is predicted",
      body: [header, terms, Markup("main", [:], sections)]
    ).html
  }

  private var sections: [Markup] {
    let several = logs.count > 1
    let entries = logs.enumerated().map { LogSection(log: $0.element, identifier: "log-\($0.offset + 1)") }
    let all = PooledSection(
      curve: pooled, logs: logs.count, isInSample: logs.contains(where: \.isColdStartInSample))
    let isPooled = several && !pooled.isEmpty
    let contents =
      entries.map { ($0.identifier, $0.log.name) } + (isPooled ? [(all.identifier, all.title)] : [])
    return [OverviewSection(logs: logs).markup] + (several ? [Page.contents(contents)] : [])
      + entries.map(\.markup) + (isPooled ? [all.markup] : [])
  }

  private var header: Markup {
    let share = NumberText.percent(conditions.scoreFrom, 0)
    return Markup(
      "header", [:],
      [
        Markup("h1", [:], ["How well the next activity is predicted"]),
        Markup(
          "p", [:],
          [
            """
            Each user’s history was replayed in order: before every donation, Hunch and seven simple rules ranked all activities \
            that this user had done before; then they were told which one it was, and learned from it. Only the donations after \
            the first \(share) of each user’s are scored, except in “Cold start”, which covers all of them. An activity that is \
            done for the first time counts as a miss for everyone.
            """
          ]),
        Markup(
          "p", ["class": "conditions"],
          [
            "Model: \(conditions.model). Location known when predicting: \(conditions.place). Random seed: \(conditions.seed)."
          ]),
      ])
  }

  /// The terms, placed before the figures, where readers need them.
  private var terms: Markup {
    Page.terms(
      """
      A query is one prediction. Hit@k: the share of queries whose answer was among the first k. MRR, the mean reciprocal \
      rank: the mean of 1/rank of the answer; 1 if it always came first, 0.5 if it always came second. Intervals and \
      bands hold 95 % of 1,000 bootstrap resamples of the users (of the queries, if there is one user); all rankers are \
      compared on the same resamples. Log loss, in nats: how improbable the answer was thought to be, with a \
      probability for “none of these”; lower is better. ECE, the expected calibration error: how far the probability \
      of the first suggestion was from the share that came true, over 15 bins of equally many queries; lower is better.
      """)
  }
}
