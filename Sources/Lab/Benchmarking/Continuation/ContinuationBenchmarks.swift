internal import Activities
internal import Continuation
internal import Foundation
internal import LogFormat
internal import SQLiteStorage
internal import Storage
internal import Suggestions

extension Benchmarks {
  /// Measures performing and publishing an action, continuing a suggestion, decoding an activity,
  /// routing URLs, and searching for words.
  ///
  /// - Parameter progress: Called before each case with its name.
  /// - Throws: ``BenchmarkError/repetitionsNotPositive``; the error of the temporary folder's
  ///   store.
  public static func continuation(
    _ plan: BenchmarkPlan, clock: @escaping BenchmarkClock, progress: (String) -> Void = { _ in }
  ) async throws -> BenchmarkReport {
    var recorder = BenchmarkRecorder(try plan.checked(), clock: clock)
    for keepsDonations in [false, true] {
      progress("publishing and continuing")
      let kept = keepsDonations ? "donation kept in memory" : "donation dropped"
      let continuation = try await ContinuationCase(keepsDonations: keepsDonations)
      try await recorder.measure(
        Workload(name: "build and publish an activity, \(kept)") { calls in
          for _ in 0..<calls { try await continuation.perform() }
        }, work: Work(1, "activities"))
      try await recorder.measure(
        Workload(name: "continue a suggestion into its action, \(kept)") { calls in
          for _ in 0..<calls { try await continuation.continueSuggestion() }
        }, work: Work(1, "activities"))
    }
    progress("decoding")
    try await recorder.measure(
      .sync("decode an activity and its input", Shared(try DecodingCase())) { try $0.decode() },
      work: Work(1, "activities"))
    progress("routing")
    try await routing(&recorder)
    for activities in plan.stored {
      progress("searching")
      let search = try await SearchCase(activities: activities, seed: plan.seed)
      let count = Shared(0)
      try await recorder.measure(
        Workload(name: "search among \(amount(activities)) activities") { calls in
          for _ in 0..<calls {
            count.value += 1
            count.sum = try await search.search(count.value)
          }
        }, work: Work(1, "searches"),
        in: [.init(name: "search", parameter: "activities", size: activities)])
    }
    return recorder.report("continuation")
  }

  /// Routing among many against routing among the fewest.
  private static func routing(_ recorder: inout BenchmarkRecorder) async throws {
    guard let fewest = recorder.plan.routes.min() else { return }
    for routes in recorder.plan.routes {
      let few = Shared(try RoutingCase(routes: fewest))
      try await recorder.measure(
        .sync("route a URL among \(amount(routes)) routes", Shared(try RoutingCase(routes: routes))) {
          try $0.route()
        }, work: Work(1, "URLs"), in: [.init(name: "route a URL", parameter: "routes", size: routes)],
        against: routes == fewest ? [] : [.sync("among \(amount(fewest))", few) { try $0.route() }])
    }
  }
}

/// An action that is performed and published, and a suggestion that is taken back to its action.
///
/// Nothing is kept on disk: only the layer is measured, from the call to the donation that it
/// makes.
public actor ContinuationCase {
  private let dispatcher: ActionDispatcher
  private let continuer: ActivityContinuer
  private let suggestion: Suggestion
  private var instant: Instant

  /// Declares one action, performs it once, and gets the resulting suggestion.
  ///
  /// - Parameter keepsDonations: Whether donations are kept in memory, or only counted.
  /// - Throws: ``BenchmarkError/nothingSuggested``.
  public init(keepsDonations: Bool) async throws {
    let application = try Application(identifier: "org.example.reader")
    let registry = try ActionRegistry(application: application, features: [Reader.self])
    let model = try SuggestionModel.random(seed: 1)
    let start = try Instant(milliseconds: 1_704_067_200_000)
    let program = { (engine: SuggestionEngine) in
      let center = ActivityCenter(
        application: application, recorder: engine, circumstances: { Context(at: start) })
      return ActionDispatcher(registry: registry, center: center)
    }
    let engine = SuggestionEngine(log: InMemoryDonationStore(), model: model)
    let first = program(engine)
    try await first.perform(Reader.action(OpenDocument.self).with(.report), circumstances: Context(at: start))
    let answer = try await engine.suggestions(SuggestionRequest(in: Context(at: start)))
    guard let suggestion = answer.suggestions.first else { throw BenchmarkError.nothingSuggested }
    self.suggestion = suggestion
    instant = start
    let dispatcher =
      keepsDonations ? first : program(SuggestionEngine(log: ForgetfulStore(), model: model))
    self.dispatcher = dispatcher
    continuer = ActivityContinuer(dispatcher: dispatcher)
  }

  /// Performs the action once, a second later each time: build its activity, let it become current,
  /// donate it.
  ///
  /// - Throws: An error of the dispatcher; none is expected.
  public func perform() async throws {
    instant = instant.advanced(bySeconds: 1)
    let outcome = try await dispatcher.perform(
      Reader.action(OpenDocument.self).with(.report), circumstances: Context(at: instant))
    _ = try outcome.publication.get()
  }

  /// Continues the suggestion once, a second later each time: resolve, decode, present, perform,
  /// publish.
  ///
  /// - Throws: ``BenchmarkError/notContinued``, which a correct continuer never does.
  public func continueSuggestion() async throws {
    instant = instant.advanced(bySeconds: 1)
    let result = await continuer.continueActivity(of: suggestion, in: Context(at: instant), with: Ready())
    guard case .success(let outcome) = result, case .success = outcome.publication else {
      throw BenchmarkError.notContinued
    }
  }
}

