import Activities
import Foundation
import LogFormat
import Testing

@testable import Simulation

@Suite struct PersonaErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let sections: String
    let path: String
    let says: [String]
    var testDescription: String { id }
  }

  static let cases = [
    Case(
      id: "nested without end: each level took six attempts, and ten rows of 505 brackets 13 seconds",
      sections: #""routines": "#
        + "[\(Array(repeating: String(repeating: "[", count: 505) + String(repeating: "]", count: 505), count: 10).joined(separator: ","))]",
      path: "$", says: ["deeper than 32 levels"]),
    Case(
      id: "a name that is there twice", sections: #""periods": {}, "periods": {}"#, path: "$",
      says: [#""periods" appears twice"#]),
    Case(
      id: "a text that takes too long to compare",
      sections: #""periods": {"a\#(String(repeating: "\u{301}", count: 100_000))": 1}"#, path: "$",
      says: ["more than 30 combining marks"]),
    Case(
      id: "misspelled field", sections: #""routine": []"#, path: "$",
      says: [#""routine" is not a field"#, "routines"]),
    Case(
      id: "misspelled field of a step",
      sections: #""routines": [{"name": "a", "at": "08:00", "steps": [{"do": "mail", "chanse": 1}]}]"#,
      path: "$.routines[0].steps[0]", says: [#""chanse""#, "chance"]),
    Case(
      id: "unknown activity",
      sections: #""routines": [{"name": "a", "at": "08:00", "steps": [{"do": "mails"}]}]"#,
      path: "$.routines[0].steps[0].do",
      says: [#""mails" is not defined"#, #"add it under "activities""#, "mail, news, soup"]),
    Case(
      id: "unknown place",
      sections: #""routines": [{"name": "a", "at": "08:00", "place": "moon", "steps": []}]"#,
      path: "$.routines[0].place", says: [#""moon""#, "home, hotel, office"]),
    Case(
      id: "unknown period",
      sections:
        #""spontaneous": [{"do": "mail", "perDay": 1, "between": ["08:00", "09:00"], "during": "leave"}]"#,
      path: "$.spontaneous[0].during", says: [#""leave""#, "periods"]),
    Case(
      id: "chance above one", sections: #""transitions": [{"after": "mail", "then": "news", "chance": 1.5}]"#,
      path: "$.transitions[0].chance", says: ["from 0 to 1"]),
    Case(
      id: "not a time of day", sections: #""routines": [{"name": "a", "at": "8 am", "steps": []}]"#,
      path: "$.routines[0].at",
      says: ["like 08:10"]),
    Case(
      id: "a routine without time", sections: #""routines": [{"name": "a", "steps": []}]"#,
      path: "$.routines[0]",
      says: [#""at" is missing"#]),
    Case(
      id: "a step that says two things",
      sections: #""routines": [{"name": "a", "at": "08:00", "steps": [{"do": "mail", "go": "home"}]}]"#,
      path: "$.routines[0].steps[0]", says: ["exactly one of do, go, oneOf, steps"]),
    Case(
      id: "a window that ends before it starts",
      sections: #""spontaneous": [{"do": "mail", "perDay": 1, "between": ["09:00", "08:00"]}]"#,
      path: "$.spontaneous[0].between", says: ["ends before it starts"]),
    Case(
      id: "two routines of one name",
      sections:
        #""routines": [{"name": "a", "at": "08:00", "steps": []}, {"name": "a", "at": "09:00", "steps": []}]"#,
      path: "$.routines[1]", says: [#""a" appears twice"#]),
    Case(
      id: "two periods of one name", sections: #""periods": [{"name": "p"}, {"name": "p"}]"#,
      path: "$.periods[1]", says: ["twice"]),
    Case(
      id: "a zone that is none", sections: #""periods": [{"name": "p", "timeZone": "Mars/Base"}]"#,
      path: "$.periods[0].timeZone",
      says: ["Mars/Base", "Europe/Berlin"]),
    Case(
      id: "a date that is none", sections: #""days": 3, "location": {"noise": -1}"#, path: "$.location.noise",
      says: ["from 0 to 100000"]),
    Case(
      id: "poor positions without a chance", sections: #""location": {"poor": {"from": 500}}"#,
      path: "$.location.poor", says: [#""chance" is missing"#]),
    Case(
      id: "poor positions from more to less",
      sections: #""location": {"poor": {"chance": 0.1, "from": 900, "to": 100}}"#,
      path: "$.location.poor", says: ["ends before it starts"]),
    Case(
      id: "a list where an object belongs", sections: #""variables": []"#, path: "$.variables",
      says: ["an object"]),
    Case(
      id: "nothing to choose from", sections: #""variables": {"x": {"values": []}}"#,
      path: "$.variables.x.values", says: ["must not be empty"]),
    Case(
      id: "a weekday that is none", sections: #""periods": [{"name": "p", "days": ["mon"]}]"#,
      path: "$.periods[0].days[0]",
      says: ["monday, tuesday"]),
  ]

  @Test(arguments: cases) func `a mistake is reported with its place and its fix`(wrong: Case) throws {
    do {
      _ = try persona(sections: wrong.sections)
      Issue.record("accepted")
    } catch let error as DocumentError {
      #expect(error.path == wrong.path)
      #expect(error.file == "sample.json")
      #expect(error.description.hasPrefix("sample.json: \(wrong.path): "))
      for words in wrong.says { #expect(error.description.contains(words), "\(error)") }
    }
  }

  static let activities: [(json: String, path: String, reason: DocumentError.Reason)] = [
    (#"{}"#, "$.activities.a", .missing(field: "activityType")),
    (#"{"activityType": "two words"}"#, "$.activities.a.activityType", .impossible(.invalidActivityType)),
    (
      #"{"activityType": "a.b", "title": "Edit {document}"}"#, "$.activities.a.title",
      .unknownName("document", section: "variables", known: [])
    ),
    (#"{"activityType": "a.b", "title": "Edit {"}"#, "$.activities.a.title", .malformedTemplate),
    (#"{"activityType": "a.b", "title": "Edit }"}"#, "$.activities.a.title", .malformedTemplate),
    (
      #"{"activityType": "a.b", "userInfo": {"x": "{y}"}}"#, "$.activities.a.userInfo.x",
      .unknownName("y", section: "variables", known: [])
    ),
    (
      #"{"activityType": "a.b", "userInfo": {"x": 1}, "requiredUserInfoKeys": ["y"]}"#,
      "$.activities.a.requiredUserInfoKeys[0]",
      .unknownName("y", section: "userInfo", known: ["x"])
    ),
    (
      #"{"activityType": "a.b", "context": {"x": [1]}}"#, "$.activities.a.context.x",
      .wrongKind(expected: "a string, number, true, false or null")
    ),
    (
      #"{"activityType": "a.b", "userInfo": {"x": {"$noise": "words"}}}"#, "$.activities.a.userInfo.x.$noise",
      .wrongKind(expected: #""number" or "identifier""#)
    ),
    (#"{"activityType": "a.b", "minutes": "5"}"#, "$.activities.a.minutes", .wrongKind(expected: "a number")),
  ]

  @Test(arguments: activities.indices) func `a mistake in an activity`(index: Int) {
    let wrong = Self.activities[index]
    let json = #"{"user": "u", "timeZone": "UTC", "activities": {"a": \#(wrong.json)}}"#
    #expect(throws: DocumentError(file: "sample.json", path: wrong.path, reason: wrong.reason)) {
      try persona(json)
    }
  }

  @Test(arguments: ["", "{", "[1,", "nul"]) func `what is not JSON`(text: String) {
    #expect(throws: DocumentError(file: "sample.json", path: "$", reason: .notJSON)) { try persona(text) }
  }

  @Test func `whole files`() {
    #expect(
      throws: DocumentError(file: "sample.json", path: "$", reason: .wrongKind(expected: "an object { … }"))
    ) { try persona("[]") }
    #expect(throws: DocumentError(file: "sample.json", path: "$", reason: .missing(field: "user"))) {
      try persona("{}")
    }
    #expect(throws: DocumentError(file: "sample.json", path: "$.user", reason: .empty)) {
      try persona(#"{"user": "", "timeZone": "UTC"}"#)
    }
    #expect(throws: DocumentError(file: "sample.json", path: "$.start", reason: .malformedDate)) {
      try persona(#"{"user": "u", "timeZone": "UTC", "start": "2026-02-30"}"#)
    }
  }

  @Test func `braces in text`() throws {
    let template = try #require(TextTemplate("{{x}} {name}!"))
    #expect(template.filled { "<\($0)>" } == "{x} <name>!")
    #expect(TextTemplate("{}") == nil)
  }
}
