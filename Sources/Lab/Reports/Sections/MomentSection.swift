internal import Charts
internal import Evaluation
internal import Suggestions

/// The section of one log at moments: pictures, then totals and interruptions.
struct MomentSection {
  let log: MomentPage.Log
  /// The identifier, unique on the page.
  let identifier: String

  private var evaluation: MomentEvaluation { log.evaluation }

  /// The section.
  var markup: Markup {
    let (moments, users) = (evaluation.asked, evaluation.users)
    var parts = [
      Markup("h2", ["id": identifier], ["\(log.name)"]),
      Markup(
        "p", [:],
        ["\(moments) \(moments == 1 ? "moment" : "moments") of \(users) \(users == 1 ? "user" : "users")."]),
    ]
    if log.isInSample {
      let warning = """
        In-sample: the model was fitted on these donations. The figures for hunch are too good, and say nothing about \
        people it has not seen.
        """
      parts.append(Markup("p", ["class": "warning", "role": "note"], ["\(warning)"]))
    }
    parts.append(Page.pictures([reliability, interruptions, week].compactMap(\.self)))
    parts.append(totals.markup)
    parts.append(
      Markup(
        "section", ["class": "part"],
        [
          Markup("h3", [:], ["Interruptions under a policy"]), Markup("p", [:], ["\(policyWords)"]),
          underPolicy.markup,
        ]))
    return Markup("section", ["class": "log", "aria-labelledby": identifier], parts)
  }

  /// A ranker with its style: the engine stands out.
  private struct Drawn {
    let ranker: MomentEvaluation.Ranker
    let series: Series
  }

  /// The rankers, in their order.
  private var drawn: [Drawn] {
    let engine = evaluation.engine?.name
    return evaluation.rankers.enumerated().map { index, ranker in
      Drawn(
        ranker: ranker, series: Series(name: name(of: ranker), index: ranker.name == engine ? 0 : index + 1))
    }
  }

  /// The name of a ranker, marked for in-sample figures.
  private func name(of ranker: MomentEvaluation.Ranker) -> String {
    let isModel = !MomentRule.baselines.contains { $0.rawValue == ranker.name }
    return log.isInSample && isModel ? ranker.name + " (in-sample)" : ranker.name
  }

  // MARK: Tables

  private var totals: DataTable {
    var table = DataTable(
      caption: "All rankers over all moments", header: ["ranker", "Brier", "ratio", "ECE"])
    table.rows = evaluation.rankers.map { ranker in
      [
        name(of: ranker), NumberText.fixed(ranker.brier), NumberText.fixed(ranker.ratio, 2),
        NumberText.fixed(ranker.calibrationError),
      ]
    }
    return table
  }

  private var policyWords: String {
    let policy = evaluation.policy
    let quiet = policy.quietHours.map {
      ", and not from \(SpanText.clock($0.start)) to \(SpanText.clock($0.end))"
    }
    return """
      The most likely activity interrupts if it is at least \
      \(NumberText.percent(policy.leastToInterrupt, 0)) likely, was done \(policy.leastDonationsToInterrupt) times and its \
      last interruption was not ignored recently; at most \(policy.interruptionsPerDay) a day, \
      \(policy.minutesBetweenInterruptions) minutes apart\(quiet ?? ""). Missed: activities done outside quiet hours that \
      were as likely at some moment within the horizon before, and did not interrupt.
      """
  }

  private var underPolicy: DataTable {
    var table = DataTable(
      caption: "Interruptions a day, the share that came true, and missed a day",
      header: ["ranker", "a day", "came true", "missed a day"])
    table.rows = evaluation.rankers.map { ranker in
      let figures = ranker.underPolicy
      return [
        name(of: ranker), NumberText.fixed(figures.perDay, 2), NumberText.fixed(figures.cameTrue, 2),
        NumberText.fixed(figures.missedPerDay, 2),
      ]
    }
    return table
  }

  // MARK: Pictures

  private var reliability: Picture? {
    let shown = drawn.filter { !$0.ranker.reliability.isEmpty }
    guard !shown.isEmpty else { return nil }
    var table = DataTable(
      caption: "Reliability of the most likely activity",
      header: ["ranker", "predicted", "came true", "moments"])
    for each in shown {
      table.rows += each.ranker.reliability.map { bin in
        [each.series.name, NumberText.fixed(bin.said), NumberText.fixed(bin.met), String(bin.queries)]
      }
    }
    let diagram = ReliabilityDiagram(
      lines: drawnLast(shown).map { each in
        ReliabilityDiagram.Line(
          series: each.series,
          bins: each.ranker.reliability.map {
            ReliabilityDiagram.Bin(said: $0.said, met: $0.met, queries: $0.queries)
          })
      }, unit: "moments")
    let errors = shown.map { "\($0.series.name) \(NumberText.fixed($0.ranker.calibrationError))" }
    return Picture(
      identifier: "\(identifier)-reliability", title: "Can the probabilities be trusted at any moment?",
      description: """
        The probability of the most likely activity at each moment against the share that was then done, in up to 15 bins \
        of equally many moments for each ranker; on the diagonal both are equal.
        """, size: diagram.size, drawing: diagram.drawing, legend: shown.map(\.series),
      caption:
        "Below the diagonal a ranker was too confident, above it not confident enough. Expected calibration error: "
        + errors.joined(separator: ", ") + ". A ranker that never expects anything has no line.",
      table: table)
  }