/// A program that is always ready, and shows nothing.
private struct Ready: PresentationRouter {
  func presentation<Performed: Action>(
    for action: Performed.Type, in feature: any Feature.Type, input: Performed.Input
  ) -> PresentationResult<Performed.Presenter> {
    guard let presenter = NoPresenter() as? Performed.Presenter else { return .unsupported }
    return .ready(presenter)
  }
}

private enum Reader: Feature {
  static func prepare(_ actions: inout FeatureActions) {
    actions.declare(OpenDocument.self)
  }
}

private enum OpenDocument: Action {
  static let activityType = "org.example.reader.open"
  static let activityEligibility: ActivityEligibility = [.prediction]
  static func prepareActivity(_ activity: inout ActivityBuilder<Self>) {
    activity.title = "Open \(activity.input.name)"
  }
  static func perform(
    _ context: ActionContext<ReaderDocument>, presenter: NoPresenter
  ) async throws -> ActionPerformOutcome { .success }
}

/// A store that takes every donation and keeps none.
private struct ForgetfulStore: ForwardingDonationStore {
  private let empty = InMemoryDonationStore()

  func base() -> any DonationStore { empty }

  func ingest(_ batch: IngestionBatch, at now: Instant) -> IngestionReceipt {
    var receipt = IngestionReceipt()
    receipt.donations.added = batch.entries.count
    return receipt
  }
}

/// A document that the made-up reading program opens.
struct ReaderDocument: ActivityCodable {
  static let report = ReaderDocument(name: "report", page: 3)

  var name: String
  var page: Int

  init(name: String, page: Int) {
    self.name = name
    self.page = page
  }

  init(userInfo: [String: ActivityValue]) throws(ActivityCodableError) {
    name = try userInfo.value(forKey: "name")
    page = try userInfo.value(forKey: "page")
  }

  var userInfo: [String: ActivityValue] { ["name": name.activityValue, "page": page.activityValue] }
}

/// An activity that arrives as bytes and becomes the input of an action.
public struct DecodingCase: Sendable {
  private let line: [UInt8]
  private let limits = LineLimits()

  /// Writes the activity that is read.
  ///
  /// - Throws: An error of the encoder; none is expected.
  public init() throws {
    var activity = try UserActivity(
      activityType: "org.example.reader.open", title: "Open report",
      userInfo: ReaderDocument.report.userInfo)
    activity.keywords = ["report", "quarter"]
    line = try RecordEncoder().encode(activity)
  }

  /// Decodes bytes to an activity and then to an input, and returns the page.
  ///
  /// - Throws: An error of the decoder; none is expected.
  public func decode() throws -> Float {
    var decoder = RecordDecoder(limits: limits)
    let activity = try decoder.decodeActivity(line.span)
    return Float(try ReaderDocument(userInfo: activity.userInfo).page)
  }
}

/// A URL that is routed among many routes.
public struct RoutingCase: Sendable {
  private let table: RouteTable<Int>
  private let urls: [URL]
  private var next = 0

  /// Declares routes, half of them with a capture, and a URL for each.
  ///
  /// - Throws: Nothing for at least one route.
  public init(routes: Int) throws {
    let patterns = (0..<routes).map { number in
      Route(number.isMultiple(of: 2) ? "shelf\(number)/book" : "shelf\(number)/$(book)/open", to: number)
    }
    let table = try RouteTable(patterns, schemes: ["reader"])
    self.table = table
    urls = try (0..<routes).map { number in
      try table.link(to: number, with: number.isMultiple(of: 2) ? [:] : ["book": "Emma"])
    }
  }

  /// Routes one of the URLs, the next one each time.
  ///
  /// - Returns: The number of the route.
  /// - Throws: ``BenchmarkError/notContinued`` if it leads elsewhere, which no URL of a correct
  ///   table does.
  @discardableResult
  public mutating func route() throws -> Float {
    let number = next
    next = next + 1 == urls.count ? 0 : next + 1
    guard try table.route(urls[number])?.destination == number else { throw BenchmarkError.notContinued }
    return Float(number)
  }
}

/// A search by words among what a person did, in a store on disk.
public final class SearchCase: Sendable {
  private let folder: TemporaryFolder
  private let log: SQLiteDonationStore
  private let queries: [SearchQuery]

  /// Generates a person who did each of a number of activities once.
  ///
  /// - Throws: The store's error if the temporary folder cannot be written.
  public init(activities: Int, seed: UInt64) async throws {
    folder = try TemporaryFolder()
    log = try SQLiteDonationStore(path: folder.path("search.sqlite"))
    var history = try SyntheticHistory(activities: activities, seed: seed, isEligibleForSearch: true)
    _ = try await log.ingest(verbatim: (0..<activities).map { _ in try history.next() })
    let now = try history.nextQuery().instant
    // Search the newest: activities of more than a month ago have expired.
    let last = String(max(0, activities - 1))
    queries = ["open \(last)", "open \(last.prefix(1))", "ope"].map { SearchQuery($0, at: now, limit: 20) }
  }

  /// Runs one of three queries, and returns the number of hits.
  ///
  /// - Throws: ``BenchmarkError/notStored`` if nothing was found.
  public func search(_ number: Int) async throws -> Float {
    let found = try await log.search(queries[number % queries.count]).hits.count
    guard found > 0 else { throw BenchmarkError.notStored }
    return Float(found)
  }
}
