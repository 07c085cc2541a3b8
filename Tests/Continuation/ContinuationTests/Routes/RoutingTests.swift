import Foundation
import TestSupport
import Testing

@testable import Continuation

/// A URL from a valid text.
func url(_ text: String) throws -> URL {
  try #require(URL(string: text))
}

@Suite struct RoutingTests {
  @Test("a mapped word of a declared scheme is found", arguments: ["player://word", "player:word"])
  func application(_ text: String) throws {
    let table = try RouteTable([Route("word", to: 1)], schemes: ["player"])
    #expect(try table.route(url(text))?.destination == 1)
    #expect(try table.route(url("other" + text.dropFirst(6))) == nil)
  }

  @Test("a route of a domain is found for this path and domain only")
  func universal() throws {
    let table = try RouteTable(
      [Route("/open", in: [.universal(domain: "example.org")], to: 1)],
      domains: ["example.org", "example.com"])
    #expect(try table.route(url("https://example.org/open"))?.destination == 1)
    #expect(try table.route(url("https://example.org/close")) == nil)
    #expect(try table.route(url("https://example.com/open")) == nil)
    #expect(try table.route(url("https://example.net/open")) == nil)
  }

  @Test(
    "row 24: an undeclared scheme or domain has no mapping",
    arguments: [
      "stranger://word", "https://example.net/word", "https://sub.example.org/word", "file:///word",
    ])
  func undeclared(_ text: String) throws {
    let table = try RouteTable([Route("**", to: 1)], schemes: ["player"], domains: ["example.org"])
    #expect(try table.route(url(text)) == nil)
    #expect(try table.route(url("player:word"))?.destination == 1)
  }

  @Test(
    "a URL with neither host nor path, or without a scheme, is invalid",
    arguments: ["player:", "player://", "player:?a=b", "word", "/word", "https:///word", "player:%FF"])
  func invalid(_ text: String) throws {
    let table = try RouteTable([Route("**", to: 1)], schemes: ["player"], domains: ["example.org"])
    #expect(throws: RouteError.invalidURL) { try table.route(url(text)) }
  }

  @Test("schemes and domains are compared without regard to case")
  func letterCase() throws {
    let table = try RouteTable(
      [Route("a", in: [.application(scheme: "PLAYER"), .universal(domain: "Example.ORG")], to: 1)],
      schemes: ["Player"], domains: ["EXAMPLE.org"])
    #expect(try table.route(url("pLaYeR:a"))?.scope == .application(scheme: "player"))
    #expect(try table.route(url("HTTPS://eXample.org/a"))?.scope == .universal(domain: "example.org"))
  }

  @Test(
    "a non-ASCII domain is compared as in URLs, without a port; one with a user is invalid")
  func domainForms() throws {
    let table = try RouteTable([Route("a", to: 1)], domains: ["bücher.example"])
    #expect(table.domains == ["xn--bcher-kva.example"])
    #expect(try table.route(url("https://bücher.example/a"))?.destination == 1)
    #expect(try table.route(url("http://bücher.example:8080/a"))?.destination == 1)
    for text in ["http://me@bücher.example/a", "https://elsewhere.example%5C@xn--bcher-kva.example/a"] {
      #expect(throws: RouteError.invalidURL) { try table.route(url(text)) }
    }
  }

  @Test(
    "one leading slash of pattern or path makes no difference",
    arguments: ["open/now", "/open/now"],
    [
      "player://open/now", "player:open/now", "player:/open/now", "player:///open/now",
      "https://example.org/open/now",
    ])
  func leadingSlash(pattern: String, text: String) throws {
    let table = try RouteTable([Route(pattern, to: 1)], schemes: ["player"], domains: ["example.org"])
    #expect(try table.route(url(text))?.destination == 1)
    #expect(try table.route(url(text + "/")) == nil)
  }

  @Test("only one leading slash is ignored")
  func secondSlash() throws {
    let table = try RouteTable([Route("open", to: 1)], schemes: ["player"], domains: ["example.org"])
    #expect(try table.route(url("https://example.org//open")) == nil)
    #expect(try table.route(url("player:////open")) == nil)
  }

