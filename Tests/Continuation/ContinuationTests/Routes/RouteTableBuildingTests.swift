import Testing

@testable import Continuation

@Suite struct RouteTableBuildingTests {
  @Test("all problems of all routes are reported together, in order of declaration")
  func allProblems() throws {
    let error = try #require(throws: RouteTableError.self) {
      try RouteTable(
        [
          Route("fine/$(a)", to: 0),
          Route("*$(name)", to: 1),
          Route("x", in: [.application(scheme: "other")], to: 2),
          Route("fine/$(b)", in: [.applicationAny], to: 3),
          Route("y", in: [.universal(domain: "example.org")], to: 4),
          Route("z/$(open", in: [], to: 5),
        ], schemes: ["player", "https", "1x"], domains: ["https://example.org"])
    }
    #expect(
      error.problems == [
        RouteProblem(route: nil, subject: "scheme https", reason: .invalidScheme),
        RouteProblem(route: nil, subject: "scheme 1x", reason: .invalidScheme),
        RouteProblem(route: nil, subject: "domain https://example.org", reason: .invalidDomain),
        RouteProblem(
          route: 1, subject: "*$(name)",
          reason: .invalidPattern(URLPatternError(position: 1, reason: .adjacentGaps))),
        RouteProblem(route: 2, subject: "x", reason: .undeclared(.application(scheme: "other"))),
        RouteProblem(
          route: 3, subject: "fine/$(b)",
          reason: .ambiguous(with: "fine/$(a)", route: 0, scope: .applicationAny)),
        RouteProblem(route: 4, subject: "y", reason: .undeclared(.universal(domain: "example.org"))),
        RouteProblem(route: 5, subject: "z/$(open", reason: .unreachable),
        RouteProblem(
          route: 5, subject: "z/$(open",
          reason: .invalidPattern(URLPatternError(position: 2, reason: .unclosedCapture))),
      ])
    #expect(error.description.split(separator: "\n").count == 9)
    #expect(error.description.contains("route 1 (*$(name)): at character 1: a wildcard or capture follows"))
  }

  @Test(
    "two routes that match the same URLs, none more specific, are refused",
    arguments: [
      ("a", "a"), ("/a", "a"), ("$(x)", "$(y)"), ("a/$(x)", "a/$(y)"), ("p$(x)", "$(y)s"), ("*", "/*"),
      ("a/**", "a/**"),
      ("ab$(x)c", "a$(x)bc"), ("$(x)/b", "$(y)/b"),
    ])
  func ambiguous(one: String, two: String) throws {
    let error = try #require(throws: RouteTableError.self) {
      try RouteTable([Route(one, to: 1), Route(two, to: 2)], schemes: ["player"], domains: ["example.org"])
    }
    #expect(
      error.problems.map(\.reason) == [
        .ambiguous(with: one, route: 0, scope: .applicationAny),
        .ambiguous(with: one, route: 0, scope: .universalAny),
      ])
  }

  @Test(
    "routes that never overlap, or differ in specificity, are accepted",
    arguments: [
      ("a", "b"), ("a", "$(x)"), ("$(x)", "*"), ("a$(x)", "b$(x)"), ("$(x)a", "$(x)b"), ("a/$(x)", "b/$(x)"),
      ("a/$(x)", "a/$(x)/"), ("a/*", "a/**"), ("$(x)/b", "a/$(x)"), ("ab$(x)", "a$(x)"),
    ])
  func unambiguous(one: String, two: String) throws {
    let table = try RouteTable(
      [Route(one, to: 1), Route(two, to: 2)], schemes: ["player"], domains: ["example.org"])
    #expect(!table.advice.contains { if case .ambiguous = $0.reason { true } else { false } })
  }

  @Test("the same pattern in two scopes is not ambiguous")
  func scopesApart() throws {
    let table = try RouteTable(
      [
        Route("a", in: [.applicationAny], to: 1), Route("a", in: [.application(scheme: "player")], to: 2),
        Route("a", in: [.universalAny], to: 3),
      ], schemes: ["player"], domains: ["example.org"])
    #expect(table.advice.isEmpty)
  }

  @Test("routes that cannot make links are reported as advice")
  func withoutLinks() throws {
    let table = try RouteTable(
      [Route("a/*", to: 1), Route("b/**", to: 2), Route("c*", to: 3)], schemes: ["player"])
    #expect(
      table.advice == [
        RouteProblem(route: 0, subject: "a/*", reason: .noLinks),
        RouteProblem(route: 2, subject: "c*", reason: .noLinks),
      ])
  }

  @Test("a route of both default scopes needs only one of them declared")
  func oneScopeIsEnough() throws {
    #expect(try RouteTable([Route("a", to: 1)], schemes: ["player"]).advice.isEmpty)
    #expect(try RouteTable([Route("a", to: 1)], domains: ["example.org"]).advice.isEmpty)
    let error = try #require(throws: RouteTableError.self) { try RouteTable([Route("a", to: 1)]) }
    #expect(error.problems == [RouteProblem(route: 0, subject: "a", reason: .unreachable)])
  }

  @Test(
    "an invalid domain is rejected",
    arguments: ["", "a/b", "example.org:80", "me@example.org", "a b", "exa?mple", "#", "https://example.org"])
  func invalidDomain(_ domain: String) throws {
    let error = try #require(throws: RouteTableError.self) { try RouteTable<Int>([], domains: [domain]) }
    #expect(error.problems.map(\.reason) == [.invalidDomain])
  }
}
