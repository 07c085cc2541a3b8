import LogFormat
import Testing

@testable import Continuation

@Suite struct ManifestReadingTests {
  private func problems(_ text: String) -> [ManifestProblem] {
    do throws(ManifestError) {
      _ = try Manifest(json: Array(text.utf8))
      return []
    } catch {
      return error.problems
    }
  }

  @Test("all problems are reported together, each with its place")
  func allAtOnce() {
    let text = """
      {
        "format": 2,
        "application": "",
        "publisher": 7,
        "activityTypes": [
          {"type": "org.example.play", "titel": "Play", "eligibility": ["predict", "search", "search"]},
          {"type": "no spaces.please"},
          {"title": "", "aliases": "x"},
          "org.example.stop",
          {"type": "org.example.play", "type": "b.c", "aliases": ["old", 7]},
          {"type": "org.example.other", "aliases": ["old", "org.example.play"]},
          {"type": "single"}
        ],
        "schemes": ["https", "a b", "player", "PLAYER"],
        "domains": {"a": 1},
        "extra": []
      }
      """
    let problems = problems(text)
    #expect(
      Set(problems.map(\.place)) == [
        "$.extra", "$.format", "$.publisher", "$.activityTypes[0].titel", "$.activityTypes[0].eligibility[0]",
        "$.activityTypes[0].eligibility[2]", "$.activityTypes[2]", "$.activityTypes[2].aliases",
        "$.activityTypes[3]",
        "$.activityTypes[4].type", "$.activityTypes[4].aliases[1]", "$.domains", "$.application",
        "$.activityTypes[1].type", "$.activityTypes[2].title", "$.activityTypes[5].aliases",
        "$.activityTypes[6].type", "$.schemes[0]", "$.schemes[1]", "$.schemes[3]",
      ])
    #expect(problems.contains(ManifestProblem("$.format", .unsupportedFormat(known: 1))))
    #expect(problems.contains(ManifestProblem("$.activityTypes[2]", .missing(field: "type"))))
    #expect(problems.contains(ManifestProblem("$.activityTypes[4].type", .repeatedField)))
    #expect(problems.contains(ManifestProblem("$.activityTypes[4].type", .repeated("org.example.play"))))
    #expect(
      problems.contains(
        ManifestProblem("$.activityTypes[5].aliases", .aliasClash(alias: "old", with: "org.example.play"))))
    #expect(
      problems.contains(
        ManifestProblem(
          "$.activityTypes[5].aliases", .aliasClash(alias: "org.example.play", with: "org.example.play"))))
    #expect(problems.contains(ManifestProblem("$.schemes[3]", .repeated("player"))))
    #expect(ManifestError(problems: problems).description.split(separator: "\n").count == problems.count)
  }

  @Test(
    "row 55: only reverse-DNS names are activity types",
    arguments: [
      ("org.example.play", true), ("a.b", true), ("ünder.play", true), ("", false), ("play", false),
      (".play", false),
      ("a..b", false), ("a.", false), ("a b.c", false), ("a.\n", false),
      (String(repeating: "a.", count: 256) + "b", false),
    ])
  func reverseDNS(type: String, isValid: Bool) throws {
    let types = [Manifest.ActivityType(type)]
    if isValid {
      #expect(try Manifest(application: "a", activityTypes: types).declares(type))
    } else {
      #expect(throws: ManifestError(problems: [ManifestProblem("$.activityTypes[0].type", .invalidName)])) {
        try Manifest(application: "a", activityTypes: types)
      }
    }
  }

  @Test(
    "invalid JSON is rejected with its first fault",
    arguments: [
      ("", .empty), (" \n", .empty), ("{", .syntax), ("{\n  \"format\": 1,\n}", .syntax),
      ("{\"a\": tru}", .badWord), ("[1,]", .syntax), ("{} x", .syntax), ("[01]", .badNumber),
      ("[1.]", .badNumber), ("[-]", .badNumber), ("[1e]", .badNumber), ("[1e400]", .badNumber),
      ("[\"\\x\"]", .badEscape), ("[\"\\ud800\"]", .badEscape), ("[\"\\u12g4\"]", .badEscape),
      ("[\"\u{1}\"]", .controlCharacter), ("[\"a", .unclosedString), ("[\"\\", .unclosedString),
      ("{'a': 1}", .syntax), ("[1 2]", .syntax), ("{\"a\" 1}", .syntax), ("\u{FEFF}{}", .syntax),
    ] as [(String, JSONFault)])
  func notJSON(text: String, fault: JSONFault) {
    let problems = problems(text)
    #expect(problems == [ManifestProblem("$", .notJSON(fault))])
    let words = fault == .empty ? "$: only white space; write a manifest" : "$: not"
    #expect(problems.first?.description.hasPrefix(words) == true)
  }

  @Test("text that is not UTF-8 is refused")
  func notUTF8() {
    #expect(throws: ManifestError(problems: [ManifestProblem("$", .notJSON(.invalidUTF8))])) {
      try Manifest(json: [0x5B, 0x22, 0xFF, 0x22, 0x5D])
    }
  }

  @Test("text that is too large or too deep is rejected before it costs anything")
  func limits() {
    let large = Array(repeating: UInt8(ascii: " "), count: Manifest.lengthLimit + 1)
    #expect(throws: ManifestError(problems: [ManifestProblem("$", .tooLarge(limit: 1 << 20))])) {
      try Manifest(json: large)
    }
    #expect(throws: ManifestError(problems: [ManifestProblem("$", .tooLarge(limit: 1 << 20))])) {
      try Manifest.importing(propertyList: large)
    }
    for (opening, closing) in [("[", "]"), ("{\"a\":", "}")] {
      let deep = String(repeating: opening, count: 100_000) + "1" + String(repeating: closing, count: 100_000)
      #expect(problems(deep).map(\.reason) == [.nestedTooDeep(limit: 32)])
    }
    #expect(problems(String(repeating: "[", count: 100_000)) == [ManifestProblem("$", .notJSON(.syntax))])
    let allowed = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    #expect(problems(allowed).first?.reason == .wrongKind(expected: "an object { … }"))
    #expect(problems("[\(allowed)]").map(\.reason) == [.nestedTooDeep(limit: 32)])
  }

  @Test("JSON of another kind is refused", arguments: ["null", "true", "7", "\"text\"", "[]"])
  func otherKind(_ text: String) {
    #expect(problems(text).first == ManifestProblem("$", .wrongKind(expected: "an object { … }")))
  }

  @Test("escapes and numbers of JSON are read")
  func escapes() throws {
    let text = #"{"format":1,"application":"a","publisher":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude80"}"#
    #expect(try Manifest(json: Array(text.utf8)).publisher == "\"\\/\u{8}\u{C}\n\r\té🚀")
    for digits in ["1.0", "-1", "1e0", "99999999999999999999"] {
      #expect(
        problems("{\"format\":\(digits),\"application\":\"a\"}")
          == [ManifestProblem("$.format", .unsupportedFormat(known: 1))])
    }
  }
}
