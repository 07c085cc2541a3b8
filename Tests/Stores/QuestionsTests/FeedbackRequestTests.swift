import Activities
import Answers
import Foundation
import LogFormat
import Questions
import Testing

@Suite("Feedback and donations as JSON")
struct FeedbackRequestTests {
  private static let digits = "0123456789abcdef0123456789abcdef"

  private static func reader(_ text: String) throws -> DocumentReader {
    try DocumentReader(json: Data(text.utf8), file: "request")
  }

  private static func read(_ text: String) throws -> FeedbackRequest {
    try FeedbackRequest(reader(text))
  }

  @Test("a verdict has all its members, and an answer as it came")
  func all() throws {
    let identity = try #require(ActivityIdentity(Self.digits))
    var answer = ShownAnswer([.init(identity, probability: 0.5), .init(identity)])
    (answer.suggestion, answer.surface, answer.horizon) = ("0123456789abcdef", .list, 3_600)
    var request = FeedbackRequest(.notNow, on: .shown(answer))
    request.user = try UserIdentifier("ada")
    request.instant = try Instant(rfc3339: "2026-03-10T08:10:00+01:00", timeZone: "Europe/Berlin")
    (request.rank, request.scope, request.suggestion, request.surface) = (2, .type, "mine", .search)
    let text = """
      {"verdict":"not-now","user":"ada","time":"2026-03-10T07:10:00Z","timeZone":"Europe/Berlin","rank":2,
       "scope":"type","suggestion":"mine","surface":"search","answer":{"suggestion":"0123456789abcdef",
       "surface":"list","within_seconds":3600,"donations":7,"suggestions":[{"identity":"\(Self.digits)",
       "probability":0.5,"title":"x"},{"identity":"\(Self.digits)","probability":null}]}}
      """
    #expect(try Self.read(text) == request)
  }

  @Test("an identity, a type or a program can be named; undone needs nothing")
  func targets() throws {
    let identity = try #require(ActivityIdentity(Self.digits))
    #expect(
      try Self.read(#"{"verdict":"pinned","identity":"\#(Self.digits)"}"#).target
        == .shown(ShownAnswer([.init(identity)])))
    #expect(try Self.read(#"{"verdict":"never","activityType":"a.b"}"#).target == .type("a.b"))
    #expect(try Self.read(#"{"verdict":"never","program":"a"}"#).target == .program("a"))
    #expect(try Self.read(#"{"verdict":"undone"}"#).target == .last)
  }

  @Test(
    "a wrong verdict is an error with its path",
    arguments: [
      ("{}", "$"), (#"{"verdict":"loved"}"#, "$.verdict"), (#"{"verdict":"never"}"#, "$"),
      (#"{"verdict":"never","program":"a","activityType":"a.b"}"#, "$"),
      (#"{"verdict":"never","program":"a*"}"#, "$.program"),
      (#"{"verdict":"never","program":"a","scope":"type"}"#, "$.scope"),
      (#"{"verdict":"never","identity":"12"}"#, "$.identity"),
      (#"{"verdict":"never","answer":{}}"#, "$.answer"),
      (#"{"verdict":"never","answer":{"suggestions":[{"identity":1}]}}"#, "$.answer.suggestions[0].identity"),
      (#"{"verdict":"undone","rank":0}"#, "$.rank"), (#"{"verdict":"undone","time":"now"}"#, "$.time"),
    ])
  func wrong(text: String, path: String) throws {
    let error = try #require(throws: DocumentError.self) { try Self.read(text) }
    #expect(error.path == path)
  }

  @Test("donations are taken as they are written, whatever is in their texts")
  func donations() throws {
    func read(_ text: String) throws -> DonationRequest {
      try DonationRequest(Self.reader(text), text: Array(text.utf8))
    }
    let record = #"{"a":"]},{\\\"","b":[{},[ ]],"c":1.0}"#
    #expect(try read(#"{"x":[1,{"donation":2}],"donation":\#(record)}"#) == .one(Array(record.utf8)))
    #expect(
      try read(#"{"donations":[\#(record),{}],"x":"\""}"#)
        == .several([Array(record.utf8), Array("{}".utf8)]))
    #expect(try read(#"{"donations":[ ]}"#) == .several([]))
    for text in ["{}", #"{"donation":{},"donations":[]}"#, #"{"donation":[]}"#, #"{"donations":[[]]}"#] {
      #expect(throws: DocumentError.self) { try read(text) }
    }
  }
}
