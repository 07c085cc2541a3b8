internal import Activities
internal import ArgumentParser
internal import Evaluation
internal import Foundation
internal import Hunch
internal import LogFormat
internal import ProgramSupport
internal import Suggestions

/// `hunch replay`.
struct ReplayCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract:
      "Print what would have been suggested in the past, and what another model or log would change.",
    discussion: """
      Replays a history and asks just before each donation, or at moments of your choice, knowing only what had happened by \
      then. With another model or another log it asks both and prints the suggestions that came, went or moved.

        hunch replay --log datasets/demo.jsonl --from 2026-04-29T00:00:00+02:00 -n 1
        hunch replay --log history.jsonl --every 15m --within 1h --json
        hunch replay --log history.jsonl --every 15m --surface interrupt
        hunch replay --log history.jsonl --every 1h --within 1h --lead 24h
        hunch replay --log history.jsonl --against mine.safetensors
        hunch replay --log history.jsonl --against-log without-noise.jsonl

      On a terminal it prints lists, else tab-separated lines: time, rank, probability, title, type, and "done" if that was done \
      next. With a horizon a last field has it, like "within 1 h". Lines of a comparison have the time; kept, moved, went or came; the title, both ranks and both \
      probabilities. The last lines begin with summary. With --json it prints one object per line, the last one the summary. \
      Interruptions are counted by the feedback in the log, so questions asked here do not use up the daily number. \
      The same input gives the same bytes. It holds the replayed part of one user's history in memory, and nothing else of a store.

      Exits with 1 if there is no moment to ask at, and with 0 if two variants do not differ.
      """)
  static let sample = ["--log", "good.jsonl", "--every", "1d"]

  @OptionGroup var history: SourceOptions

  @Option(
    help: ArgumentHelp(
      "Start at this time, like 2026-03-02 or 2026-03-02T08:10:00+01:00.", valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var from: MomentArgument?

  @Option(
    help: ArgumentHelp("Stop before this time. Default: at the end of the log.", valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var to: MomentArgument?

  @OptionGroup var time: TimeOptions

  @Option(
    help: ArgumentHelp(
      "Ask at this interval, like 15m, 1h or 1d, instead of at the donations.", valueName: "span"),
    completion: .spans,
    transform: Arguments.span)
  var every: Double?

  @Option(
    help: ArgumentHelp(
      "Ask at the times in this file, one per line, like 2026-03-02T08:10:00+01:00.", valueName: "file"),
    completion: .file())
  var atTimes: String?

  @Option(
    help: ArgumentHelp(
      "With --every or --at-times: ask SPAN ahead, like 24h, knowing only what had happened by then.",
      valueName: "span"),
    completion: .spans,
    transform: Arguments.span)
  var lead: Double?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Print at most COUNT suggestions.", valueName: "count"),
    completion: .nothing)
  var number = 3

  @OptionGroup var surface: SurfaceOptions
  @OptionGroup var horizon: HorizonOptions
  @OptionGroup var model: ModelOptions

  @Option(help: ArgumentHelp("Compare with this model file.", valueName: "path"), completion: .file())
  var against: String?

  @Option(help: ArgumentHelp("Compare with this log file.", valueName: "file"), completion: .file())
  var againstLog: String?

  @Flag(help: "When comparing, also print moments without a difference.")
  var all = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard number > 0 else { throw ValidationError("-n must be at least 1.") }
    if every != nil, atTimes != nil { throw ValidationError("Give --every or --at-times, not both.") }
    if lead != nil, every == nil, atTimes == nil {
      throw ValidationError(
        "--lead needs --every or --at-times: the circumstances of donations are not known ahead."
      )
    }
    let (from, to) = try period()
    if let from, let to, to.milliseconds <= from.milliseconds {
      throw ValidationError("--to must be after --from.")
    }
    if all, against == nil, againstLog == nil {
      throw ValidationError("--all needs --against or --against-log.")
    }
    try DistinctLogs.checkStandardInput(of: [history.log, atTimes, againstLog].compactMap { $0 })
  }

  func run() async throws {
    let model = try self.model.open().suggestionModel()
    let moments = try self.moments()
    let (log, user) = try await history.openToRead(quiet: output.quiet)
    let variant = Backtest.Variant(log: log, user: user, model: model)
    var backtest = Backtest()
    backtest.replay = Replay(moments)
    (backtest.replay.from, backtest.replay.to) = try period()
    backtest.replay.lead = lead ?? 0
    backtest.limit = number
    (backtest.surface, backtest.policy) = (surface.surface, surface.policy)
    horizon.apply(to: &backtest)
    let text = ReplayText(json: output.json, showsAll: all, limit: number)
    let summary: ReplaySummary
    do {
      summary = try await backtest.run(variant, against: try await other(than: variant)) { moment in
        if let lines = try text.lines(of: moment) { try Console.print(lines) }
      }
    } catch let error as ReplayError {
      throw Failure("\(error)", .usage)
    }
    guard summary.moments > 0 else {
      throw Failure(
        "no moment to ask at: no donations of that user, or none in that time", .nothingFound)
    }
    try Console.print(text.summary(summary, compared: against != nil || againstLog != nil))
  }

  /// Returns the period to replay; a day means its beginning.
  private func period() throws -> (from: Instant?, to: Instant?) {
    let now = try WallClock.now()
    func instant(_ moment: MomentArgument?) throws -> Instant? {
      try moment.map { try time.instant($0, now: now, bareDay: .beginning) }
    }
    return (try instant(from), try instant(to))
  }

  /// Returns the variant to compare with.
  private func other(than variant: Backtest.Variant) async throws -> Backtest.Variant? {
    guard against != nil || againstLog != nil else { return nil }
    var model = variant.model
    if let against {
      var options = ModelOptions()
      options.model = against
      model = try options.open().suggestionModel()
    }
    guard let againstLog else { return Backtest.Variant(log: variant.log, user: variant.user, model: model) }
    let log = try await LogFile(path: againstLog).load(quiet: output.quiet)
    let users = await log.users().map(\.user)
    // The other log may have another name for the same user.
    let user = users.contains(variant.user) || users.count != 1 ? variant.user : users[0]
    return Backtest.Variant(log: log, user: user, model: model)
  }

  private func moments() throws -> Replay.Moments {
    if let every { return .every(every) }
    guard let path = atTimes else { return .donations }
    let text = String(decoding: try WholeFile(path: path).read(), as: UTF8.self)
    var times: [Instant] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = line.trimmingCharacters(in: .whitespaces)
      guard !line.isEmpty else { continue }
      do { times.append(try Instant(rfc3339: line)) } catch {
        throw Failure("\(path):\(index + 1): \(error)", .badData)
      }
    }
    guard times.count <= Replay.mostMoments else {
      throw Failure("\(path): \(ReplayError.tooManyMoments)", .usage)
    }
    return .times(times)
  }
}
