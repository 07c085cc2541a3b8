import Activities
import Continuation
import Storage
import Synchronization

/// An input that determines the action's behaviour; only its name is kept.
struct Script: ActivityCodable {
  typealias Body = @Sendable (ActionContext<Script>) async throws -> ActionPerformOutcome
  var name: String
  var body: Body

  init(_ name: String, body: @escaping Body = { _ in .success }) {
    self.name = name
    self.body = body
  }

  init(userInfo: [String: ActivityValue]) throws(ActivityCodableError) {
    self.init(try userInfo.value(forKey: "name"))
  }

  var userInfo: [String: ActivityValue] { ["name": name.activityValue] }
}

/// An action that does what its input says, and is published.
enum RunScriptAction: Action {
  static let description = "Runs a script"
  static let activityEligibility: ActivityEligibility = [.prediction]
  static let suggestedInvocationPhrase: String? = "Run it"
  static let analyticsID: String? = "run"

  static func analyticsAttributes(for request: ActionRequest<Self>) -> [String: ActivityValue] {
    ["number": .integer(Int64(request.number))]
  }
  static func prepareActivity(_ activity: inout ActivityBuilder<Self>) { activity.title = "Run the script" }

  static func perform(
    _ context: ActionContext<Script>, presenter: NoPresenter
  ) async throws -> ActionPerformOutcome {
    try await context.input.body(context)
  }
}

/// The same without activity, timeline and analytics.
enum RunQuietlyAction: Action {
  static let description = "Runs a script and leaves no trace"
  static let hideFromTimeline = true
  static let defaultSession = ActionSession.background

  static func perform(
    _ context: ActionContext<Script>, presenter: NoPresenter
  ) async throws -> ActionPerformOutcome {
    try await context.input.body(context)
  }
}

/// A place where the user runs scripts.
enum WorkshopFeature: Feature {
  static let description = "Scripts"
  static func prepare(_ actions: inout FeatureActions) {
    actions.publish(RunScriptAction.self)
    actions.declare(RunQuietlyAction.self)
  }
}

/// Another place where the user runs scripts.
enum AtticFeature: Feature {
  static let description = "Old scripts"
  static func prepare(_ actions: inout FeatureActions) {
    actions.declare(RunScriptAction.self)
  }
}

/// Appends to a log.
struct LogRecorder: DonationRecorder {
  let log: any DonationStore
  func donate(_ donations: [Donation], now: Instant) async throws -> AppendReceipt {
    try await log.ingest(donations, at: now)
  }
  func forget(_ deletion: Deletion) async throws -> Int { try await log.forget(deletion) }
}

/// A program with a workshop, and a log of its own.
struct Workshop {
  static let start: Int64 = 1_704_067_200_000  // 2024-01-01T00:00:00Z
  let log = InMemoryDonationStore()
  let center: ActivityCenter
  let dispatcher: ActionDispatcher

  init(
    features: [any Feature.Type] = [WorkshopFeature.self, AtticFeature.self],
    recorder: (any DonationRecorder)? = nil, user: UserIdentifier = .me,
    configuration: DispatchConfiguration = .init()
  ) throws {
    let application = try Self.application
    let start = try Self.now()
    center = ActivityCenter(
      application: application, user: user, recorder: recorder ?? LogRecorder(log: log),
      circumstances: { start })
    dispatcher = ActionDispatcher(
      registry: try ActionRegistry(application: application, features: features), center: center,
      dispatch: configuration)
  }

  static var application: Application {
    get throws { try Application(identifier: "org.example.workshop") }
  }

  static func now(_ seconds: Int64 = 0) throws -> Context {
    Context(at: try Instant(milliseconds: start + seconds * 1_000))
  }

  /// Runs a script in the workshop.
  @discardableResult
  func run(
    _ name: String, at seconds: Int64 = 0, source: ActionSource = .application,
    session: ActionSession? = nil, body: @escaping Script.Body = { _ in .success }
  ) async throws -> ActionOutcome {
    try await dispatcher.perform(
      WorkshopFeature.action(RunScriptAction.self).with(Script(name, body: body)),
      circumstances: try Self.now(seconds), source: source, session: session)
  }

  func donations(of user: UserIdentifier = .me) async throws -> [Donation] {
    try await log.allDonations(of: user).map(\.donation)
  }
}

struct Broken: Error, Equatable {
  var secret = "nobody's business"
}

/// An action that only needs to be declared.
protocol Plain: Action where Input == NoInput, Presenter == NoPresenter {}

extension Plain {
  static func perform(
    _ context: ActionContext<NoInput>, presenter: NoPresenter
  ) async throws -> ActionPerformOutcome { .success }
}
