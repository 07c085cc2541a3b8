import Activities
import Answers
import Foundation
import LogFormat
import Questions
import Testing

@testable import Resident

@Suite("Requests to the resident program")
struct WireRequestTests {
  private static func read(_ text: String) throws -> WireRequest { try WireRequest(Array(text.utf8)) }

  @Test("a question has all its members")
  func question() throws {
    var next = NextRequest()
    (next.session, next.folder, next.host, next.exit) = ("1.2", "/a", "box", -1)
    (next.prefix, next.limit, next.isGrey, next.minimum) = ("git ", 3, true, 0.5)
    next.outcome = GreyOutcome(.overtyped, of: "make")
    let text = """
      {"v":1,"type":"next","session":"1.2","folder":"/a","host":"box","exit":-1,"prefix":"git ","limit":3,\
      "grey":true,"minimum":0.5,"shown":"make","outcome":"overtyped"}
      """
    #expect(try Self.read(text) == .next(next))
  }

  @Test("members that are unknown, null or empty count as absent")
  func absent() throws {
    #expect(
      try Self.read(#"{"type":"next","folder":null,"prefix":"","host":"","new":[1],"outcome":""}"#)
        == .next(NextRequest()))
    #expect(try Self.read(#"{"type":"status"}"#) == .status)
    #expect(try Self.read(#"{"type":"never","line":"x \"y\""}"#) == .never(line: "x \"y\""))
  }

  @Test("questions, donations and feedback are read by their modules; a donation keeps its bytes")
  func others() throws {
    var question = SuggestionQuestion()
    question.limit = 2
    #expect(try Self.read(#"{"type":"suggest","v":1,"limit":2}"#) == .suggest(question))
    #expect(
      try Self.read(#"{"v":1,"donation": {"n":1.0,"a":"}\""},"type":"donate"}"#)
        == .donate(.one(Array(#" {"n":1.0,"a":"}\""}"#.utf8))))
    let feedback = FeedbackRequest(.never, on: .program("org.example.mail"))
    #expect(
      try Self.read(#"{"type":"feedback","verdict":"never","program":"org.example.mail"}"#)
        == .feedback(feedback))
  }

  @Test(
    "a wrong request is an error with the place of the mistake",
    arguments: [
      "", "x", "[]", "{}", #"{"type":"else"}"#, #"{"type":1}"#, #"{"v":2,"type":"status"}"#,
      #"{"type":"next","folder":"relative"}"#, #"{"type":"next","limit":0}"#, #"{"type":"next","limit":1e9}"#,
      #"{"type":"next","exit":1.5}"#, #"{"type":"next","minimum":2}"#, #"{"type":"next","grey":"yes"}"#,
      #"{"type":"next","outcome":"eaten","shown":"x"}"#, #"{"type":"next","time":"noon"}"#,
      #"{"type":"never"}"#, #"{"type":"suggest","limit":"x"}"#, #"{"type":"donate"}"#,
      #"{"type":"feedback","verdict":"loved"}"#,
      #"{"type":"next","type":"next"}"#, String(repeating: "[", count: 10_000),
    ])
  func wrong(text: String) {
    #expect(throws: DocumentError.self) { try Self.read(text) }
  }
}
