import Activities
import LogFormat
import Testing

@Suite("Phrases and origins as lines")
struct PhraseRecordTests {
  private func record(_ line: String) throws -> LogRecord {
    var decoder = RecordDecoder()
    return try decoder.decode(Array(line.utf8).span)
  }

  private func line(_ record: LogRecord) throws -> String {
    String(decoding: try RecordEncoder().encode(record), as: UTF8.self)
  }

  @Test("a phrase is read and written back unchanged")
  func roundTrip() throws {
    let line =
      #"{"v":1,"type":"phrase","time":"2026-03-02T08:10:00+01:00","activityType":"org.example.notes.open","title":"Open plan","userInfo":{"d":"plan"},"requiredUserInfoKeys":["d"],"phrase":"Zahlen bitte","mood":7}"#
    guard case .phrase(let phrase) = try record(line) else { Issue.record("no phrase"); return }
    #expect(phrase.phrase == "Zahlen bitte")
    #expect(phrase.title == "Open plan")
    #expect(phrase.additionalFields == ["mood": 7])
    #expect(
      phrase.identity
        == ActivityIdentity(
          activityType: "org.example.notes.open", userInfo: ["d": "plan"], requiredUserInfoKeys: ["d"]))
    #expect(try self.line(.phrase(phrase)) == line)
  }

  @Test(
    "absent, null and blank words remove a phrase", arguments: ["", #","phrase":null"#, #","phrase":" ""#])
  func removal(field: String) throws {
    let text = #"{"type":"phrase","time":"2026-03-02T08:10:00Z","activityType":"a.b"\#(field)}"#
    guard case .phrase(let phrase) = try record(text) else { Issue.record("no phrase"); return }
    #expect(phrase.phrase == nil)
  }

  @Test(
    "a missing or wrong value is reported with its field",
    arguments: [
      (#"{"type":"phrase","activityType":"a.b","phrase":"x"}"#, "time"),
      (#"{"type":"phrase","time":"2026-03-02T08:10:00Z","phrase":"x"}"#, "activityType"),
      (#"{"type":"phrase","time":"2026-03-02T08:10:00Z","activityType":"a b","phrase":"x"}"#, "activityType"),
      (#"{"type":"phrase","time":"2026-03-02T08:10:00Z","activityType":"a.b","phrase":7}"#, "phrase"),
      (#"{"type":"delete","time":"2026-03-02T08:10:00Z","all":true,"origin":"cat"}"#, "origin"),
    ])
  func errors(line: String, field: String) {
    #expect { try record(line) } throws: { ($0 as? RecordError)?.field == field }
  }

  @Test(
    "a deletion by a name that only programs know is a program's by default",
    arguments: [
      (#""persistentIdentifier":"n""#, Deletion.Origin.program),
      (#""relatedUniqueIdentifier":"n""#, .program),
      (#""all":true"#, .user), (#""activityType":"a.b""#, .user),
      (#""persistentIdentifier":"n","origin":"user""#, .user),
      (#""all":true,"origin":"program""#, .program),
    ])
  func origins(criteria: String, origin: Deletion.Origin) throws {
    let text = #"{"v":1,"type":"delete","time":"2026-03-02T08:10:00+00:00",\#(criteria)}"#
    guard case .deletion(let deletion) = try record(text) else { Issue.record("no deletion"); return }
    #expect(deletion.origin == origin)
    #expect(try line(.deletion(deletion)) == text)
  }
}