  private var interruptions: Picture? {
    guard let thresholds = evaluation.rankers.first?.interruptions.map(\.threshold), !thresholds.isEmpty
    else {
      return nil
    }
    let steps = thresholds.map { NumberText.percent($0, 0) }
    var table = DataTable(
      caption: "Interruptions by threshold",
      header: ["ranker", "from", "said", "a day", "came true", "missed"])
    for each in drawn {
      table.rows += each.ranker.interruptions.enumerated().map { step, figures in
        [
          each.series.name, steps[step], String(figures.said), NumberText.fixed(figures.perDay, 2),
          NumberText.fixed(figures.cameTrue), NumberText.fixed(figures.missed),
        ]
      }
    }
    let shown = drawn.filter { $0.ranker.interruptions.contains { $0.said > 0 } }
    let title = "interrupt if at least this likely"
    let perDay = CurveChart(
      steps: steps, stepTitle: title, valueTitle: "interruptions a day",
      curves: curves(of: shown, steps) { $0.perDay })
    let cameTrue = CurveChart(
      steps: steps, stepTitle: title, valueTitle: "share that came true",
      curves: curves(of: shown, steps) { $0.cameTrue })
    let stack = Stack([(perDay.size, perDay.drawing), (cameTrue.size, cameTrue.drawing)])
    return Picture(
      identifier: "\(identifier)-interruptions", title: "Interruptions by threshold",
      description: """
        How many interruptions a user gets a day, above, and which share of them comes true, below, for thresholds from \
        \(steps[0]) to \(steps[steps.count - 1]).
        """, size: stack.size, drawing: stack.drawing, legend: shown.map(\.series),
      caption: """
        This counts every moment with a likely enough activity, without a daily limit, back-off or quiet hours. A ranker \
        that is never confident enough has no point. Under Figures, missed is the share of all moments at which another \
        activity, also likely enough, was done instead.
        """, table: table)
  }

  /// A curve per ranker over the thresholds with a figure.
  private func curves(
    of shown: [Drawn], _ steps: [String], value: (MomentEvaluation.Interruptions) -> Double?
  ) -> [CurveChart.Curve] {
    drawnLast(shown).map { each in
      let points = each.ranker.interruptions.enumerated().compactMap { step, figures in
        value(figures).map { value in
          CurveChart.Point(
            step: step, value: value, interval: value...value,
            words: "\(each.series.name) from \(steps[step]): \(NumberText.fixed(value, 2))")
        }
      }
      return CurveChart.Curve(series: each.series, points: points)
    }
  }

  /// The engine last, so that it is on top.
  private func drawnLast(_ rankers: [Drawn]) -> [Drawn] {
    rankers.filter { $0.series.index != 0 } + rankers.filter { $0.series.index == 0 }
  }

  private var week: Picture? {
    guard let engine = evaluation.engine else { return nil }
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let hours = (0..<24).map(String.init)
    let expected = engine.week.days.map { $0.map(\.meanExpected) }
    let happened = engine.week.days.map { $0.map(\.meanHappened) }
    let most = (expected + happened).joined().compactMap(\.self).max() ?? 0
    let maps = [(expected, "expected"), (happened, "happened")].map { values, title in
      HeatMap(rows: days, columns: hours, labelEvery: 3, values: values, title: title, most: most)
    }
    let stack = Stack(maps.map { ($0.size, $0.drawing) })
    var table = DataTable(
      caption: "A week, expected / happened, activities within the horizon, mean over moments",
      header: ["hour"] + days)
    for hour in hours.indices {
      table.rows.append(
        [hours[hour]]
          + days.indices.map { day in
            "\(NumberText.fixed(expected[day][hour], 2)) / \(NumberText.fixed(happened[day][hour], 2))"
          })
    }
    let span = SpanText.words(evaluation.horizon)
    return Picture(
      identifier: "\(identifier)-week", title: "A week, as expected and as it was",
      description: """
        Two maps of seven days by 24 hours: the number of activities that \(name(of: engine)) expected within \(span) of a \
        moment, above, and the number that were done, below.
        """, size: stack.size, drawing: stack.drawing,
      caption: """
        \(name(of: engine)). The expected number is the sum of all probabilities at a moment; the actual number is that of \
        activities done within \(span), including new ones; both are averages over the moments of the hour. A dotted cell had no moment.
        """, table: table)
  }
}
