internal import Activities
internal import Answers
internal import ArgumentParser
internal import Evaluation
internal import Foundation
internal import Hunch
internal import ModelFile
internal import Reports
internal import Training

/// `hunch evaluate`.
struct EvaluateCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Measure how well the next activity is predicted.",
    discussion: """
      Replays each user's donations in time order: ask, score, then learn. Every activity the user ever did is ranked; one \
      that is new counts as a miss. Beside hunch the same queries are put to simple rules: most frequent, most recent, \
      frecency (half-life of 7 days), hour of day, Markov of order 1 and 2, naive Bayes of hour and previous activity.

        hunch evaluate
        hunch evaluate history.jsonl
        hunch evaluate --json --location at-event places.jsonl
        hunch evaluate --report report.html history.jsonl

      Without a file it measures on the store. At the end it says in one sentence how often the first suggestion was right.

      hit@k: how often it was among the first k. MRR: mean of 1/rank, with its 95 % bootstrap interval; per user: the mean \
      of the users' means. Log loss in nats, with "none of these"; ECE: expected calibration error of the first \
      suggestion. With several files, one table or one JSON object each. A narrow terminal is spared the bars, and then \
      the time, per user and the interval.

      --details, --report and --json also say how good it is after \([QuerySlice].coldStartPoints) donations of a \
      user (cold start; with several files also over all users of all of them, in a last table or object), at each hour, \
      for how many users, whether probabilities come true, and by how much it leads each rule in the same resamples. For \
      the cold start every query but a user's first is asked, not the scored ones only, which takes longer; what the model \
      was fitted on is among them, and then it is marked in-sample for itself. There, too, a new activity is a miss for \
      everybody; the share of such queries is told. The page also names the activities that are predicted best and worst, \
      and those that are most often taken for each other.

      --moments asks at evenly spaced moments instead of just before donations: at every whole step of UTC from a user's \
      first scored donation to the last, for at most \(MomentSchedule.mostDays) days. Only users with at least \
      \(MomentSchedule.fewestDonations) donations are asked. A query knows what was done before the moment, and the last \
      known place. What counts is every activity that is done from the moment on, within the time given by --within.

        hunch evaluate --moments 15m --within 1h history.jsonl

      With --lead 24h the same moments are asked about a day ahead: a query knows what was done until a day before the moment, and \
      climatology leaves out days that were not over by then.

      It measures none (nothing will be done), climatology (the share of workdays, or of weekend days, in the past 60 days \
      on which it was done around this time) and conditional (hunch's probability, given that the user does something now). \
      Brier: squared errors, added up over the known activities, mean over moments; ratio: to the better of none and \
      climatology; ECE: of the likeliest activity. said: moments at which that was at least 50 % likely; came true: the \
      share of them at which it was then done; missed: the share of all moments at which another one that was at least 50 % \
      likely was done; per day: said in a day of a user; expected: all probabilities added up, divided by how often a \
      known activity was done.

      A second table is about interruptions as a person would get them: the likeliest activity that is at least 50 % \
      likely, was done three times and was not said in vain lately; at most three a day, an hour apart, and not from 22:00 \
      to 7:00. missed per day: done outside of these hours, at least 50 % likely at some moment within the time given by \
      --within before, and not said; what is done again within that time is missed once. With --json the object of a log \
      has log and moments, in which thresholds go from 0.3 to 0.9, and in_sample where it applies, but nothing about \
      donations. --report writes a page with the reliability, the interruptions by threshold, and a week of what hunch \
      expected and what happened.
      """)
  static let sample = ["good.jsonl"]

  /// The place that a query knows.
  enum Location: String, ExpressibleByArgument, CaseIterable {
    case lastKnown = "last-known"
    case atEvent = "at-event"
  }

  @Argument(
    help: ArgumentHelp("Donation logs, or - for standard input. Default: the store.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "From which share of each user's donations on they are scored. Default: 0.7.", valueName: "share"),
    completion: .nothing,
    transform: Arguments.share)
  var scoreFrom = 0.7

  @Option(help: "The place that a query knows: last-known, or the donation's own, at-event.")
  var location = Location.lastKnown

  @Option(
    help: ArgumentHelp("The seed of the bootstrap intervals.", valueName: "number"),
    completion: .nothing)
  var seed: UInt64 = 1

  @Flag(help: "Print the cold start, hours, reliability, users, and the lead over each rule as well.")
  var details = false

  @Option(
    help: ArgumentHelp(
      "Write all of it as one page of HTML, with pictures, that needs no other file. It names activities.",
      valueName: "file"),
    completion: .file())
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Measure at moments this far apart, like 15m, instead of at donations; at least a minute.",
      valueName: "span"),
    completion: .spans,
    transform: Arguments.span)
  var moments: Double?

  @Option(
    help: ArgumentHelp(
      "With --moments: how soon an activity has to be done to count. Default: 1h.", valueName: "span"
    ),
    completion: .spans,
    transform: Arguments.span)
  var within: Double?

  @Option(
    help: ArgumentHelp(
      "With --moments: ask so much ahead, like 24h, knowing only what was done by then. Default: not ahead.",
      valueName: "span"),
    completion: .spans,
    transform: Arguments.span)
  var lead: Double?

  @Option(
    help: ArgumentHelp(
      "With --moments: ask only this many users, those with the most donations; ties by name. Default: 12.",
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
        "--report names a log or the model, which are read; give the page a name of its own.")
    }
  }

  private func validateMoments() throws {
    guard let moments else {
      if within != nil || users != nil || lead != nil {
        throw ValidationError("--within, --lead and --users are for --moments.")
      }
      return
    }
    guard moments >= 60 else {
      throw ValidationError("--moments has to be at least a minute; write it like 5m, 15m or 1h.")
    }
    if users ?? 1 < 1 { throw ValidationError("--users has to be at least 1.") }
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
          "\(path): there is no moment to ask at: no user has \(MomentSchedule.fewestDonations) donations, or too little "
            + "time lies after the first \(Formatting.fixed(scoreFrom * 100, 0)) % of them; give a longer log, or a lower "
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

  /// The name of the model as pages tell it.
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

  /// What is measured on: the files that are named, else the store.
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
    /// The outcomes for the curve over all logs; empty if nobody asked for it.
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
        "\(path): no donation lies after the first \(Formatting.fixed(scoreFrom * 100, 0)) % of its user's, so there is "
          + "nothing to score; give a longer log, or a lower --score-from", .nothingFound)
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
    if !output.quiet { Console.note(text.heading) }
    try Console.print(text.table.text())
    if let sentence = text.sentence { output.note(sentence) }
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
