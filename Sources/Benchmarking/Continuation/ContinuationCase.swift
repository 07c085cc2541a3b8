internal import Activities
internal import Continuation
internal import Suggestions

/// An action that is performed and published, and a suggestion that is taken back to its action.
///
/// Nothing is kept on disk: what is measured is the layer, from the call to the donation that it makes.
public actor ContinuationCase {
  private let dispatcher: ActionDispatcher
  private let continuer: ActivityContinuer
  private let suggestion: Suggestion
  private var instant: Instant

  /// Declares one action, performs it once, and asks for the suggestion that comes of it.
  ///
  /// - Parameter keepsDonations: Whether what is performed is kept in memory, or counted and dropped.
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
    let engine = SuggestionEngine(log: InMemoryDonationLog(), model: model)
    let first = program(engine)
    try await first.perform(Reader.action(OpenDocument.self).with(.report), circumstances: Context(at: start))
    let answer = try await engine.suggestions(SuggestionRequest(in: Context(at: start)))
    guard let suggestion = answer.suggestions.first else { throw BenchmarkError.nothingSuggested }
    self.suggestion = suggestion
    instant = start
    let dispatcher =
      keepsDonations ? first : program(SuggestionEngine(log: ForgetfulLog(), model: model))
    self.dispatcher = dispatcher
    continuer = ActivityContinuer(dispatcher: dispatcher)
  }

  /// Performs the action once, a second later each time: build its activity, let it become current, donate it.
  ///
  /// - Throws: Nothing that a correct dispatcher throws.
  public func perform() async throws {
    instant = instant.advanced(bySeconds: 1)
    let outcome = try await dispatcher.perform(
      Reader.action(OpenDocument.self).with(.report), circumstances: Context(at: instant))
    _ = try outcome.publication.get()
  }

  /// Continues the suggestion once, a second later each time: resolve, decode, present, perform, publish.
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
