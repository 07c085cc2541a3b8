import Activities
import Continuation
import Foundation
import Testing

@Suite("Routes of actions: from an action with an input to a URL, and back")
struct ActionRoutesTests {
  private static let names = [
    "Graz", "São Paulo", "50 % & more?", "a/b", "#1", "東京", "New York+Jersey", "..", "https://x.org/y",
  ]

  @Test("a link leads back to its action, feature and input, in both kinds of URL", arguments: names)
  func roundTrip(_ name: String) throws {
    let routes = try Atlas.routes()
    let city = Atlas.City(name)
    for scope in [RouteScope.applicationAny, .universalAny] {
      let url = try routes.link(to: Atlas.ViewCity.self, in: Atlas.Map.self, input: city, scope: scope)
      #expect(url.scheme == (scope == .applicationAny ? "atlas" : "https"))
      let link = try #require(routes.destination(of: url), "\(url)")
      #expect("\(link.action.feature).\(link.action.action)" == "Map.ViewCity")
      #expect(link.action.activityType == Atlas.viewCityType)
      #expect(try routes.input(of: Atlas.ViewCity.self, from: link.parameters) == city)
    }
  }

  @Test(
    "a route of the default scopes works for both, with and without a leading slash",
    arguments: ["city/Graz", "globe/Graz"])
  func bothScopes(_ path: String) throws {
    let routes = try Atlas.routes()
    for text in ["atlas://\(path)", "atlas:/\(path)", "https://atlas.example.org/\(path)"] {
      let url = try #require(URL(string: text))
      let link = try #require(routes.destination(of: url), "\(text)")
      let feature = path.hasPrefix("city") ? "Map" : "Globe"
      #expect("\(link.action.feature).\(link.action.action)" == "\(feature).ViewCity")
      #expect(link.parameters == ["name": "Graz"])
    }
  }

  @Test("an action of two features has the link of the feature that it is asked for")
  func twoFeatures() throws {
    let routes = try Atlas.routes()
    let city = Atlas.City("Graz")
    let inMap = routes.url(for: Atlas.ViewCity.self, in: Atlas.Map.self, input: city)
    let inGlobe = routes.url(for: Atlas.ViewCity.self, in: Atlas.Globe.self, input: city)
    #expect(inMap?.absoluteString == "atlas://city/Graz")
    #expect(inGlobe?.absoluteString == "atlas://globe/Graz")
  }

  @Test("an action without input has a link without parameters")
  func noInput() throws {
    let routes = try Atlas.routes()
    let url = try routes.link(to: Atlas.ShowHome.self, in: Atlas.Map.self, input: NoInput())
    #expect(url.absoluteString == "atlas://home")
    let link = try #require(routes.destination(of: url))
    #expect("\(link.action.feature).\(link.action.action)" == "Map.ShowHome")
    #expect(link.parameters.isEmpty)
    #expect(
      try routes.input(of: Atlas.ShowHome.self, from: ["utm": "1"]) == NoInput(), "extra names are ignored")
  }

  @Test("all problems of all features' routes are reported together")
  func allProblems() throws {
    let error = try #require(throws: ActionRoutesError.self) {
      try Atlas.routes([Atlas.Map.self, Atlas.Maze.self])
    }
    #expect(error.undeclared.map(\.pattern) == ["fog/$(name)", "mist/$(number)"])
    #expect(error.undeclared.map(\.action) == ["ViewCity", "Hike"])
    #expect(error.undeclared.allSatisfy { $0.feature == "Maze" })
    #expect(error.problems.map(\.subject).contains("broken/$("))
    #expect(error.problems.contains { $0.reason == .undeclared(.universal(domain: "elsewhere.example")) })
    let lines = "\(error)".components(separatedBy: "\n")
    #expect(lines.count == error.undeclared.count + error.problems.count)
    #expect(
      lines.first
        == "route fog/$(name) leads to ViewCity, which Maze does not declare; declare it, or remove the route"
    )
  }

  @Test("routes to undeclared actions are refused even if all patterns are right")
  func onlyUndeclared() throws {
    let registry = try ActionRegistry(
      application: Application(identifier: "org.example.atlas"), features: [Lost.self])
    let error = try #require(throws: ActionRoutesError.self) {
      try ActionRoutes(of: registry, schemes: ["atlas"])
    }
    #expect(error.undeclared.map(\.feature) == ["Lost"])
    #expect(error.problems.isEmpty)
  }

  @Test("row 16: a value that a URL cannot contain is a named error, not a trap")
  func notCarried() throws {
    let routes = try Atlas.routes()
    #expect(throws: ActionLinkError.inputNotEncodable(action: "Feel")) {
      try routes.link(to: Atlas.Feel.self, in: Atlas.Map.self, input: Atlas.Mood())
    }
    #expect(throws: ActionLinkError.inputNotDecodable(action: "Feel")) {
      try routes.input(of: Atlas.Feel.self, from: [:])
    }
    #expect(throws: ActivityCodableError.missingKeys(["name"])) {
      try routes.input(of: Atlas.ViewCity.self, from: [:])
    }
    #expect(throws: RouteError.noRoute) {
      try routes.link(to: Atlas.Hike.self, in: Atlas.Map.self, input: Atlas.Trail(7))
    }
    #expect(routes.url(for: Atlas.Hike.self, in: Atlas.Map.self, input: Atlas.Trail(7)) == nil)
    #expect(routes.url(for: Atlas.Feel.self, in: Atlas.Map.self, input: Atlas.Mood()) == nil)
  }

  /// A feature that routes to an undeclared action.
  private enum Lost: Feature, URLMapped {
    static func prepare(_ actions: inout FeatureActions) {}
    static func mapURLs(_ routes: inout FeatureRoutes) { routes.send("home", to: Atlas.ShowHome.self) }
  }
}
