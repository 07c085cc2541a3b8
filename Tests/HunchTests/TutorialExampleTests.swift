// Tutorial: begin
import Foundation
import Hunch

/// What can be brewed.
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

// @main, in the program
struct Coffee {
  static func main() async throws {
    let environment = ProcessInfo.processInfo.environment
    try await run(CommandLine.arguments.dropFirst().first, environment, on: Screen { print($0) })
  }

  static func run(_ argument: String?, _ environment: [String: String], on screen: Screen) async throws {
    // What the program can do; its manifest lets launchers start it with what was chosen there.
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

    guard let argument else {  // started by the user: brew something
      let call = Kitchen.action(Brew.self).with(Drink(kind: "espresso"), on: screen)
      try await dispatcher.perform(call, circumstances: now)
      return
    }
    let result =
      if let url = URL(string: argument), url.scheme == "coffee" {
        await continuer.open(url, in: now, with: screen)
      } else {
        await continuer.continueActivity(try ContinuationFile.take(argument), in: now, with: screen)
      }
    if !result.isSuccess { screen.show("that cannot be brewed") }
  }
}
// Tutorial: end

import Synchronization
import TestSupport
import Testing

/// The whole program of the tutorial is the code above, but for its attribute `@main`: it is compiled and run here, and compared with
/// the article.
@Suite("Hunch: the whole program of the tutorial")
struct TutorialExampleTests {
  @Test("is what the article shows, all of it, and nothing else before the pizzeria")
  func isInArticle() throws {
    let code = try lines(of: URL(filePath: #filePath), after: "// Tutorial: begin", before: "// Tutorial: end")
    let article = try lines(
      of: Repository.file("Sources/Hunch/Hunch.docc/Continuation.md"), after: "## A whole program",
      before: "## 1. Describe the content")
    var (shown, isInside) = ([String](), false)
    for line in article {
      if line.hasPrefix("```") { isInside = line == "```swift" } else if isInside { shown.append(line) }
    }
    let expected = code.map { $0.replacing("// @main, in the program", with: "@main") }
    #expect(shown.filter { !$0.isEmpty } == expected.filter { !$0.isEmpty })
  }

  @Test("brews, opens its URL, and goes on with what a launcher hands over; its manifest is installed")
  func runs() async throws {
    let scratch = try Scratch()
    let path = scratch.path("store/s.sqlite")
    let environment = [
      "HOME": scratch.folder.path, "XDG_RUNTIME_DIR": scratch.folder.path, "HUNCH_STORE": path,
    ]
    let lines = Mutex<[String]>([])
    let screen = Screen { line in lines.withLock { $0.append(line) } }
    try await Coffee.run(nil, environment, on: screen)
    try await Coffee.run("coffee://brew/ristretto", environment, on: screen)
    try await Coffee.run("coffee://wash/cup", environment, on: screen)
    let log = try SQLiteDonationStore(path: path)
    let donations = try await log.allDonations(of: .me).map(\.donation)
    #expect(donations.map(\.activity.title) == ["Brew espresso", "Brew ristretto"])
    let start = try #require(
      InstalledManifests(environment: environment).start(for: donations[0].activity))
    guard case .activity(let activity) = start.handover else { return #expect(Bool(false), "a file") }
    let file = try ContinuationFile.write(activity, environment: environment)
    try await Coffee.run(file, environment, on: screen)
    #expect(
      lines.withLock { $0 }
        == ["brewing espresso", "brewing ristretto", "that cannot be brewed", "brewing espresso"])
  }

  /// The lines between two lines.
  private func lines(of file: URL, after first: String, before last: String) throws -> [String] {
    let all = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let start = try #require(all.firstIndex(of: first), "\(file.lastPathComponent) has no line '\(first)'")
    return Array(all[(start + 1)...].prefix { $0 != last })
  }
}
