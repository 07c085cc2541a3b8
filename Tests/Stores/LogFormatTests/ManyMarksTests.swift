import Activities
import LogFormat
import Testing

/// A dictionary hashes its names, which took hours for a name with hundreds of thousands of marks.
@Suite("Lines with runs of combining marks", .timeLimit(.minutes(5)))
struct ManyMarksTests {
  private static let many = "a" + String(repeating: "\u{301}\u{323}", count: 200_000)

  @Test(
    "runs of marks are refused with the field, before a name or a text is compared",
    arguments: [
      (#""title":"MANY""#, "title"), (#""user":"MANY""#, "user"), (#""program":"MANY""#, "program"),
      (#""userInfo":{"a":"MANY"}"#, "userInfo"), (#""userInfo":{"MANY":1}"#, "userInfo"),
      (#""keywords":["MANY"]"#, "keywords"), (#""context":{"MANY":1}"#, "context"),
      (#""context":{"a":"MANY"}"#, "context"),
      (#""requiredUserInfoKeys":["MANY"]"#, "requiredUserInfoKeys"),
      (#""location":{"latitude":1,"longitude":1,"name":"MANY"}"#, "location"),
      (#""MANY":1"#, ""), (#""foreign":"MANY""#, ""),
    ])
  func refused(members: String, field: String) {
    let line =
      #"{"activityType":"a.b","time":"2026-03-01T08:10:00+01:00","n":-3000000000,"#
      + members.replacing("MANY", with: Self.many) + "}"
    var decoder = RecordDecoder()
    let bytes = Array(line.utf8)
    #expect(throws: RecordError(field, .tooManyMarks(limit: 30))) { try decoder.decode(bytes.span) }
  }

  /// Such a record could no longer be read, and stopped reading and forgetting for its user.
  @Test("an unreadable text is not written")
  func written() throws {
    let encoder = RecordEncoder()
    let refused = RecordError("", .tooManyMarks(limit: 30))
    var activity = try UserActivity(activityType: "a.b")
    let identity = activity.identity
    activity.title = Self.many
    let context = Context(at: try Instant(milliseconds: 0))
    let donation = try Donation(
      identifier: DonationIdentifier(user: .me, at: context.instant, of: identity), identity: identity,
      of: activity, by: .me, in: context, details: Donation.Details())
    #expect(throws: refused) { try encoder.encode(donation) }
    #expect(throws: refused) { try encoder.encode(activity) }
    #expect(throws: refused) { try encoder.encode(object: ["keywords": .array([.string(Self.many)])]) }
    var bytes = Array("before".utf8)
    #expect(throws: refused) { try encoder.encode(.donation(donation), appendingTo: &bytes) }
    #expect(bytes == Array("before".utf8))
    let most = "a" + String(repeating: "\u{301}", count: 30)
    let line = try encoder.encode(object: [most: .string(most)])
    var decoder = RecordDecoder()
    #expect(try decoder.decodeObject(line.span) == [most: .string(most)])
  }

  @Test("runs of marks are also refused as escapes, and in other texts than lines")
  func escaped() {
    let bytes = Array((#"{"title":"a"# + String(repeating: #"\u0301"#, count: 31) + #""}"#).utf8)
    var decoder = RecordDecoder()
    #expect(throws: RecordError("title", .tooManyMarks(limit: 30))) { try decoder.decode(bytes.span) }
    #expect(throws: JSONFault.tooManyMarks) { try JSONNode(parsing: bytes.span, limits: LineLimits()) }
  }
}
