import Activities
import Foundation
import Testing

/// A text to look for, and whether the test's donation has its words.
struct WordsCase: CustomTestStringConvertible {
  let testDescription: String
  let text: String
  let stands: Bool

  init(_ name: String, _ text: String, _ stands: Bool) {
    (testDescription, self.text, self.stands) = (name, text, stands)
  }

  static let all = [
    WordsCase("a word of the title", "budget", true),
    WordsCase("in capitals", "BUDGET", true),
    WordsCase("with accents", "Angström", true),
    WordsCase("ß is ss", "STRASSE", true),
    WordsCase("in the subtitle", "quarterly", true),
    WordsCase("a keyword", "taxes", true),
    WordsCase("in the phrase", "money", true),
    WordsCase("in the userInfo", "draft", true),
    WordsCase("deep in the userInfo", "deep", true),
    WordsCase("a name in the userInfo", "document", false),
    WordsCase("in an address in the userInfo", "elsewhere", true),
    WordsCase("in the web page, its percent signs decoded", "grün", true),
    WordsCase("in the content attributes", "Munich", true),
    WordsCase("in the name of the place", "clinic", true),
    WordsCase("in the referrer", "results", true),
    WordsCase("in the interaction", "transfer", true),
    WordsCase("deep in the parameters of the interaction", "recipient", true),
    WordsCase("in an attribute of the context", "kitchen", true),
    WordsCase("in an unknown field", "future", true),
    WordsCase("the publisher", "acme", false),
    WordsCase("the device", "laptop", false),
    WordsCase("an identifier", "persistent", false),
    WordsCase("words of several texts", "clinic budget draft", true),
    WordsCase("one of which is missing", "clinic budget nothing", false),
    WordsCase("the beginning of a word", "budg", false),
    WordsCase("the type", "notes", false),
    WordsCase("a sign that is a word", "日", true),
    WordsCase("no words", "?!", false),
  ]
}

@Suite("Words of a donation")
struct DonationWordsTests {
  private func donation() throws -> Donation {
    var activity = try UserActivity(
      activityType: "org.example.notes.open", title: "Open Budget in the Straße",
      userInfo: [
        "document": "draft", "nested": ["list": ["deep"]],
        "link": .url(try #require(URL(string: "https://elsewhere.example"))),
      ])
    activity.subtitle = "Quarterly \u{C5}ngstro\u{308}m 日本"
    activity.keywords = ["taxes"]
    activity.suggestedInvocationPhrase = "my money"
    activity.contentAttributes = ["city": "Munich"]
    try activity.setWebpageURL(URL(string: "https://example.org/gr%C3%BCn"))
    try activity.setReferrerURL(URL(string: "https://example.org/?q=results"))
    activity.publisher = "acme"
    activity.persistentIdentifier = "persistent"
    activity.interaction = try Interaction(actionName: "Transfer", parameters: ["to": ["recipient"]])
    let place = try Place(latitude: 1, longitude: 2, name: "Clinic")
    var details = Donation.Details()
    details.device = "laptop"
    details.additionalFields = ["next": ["deep": "future"]]
    return try Donation(
      of: activity,
      in: Context(at: Instant(milliseconds: 0), place: place, attributes: ["room": "Kitchen"]),
      details: details)
  }

  @Test("words are compared as in a search", arguments: WordsCase.all)
  func words(_ table: WordsCase) throws {
    #expect(DonationWords.contain(table.text, in: try donation()) == table.stands)
    var criteria = Deletion.Criteria()
    criteria.text = table.text
    let deletion = try? Deletion(at: Instant(milliseconds: 9), matching: criteria)
    #expect(deletion?.matches(try donation()) ?? false == table.stands)
  }

  @Test("a deletion by a text without words is rejected")
  func withoutWords() {
    var criteria = Deletion.Criteria()
    criteria.text = " ?! "
    #expect(throws: ActivityError.textWithoutWords) {
      try Deletion(at: Instant(milliseconds: 0), matching: criteria)
    }
  }
}
