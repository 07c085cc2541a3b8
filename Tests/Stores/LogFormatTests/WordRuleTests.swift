import Activities
import Foundation
import Testing

@testable import LogFormat

@Suite("Rules about words reach every text of a line")
struct WordRuleTests {
  /// Every field of a donation, with a word of its own in each text that it can have.
  private static let values: [String: String] = [
    "v": "1", "type": #""donation""#, "id": #""wordid""#, "user": #""wordperson""#,
    "program": #""wordprogram""#,
    "device": #""worddevice""#, "time": #""2026-03-01T08:10:00+01:00""#, "timeZone": #""Europe/Berlin""#,
    "activityType": #""org.wordtype.open""#, "title": #""wordtitle""#, "subtitle": #""wordsubtitle""#,
    "keywords": #"["wordkeywords"]"#, "webpageURL": #""https://example.org/wordwebpageURL""#,
    "expirationDate": #""2027-03-01T08:10:00+01:00""#, "persistentIdentifier": #""wordpersistent""#,
    "targetContentIdentifier": #""wordtarget""#, "relatedUniqueIdentifier": #""wordrelated""#,
    "suggestedInvocationPhrase": #""wordphrase""#, "contentAttributes": #"{"city":"wordattributes"}"#,
    "runsInBackground": "true", "effortSaved": "3", "userInfo": #"{"k":1,"deep":{"a":["worduserinfo"]}}"#,
    "requiredUserInfoKeys": #"["k"]"#, "isEligibleForPrediction": "true", "isEligibleForSearch": "true",
    "isEligibleForHandoff": "true", "isEligibleForPublicIndexing": "true",
    "location": #"{"latitude":1,"longitude":2,"name":"wordplace"}"#, "context": #"{"room":"wordcontext"}"#,
    "duration": "3", "source": #""import:wordsource""#,
    "referrerURL": #""https://example.org/?q=wordreferrer""#, "publisher": #""wordpublisher""#,
    "appEntityIdentifier": #""wordentity""#, "shortcutAvailability": #"["music"]"#,
    "interaction":
      #"{"actionName":"wordaction","identifier":"wordinteraction","groupIdentifier":"wordgroup","parameters":{"to":"wordto"}}"#,
    "mapItem": #"{"name":"wordmap","place":{"latitude":1,"longitude":2}}"#,
    "parameterCombinations": #"[{"keys":["k"],"title":"wordcombination {k}"}]"#, "timePrecision": #""day""#,
  ]

  /// The names that identify things: criteria match them, and words do not.
  private static let names: Set<String> = [
    "id", "user", "program", "device", "activityType", "persistentIdentifier", "targetContentIdentifier",
    "relatedUniqueIdentifier", "source", "publisher", "appEntityIdentifier",
  ]

  private static func donation() throws -> Donation {
    let members = values.map { #""\#($0.key)":\#($0.value)"# } + [#""unknown":{"a":"wordunknown"}"#]
    var decoder = RecordDecoder()
    let line = Array(("{" + members.joined(separator: ",") + "}").utf8)
    guard case .donation(let donation) = try decoder.decode(line.span) else {
      throw RecordError("type", .missing)
    }
    return donation
  }

  @Test("a rule matches a word in any field, unless the field is a name")
  func everyField() throws {
    for (number, field) in FieldTable.shared.names.enumerated() where FieldSet.donation.contains(number) {
      #expect(Self.values[field] != nil, "\(field): say here whether words in it count")
    }
    let donation = try Self.donation()
    let texts = Self.values.map { ($0.key, $0.value) } + [(nil, "wordunknown")] as [(String?, String)]
    for (field, text) in texts {
      for match in text.matches(of: #/word\w+/#) {
        let word = String(match.output)
        let isFound = DonationWords.contain(word, in: donation)
        let isName = field.map(Self.names.contains) ?? false
        let line = try #require(try Self.line(of: donation, by: word))
        #expect(isFound != isName, "\(word)")
        #expect(line.contains(word) == isName, "\(word)")
      }
    }
  }

  @Test("a rule matches if its words are in different texts")
  func severalFields() throws {
    let donation = try Self.donation()
    let words =
      Self.values.flatMap { field, text in
        Self.names.contains(field) ? [] : text.matches(of: #/word\w+/#).map { String($0.output) }
      }.sorted() + ["wordunknown"]
    for (first, second) in zip(words, words.dropFirst() + words.prefix(1)) {
      for text in ["\(first) \(second)", "\(second), \(first)!"] {
        let kept = try #require(try Self.line(of: donation, by: text))
        #expect(!kept.contains(first) && !kept.contains(second), "\(text)")
      }
    }
    // The donation does not have this word, so nothing is removed.
    let kept = try #require(try Self.line(of: donation, by: "wordtitle elsewhere"))
    #expect(try kept == String(decoding: RecordEncoder().encode(donation), as: UTF8.self))
  }

  /// Returns the line of a donation after a rule about words.
  private static func line(of donation: Donation, by words: String) throws -> String? {
    var criteria = Deletion.Criteria()
    criteria.text = words
    var rules = PrivacyRules()
    _ = rules.add(try PrivacyRule(.redactText, matching: criteria))
    let kept = try rules.admit(donation, at: Instant(milliseconds: 0)).donation
    if let kept { #expect(!DonationWords.contain(words, in: kept)) }
    return try kept.map { String(decoding: try RecordEncoder().encode($0), as: UTF8.self) }
  }
}