  @Test("the root of a domain is the empty path")
  func root() throws {
    let table = try RouteTable([Route("/", to: 1)], schemes: ["player"], domains: ["example.org"])
    #expect(try table.route(url("https://example.org"))?.destination == 1)
    #expect(try table.route(url("https://example.org/?a=b#c"))?.parameters == ["a": "b"])
    #expect(try table.route(url("player:///"))?.destination == 1)
  }

  static let queries: [(String, RouteParameters)] = [
    ("a=1&b=2", ["id": "7", "a": "1", "b": "2"]),
    ("a=1&a=2", ["id": "7", "a": "2"]),
    ("a=1&a", ["id": "7"]),
    ("a&a=1", ["id": "7", "a": "1"]),
    ("a=", ["id": "7", "a": ""]),
    ("id=8", ["id": "7"]),
    ("", ["id": "7"]),
    ("a=b=c", ["id": "7", "a": "b=c"]),
    ("a=x%26y%3Dz%23", ["id": "7", "a": "x&y=z#"]),
    ("a=1+1%2B", ["id": "7", "a": "1+1+"]),
    ("%C3%A9=%E2%82%AC", ["id": "7", "é": "€"]),
    ("=x", ["id": "7", "": "x"]),
  ]

  @Test(
    "the last value of a name counts, an item without value removes it, captures take precedence",
    arguments: queries.indices)
  func query(_ index: Int) throws {
    let table = try RouteTable([Route("tracks/$(id)", to: 1)], schemes: ["player"])
    let (query, expected) = Self.queries[index]
    #expect(try table.route(url("player://tracks/7?\(query)#fragment"))?.parameters == expected)
  }

  @Test("a capture is empty only if the query contains it")
  func emptyCapture() throws {
    let table = try RouteTable([Route("tracks/$(id)", to: 1)], schemes: ["player"])
    #expect(try table.route(url("player://tracks/")) == nil)
    #expect(try table.route(url("player://tracks/?id=7")) == nil)
    #expect(try table.route(url("player://tracks/?id="))?.parameters == ["id": ""])
    #expect(try table.route(url("player://tracks/7?id="))?.parameters == ["id": "7"])
  }

  /// Patterns by descending specificity; all match `a/bc`.
  static let bySpecificity = [
    "a/bc", "a/b$(x)", "a/$(x)", "a/*", "a/**", "$(y)/bc", "$(y)/b*", "$(y)/$(x)", "*/bc", "*/*", "**",
  ]

  @Test(
    "the most specific of overlapping routes is used, in any order of declaration",
    arguments: 1...20)
  func specificity(seed: UInt64) throws {
    var patterns = Self.bySpecificity
    var random = SeededNumbers(seed: seed)
    while !patterns.isEmpty {
      let declared = patterns.shuffled(using: &random)
      let table = try RouteTable(
        declared.map { Route($0, to: $0) }, schemes: ["player"], domains: ["example.org"])
      #expect(try table.route(url("player://a/bc"))?.destination == patterns[0], "seed \(seed)")
      #expect(try table.route(url("https://example.org/a/bc"))?.destination == patterns[0], "seed \(seed)")
      patterns.removeFirst()
    }
  }

  @Test("a route of this very scheme goes before a more specific one of any scheme")
  func exactScopeFirst() throws {
    let table = try RouteTable(
      [
        Route("a/b", in: [.applicationAny], to: "any"),
        Route("**", in: [.application(scheme: "player")], to: "exact"),
      ], schemes: ["player", "other"])
    #expect(try table.route(url("player://a/b"))?.destination == "exact")
    #expect(try table.route(url("other://a/b"))?.destination == "any")
  }

  @Test("routes of equal specificity are used in order of declaration, if the program allows it")
  func declarationOrder() throws {
    let routes = [Route("x/$(a)", name: "first", to: 1), Route("x/$(b)", name: "second", to: 2)]
    for order in [routes, routes.reversed()] {
      let table = try RouteTable(order, schemes: ["player"], ambiguity: .firstDeclared)
      #expect(try table.route(url("player://x/y"))?.name == order[0].name)
      #expect(table.advice.count == 1)
    }
  }

