import Activities
import Foundation
import Testing

@testable import LogFormat

@Suite("Fields that few activities have")
struct RareFieldTests {
  private func donation(_ line: String) throws -> Donation {
    var decoder = RecordDecoder()
    let bytes = Array(line.utf8)
    guard case .donation(let donation) = try decoder.decode(bytes.span) else {
      throw RecordError("type", .missing)
    }
    return donation
  }

  @Test("each rare field is read from its own field and written back the same")
  func form() throws {
    let fields: [String] = [
      #""referrerURL":"https://example.org/from","publisher":"org.example","appEntityIdentifier":"Book/7""#,
      #""shortcutAvailability":["music","reading"]"#,
      #""interaction":{"actionName":"call","direction":"outgoing","parameters":{"person":"Ada"},"trigger":"phrase"}"#,
      #""mapItem":{"city":"Köln","name":"Dom","place":{"latitude":50.94,"longitude":6.96},"#
        + #""url":{"$url":"https://dom.example/"}}"#,
    ]
    let line =
      #"{"v":1,"time":"2026-03-01T08:10:00+01:00","activityType":"org.example.a.b","#
      + fields.joined(separator: ",") + "}"
    let donation = try donation(line)
    let activity = donation.activity
    #expect(activity.referrerURL?.absoluteString == "https://example.org/from")
    #expect(activity.publisher == "org.example" && activity.appEntityIdentifier == "Book/7")
    #expect(activity.shortcutAvailability == [.music, .reading])
    #expect(activity.interaction?.trigger == .phrase && activity.interaction?.parameters == ["person": "Ada"])
    #expect(activity.mapItem?.place?.longitude == 6.96 && activity.mapItem?.address.city == "Köln")
    #expect(donation.details.additionalFields.isEmpty)
    #expect(String(decoding: try RecordEncoder().encode(donation), as: UTF8.self) == line)
  }

  @Test("combinations of parameters are lists of keys or say more; all of their keys are required")
  func combinations() throws {
    let line =
      #"{"v":1,"time":"2026-03-01T08:10:00+01:00","activityType":"org.example.a.b","userInfo":{"k":1},"#
      + #""requiredUserInfoKeys":["k","l"],"parameterCombinations":[["k"],{"keys":["k","l"],"#
      + #""runsInBackground":true,"title":"{k} with {l}"}]}"#
    let donation = try donation(line)
    #expect(donation.activity.parameterCombinations.map(\.keys) == [["k"], ["k", "l"]])
    #expect(donation.activity.parameterCombinations[1].title == "{k} with {l}")
    #expect(String(decoding: try RecordEncoder().encode(donation), as: UTF8.self) == line)
    let short = try self.donation(
      line.replacing(#""requiredUserInfoKeys":["k","l"],"#, with: ""))
    #expect(short.activity == donation.activity)
    for bad in ["7", "[7]", "[[7]]", #"[["k"],["k"]]"#, #"[{"title":"x"}]"#, #"[[""]]"#] {
      let line = BadLine.with(#""parameterCombinations":"# + bad)
      #expect(throws: RecordError.self) { try self.donation(line) }
    }
  }

  @Test("rare fields are not part of the identity, and null is absent")
  func identity() throws {
    let plain = try donation(BadLine.with(#""userInfo":{"k":1}"#))
    let rich = try donation(BadLine.with(#""userInfo":{"k":1},"publisher":"p","mapItem":{"name":"n"}"#))
    #expect(plain.identity == rich.identity && plain.activity != rich.activity)
    let null = try donation(
      BadLine.with(#""userInfo":{"k":1},"publisher":null,"mapItem":null,"interaction":null"#))
    #expect(null.activity == plain.activity)
  }

  @Test("an unknown field is kept even next to rare fields")
  func unknownFields() throws {
    let donation = try donation(BadLine.with(#""publisher":"p","mood":"good""#))
    #expect(donation.details.additionalFields == ["mood": "good"])
  }

  static let bad: [BadLine] = [
    BadLine(
      "a page that is a file", BadLine.with(#""webpageURL":"file:///etc/passwd""#), "webpageURL",
      .invalid(.notWebURL(field: "webpageURL"))),
    BadLine(
      "a referrer that is mail", BadLine.with(#""referrerURL":"mailto:a@b.example""#), "referrerURL",
      .invalid(.notWebURL(field: "referrerURL"))),
    BadLine(
      "a referrer with a space", BadLine.with(#""referrerURL":"http://a b/""#), "referrerURL",
      .wrongType(expected: .url)),
    BadLine(
      "a publisher that is a number", BadLine.with(#""publisher":5"#), "publisher",
      .wrongType(expected: .string)),
    BadLine(
      "an unknown situation", BadLine.with(#""shortcutAvailability":["music","party"]"#),
      "shortcutAvailability",
      .unknownWord(known: ShortcutAvailability.allWords)),
    BadLine(
      "an interaction that is text", BadLine.with(#""interaction":"call""#), "interaction",
      .wrongType(expected: .object)),
    BadLine(
      "an interaction without action", BadLine.with(#""interaction":{"trigger":"user"}"#),
      "interaction.actionName",
      .invalid(.malformed(field: "interaction.actionName"))),
    BadLine(
      "an unknown trigger", BadLine.with(#""interaction":{"actionName":"a","trigger":"magic"}"#),
      "interaction.trigger", .invalid(.malformed(field: "interaction.trigger"))),
    BadLine(
      "a map item without name", BadLine.with(#""mapItem":{"city":"Köln"}"#), "mapItem.name",
      .invalid(.malformed(field: "mapItem.name"))),
    BadLine(
      "a map item beyond the pole",
      BadLine.with(#""mapItem":{"name":"n","place":{"latitude":91,"longitude":0}}"#),
      "mapItem.place.latitude", .invalid(.coordinateOutOfRange(field: "mapItem.place.latitude"))),
  ]

  @Test(
    "a bad rare field is reported with its reason, and the rest of the file is read",
    arguments: bad)
  func badLine(_ bad: BadLine) throws {
    var decoder = RecordDecoder()
    let line = Array(bad.line.utf8)
    #expect(throws: bad.error) { try decoder.decode(line.span) }
    #expect(!bad.error.description.contains("passwd") && !bad.error.description.contains("Köln"))
    let good = Array(BadLine.with(#""webpageURL":"https://example.org/""#).utf8)
    #expect(throws: Never.self) { try decoder.decode(good.span) }
  }
}
