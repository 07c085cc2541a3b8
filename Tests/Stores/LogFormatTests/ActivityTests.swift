import Activities
import Foundation
import LogFormat
import Testing

@Suite("An activity alone")
struct ActivityTests {
  @Test(
    "an activity is written in the fields of a donation and read back", arguments: 0..<20 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var records = RandomRecords(seed: seed)
    var decoder = RecordDecoder()
    var count = 0
    for _ in 0..<50 {
      guard case .donation(let donation) = try records.record() else { continue }
      let bytes = try RecordEncoder().encode(donation.activity)
      #expect(try decoder.decodeActivity(bytes.span) == donation.activity, "seed \(seed)")
      // The line of a donation has the same activity, and more.
      let line = try RecordEncoder().encode(donation)
      #expect(try decoder.decodeActivity(line.span) == donation.activity, "seed \(seed)")
      count += 1
    }
    #expect(count > 10, "seed \(seed)")
  }

  @Test("an activity does not contain when, where and by whom")
  func fields() throws {
    let activity = try UserActivity(activityType: "org.example.edit", userInfo: ["draft": 1])
    let text = try String(decoding: RecordEncoder().encode(activity), as: UTF8.self)
    #expect(text == #"{"v":1,"activityType":"org.example.edit","userInfo":{"draft":1}}"#)
  }

  @Test("an activity is refused beyond the limits, in another version, and without a type")
  func refused() throws {
    var limits = LineLimits()
    limits.length = 20
    let activity = try UserActivity(activityType: "org.example.edit")
    #expect(throws: RecordError("", .lineTooLong(limit: 20))) {
      try RecordEncoder(limits: limits).encode(activity)
    }
    var decoder = RecordDecoder()
    for (text, error) in [
      (#"{"v":2,"activityType":"org.example.edit"}"#, RecordError("v", .unsupportedVersion)),
      (#"{"title":"Edit"}"#, RecordError("activityType", .missing)),
      ("[]", RecordError("", .wrongType(expected: .object))),
    ] {
      #expect(throws: error) { try decoder.decodeActivity(Array(text.utf8).span) }
    }
  }
}
