import Testing

@testable import Continuation

@Suite struct URLPatternTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let pattern: String
    let path: String
    let expected: RouteParameters?
    var testDescription: String { "\(pattern) ⟵ \(path)" }

    init(_ pattern: String, _ path: String, _ expected: RouteParameters?) {
      self.pattern = pattern
      self.path = path
      self.expected = expected
    }
  }

  static let conformance = [
    Case("/greet", "/greet", [:]),
    Case("bare", "bare", [:]),
    Case("/lead", "lead", nil),
    Case("/greet/all", "/greet/all", [:]),
    Case("/greet/", "/greet", nil),
    Case("/greet/all/", "/greet/all", nil),
    Case("/greet/all/", "/greet/all/", [:]),
    Case("/greet/all", "/greet", nil),
    Case("/greet/all", "/greet/", nil),
    Case("/greet/all", "/greet/al", nil),
    Case("/greet/all", "greet/all", nil),
    Case("/^greet", "/^greet", [:]),
    Case("/greet/$(value)", "/greet/$money", ["value": "$money"]),
    Case("/greet/**", "/greet", nil),
    Case("/greet/**", "/greet/", [:]),
    Case("/greet/**", "/greet/a/b/c/d", [:]),
    Case("/greet/*", "/greet/x", [:]),
    Case("/greet/*", "/greet/x/", nil),
    Case("/greet/*", "/greet/x/y", nil),
    Case("/greet/*/", "/greet/x/", [:]),
    Case("/greet/*/all", "/greet/x/all", [:]),
    Case("/$(p)/all", "/x/all", ["p": "x"]),
    Case("/pre$(p)/all", "/prex/all", ["p": "x"]),
    Case("/$(p)suf/all", "/xsuf/all", ["p": "x"]),
    Case("/pre$(p)suf/all", "/prexsuf/all", ["p": "x"]),
    Case("/pre$(p)suf/all", "/prexsuf/", nil),
    Case("/pre$(p)suf/all", "/prexsu/all", nil),
    Case("/docs/pre$(p)suf/all", "/prexsu/all", nil),
    Case("/docs/pre$(p)suf/all", "/docs/prexsuf/all", ["p": "x"]),
    Case("/docs/pre$(p)suf/$(q)", "/docs/prexsuf/y", ["p": "x", "q": "y"]),
    Case("/docs/pre$(p)suf/all/$(m)", "/docs/prexsuf/all/z", ["p": "x", "m": "z"]),
  ]

  @Test("a path matches a pattern exactly or not at all", arguments: conformance)
  func matches(_ example: Case) throws {
    #expect(try URLPattern(example.pattern).match(path: example.path) == example.expected)
    #expect(try URLPattern(example.pattern).matches(path: example.path) == (example.expected != nil))
  }

  @Test("there are 31 fixtures")
  func conformanceIsComplete() {
    #expect(Self.conformance.count == 31)
  }

  @Test(
    "a wildcard next to literal text respects the text",
    arguments: [
      Case("something*", "somethingelse", [:]),
      Case("something*", "something", nil),
      Case("something*", "anything", nil),
      Case("*.html", "index.html", [:]),
      Case("*.html", ".html", nil),
      Case("*.html", "index.htm", nil),
      Case("a*b*c", "axbxc", [:]),
      Case("a*b*c", "axc", nil),
    ])
  func affixedWildcard(_ example: Case) throws {
    #expect(try URLPattern(example.pattern).match(path: example.path) == example.expected)
  }

  @Test(
    "every character of a literal stands for itself",
    arguments: [
      Case("v1.2/a+b", "v1.2/a+b", [:]),
      Case("v1.2", "v1x2", nil),
      Case("a+b", "aab", nil),
      Case("(x|y)[z]{2}\\d?", "(x|y)[z]{2}\\d?", [:]),
      Case("price$", "price$", [:]),
      Case("a$b", "a$b", [:]),
    ])
  func regularExpressionCharacters(_ example: Case) throws {
    #expect(try URLPattern(example.pattern).match(path: example.path) == example.expected)
  }

  @Test(
    "several captures of one component: the first takes as much as it can",
    arguments: [
      Case("$(a)-$(b)", "x-y-z", ["a": "x-y", "b": "z"]),
      Case("$(a)-$(b)", "x-", nil),
      Case("$(a)-$(b)", "-x", nil),
      Case("$(a)-$(b)-$(c)", "1-2-3-4", ["a": "1-2", "b": "3", "c": "4"]),
      Case("$(a)--$(b)", "x---y", ["a": "x-", "b": "y"]),
      Case("from-$(a)-to-$(b).html", "from-x-to-y.html", ["a": "x", "b": "y"]),
      Case("$(a)aa$(b)", "aaaaa", ["a": "aa", "b": "a"]),
      Case("*-$(b)", "x-y-z", ["b": "z"]),
    ])
  func severalCaptures(_ example: Case) throws {
    #expect(try URLPattern(example.pattern).match(path: example.path) == example.expected)
  }

  @Test(
    "escapes are undone once, after the path was split",
    arguments: [
      Case("$(a)", "x%20y", ["a": "x y"]),
      Case("$(a)", "x%2Fy", ["a": "x/y"]),
      Case("$(a)", "x%2520y", ["a": "x%20y"]),
      Case("$(a)", "100%", ["a": "100%"]),
      Case("$(a)", "%zz%4", ["a": "%zz%4"]),
      Case("$(a)", "%FF", nil),
      Case("über/$(a)", "%C3%BCber/%e2%82%ac", ["a": "€"]),
      Case("$(a)-$(b)", "x%2Dy-z", ["a": "x-y", "b": "z"]),
      Case("$(a)-$(b)", "x%2Dy", nil),
    ])
  func escapes(_ example: Case) throws {
    #expect(try URLPattern(example.pattern).match(path: example.path) == example.expected)
  }

  static let invalid: [(String, Int, URLPatternError.Reason)] = [
    ("*$(name)", 1, .adjacentGaps),
    ("a/*$(name)/b", 3, .adjacentGaps),
    ("$(a)$(b)", 4, .adjacentGaps),
    ("$(a)*", 4, .adjacentGaps),
    ("/x/$(a", 3, .unclosedCapture),
    ("x$()", 1, .emptyName),
    ("$(a/b)", 0, .invalidName),
    ("$(a$(b))", 0, .invalidName),
    ("$(a)/$(a)", 5, .repeatedName("a")),
    ("**/x", 0, .restNotLast),
    ("a/**/", 2, .restNotLast),
    ("a**", 1, .restNotAlone),
    ("a/***", 2, .restNotAlone),
    (String(repeating: "a", count: 1_025), 0, .tooLong(limit: 1_024)),
  ]

  @Test(
    "an invalid pattern is rejected with its place, without a crash", arguments: invalid.indices)
  func invalidPattern(_ index: Int) {
    let (text, position, reason) = Self.invalid[index]
    #expect(throws: URLPatternError(position: position, reason: reason)) { try URLPattern(text) }
  }

  @Test(
    "the steps of matching are proportional to path × pattern, also for hostile paths of 100 kB",
    arguments: [
      ("a*a*a*a*a*a*a*a*a*a*b", "a"), ("$(a)x$(b)x$(c)x$(d)x$(e)y", "x"), ("*aaaaaaaab*aaaaaaaab*", "a"),
      ("*/*/*/*/*/*/*/*/x", "/"), ("$(a)%$(b)%$(c)b", "%25"),
    ])
  func hostilePaths(pattern: String, unit: String) throws {
    let path = String(repeating: unit, count: 100_000 / unit.utf8.count)
    #expect(try URLPattern(pattern).match(path: path) == nil)
  }
}
