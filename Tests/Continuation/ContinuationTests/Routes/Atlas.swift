import Activities
import Continuation
import Foundation
import Storage
import Suggestions

/// A program whose actions have URLs: `atlas://…`, and pages of `atlas.example.org`.
enum Atlas {
  static let viewCityType = "org.example.atlas.map.view-city"
  static let homeType = "org.example.atlas.map.show-home"

  /// An input for URLs only.
  struct City: RouteParametersCodable, Hashable, Sendable {
    var name: String

    init(_ name: String) { self.name = name }

    init(routeParameters: RouteParameters) throws {
      guard let name = routeParameters["name"] else { throw ActivityCodableError.missingKeys(["name"]) }
      guard name != "Atlantis" else { throw ActivityCodableError.invalidValue(key: "name") }
      self.name = name
    }

    var routeParameters: RouteParameters { ["name": name] }
  }

  /// An input for URLs and activities.
  struct Trail: ActivityCodable, RouteParametersCodable, Hashable {
    var number: Int

    init(_ number: Int) { self.number = number }

    init(userInfo: [String: ActivityValue]) throws(ActivityCodableError) {
      number = try userInfo.value(forKey: "number")
    }

    init(routeParameters: RouteParameters) throws {
      guard let number = routeParameters["number"].flatMap({ Int($0) }) else {
        throw ActivityCodableError.invalidValue(key: "number")
      }
      self.number = number
    }

    var userInfo: [String: ActivityValue] { ["number": number.activityValue] }
    var routeParameters: RouteParameters { ["number": "\(number)"] }
  }

  /// An input that neither can contain.
  struct Mood: Sendable {}

  /// A presenter other than a screen.
  struct Loudspeaker: Sendable {}
}

// MARK: Actions

extension Atlas {
  enum ViewCity: Action {
    static let activityEligibility: ActivityEligibility = [.prediction]
    static func prepareActivity(_ activity: inout ActivityBuilder<Self>) {
      activity.title = "View \(activity.input.name)"
    }
    static func perform(_ context: ActionContext<City>, presenter: Notes) async -> ActionPerformOutcome {
      presenter.add("city \(context.input.name)")
      return .success
    }
  }

  enum Hike: Action {
    static let activityEligibility: ActivityEligibility = [.prediction]
    static func prepareActivity(_ activity: inout ActivityBuilder<Self>) {
      activity.title = "Hike it"
      activity.webpageURL = URL(string: "https://atlas.example.org/city/Graz")
    }
    static func perform(_ context: ActionContext<Trail>, presenter: Notes) async -> ActionPerformOutcome {
      presenter.add("trail \(context.input.number)")
      return .success
    }
  }

  enum ShowHome: Action {
    static let activityEligibility: ActivityEligibility = [.prediction]
    static func prepareActivity(_ activity: inout ActivityBuilder<Self>) { activity.title = "Show home" }
    static func perform(_ context: ActionContext<NoInput>, presenter: Notes) async -> ActionPerformOutcome {
      presenter.add("home")
      return .success
    }
  }

  enum Announce: Action {
    static func perform(
      _ context: ActionContext<City>, presenter: Loudspeaker
    ) async -> ActionPerformOutcome { .success }
  }

  enum Feel: Action {
    static func perform(_ context: ActionContext<Mood>, presenter: Notes) async -> ActionPerformOutcome {
      .success
    }
  }
}

// MARK: Features

extension Atlas {
  enum Map: Feature, URLMapped {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(ViewCity.self)
      actions.declare(Hike.self)
      actions.declare(ShowHome.self)
      actions.declare(Announce.self)
      actions.declare(Feel.self)
    }

    static func mapURLs(_ routes: inout FeatureRoutes) {
      routes.send("city/$(name)", to: ViewCity.self)
      routes.send("home", to: ShowHome.self)
      routes.send("announce/$(name)", to: Announce.self)
      routes.send("/local/$(name)", to: ViewCity.self, in: [.universal(domain: "atlas.example.org")])
    }
  }

  /// The same action in another feature.
  enum Globe: Feature, URLMapped {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(ViewCity.self)
    }
    static func mapURLs(_ routes: inout FeatureRoutes) {
      routes.send("/globe/$(name)", to: ViewCity.self)
    }
  }

  /// A feature with every possible problem of routes.
  enum Maze: Feature, URLMapped {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(ShowHome.self)
    }
    static func mapURLs(_ routes: inout FeatureRoutes) {
      routes.send("fog/$(name)", to: ViewCity.self)
      routes.send("broken/$(", to: ShowHome.self)
      routes.send("mist/$(number)", to: Hike.self)
      routes.send("far", to: ShowHome.self, in: [.universal(domain: "elsewhere.example")])
    }
  }
}

// MARK: The program

extension Atlas {
  static func registry(_ features: [any Feature.Type] = [Map.self, Globe.self]) throws -> ActionRegistry {
    try ActionRegistry(application: Application(identifier: "org.example.atlas"), features: features)
  }

  static func routes(_ features: [any Feature.Type] = [Map.self, Globe.self]) throws -> ActionRoutes {
    try ActionRoutes(of: registry(features), schemes: ["atlas"], domains: ["atlas.example.org"])
  }

  /// A process of the program.
  struct Process {
    let log: InMemoryDonationStore
    let engine: SuggestionEngine
    let dispatcher: ActionDispatcher
    let continuer: ActivityContinuer
    let screen = Notes()

    init(log: InMemoryDonationStore = InMemoryDonationStore(), hasRoutes: Bool = true) throws {
      self.log = log
      let registry = try Atlas.registry()
      engine = SuggestionEngine(log: log, model: try Kiosk.model())
      let start = try Kiosk.context(0)
      let center = ActivityCenter(
        application: registry.application, recorder: engine, circumstances: { start })
      var activities = ActivityConfiguration()
      if hasRoutes { activities.links = try Atlas.routes() }
      dispatcher = ActionDispatcher(registry: registry, center: center, activities: activities)
      continuer = ActivityContinuer(dispatcher: dispatcher, feedback: engine)
    }

    /// Performs an action of the map.
    @discardableResult
    func perform<Performed: Action>(_ action: Performed.Type, on input: Performed.Input) async throws
      -> ActionOutcome where Performed.Presenter == Notes
    {
      try await dispatcher.perform(
        Map.action(action).with(input, on: screen), circumstances: try Kiosk.context(0))
    }

    /// Opens a URL, and returns the result in words.
    func open(_ url: String) async throws -> String {
      guard let url = URL(string: url) else { return "no URL" }
      return await continuer.open(url, in: try Kiosk.context(1), with: Router(screen: screen)).words
    }

    /// Continues an activity, and returns the result in words.
    func goOn(_ activity: UserActivity) async throws -> String {
      await continuer.continueActivity(
        activity, from: .suggestion, in: try Kiosk.context(1), with: Router(screen: screen)
      ).words
    }
  }

  /// A router with a screen for notes, but without a loudspeaker.
  struct Router: PresentationRouter {
    let screen: Notes

    func presentation<Performed: Action>(
      for action: Performed.Type, in feature: any Feature.Type, input: Performed.Input
    ) async -> PresentationResult<Performed.Presenter> {
      (screen as? Performed.Presenter).map { .ready($0) } ?? .unsupported
    }
  }
}
