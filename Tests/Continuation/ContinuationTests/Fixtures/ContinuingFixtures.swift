import Activities
import Continuation
import Foundation
import Synchronization

/// A program with three actions, with eligibility and hooks set by each test.
enum Kiosk {
  /// The eligibility of the actions in the running test.
  @TaskLocal static var eligibility: ActivityEligibility = [.perform]

  static let readType = "org.example.kiosk.read"
  static let formerReadType = "org.example.kiosk.browse"
  static let drawType = "org.example.kiosk.draw"
  static let lendType = "org.example.kiosk.lend"

  static func context(_ minutes: Int64) throws -> Context {
    try Context(at: Instant(milliseconds: 1_704_067_200_000 + minutes * 60_000))
  }

  static func application(_ publisher: String? = nil) throws -> Application {
    let publisher = try publisher.map { try Publisher(identifier: $0, key: Array(repeating: 7, count: 16)) }
    return try Application(identifier: "org.example.kiosk", publisher: publisher)
  }

  struct Failure: Error, Equatable {}
}

extension Kiosk {
  /// An input that can be written and read back.
  struct Book: ActivityCodable, ActivityMetadataRepresentable {
    var name: String
    var page: Int?
    var requiredUserInfoKeys: Set<String>? = ["name"]
    var extra: [String: ActivityValue] = [:]
    var metadata = ActivityMetadata.build { _ in }
    var prepare: @Sendable (inout ActivityBuilder<Read>) throws -> Void = { $0.title = "Read it" }

    init(_ name: String, page: Int? = nil) {
      self.name = name
      self.page = page
    }

    init(userInfo: [String: ActivityValue]) throws(ActivityCodableError) {
      name = try userInfo.value(forKey: "name")
      page = try userInfo.valueIfPresent(forKey: "page")
    }

    var userInfo: [String: ActivityValue] {
      var userInfo: [String: ActivityValue] = ["name": .string(name)]
      userInfo["page"] = page?.activityValue
      return userInfo.merging(extra) { _, new in new }
    }
  }

  enum Read: Action {
    static let activityType = Kiosk.readType
    static let formerActivityTypes = [Kiosk.formerReadType]
    static var activityEligibility: ActivityEligibility { Kiosk.eligibility }
    static let suggestedInvocationPhrase: String? = "Read on"
    static func prepareActivity(_ activity: inout ActivityBuilder<Self>) throws {
      try activity.input.prepare(&activity)
    }
    static func perform(_ context: ActionContext<Book>, presenter: Screen) async throws
      -> ActionPerformOutcome
    {
      if context.input.name == "Broken" { throw Failure() }
      presenter.show(.book(context.input.name, page: context.input.page), from: context.source)
      return .success
    }
  }

  /// The same input in another action, without a phrase.
  enum Lend: Action {
    static let activityType = Kiosk.lendType
    static var activityEligibility: ActivityEligibility { Kiosk.eligibility }
    static func prepareActivity(_ activity: inout ActivityBuilder<Self>) { activity.title = "Lend it" }
    static func perform(_ context: ActionContext<Book>, presenter: NoPresenter) async throws
      -> ActionPerformOutcome
    {
      .success
    }
  }

  /// An input that cannot be written; a URL may carry its name.
  final class Sketch: Sendable {
    private let text: Mutex<String>
    let prepare: @Sendable (inout ActivityBuilder<Draw>) throws -> Void

    init(_ name: String, prepare: @escaping @Sendable (inout ActivityBuilder<Draw>) throws -> Void = { _ in })
    {
      text = Mutex(name)
      self.prepare = prepare
    }

    var name: String {
      get { text.withLock(\.self) }
      set { text.withLock { $0 = newValue } }
    }
  }

