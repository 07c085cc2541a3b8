internal import Activities
internal import Continuation
internal import Features
internal import Kernels
internal import Ranking
internal import Suggestions

/// A suggestion, taken back to the action that performs it: decode, dispatch, perform, donate.
public actor ContinuationCase {
  private let dispatcher: ActionDispatcher
  private let suggestion: Suggestion
  private var instant: Instant

  /// Performs an action once and asks for the suggestion that comes of it.
  ///
  /// - Parameter keepsDonations: Whether what is performed is kept in memory, or counted and dropped.
  /// - Throws: ``BenchmarkError/nothingSuggested``.
  public init(keepsDonations: Bool) async throws {
    var actions = ActionRegistry()
    try actions.declare(OpenDocument.self)
    var random = SeededRandom(seed: 1)
    let ranking = try RankingModel.random(
      features: FeatureSchema.current.width, noveltyFeatures: FeatureSchema.current.noveltyNames.count,
      random: &random)
    let model = try SuggestionModel(ranking, fittedFor: FeatureSchema.current.fingerprint)
    let start = try Instant(milliseconds: 1_704_067_200_000)
    let engine = SuggestionEngine(log: InMemoryDonationLog(), model: model)
    try await ActionDispatcher(actions: actions, engine: engine)
      .perform(OpenDocument.self, input: Document(name: "report", page: 3), in: Context(at: start))
    let answer = try await engine.suggestions(SuggestionRequest(in: Context(at: start)))
    guard let suggestion = answer.suggestions.first else { throw BenchmarkError.nothingSuggested }
    self.suggestion = suggestion
    instant = start
    dispatcher = ActionDispatcher(
      actions: actions,
      engine: keepsDonations ? engine : SuggestionEngine(log: ForgetfulLog(), model: model))
  }

  /// Continues it once, a second later each time.
  ///
  /// - Throws: Nothing that a correct dispatcher throws.
  public func run() async throws {
    instant = instant.advanced(bySeconds: 1)
    let outcome = try await dispatcher.continueActivity(of: suggestion, in: Context(at: instant))
    _ = try outcome.donation.get()
  }
}

private struct Document: ActivityCodable {
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

private enum OpenDocument: Action {
  static let activityType = "org.example.reader.open"
  static func title(for input: Document) -> String? { "Open \(input.name)" }
  static func perform(_ input: Document, context: ActionContext) async throws {}
}

/// Takes every donation and keeps none.
private struct ForgetfulLog: DonationLog {
  func append(_ donations: [Donation]) -> AppendReceipt { AppendReceipt(added: donations.count) }
  func append(_ feedback: [Feedback]) -> AppendReceipt { AppendReceipt(added: feedback.count) }
  func donations(
    of user: UserIdentifier, in times: Range<Int64>, after cursor: LogCursor?, limit: Int
  ) -> [LoggedDonation] { [] }
  func arrivals(of user: UserIdentifier, after sequence: Int64, limit: Int) -> [LoggedDonation] { [] }
  func feedback(of user: UserIdentifier) -> [Feedback] { [] }
  func forget(_ deletion: Deletion) -> Int { 0 }
  func users() -> [(user: UserIdentifier, donations: Int)] { [] }
  func version(of user: UserIdentifier) -> LogVersion {
    LogVersion(generation: 0, lastSequence: 0, feedbackCount: 0)
  }
}
