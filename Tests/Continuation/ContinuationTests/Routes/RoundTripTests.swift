import Foundation
import TestSupport
import Testing

@testable import Continuation

@Suite struct RoundTripTests {
  /// Values that are difficult in URLs.
  static let awkward = [
    "", " ", "/", "//", "%", "%20", "%2F", "?", "#", "+", "&", "=", ".", "..", "...", "-", "--", "a b", "a/b",
    "a%b", "a-b",
    "A", "me@host:80", ":", "[::1]", "é", "e\u{301}", "€", "🚀", "日本", "\u{0}", "\n", "\\", "'", "\"", "<>",
    ";", ",", "(x)",
    "$(y)", "*", "**", "~", "_", "!", "ſ", "K", "\u{FEFF}", "\u{202E}", "xn--a", "127.0.0.1",
  ]

  private static func value(_ random: inout SeededNumbers) -> String {
    if random.below(100) < 60 { return awkward[random.below(awkward.count)] }
    var text = ""
    for _ in 0..<random.below(6) { text += awkward[random.below(awkward.count)] }
    return text
  }

  /// A pattern without wildcards whose captures are separated by characters that values escape.
  private static func pattern(_ random: inout SeededNumbers) -> String {
    let texts = ["a", "b.c", "X", "é", "50%", "q?", "-", "(", "a b", "~", ""]
    let separators = ["-", ".", "to", ",", "--", "-x", ";", "~~"]
    var names = ["p", "q", "r", "s", "t", "long name", "ö"].shuffled(using: &random)
    var components: [String] = []
    for _ in 0...random.below(3) {
      var component = random.below(100) < 60 ? texts[random.below(texts.count)] : ""
      for gap in 0..<random.below(3) {
        guard let name = names.popLast() else { break }
        if gap > 0 { component += separators[random.below(separators.count)] }
        component += "$(\(name))"
      }
      if random.below(100) < 30 { component += texts[random.below(texts.count)] }
      components.append(component)
    }
    if random.below(100) < 10 { components.append("**") }
    return (random.below(100) < 50 ? "/" : "") + components.joined(separator: "/")
  }

  @Test("parse(create(x)) == x for random patterns and values, in both scopes", arguments: 1...40)
  func roundTrip(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<50 {
      let pattern = Self.pattern(&random)
      let table = try RouteTable([Route(pattern, to: pattern)], schemes: ["player"], domains: ["example.org"])
      var parameters: RouteParameters = [:]
      for name in try URLPattern(pattern).captureNames { parameters[name] = Self.value(&random) }
      for _ in 0..<random.below(4) { parameters[Self.value(&random)] = Self.value(&random) }
      for scope in [RouteScope.applicationAny, .universalAny] {
        let link = try table.link(to: pattern, with: parameters, in: scope)
        let again = try #require(URL(string: link.absoluteString))
        for url in [link, again] {
          let match = try #require(try table.route(url), "seed \(seed): \(pattern) \(link)")
          #expect(match.parameters.count == parameters.count)
          for (name, value) in parameters {
            #expect(
              match.parameters[name].map { Array($0.utf8) } == Array(value.utf8),
              "seed \(seed): \(pattern) \(link)")
          }
        }
        #expect(link.absoluteString.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(
          parameters.isEmpty ? link.query() == nil : true, "seed \(seed): a dangling question mark in \(link)"
        )
      }
    }
  }

  @Test(
    "every awkward value is read back from a capture and from a query, in both scopes", arguments: awkward)
  func awkwardValue(_ value: String) throws {
    for pattern in ["$(p)", "x/$(p)", "pre$(p)suf", "$(p)-$(o)", "$(p)/"] {
      let table = try RouteTable([Route(pattern, to: 1)], schemes: ["player"], domains: ["example.org"])
      for scope in [RouteScope.applicationAny, .universalAny] {
        let parameters = ["p": value, "o": value, "other": value]
        let link = try table.link(to: 1, with: parameters, in: scope)
        #expect(try table.route(link)?.parameters == parameters)
      }
    }
  }

  @Test("a link always routes back, whatever the other routes are", arguments: 1...20)
  func crowdedTable(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let routes = (0..<30).map { Route(Self.pattern(&random), to: $0) }
    let table = try RouteTable(
      routes, schemes: ["player"], domains: ["example.org"], ambiguity: .firstDeclared)
    var made = 0
    for route in routes {
      var parameters: RouteParameters = [:]
      for name in try URLPattern(route.pattern).captureNames { parameters[name] = Self.value(&random) }
      for scope in [RouteScope.applicationAny, .universalAny] {
        do {
          let link = try table.link(to: route.destination, with: parameters, in: scope)
          let match = try #require(try table.route(link))
          #expect(match.destination == route.destination && match.parameters == parameters, "seed \(seed)")
          made += 1
        } catch RouteError.shadowed {
          continue
        }
      }
    }
    #expect(made > 30, "seed \(seed): most routes can be linked to")
  }

  /// Patterns and paths over few letters, so that they often match.
  private static func smallPattern(_ random: inout SeededNumbers) -> String {
    let pieces = ["a", "b", "a", "ab", "*", "$", "/", "/"]
    var text = ""
    var names = ["p", "q", "r", "s"]
    for _ in 0...random.below(6) {
      let piece = pieces[random.below(pieces.count)]
      text += piece == "$" ? "$(\(names.popLast() ?? "z"))" : piece
    }
    return text
  }

  @Test("the table finds the same route as trying every pattern in turn", arguments: 1...60)
  func slowTwin(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    var patterns: [URLPattern] = []
    while patterns.count < 12 {
      if let pattern = try? URLPattern(Self.smallPattern(&random)) { patterns.append(pattern) }
    }
    let table = try RouteTable(
      patterns.enumerated().map { Route($1.text, to: $0) }, schemes: ["player"], ambiguity: .firstDeclared)
    for _ in 0..<100 {
      let path = (0..<random.below(7)).map { _ in ["a", "b", "/"][random.below(3)] }.joined()
      let matching = patterns.indices.filter {
        patterns[$0].match(path: path.withSlash(as: patterns[$0])) != nil
      }
      let best = matching.min { left, right in
        let (one, two) = (patterns[left].specificity, patterns[right].specificity)
        return one == two ? left < right : one.lexicographicallyPrecedes(two)
      }
      let match = try table.route(url("player:///" + path))
      #expect(match?.destination == best, "seed \(seed): \(path)")
      #expect(
        match?.parameters == best.flatMap { patterns[$0].match(path: path.withSlash(as: patterns[$0])) })
    }
  }
}

extension String {
  /// The path as a pattern expects it to begin.
  fileprivate func withSlash(as pattern: URLPattern) -> String {
    pattern.startsWithSlash ? "/" + self : self
  }
}