  @Test("limits on length and query items are enforced, with typed errors")
  func limits() throws {
    var limits = RouteLimits()
    limits.urlLength = 40
    limits.queryItems = 2
    let table = try RouteTable([Route("$(a)", to: 1)], schemes: ["player"], limits: limits)
    #expect(try table.route(url("player:" + String(repeating: "a", count: 33)))?.destination == 1)
    #expect(throws: RouteError.urlTooLong(limit: 40)) {
      try table.route(url("player:" + String(repeating: "a", count: 34)))
    }
    #expect(try table.route(url("player:a?b=1&c=2"))?.parameters.count == 3)
    #expect(throws: RouteError.tooManyQueryItems(limit: 2)) { try table.route(url("player:a?b=1&c=2&d=3")) }
    #expect(throws: RouteError.tooManyQueryItems(limit: 2)) {
      try table.link(to: 1, with: ["a": "", "b": "", "c": ""])
    }
    #expect(throws: RouteError.urlTooLong(limit: 40)) {
      try table.link(to: 1, with: ["a": String(repeating: "a", count: 41)])
    }
  }

  @Test("limits below zero let no query through, and nothing else happens", arguments: [0, -1, .min])
  func limitsBelowZero(queryItems: Int) throws {
    var limits = RouteLimits()
    limits.queryItems = queryItems
    let table = try RouteTable([Route("$(a)", to: 1)], schemes: ["player"], limits: limits)
    #expect(try table.route(url("player:a"))?.destination == 1)
    #expect(throws: RouteError.tooManyQueryItems(limit: queryItems)) { try table.route(url("player:a?b=1")) }
  }

  @Test("a thousand routes: each URL finds its own")
  func manyRoutes() throws {
    var routes: [Route<Int>] = []
    for number in 0..<1_000 {
      let pattern =
        switch number % 4 {
        case 0: "section\(number)/open"
        case 1: "section/\(number)/$(item)"
        case 2: "page\(number)-$(item)"
        default: "list\(number)/**"
        }
      routes.append(Route(pattern, to: number))
    }
    let table = try RouteTable(routes, schemes: ["player"], domains: ["example.org"])
    for number in 0..<1_000 {
      let path =
        switch number % 4 {
        case 0: "section\(number)/open"
        case 1: "section/\(number)/x"
        case 2: "page\(number)-x"
        default: "list\(number)/x/y"
        }
      #expect(try table.route(url("player:\(path)"))?.destination == number)
      #expect(try table.route(url("https://example.org/\(path)"))?.destination == number)
    }
  }

  @Test(
    "a thousand routes that all match a long path: each node of the tree is visited once, and the best is found"
  )
  func manyMatches() throws {
    let depth = 9
    var routes: [Route<Int>] = []
    for number in 0..<(1 << depth) {
      let components = (0..<depth).map { number >> $0 & 1 == 0 ? "*" : "$(c\($0))" }
      routes.append(Route(components.joined(separator: "/") + "/**", to: number))
    }
    let table = try RouteTable(routes, schemes: ["player"])
    let long = String(repeating: "a/", count: 30_000)
    let match = try #require(try table.route(url("player:///\(long)")))
    #expect(match.destination == (1 << depth) - 1)
    #expect(match.parameters.count == depth)
  }

  @Test("an optional value can be routed: nil has no parameters")
  func optionalParameters() throws {
    struct Page: RouteParametersCodable, Equatable {
      var number: String
      init(number: String) { self.number = number }
      init(routeParameters: RouteParameters) throws {
        guard let number = routeParameters["number"] else { throw CocoaError(.coderValueNotFound) }
        self.number = number
      }
      var routeParameters: RouteParameters { ["number": number] }
    }
    let some: Page? = Page(number: "7")
    let none: Page? = nil
    #expect(some.routeParameters == ["number": "7"])
    #expect(none.routeParameters == [:])
    #expect(try Page?(routeParameters: ["number": "7"]) == some)
    #expect(try Page?(routeParameters: [:]) == none)
    #expect(throws: CocoaError.self) { try Page?(routeParameters: ["other": "7"]) }
  }
}
