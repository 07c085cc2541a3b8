internal import Charts
public import Evaluation

/// An evaluation at moments as one page of HTML that needs nothing else, made as ``EvaluationPage``
/// is.
public struct MomentPage: Sendable {
  /// The figures on one log.
  public struct Log: Sendable {
    let name: String
    let evaluation: MomentEvaluation
    let isInSample: Bool

    /// - Parameters:
    ///   - name: The name of the log; any text.
    ///   - isInSample: Whether the engine's model was fitted on the evaluated donations.
    public init(name: String, evaluation: MomentEvaluation, isInSample: Bool) {
      self.name = name
      self.evaluation = evaluation
      self.isInSample = isInSample
    }
  }

  private let logs: [Log]
  private let model: String
  private let scoreFrom: Double

  /// Creates a page about some logs.
  ///
  /// - Parameters:
  ///   - logs: The logs, in the order of the page.
  ///   - model: The name of the model; any text.
  ///   - scoreFrom: The share of each user's donations before the first moment.
  public init(logs: [Log], model: String, scoreFrom: Double) {
    self.logs = logs
    self.model = model
    self.scoreFrom = scoreFrom
  }

  /// The page, as HTML that is well-formed XML too.
  public var html: String {
    let sections = logs.enumerated().map {
      MomentSection(log: $0.element, identifier: "log-\($0.offset + 1)")
    }
    let contents = sections.count > 1 ? [Page.contents(sections.map { ($0.identifier, $0.log.name) })] : []
    return Page(
      title: "Hunch: how well it predicts the near future",
      body: [header, terms, Markup("main", [:], contents + sections.map(\.markup))]
    ).html
  }

  private var header: Markup {
    let share = NumberText.percent(scoreFrom, 0)
    var conditions = "Model: \(model)."
    if let evaluation = logs.first?.evaluation {
      conditions =
        "A moment every \(SpanText.words(evaluation.step)); an activity counts as done within "
        + "\(SpanText.words(evaluation.horizon)). "
        + (evaluation.lead > 0 ? "Asked \(SpanText.words(evaluation.lead)) ahead. " : "") + conditions
    }
    return Markup(
      "header", [:],
      [
        Markup("h1", [:], ["How well Hunch predicts the near future"]),
        Markup(
          "p", [:],
          [
            """
            Each user’s history was replayed in order. At evenly spaced moments after the first \(share) of a user’s donations, \
            whether or not anything happened, each ranker estimated how likely every known activity was soon after.
            """
          ]),
        Markup("p", ["class": "conditions"], ["\(conditions)"]),
      ])
  }

  /// The terms, placed before the figures, where readers need them.
  private var terms: Markup {
    Page.terms(
      """
      Brier: the squared errors of all known activities’ probabilities, added up, and averaged over the moments; a new \
      activity adds 1; lower is better. Ratio: to the better of two baselines, none (nothing will be done) and \
      climatology (the share of similar days on which it was done at about this time); below 1 is better than both. \
      ECE, the expected calibration error of the most likely activity: how far its probability was from the share that \
      came true, over 15 bins of equally many moments. Hours and days are local.
      """)
  }
}
