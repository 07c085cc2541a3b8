import Testing

@testable import Continuation

@Suite struct PathBuildingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let pattern: String
    let parameters: RouteParameters
    let expected: String?
    var testDescription: String { "\(pattern) with \(parameters.sorted { $0.key < $1.key })" }

    init(_ pattern: String, _ parameters: RouteParameters, _ expected: String?) {
      self.pattern = pattern
      self.parameters = parameters
      self.expected = expected
    }
  }

  static let conformance = [
    Case("/greet/", [:], "/greet/"),
    Case("/greet", [:], "/greet"),
    Case("/greet/all", [:], "/greet/all"),
    Case("/greet/all", ["unused": "1"], "/greet/all"),
    Case("/greet/**", [:], "/greet/"),
    Case("/greet/*", [:], nil),
    Case("/greet/*/all", [:], nil),
    Case("/greet/*/$(p)", ["p": "x"], nil),
    Case("/$(p)/all", [:], nil),
    Case("/$(p)/all", ["wrong": "x"], nil),
    Case("/$(p)/all", ["p": "x"], "/x/all"),
    Case("/pre$(p)/all", ["p": "x"], "/prex/all"),
    Case("/$(p)suf/all", ["p": "x"], "/xsuf/all"),
    Case("/pre$(p)suf/all", ["p": "x"], "/prexsuf/all"),
    Case("/pre$(p)suf/all", ["wrong": "x"], nil),
    Case("/docs/pre$(p)suf/$(q)", ["p": "x", "q": "y"], "/docs/prexsuf/y"),
    Case("/docs/pre$(p)suf/all/$(m)", ["p": "x", "m": "z"], "/docs/prexsuf/all/z"),
    Case("/docs/pre$(p)suf/all", ["p": "x"], "/docs/prexsuf/all"),
    Case("/docs/pre$(p)suf/$(q)", ["p": "x", "wrong": "y"], nil),
    Case("/docs/pre$(p)suf/all/$(m)", ["wrong": "x", "m": "z"], nil),
  ]

  @Test("a path is built from a pattern and values, or fails", arguments: conformance)
  func builds(_ example: Case) throws {
    let pattern = try URLPattern(example.pattern)
    #expect((try? pattern.path(with: example.parameters)) == example.expected)
  }

  @Test("there are 20 fixtures, and those with a * are not valid for links")
  func conformanceIsComplete() throws {
    #expect(Self.conformance.count == 20)
    let unlinkable = try Self.conformance.filter { try !URLPattern($0.pattern).canMakePaths }
    #expect(unlinkable.map(\.pattern) == ["/greet/*", "/greet/*/all", "/greet/*/$(p)"])
  }

  @Test("a missing path is explained: by all missing names, or the wildcard")
  func reasons() throws {
    let pattern = try URLPattern("$(a)/$(b)/$(c)")
    #expect(throws: RouteError.missingValues(pattern: "$(a)/$(b)/$(c)", names: ["a", "c"])) {
      try pattern.path(with: ["b": "x"])
    }
    let wildcard = try URLPattern("x*/$(a)")
    #expect(throws: RouteError.noPath(pattern: "x*/$(a)")) { try wildcard.path(with: [:]) }
  }

  @Test("with two captures, values are escaped once")
  func escapedOnce() throws {
    let pattern = try URLPattern("/$(a)/x-$(b)")
    #expect(try pattern.path(with: ["a": "a b", "b": "c/d"]) == "/a%20b/x-c%2Fd")
  }

  @Test("dots stay dots")
  func dots() throws {
    #expect(try URLPattern("/v1.2/index.html").path(with: [:]) == "/v1.2/index.html")
    #expect(try URLPattern("$(name).html").path(with: ["name": "a.b"]) == "a.b.html")
  }

  @Test("a separator inside a value is escaped, so that captures can be separated")
  func separators() throws {
    let pattern = try URLPattern("$(a)-$(b)")
    let path = try pattern.path(with: ["a": "x", "b": "y-z"])
    #expect(path == "x-y%2Dz")
    #expect(pattern.match(path: path) == ["a": "x", "b": "y-z"])
  }

  @Test("a value of one or two dots is escaped, because it would mean a folder")
  func dotSegments() throws {
    let pattern = try URLPattern("docs/$(a)")
    #expect(try pattern.path(with: ["a": ".."]) == "docs/%2E%2E")
    #expect(pattern.match(path: "docs/%2E%2E") == ["a": ".."])
  }
}
