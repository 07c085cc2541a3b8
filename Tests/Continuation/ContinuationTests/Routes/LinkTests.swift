import Foundation
import Testing

@testable import Continuation

@Suite struct LinkTests {
  static let both: [RouteScope] = [.applicationAny, .universalAny]

  private func table(_ patterns: String...) throws -> RouteTable<String> {
    try RouteTable(patterns.map { Route($0, to: $0) }, schemes: ["player"], domains: ["example.org"])
  }

  @Test("links route back, and the leading slash is never doubled", arguments: ["open", "/open"], both)
  func leadingSlash(pattern: String, scope: RouteScope) throws {
    let table = try table(pattern)
    let link = try table.link(to: pattern, in: scope)
    #expect(link.absoluteString == (scope == .universalAny ? "https://example.org/open" : "player://open"))
    #expect(try table.route(link)?.destination == pattern)
  }

  @Test("values are escaped once, in captures and in the query")
  func escapedOnce() throws {
    let table = try table("a/$(x)/$(y)")
    let link = try table.link(to: "a/$(x)/$(y)", with: ["x": "a b", "y": "c%20d", "z": "e f+g&h"])
    #expect(link.absoluteString == "player://a/a%20b/c%2520d?z=e%20f%2Bg%26h")
  }

  @Test("dots of a pattern stay dots in its links")
  func dots() throws {
    #expect(try table("v1.2/x.html").link(to: "v1.2/x.html").absoluteString == "player://v1.2/x.html")
  }

  @Test("the first component is the host, the rest is the path")
  func severalComponents() throws {
    let table = try table("tracks/of/$(artist)")
    let link = try table.link(to: "tracks/of/$(artist)", with: ["artist": "Miles"])
    #expect(link.absoluteString == "player://tracks/of/Miles")
    #expect(link.host() == "tracks")
  }

  @Test(
    "a component that cannot be a host goes into the path, after an empty host",
    arguments: [
      ("Miles", "player:///Miles/x"), ("a/b", "player:///a%2Fb/x"), ("é", "player:///%C3%A9/x"),
      ("a:80", "player:///a%3A80/x"),
      ("me@b", "player:///me%40b/x"), ("..", "player:///%2E%2E/x"), ("7", "player://7/x"),
      ("", "player:////x?name="),
    ])
  func unsafeHost(value: String, expected: String) throws {
    let table = try table("$(name)/x")
    let link = try table.link(to: "$(name)/x", with: ["name": value])
    #expect(link.absoluteString == expected)
    #expect(try table.route(link)?.parameters == ["name": value])
  }

  @Test("without parameters there is no question mark", arguments: both)
  func noQuery(scope: RouteScope) throws {
    #expect(try table("open").link(to: "open", in: scope).absoluteString.contains("?") == false)
  }

  @Test("row 17: other parameters become the query, sorted by name; captures are not repeated there")
  func restIsQuery() throws {
    let table = try table("a/$(x)")
    let link = try table.link(to: "a/$(x)", with: ["z": "1", "x": "2", "b": "", "é": "3"])
    #expect(link.absoluteString == "player://a/2?b=&z=1&%C3%A9=3")
    #expect(try table.route(link)?.parameters == ["z": "1", "x": "2", "b": "", "é": "3"])
  }

  @Test("the first route with all values is used; without one, the first one's missing values are reported")
  func firstPossibleRoute() throws {
    let table = try RouteTable(
      [Route("a/$(x)/$(y)", to: 1), Route("a/*", to: 1), Route("b/$(x)", to: 1)], schemes: ["player"])
    #expect(try table.link(to: 1, with: ["x": "1", "y": "2"]).absoluteString == "player://a/1/2")
    #expect(try table.link(to: 1, with: ["x": "1"]).absoluteString == "player://b/1")
    #expect(throws: RouteError.missingValues(pattern: "a/$(x)/$(y)", names: ["x", "y"])) {
      try table.link(to: 1)
    }
    #expect(throws: RouteError.noRoute) { try table.link(to: 2) }
  }

  @Test("a pattern with wildcards makes no link, with the reason")
  func wildcard() throws {
    #expect(throws: RouteError.noPath(pattern: "a/*")) { try table("a/*").link(to: "a/*") }
    #expect(try table("a/**").link(to: "a/**").absoluteString == "player://a/")
  }

  @Test("a link that a more specific route would match is not returned")
  func shadowed() throws {
    let table = try table("user/me", "user/$(name)")
    #expect(try table.link(to: "user/$(name)", with: ["name": "you"]).absoluteString == "player://user/you")
    #expect(throws: RouteError.shadowed(pattern: "user/$(name)", by: "user/me")) {
      try table.link(to: "user/$(name)", with: ["name": "me"])
    }
  }

  @Test("a link whose captures could not be separated is not returned")
  func notReversible() throws {
    let table = try table("$(a) $(b)")
    #expect(try table.link(to: "$(a) $(b)", with: ["a": "x", "b": "y"]).absoluteString == "player:///x%20y")
    #expect(throws: RouteError.notReversible(pattern: "$(a) $(b)")) {
      try table.link(to: "$(a) $(b)", with: ["a": "x", "b": "y z"])
    }
  }

  @Test("a link has the requested scheme or domain, else the route's, else the first declared")
  func origins() throws {
    let table = try RouteTable(
      [
        Route("a", to: "any"), Route("b", in: [.application(scheme: "second")], to: "app"),
        Route("c", in: [.universal(domain: "example.com")], to: "web"),
      ], schemes: ["first", "second"], domains: ["example.org", "example.com"])
    #expect(try table.link(to: "any").absoluteString == "first://a")
    #expect(try table.link(to: "any", in: .application(scheme: "SECOND")).absoluteString == "second://a")
    #expect(try table.link(to: "any", in: .universalAny).absoluteString == "https://example.org/a")
    #expect(
      try table.link(to: "any", in: .universal(domain: "example.com")).absoluteString
        == "https://example.com/a")
    #expect(try table.link(to: "app").absoluteString == "second://b")
    #expect(try table.link(to: "web").absoluteString == "https://example.com/c")
    #expect(throws: RouteError.noRoute) { try table.link(to: "app", in: .application(scheme: "first")) }
    #expect(throws: RouteError.noRoute) { try table.link(to: "app", in: .universalAny) }
    #expect(throws: RouteError.noRoute) { try table.link(to: "any", in: .application(scheme: "third")) }
  }

  @Test("descriptions never hold a URL or value")
  func descriptions() throws {
    let table = try table("$(a) $(b)", "user/$(name)", "user/me")
    for parameters in [["a": "x", "b": "secret z"], ["name": "me"], [:]] as [RouteParameters] {
      let error = try #require(throws: RouteError.self) {
        try table.link(with: parameters) { $0 != "user/me" }
      }
      #expect(!error.description.contains("secret"))
    }
  }
}