  enum Draw: Action {
    static let activityType = Kiosk.drawType
    static var activityEligibility: ActivityEligibility { Kiosk.eligibility }
    static func prepareActivity(_ activity: inout ActivityBuilder<Self>) throws {
      activity.title = "Draw \(activity.input.name)"
      try activity.input.prepare(&activity)
    }
    static func perform(_ context: ActionContext<Sketch>, presenter: Screen) async throws
      -> ActionPerformOutcome
    {
      presenter.show(.sketch(context.input.name), from: context.source)
      return .success
    }
  }

  /// An error to throw.
  final class Switch: Sendable {
    private let state: Mutex<Bool>
    init(isOn: Bool) { state = Mutex(isOn) }
    var isOn: Bool {
      get { state.withLock(\.self) }
      set { state.withLock { $0 = newValue } }
    }
  }

  enum Shelf: ConditionalFeature {
    static let name = "Shelf"
    /// Whether the feature is available, set by each test.
    @TaskLocal static var control = Switch(isOn: true)
    static var isEnabled: Bool { control.isOn }
    static func constraints(_ requirements: inout FeatureConstraints) {
      requirements.require(.runtimeEnabled)
    }
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(Read.self)
      actions.declare(Draw.self)
      actions.declare(Lend.self)
    }
  }

  /// A feature that declares nothing.
  enum Cellar: Feature {
    static func prepare(_ actions: inout FeatureActions) {}
  }
}

extension Kiosk {
  /// A record of shown inputs, with the circumstances.
  final class Screen: Sendable {
    enum Item: Hashable {
      case book(String, page: Int?)
      case sketch(String)
    }

    private let shown = Mutex<[(item: Item, source: ActionSource)]>([])

    func show(_ item: Item, from source: ActionSource) { shown.withLock { $0.append((item, source)) } }
    var items: [Item] { shown.withLock { $0.map(\.item) } }
    var sources: [ActionSource] { shown.withLock { $0.map(\.source) } }
  }

  /// A router that always returns the same answer, and counts the queries.
  struct Router: PresentationRouter {
    enum Answer: Hashable { case ready, unsupported, userCancelled, applicationCancelled, alreadySatisfied }

    let screen: Screen
    var answer = Answer.ready
    var whenAsked: @Sendable () async -> Void = {}

    func presentation<Performed: Action>(
      for action: Performed.Type, in feature: any Feature.Type, input: Performed.Input
    ) async -> PresentationResult<Performed.Presenter> {
      await whenAsked()
      return switch answer {
      case .ready:
        if let presenter = screen as? Performed.Presenter ?? NoPresenter() as? Performed.Presenter {
          .ready(presenter)
        } else {
          .unsupported
        }
      case .unsupported: .unsupported
      case .userCancelled: .userCancelled
      case .applicationCancelled: .applicationCancelled
      case .alreadySatisfied: .alreadySatisfied
      }
    }
  }

  /// Routes `kiosk://draw?name=…`, and web pages under `https://kiosk.example/draw`.
  struct Links: ActionLinks {
    let registry: ActionRegistry

    func url<Linked: Action>(
      for action: Linked.Type, in feature: any Feature.Type, input: Linked.Input
    ) -> URL? {
      guard let sketch = input as? Sketch else { return URL(string: "kiosk://read") }
      return URL(string: "kiosk://draw?name=\(sketch.name)")
    }

    func destination(of url: URL) -> ActionLink? {
      guard ["kiosk", "https"].contains(url.scheme), url.absoluteString.contains("draw"),
        let draw = registry.action(for: Kiosk.drawType)
      else { return nil }
      let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
      return ActionLink(
        to: draw,
        parameters: Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { _, new in new }))
    }

    func input<Linked: Action>(of action: Linked.Type, from parameters: RouteParameters) throws
      -> Linked.Input
    {
      if parameters["name"] == "Strange" { throw Failure() }
      guard let name = parameters["name"], let input = Sketch(name) as? Linked.Input else {
        throw ActivityCodableError.missingKeys(["name"])
      }
      return input
    }
  }
}
