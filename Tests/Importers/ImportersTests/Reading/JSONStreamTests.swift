import Foundation
import LogFormat
import TestSupport
import Testing

@testable import Importers

@Suite("JSON read piece by piece")
struct JSONStreamTests {
  /// A value with its path, or the reason why it is malformed.
  private typealias Taken = (path: [JSONStream.Component], value: Result<JSONNode, HistoryProblem>)

  /// Takes all elements of the array `list`, or of the document.
  private func taken(of text: String) throws -> [Taken] {
    var taken: [Taken] = []
    try JSONStream.read(HistoryPieces(Array(text.utf8)), path: "x") { path in
      switch path {
      case [], [.member("list")]: .enter
      default:
        if case .element? = path.last { .take } else { .skip }
      }
    } receive: {
      taken.append(($0, $1))
    }
    return taken
  }

  private func values(of text: String) throws -> [JSONNode?] {
    try taken(of: text).map { try? $0.value.get() }
  }

  @Test("elements are read one by one; other values are skipped")
  func elements() throws {
    let taken = try taken(
      of:
        #"{"before": {"list": [1, "]"]}, "list": [{"a": [1, 2]}, "x", -1.5e3, true, null, []], "after": "}\\"}"#
    )
    #expect(taken.map(\.path) == (0..<6).map { [.member("list"), .element($0)] })
    #expect(try taken[0].value.get()["a"]?.elements == [.integer(1), .integer(2)])
    #expect(
      try taken.dropFirst().map { try $0.value.get() }
        == [.string("x"), .double(-1500), .boolean(true), .null, .array([])])
  }

  @Test("brackets, quotes and backslashes in strings end nothing")
  func strings() throws {
    #expect(
      try values(of: #"["[{", "\"]", "\\", "\\\"}", "é\u0041"]"#)
        == ["[{", "\"]", "\\", "\\\"}", "éA"].map { .string($0) })
  }

  @Test("a byte order mark and white space are skipped; an empty array or object has no values")
  func around() throws {
    #expect(try values(of: "\u{FEFF} \n\t[ 1 ,\r\n 2 ] \n") == [.integer(1), .integer(2)])
    #expect(try values(of: "[]").isEmpty)
    #expect(try values(of: "{ }").isEmpty)
    #expect(try values(of: #"{"list": 7}"#).isEmpty)
  }

  @Test("names of members are read with their escapes")
  func names() throws {
    #expect(try values(of: #"{"l\u0069st": [1], "\ud800": [2], "": 3}"#) == [.integer(1)])
  }

  @Test("a malformed value is reported, and the next ones are read")
  func faults() throws {
    let long = "\"" + String(repeating: "x", count: LineLimits().length) + "\""
    let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    let taken = try taken(of: #"[nonsense, {"a" 1}, "\x", \#(long), \#(deep), 4]"#)
    #expect(taken.map { (try? $0.value.get()) != nil } == [false, false, false, false, false, true])
    #expect(throws: HistoryProblem.tooLong) { try taken[3].value.get() }
  }

  @Test("a truncated document gives its complete values before the error")
  func cutOff() throws {
    let text = #"{"list": [1, {"a": "b\"c"}, "ü"]}"#
    for length in 1..<text.utf8.count {
      var count = 0
      #expect(throws: HistoryError(.damaged, at: "x"), "\(length)") {
        try JSONStream.read(HistoryPieces(Array(text.utf8.prefix(length))), path: "x") { path in
          path.count < 2 ? .enter : .take
        } receive: { _, _ in
          count += 1
        }
      }
      #expect(count <= 3)
      if length > 27 { #expect(count >= 2) }
    }
  }

  @Test(
    "malformed objects and arrays are reported as damage",
    arguments: [
      "", "  ", "[1 2]", "[1,", "[1,]", #"{"list" [1]}"#, #"{"list": [1] "b": 2}"#, "{1: 2}", "[1] [2]",
      "[1]]",
      #"{"list": }"#, "[}",
    ])
  func structure(_ text: String) throws {
    #expect(throws: HistoryError(.damaged, at: "x")) { try taken(of: text) }
  }

  @Test("it does not descend below its limit, and skipped values may be nested to any depth")
  func depth() throws {
    let deep = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
    var deepest = 0
    try JSONStream.read(HistoryPieces(Array(deep.utf8)), path: "x") { path in
      deepest = max(deepest, path.count)
      return .enter
    } receive: { _, _ in
    }
    #expect(deepest == JSONStream.mostLevels)
  }

  @Test("pieces may end anywhere", arguments: [1, 2, 3, 7, 64])
  func pieces(_ size: Int) throws {
    let text = "\u{FEFF}" + #"[{"a \" b": [-12.5e-3, true]}, "ü\\\\", null, 12345, "]"]"#
    var values: [JSONNode] = []
    try JSONStream.read(HistoryPieces(Array(text.utf8), size: size), path: "x") {
      $0.isEmpty ? .enter : .take
    } receive: {
      values.append(try $1.get())
    }
    #expect(values[0][#"a " b"#]?.elements == [.double(-0.0125), .boolean(true)])
    #expect(values.dropFirst() == [.string("ü\\\\"), .null, .integer(12345), .string("]")])
  }

  @Test("a file is read to its end, whatever its size")
  func file() throws {
    let scratch = try Scratch()
    let element = #"{"n": "\#(String(repeating: "x", count: 991))"}"#
    try scratch.write("large", "[" + [String](repeating: element, count: 2_000).joined(separator: ",") + "]")
    var count = 0
    try JSONStream.read(HistoryFile(path: scratch.path("large"))) {
      $0.isEmpty ? .enter : .take
    } receive: { _, value in
      if try value.get()["n"]?.text?.utf8.count == 991 { count += 1 }
    }
    #expect(count == 2_000)
  }

  @Test("the shape of a beginning tells formats apart")
  func shape() {
    #expect(
      JSONStream.shape(of: Array(#"[{"a": {"b.c": 1}}, {"d": [2"#.utf8))
        == ["[]", "[].a", "[].a.b.c", "[].d", "[].d.[]"])
    #expect(JSONStream.shape(of: Array("a = 1".utf8)).isEmpty)
  }
}
