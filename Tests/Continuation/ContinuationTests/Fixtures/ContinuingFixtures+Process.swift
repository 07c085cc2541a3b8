import Activities
import Continuation
import Features
import Ranking
import Storage
import Suggestions

extension Kiosk {
  /// A process of the program.
  struct Process {
    let log: any DonationStore
    let engine: SuggestionEngine
    let center: ActivityCenter
    let dispatcher: ActionDispatcher
    let continuer: ActivityContinuer
    let screen = Screen()

    init(
      log: any DonationStore = InMemoryDonationStore(), publisher: String? = nil, hasLinks: Bool = false,
      deliveries: Int = 1_024, recorder: (any DonationRecorder)? = nil,
      switches: ActivitySwitches = ActivitySwitches(),
      features: [any Feature.Type] = [Shelf.self],
      configure: (inout ActivityConfiguration) -> Void = { _ in }
    ) throws {
      self.log = log
      engine = SuggestionEngine(log: log, model: try Kiosk.model())
      let registry = try ActionRegistry(application: Kiosk.application(publisher), features: features)
      var configuration = ActivityConfiguration()
      if hasLinks { configuration.links = Links(registry: registry) }
      configure(&configuration)
      let start = try Kiosk.context(0)
      center = ActivityCenter(
        application: registry.application, recorder: recorder ?? engine, circumstances: { start })
      var dispatch = DispatchConfiguration()
      dispatch.switches = switches
      dispatcher = ActionDispatcher(
        registry: registry, center: center, activities: configuration, dispatch: dispatch)
      continuer = ActivityContinuer(dispatcher: dispatcher, feedback: engine, deliveries: deliveries)
    }

    var router: Router { Router(screen: screen) }

    /// The current activity of the user.
    var current: UserActivity? {
      get async { await center.currentActivity().content?.activity }
    }

    func donations() async throws -> [Donation] { try await log.allDonations(of: .me).map(\.donation) }

    /// Reads a book, with the test's eligibility.
    @discardableResult
    func read(
      _ book: Book, at minutes: Int64 = 0, eligibleFor eligibility: ActivityEligibility = [.prediction]
    ) async throws -> ActionOutcome {
      try await Kiosk.$eligibility.withValue(eligibility) {
        try await dispatcher.perform(
          Read.self, in: Shelf.self, input: book, presenter: screen, circumstances: context(minutes))
      }
    }

    /// Draws a sketch, with the test's eligibility.
    @discardableResult
    func draw(
      _ sketch: Sketch, at minutes: Int64 = 0, eligibleFor eligibility: ActivityEligibility = [.prediction]
    ) async throws -> ActionOutcome {
      try await Kiosk.$eligibility.withValue(eligibility) {
        try await dispatcher.perform(
          Draw.self, in: Shelf.self, input: sketch, presenter: screen, circumstances: context(minutes))
      }
    }

    /// The activity of a book, as it was published.
    func activity(
      of book: Book, eligibleFor eligibility: ActivityEligibility = [.prediction]
    ) async throws -> UserActivity? {
      try await read(book, eligibleFor: eligibility).publication.get()?.activity
    }

    /// Continues an activity.
    func goOn(_ activity: UserActivity, from source: ContinuationSource? = nil, at minutes: Int64 = 60)
      async throws
      -> ContinuationResult
    {
      await continuer.continueActivity(activity, from: source, in: try context(minutes), with: router)
    }
  }

  /// A linear model that believes the experts' agreement.
  static func model() throws -> SuggestionModel {
    let skip: [Float] = FeatureSchema.current.columns.map { $0.name == "agreement/share" ? 1 : 0 }
    let novelties = FeatureSchema.current.noveltyNames.count
    let model = try RankingModel(
      candidateNetwork: Network(hidden: [], output: [], skip: skip, bias: 0),
      candidateStandardizer: Standardizer(identity: skip.count),
      noveltyNetwork: Network(
        hidden: [], output: [], skip: [Float](repeating: 0, count: novelties), bias: -3),
      noveltyStandardizer: Standardizer(identity: novelties))
    return try SuggestionModel(model, fittedFor: FeatureSchema.current.fingerprint)
  }
}

extension ActionOutcome {
  /// The error that prevented publishing.
  var faults: [ActivityFault]? {
    guard case .failure(let error) = publication, case .faulty(_, let faults)? = error as? PublishingError
    else {
      return nil
    }
    return faults
  }
}

extension ContinuationResult {
  /// The case in words, for comparison.
  var words: String {
    switch self {
    case .success: "success"
    case .alreadySatisfied: "already satisfied"
    case .alreadyDelivered: "already delivered"
    case .noMapping: "no mapping"
    case .disabled: "disabled"
    case .unavailable(let feature): "unavailable \(feature)"
    case .rejected(let rejection): "rejected \(rejection)"
    case .refused(let refusal): "refused \(refusal)"
    case .undecodable(let error): "undecodable: \(error)"
    case .failed(let error): "failed \(type(of: error))"
    case .cancelled: "cancelled"
    }
  }
}
