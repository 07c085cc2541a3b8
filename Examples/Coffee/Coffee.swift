import Continuation
import Foundation
import Hunch

/// A drink to brew.
struct Drink: ActivityCodable, RouteParametersCodable {
  var kind: String

  init(kind: String) { self.kind = kind }

  // In an activity: the required keys say which drink it is.
  var requiredUserInfoKeys: Set<String>? { ["kind"] }
  var userInfo: [String: ActivityValue] { ["kind": .string(kind)] }
  init(userInfo: [String: ActivityValue]) throws(ActivityCodableError) {
    kind = try userInfo.value(forKey: "kind")
  }

  // In a URL, like coffee://brew/espresso.
  var routeParameters: RouteParameters { ["kind": kind] }
  init(routeParameters: RouteParameters) throws {
    try self.init(userInfo: routeParameters.mapValues(ActivityValue.string))
  }
}

/// Where actions show what they do; here, the only screen there is.
struct Screen: PresentationRouter {
  var show: @Sendable (String) -> Void

  func presentation<Performed: Action>(
    for action: Performed.Type, in feature: any Feature.Type, input: Performed.Input
  ) async -> PresentationResult<Performed.Presenter> {
    (self as? Performed.Presenter).map { .ready($0) } ?? .unsupported
  }
}

enum Brew: Action {
  static let description = "Brews a drink"
  static let activityEligibility: ActivityEligibility = [.prediction, .search, .handoff]

  static func prepareActivity(_ activity: inout ActivityBuilder<Self>) {
    activity.title = "Brew \(activity.input.kind)"
  }

  static func perform(
    _ context: ActionContext<Drink>, presenter: Screen
  ) async throws -> ActionPerformOutcome {
    presenter.show("brewing \(context.input.kind)")
    return .success
  }
}

enum Kitchen: Feature, URLMapped {
  static func prepare(_ actions: inout FeatureActions) {
    actions.declare(Brew.self)
  }

  static func mapURLs(_ routes: inout FeatureRoutes) {
    routes.send("brew/$(kind)", to: Brew.self)
  }
}

@main
struct Coffee {
  static func main() async throws {
    let argument = CommandLine.arguments.dropFirst().first
    let environment = ProcessInfo.processInfo.environment
    let screen = Screen { print($0) }

    // The program's actions; its manifest lets launchers start it with the user's choice.
    let registry = try ActionRegistry(
      application: Application(identifier: "org.example.coffee"), features: [Kitchen.self])
    let manifest = try registry.manifest(
      schemes: ["coffee"], launch: Manifest.Launch(commands: [["coffee", "%f"]]))
    try InstalledManifests(environment: environment).install(manifest)

    // Where it is remembered, and where what is done becomes current; the clock is the program's.
    let engine = try SuggestionEngine.open(environment: environment)
    let milliseconds = Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down))
    let minutes = TimeZone.current.secondsFromGMT() / 60
    let now = Context(at: try Instant(milliseconds: milliseconds, offsetMinutes: minutes))
    let center = ActivityCenter(
      application: registry.application, recorder: engine, circumstances: { now })

    // From what is done to an activity, and back.
    var activities = ActivityConfiguration()
    activities.links = try ActionRoutes(of: registry, schemes: manifest.schemes)
    let dispatcher = ActionDispatcher(registry: registry, center: center, activities: activities)
    let continuer = ActivityContinuer(dispatcher: dispatcher, feedback: engine)

    guard let argument else {  // started by the user: brew what is likely now, else an espresso
      let answer = try await engine.suggestions(SuggestionRequest(in: now))
      let likely = answer.suggestions.first { manifest.types.contains($0.activity.activityType) }
      guard let likely else {
        let call = Kitchen.action(Brew.self).with(Drink(kind: "espresso"), on: screen)
        try await dispatcher.perform(call, circumstances: now)
        return
      }
      return show(await continuer.continueActivity(of: likely, in: now, with: screen), on: screen)
    }
    if let url = URL(string: argument), url.scheme == "coffee" {
      show(await continuer.open(url, in: now, with: screen), on: screen)
    } else {
      let chosen = try ContinuationFile.take(argument)
      show(await continuer.continueActivity(chosen, in: now, with: screen), on: screen)
    }
  }

  static func show(_ result: ContinuationResult, on screen: Screen) {
    if !result.isSuccess { screen.show("that cannot be brewed") }
  }
}
