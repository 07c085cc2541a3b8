import Activities
import Foundation
import LogFormat
import Simulation
import Testing

@testable import Evaluation

@Suite struct ExpectationReadingTests {
  private func file(_ json: String, other: String = "{}") throws -> ExpectationFile<Persona> {
    try ExpectationFile<Persona>(json: Data(json.utf8), file: "e.json") { name in
      (Data(other.utf8), "dir/\(name)")
    }
  }

  private static let person =
    #""user": "u", "timeZone": "Europe/Berlin", "start": "2026-03-02", "places": {"home": {"latitude": 1, "longitude": 2, "attributes": {"wifi": "home", "noise": {"$noise": "number"}}}, "train": {}}, "activities": {"mail": {"activityType": "org.example.mail", "userInfo": {"box": 1}}}"#

  private func persona(expectations: String) throws -> ExpectationFile<Persona> {
    try file("{\(Self.person), \"expectations\": \(expectations)}")
  }

  @Test func `all that an expectation can say`() throws {
    let read = try persona(
      expectations: #"""
        [{"name": "n", "at": "2026-03-27T12:15", "near": "home", "context": {"wifi": "guest", "n": 1}, "after": "mail",
          "expect": {"first": {"activity": "mail", "userInfo": {"box": 1.0}}}, "minProbability": 0.2, "holds": 0.9},
         {"at": "2026-03-27T12:15:00+01:00", "near": {"latitude": 5, "longitude": 6}, "expect": {"activity": "mail", "among": 3}},
         {"at": "2026-03-27 26:30", "near": "train", "expect": {"not": {"activityType": "org.example.mail"}}},
         {"at": "2026-03-27 03:00", "expect": {"silent": true}, "minProbability": 0.5}]
        """#)
    let all = read.expectations
    #expect(all.map(\.name) == ["n", "expectation 2", "expectation 3", "expectation 4"])
    #expect(
      all[0].attributes == ["wifi": "guest", "n": 1], "what changes from time to time is not known of a place"
    )
    #expect(all[0].place?.latitude == 1 && all[1].place?.latitude == 5 && all[2].place == nil)
    #expect(all[0].share == 0.9 && all[1].share == 1)
    #expect(all[0].minimumProbability == 0.2 && all[1].minimumProbability == 0)
    let mail = ActivityPattern(name: "mail", activityType: nil, userInfo: [:])
    #expect(all[0].after == mail)
    #expect(all[1].demand == .among(3, mail))
    #expect(
      all[2].demand
        == .notAmong(1, ActivityPattern(name: nil, activityType: "org.example.mail", userInfo: [:])))
    #expect(all[3].demand == .silent)
    let activity = try UserActivity(activityType: "org.example.mail", userInfo: ["box": 1, "x": 2])
    let pattern = try #require(all[0].demand.activity)
    #expect(pattern.matches(activity, names: ["mail"]))
    #expect(!pattern.matches(activity, names: ["post"]))
    #expect(!pattern.matches(try UserActivity(activityType: "a.b", userInfo: ["box": 2]), names: ["mail"]))
  }

  @Test func `local times are those of where the person is`() throws {
    let read = try file(
      "{\(Self.person)"
        + #", "travel": [{"name": "t", "from": "2026-03-10", "to": "2026-03-11", "timeZone": "Asia/Tokyo"}], "expectations": [{"at": "2026-03-09 08:00", "expect": {"first": "mail"}}, {"at": "2026-03-10 08:00", "expect": {"first": "mail"}}, {"at": "2026-04-10 08:00", "expect": {"first": "mail"}}]}"#
    )
    guard case .persona(let persona) = read.source else { return #expect(Bool(false)) }
    let simulation = Simulation(of: persona)
    let instants = try read.expectations.map { expectation in
      guard case .local(let date, let second) = expectation.moment else { throw CancellationError() }
      return try simulation.instant(on: date, second: second).rfc3339
    }
    #expect(
      instants == ["2026-03-09T08:00:00+01:00", "2026-03-10T08:00:00+09:00", "2026-04-10T08:00:00+02:00"])
  }

  @Test func `a file can name a persona, whose names it then knows, or a log`() throws {
    let named = try file(
      #"{"persona": "p.json", "holds": 0.8, "expectations": [{"at": "2026-03-09 08:00", "near": "home", "expect": {"first": "mail"}}]}"#,
      other: "{\(Self.person)}")
    guard case .persona(let persona) = named.source else { return #expect(Bool(false)) }
    #expect(persona.user.name == "u")
    #expect(named.expectations[0].share == 0.8 && named.expectations[0].place?.longitude == 2)
    let log = try file(
      #"{"log": "l.jsonl", "user": "mia", "expectations": [{"at": "2026-03-09T08:00:00Z", "expect": {"first": {"activityType": "a.b"}}}]}"#
    )
    guard case .log(let path, let user) = log.source else { return #expect(Bool(false)) }
    #expect(path == "l.jsonl" && user?.name == "mia")
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let id: String
    let json: String
    let path: String
    let says: String
    var testDescription: String { id }
  }

  private static func one(_ fields: String) -> String { "{\(person), \"expectations\": [{\(fields)}]}" }

  static let mistakes = [
    Mistake(id: "a persona without any", json: "{\(person)}", path: "$", says: #""expectations" is missing"#),
    Mistake(
      id: "an empty list", json: #"{"log": "l", "expectations": []}"#, path: "$.expectations",
      says: "must not be empty"),
    Mistake(
      id: "both a persona and a log", json: #"{"log": "l", "persona": "p", "expectations": []}"#, path: "$",
      says: "exactly one of persona, log"),
    Mistake(
      id: "no moment", json: one(#""expect": {"first": "mail"}"#), path: "$.expectations[0]",
      says: #""at" is missing"#),
    Mistake(
      id: "a moment that is none", json: one(#""at": "noon", "expect": {"first": "mail"}"#),
      path: "$.expectations[0].at", says: "like 2026-03-27T12:15:00+01:00"),
    Mistake(
      id: "observed until no moment",
      json: one(#""at": "2026-03-09 08:00", "observedUntil": "yesterday", "expect": {"first": "mail"}"#),
      path: "$.expectations[0].observedUntil", says: "like 2026-03-27T12:15:00+01:00"),
    Mistake(
      id: "local time in a log",
      json:
        #"{"log": "l", "expectations": [{"at": "2026-03-09 08:00", "expect": {"first": {"activityType": "a.b"}}}]}"#,
      path: "$.expectations[0].at", says: "in a persona"),
    Mistake(
      id: "a name in a log",
      json: #"{"log": "l", "expectations": [{"at": "2026-03-09T08:00:00Z", "expect": {"first": "mail"}}]}"#,
      path: "$.expectations[0].expect.first", says: "a log has no names"),
    Mistake(
      id: "nothing expected", json: one(#""at": "2026-03-09 08:00", "expect": {}"#),
      path: "$.expectations[0].expect", says: "exactly one of first, activity, not, silent"),
    Mistake(
      id: "among nothing", json: one(#""at": "2026-03-09 08:00", "expect": {"activity": "mail"}"#),
      path: "$.expectations[0].expect", says: #""among" is missing"#),
    Mistake(
      id: "first among three",
      json: one(#""at": "2026-03-09 08:00", "expect": {"first": "mail", "among": 3}"#),
      path: "$.expectations[0].expect.among", says: "exactly one of"),
    Mistake(
      id: "an activity that is not there",
      json: one(#""at": "2026-03-09 08:00", "expect": {"first": "post"}"#),
      path: "$.expectations[0].expect.first", says: #""post" is not defined"#),
    Mistake(
      id: "silence below nothing", json: one(#""at": "2026-03-09 08:00", "expect": {"silent": true}"#),
      path: "$.expectations[0]", says: #""minProbability" is missing"#),
    Mistake(
      id: "loud", json: one(#""at": "2026-03-09 08:00", "expect": {"silent": false}"#),
      path: "$.expectations[0].expect.silent", says: "has to be true"),
    Mistake(
      id: "a type with a space",
      json: one(#""at": "2026-03-09 08:00", "expect": {"first": {"activityType": "a b"}}"#),
      path: "$.expectations[0].expect.first.activityType", says: "activity type"),
    Mistake(
      id: "a place that is not there",
      json: one(#""at": "2026-03-09 08:00", "near": "moon", "expect": {"first": "mail"}"#),
      path: "$.expectations[0].near", says: #""moon" is not defined"#),
    Mistake(
      id: "a list as circumstances",
      json: one(#""at": "2026-03-09 08:00", "context": {"a": [1]}, "expect": {"first": "mail"}"#),
      path: "$.expectations[0].context.a", says: "a string, number"),
    Mistake(
      id: "a surface that there is not",
      json: one(#""at": "2026-03-09 08:00", "surface": "wall", "expect": {"first": "mail"}"#),
      path: "$.expectations[0].surface", says: "search, list, interrupt"),
    Mistake(id: "no JSON", json: "{", path: "$", says: "not JSON"),
    Mistake(id: "a list", json: "[]", path: "$", says: "an object"),
  ]

  @Test(arguments: mistakes) func `a mistake is reported with its place and its fix`(wrong: Mistake) throws {
    do {
      _ = try file(wrong.json)
      Issue.record("accepted")
    } catch let error as DocumentError {
      #expect(error.path == wrong.path, "\(error)")
      #expect(error.description.contains(wrong.says), "\(error)")
    }
  }

  @Test func `a mistake in the persona is reported for its file`() {
    do {
      _ = try file(#"{"persona": "p.json", "expectations": []}"#, other: "{}")
      Issue.record("accepted")
    } catch {
      #expect("\(error)" == #"dir/p.json: $: "user" is missing; add it"#)
    }
  }
}
