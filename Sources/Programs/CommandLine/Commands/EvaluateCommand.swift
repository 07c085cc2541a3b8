internal import Activities
internal import Answers
internal import ArgumentParser
internal import Evaluation
internal import Foundation
internal import Hunch
internal import ModelFile
internal import ProgramSupport
internal import Reports
internal import Training

/// `hunch evaluate`.
struct EvaluateCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Measure how well the next activity is predicted.",
    discussion: """
      Replays each user's donations in time order: ask, score, then learn. Every activity the user ever did is ranked; a new \
      one counts as a miss. Simple rules answer the same queries for comparison: most frequent, most recent, frecency \
      (half-life of 7 days), hour of day, Markov of order 1 and 2, naive Bayes of hour and previous activity.

        hunch evaluate
        hunch evaluate history.jsonl
        hunch evaluate --json --location at-event places.jsonl
        hunch evaluate --report report.html history.jsonl

      Without a file it uses the store, and begins with one sentence on how often the first suggestion was right. For logs, \
      the sentence comes after the table.

      hit@k: how often the activity was among the first k. MRR: mean of 1/rank, with its 95 % bootstrap interval; per user: \
      the mean of the users' means. Log loss in nats, with "none of these"; ECE: expected calibration error of the first \
      suggestion. With several files, one table or one JSON object each. On a narrow terminal the bars are left out, then \
      the time, per user and the interval.

      --details, --report and --json also report the accuracy after \([QuerySlice].coldStartPoints) donations of a \
      user (cold start), at each hour and by user, whether probabilities come true, and the lead over each rule in the same \
      resamples. With several files, a last table or object has the cold start over all their users. The cold start asks \
      every query but a user's first, not only the scored ones, which takes longer. If it includes donations that the model \
      was fitted on, it is marked in-sample separately. There, too, a new activity is a miss for every ranker; the share of \
      such queries is reported. The page also names the activities that are predicted best and worst, and those that are most \
      often confused.

      --moments asks at evenly spaced moments instead of just before donations: at every whole step of UTC from a user's \
      first scored donation to the last, for at most \(MomentSchedule.mostDays) days. Only users with at least \
      \(MomentSchedule.fewestDonations) donations are included. A query knows what was done before the moment, and the last \
      known place. Every activity that is done within the span of --within counts.

        hunch evaluate --moments 15m --within 1h history.jsonl

      With --lead 24h it asks about the same moments a day ahead: a query knows what was done until a day before the moment, \
      and climatology skips days that were not over by then.

      It compares none (nothing will be done), climatology (the share of workdays, or of weekend days, in the past 60 days \
      on which it was done around this time) and conditional (hunch's probability, given that the user does something now). \
      Brier: squared errors, added up over the known activities, mean over moments; ratio: to the better of none and \
      climatology; ECE: of the most likely activity. said: moments at which that was at least 50 % likely; came true: the \
      share of them at which it was then done; missed: the share of all moments at which another one that was at least 50 % \
      likely was done; per day: said per day and user; expected: all probabilities added up, divided by how often a \
      known activity was done.

      A second table shows the interruptions that a user would get: the most likely activity that is at least 50 % likely, \
      was done three times and was not ignored recently; at most three a day, an hour apart, and not from 22:00 to 7:00. \
      missed per day: done outside these hours, at least 50 % likely at some moment within the preceding span of --within, \
      and not said; an activity that is done again within that span is missed once. With --json the object of a log \
      has log and moments, in which thresholds go from 0.3 to 0.9, and in_sample where it applies, but nothing about \
      donations. --report writes a page with the reliability, the interruptions by threshold, and a week of what hunch \
      expected and what happened.
      """)
  static let sample = ["good.jsonl"]

  /// The source of the place that a query knows.
  enum Location: String, ExpressibleByArgument, CaseIterable {
    case lastKnown = "last-known"
    case atEvent = "at-event"
  }

  @Argument(
    help: ArgumentHelp(
      "Evaluate on these donation logs; - is standard input. Default: the store.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Skip this share of each user's donations before scoring. Default: 0.7.", valueName: "share"),
    completion: .nothing,
    transform: Arguments.share)
  var scoreFrom = 0.7

  @Option(help: "Ask with the last known place (last-known) or the donation's own (at-event).")
  var location = Location.lastKnown

  @Option(
    help: ArgumentHelp("Compute the bootstrap intervals from this seed.", valueName: "number"),
    completion: .nothing)
  var seed: UInt64 = 1

  @Flag(help: "Also print the cold start, hours, reliability, users, and the lead over each rule.")
  var details = false

  @Option(
    help: ArgumentHelp(
      "Write everything as one self-contained HTML page, with charts. It names activities.",
      valueName: "file"),
    completion: .file())
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Ask at moments this far apart, like 15m, instead of at donations; at least a minute.",
      valueName: "span"),
    completion: .spans,
    transform: Arguments.span)
  var moments: Double?

  @Option(
    help: ArgumentHelp(
      "With --moments: count an activity if it is done within SPAN. Default: 1h.", valueName: "span"
    ),
    completion: .spans,
    transform: Arguments.span)
  var within: Double?

  @Option(
    help: ArgumentHelp(
      "With --moments: ask SPAN ahead, like 24h, knowing only what was done by then. Default: not ahead.",
      valueName: "span"),
    completion: .spans,
    transform: Arguments.span)
  var lead: Double?

  @Option(
    help: ArgumentHelp(
      "With --moments: evaluate at most COUNT users, those with the most donations; ties by name. Default: 12.",
      valueName: "count"),
    completion: .nothing)
  var users: Int?

  @OptionGroup var store: StoreOptions
  @OptionGroup var model: ModelOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if !files.isEmpty, store.store != nil { throw ValidationError("Give logs or --store, not both.") }
    try DistinctLogs.checkStandardInput(of: files)
    try validateMoments()
    guard let report else { return }
    let read = files + (model.model.map { [$0] } ?? [])
    if read.contains(where: OutputFile(path: report).isFile(at:)) {
      throw ValidationError(
        "--report names a log or the model that is read; give the page another name.")
    }
  }

  private func validateMoments() throws {
    guard let moments else {
      if within != nil || users != nil || lead != nil {
        throw ValidationError("--within, --lead and --users need --moments.")
      }
      return
    }
    guard moments >= 60 else {
      throw ValidationError("--moments must be at least a minute; write it like 5m, 15m or 1h.")
    }
    if users ?? 1 < 1 { throw ValidationError("--users must be at least 1.") }
    if details || location == .atEvent {
      throw ValidationError("--details and --location at-event are about donations, not --moments.")
    }
  }

  func run() async throws {
    if let moments { return try await measureMoments(every: moments) }
    if let report { try OutputFile(path: report).check() }
    let file = try model.open()
    let evaluator = try evaluator(of: file)
    var measured: [MeasuredLog] = []
    var distinct = DistinctLogs()
    for path in logs {
      let log = try await measure(path, by: evaluator, model: file, among: &distinct)
      try show(log)
      measured.append(log)
    }
    guard evaluator.isDetailed else { return }
    let pooled = evaluator.coldStart(of: measured.flatMap(\.replayed))
    if measured.count > 1 { try show(pooled, of: measured) }
    if let report { try write(measured, pooled, to: OutputFile(path: report)) }
  }

  private func measureMoments(every step: Double) async throws {
    if let report { try OutputFile(path: report).check() }
    let file = try model.open()
    var evaluator = MomentEvaluator(model: try file.suggestionModel())
    evaluator.scoreFrom = scoreFrom
    evaluator.schedule.step = step
    evaluator.schedule.horizon = within ?? evaluator.schedule.horizon
    evaluator.schedule.lead = lead ?? 0
    evaluator.schedule.mostUsers = users ?? evaluator.schedule.mostUsers
    var distinct = DistinctLogs()
    var measured: [MomentPage.Log] = []
    for path in logs {
      let fitting = try await fittingLog(path)
      try distinct.add(path, digest: fitting.digest)
      let bar = ProgressBar("evaluating \(fitting.name)", quiet: output.quiet)
      let evaluation = try await evaluator.measure(fitting.users) { bar.advance(by: $0, of: $1) }
      bar.finish()
      guard evaluation.asked > 0 else {
        throw Failure(
          "\(path): no moment to ask at: no user has \(MomentSchedule.fewestDonations) donations, or the first "
            + "\(Formatting.fixed(scoreFrom * 100, 0)) % of them leave too little time; give a longer log, or a lower "
            + "--score-from",
          .nothingFound)
      }
      let isInSample =
        TrainingRecord(file.metadata)?.isInSample(digest: fitting.digest, scoredFrom: scoreFrom) ?? false
      if output.json {
        try Console.print(JSONText.line(MomentReport(of: evaluation, log: path, isInSample: isInSample)))
      } else {
        let text = MomentText(evaluation, log: path, isInSample: isInSample)
        if !output.quiet { Console.note(text.heading) }
        let tables = [text.table, text.underPolicy].map { $0.text() }
        try Console.print((measured.isEmpty ? "" : "\n") + tables.joined(separator: "\n\n"))
      }
      measured.append(MomentPage.Log(name: fitting.name, evaluation: evaluation, isInSample: isInSample))
    }
    guard let report else { return }
    try write(
      MomentPage(logs: measured, model: modelName, scoreFrom: scoreFrom).html, to: OutputFile(path: report))
  }

  /// The name of the model on pages.
  private var modelName: String {
    model.model.map { OutputFile(path: $0).url.lastPathComponent } ?? "the one that is shipped"
  }

  private func write(_ html: String, to file: OutputFile) throws {
    try file.write(Data(html.utf8))
    output.note("wrote \(file.path)")
  }

  private func evaluator(of file: ModelFile) throws -> Evaluator {
    var evaluator = Evaluator(model: try file.suggestionModel())
    evaluator.scoreFrom = scoreFrom
    evaluator.knowsPlace = location == .atEvent
    evaluator.seed = seed
    evaluator.isDetailed = details || output.json || report != nil
    return evaluator
  }

  /// The logs to measure on: the named files, or else the store.
  private var logs: [String] { files.isEmpty ? [Self.ofTheStore] : files }
  /// The name of the store among the logs.
  private static let ofTheStore = "the store"

  private func fittingLog(_ path: String) async throws -> FittingLog {
    guard !files.isEmpty else { return try await store.openToRead().fittingLog(named: path) }
    let log = LogFile(path: path)
    return try await log.load(quiet: output.quiet).fittingLog(named: log.name)
  }

  /// The figures on one log.
  private struct MeasuredLog {
    let path: String
    let evaluation: Evaluation
    let isInSample: Bool
    let isColdStartInSample: Bool
    /// The outcomes for the curve over all logs; empty if it is not wanted.
    let replayed: [ReplayedUser]
  }

  private func measure(
    _ path: String, by evaluator: Evaluator, model file: ModelFile, among distinct: inout DistinctLogs
  ) async throws -> MeasuredLog {
    let fitting = try await fittingLog(path)
    try distinct.add(path, digest: fitting.digest)
    let bar = ProgressBar("evaluating \(fitting.name)", quiet: output.quiet)
    let total = fitting.donationCount
    let replayed = try await evaluator.replayed(
      fitting.users, nanoseconds: WallClock.nanoseconds, progress: { bar.advance(by: $0, of: total) })
    let evaluation = evaluator.evaluation(of: replayed)
    bar.finish()
    guard evaluation.scored > 0 else {
      throw Failure(
        "\(path): no donation is left to score after the first \(Formatting.fixed(scoreFrom * 100, 0)) % of each user's; "
          + "give a longer log, or a lower --score-from", .nothingFound)
    }
    let record = TrainingRecord(file.metadata)
    return MeasuredLog(
      path: path, evaluation: evaluation,
      isInSample: record?.isInSample(digest: fitting.digest, scoredFrom: scoreFrom) ?? false,
      isColdStartInSample: record?.isInSample(digest: fitting.digest, scoredFrom: 0) ?? false,
      replayed: evaluator.isDetailed ? replayed : [])
  }

  private func show(_ log: MeasuredLog) throws {
    if output.json {
      let report = EvaluationReport(
        of: log.evaluation, log: log.path, isInSample: log.isInSample,
        isColdStartInSample: log.isColdStartInSample)
      return try Console.print(JSONText.line(report))
    }
    let text = EvaluationText(log.evaluation, log: log.path, isInSample: log.isInSample)
    // People who measure their own store want the answer first.
    if files.isEmpty, let sentence = text.sentence {
      output.note("\(sentence.prefix(1).uppercased())\(sentence.dropFirst()).")
    }
    if !output.quiet { Console.note(text.heading) }
    try Console.print(text.table.text())
    if !files.isEmpty, let sentence = text.sentence { output.note(sentence) }
    guard details, let found = log.evaluation.details else { return }
    let tables = EvaluationDetailsText(
      found, engine: text.engineName, inColdStart: EvaluationText.engineName(log.isColdStartInSample))
    try Console.print("\n" + tables.text + "\n")
  }

  private func show(_ pooled: [QuerySlice], of logs: [MeasuredLog]) throws {
    let isInSample = logs.contains(where: \.isColdStartInSample)
    if output.json {
      try Console.print(
        JSONText.line(PooledReport(of: pooled, logs: logs.map(\.path), isInSample: isInSample)))
    } else if details {
      try Console.print(
        EvaluationDetailsText(pooled: pooled, logs: logs.count, engine: EvaluationText.engineName(isInSample))
          .text)
    }
  }

  private func write(_ logs: [MeasuredLog], _ pooled: [QuerySlice], to file: OutputFile) throws {
    let conditions = EvaluationPage.Conditions(
      model: modelName,
      scoreFrom: scoreFrom,
      place: location == .atEvent ? "the donation’s own" : "the last one known", seed: seed)
    let page = EvaluationPage(
      logs: logs.map {
        EvaluationPage.Log(
          name: LogFile(path: $0.path).name, evaluation: $0.evaluation, isInSample: $0.isInSample,
          isColdStartInSample: $0.isColdStartInSample)
      }, pooled: pooled, under: conditions)
    try write(page.html, to: file)
  }
}
