import Activities
import Foundation
import Testing

@Suite("Links of an activity")
struct LinksTests {
  private func activity() throws -> UserActivity { try UserActivity(activityType: "org.example.reader.read") }

  @Test(
    "row 80: only an http or https URL with a host is accepted as a web page",
    arguments: [
      ("https://example.org/a", true), ("HTTP://example.org", true), ("ftp://example.org", false),
      ("file:///etc/passwd", false), ("mailto:a@example.org", false), ("https:", false),
      ("https:///path", false),
      ("example.org", false), ("javascript:alert(1)", false),
    ])
  func webPages(text: String, isAccepted: Bool) throws {
    let url = try #require(URL(string: text))
    let before = try #require(URL(string: "https://example.org/before"))
    var activity = try activity()
    try activity.setWebpageURL(before)
    try activity.setReferrerURL(before)
    if isAccepted {
      try activity.setWebpageURL(url)
      try activity.setReferrerURL(url)
    } else {
      #expect(throws: ActivityError.notWebURL(field: "webpageURL")) { try activity.setWebpageURL(url) }
      #expect(throws: ActivityError.notWebURL(field: "referrerURL")) { try activity.setReferrerURL(url) }
    }
    #expect(activity.webpageURL == (isAccepted ? url : before))
    #expect(activity.referrerURL == (isAccepted ? url : before))
  }

  @Test("an error about a URL does not reveal the URL")
  func privacy() throws {
    let url = try #require(URL(string: "ftp://secret.example.org/page"))
    var activity = try activity()
    do { try activity.setWebpageURL(url) } catch { #expect(!error.description.contains("secret")) }
    try activity.setWebpageURL(nil)
    #expect(activity.webpageURL == nil)
  }

  @Test("removing all rare properties leaves an activity without any")
  func rareProperties() throws {
    let plain = try activity()
    var activity = plain
    activity.publisher = "org.example"
    activity.appEntityIdentifier = "Book/7"
    activity.shortcutAvailability = [.reading]
    activity.interaction = try Interaction(actionName: "read")
    activity.mapItem = try MapItem(name: "Library")
    #expect(activity != plain && activity.identity == plain.identity)
    activity.publisher = nil
    activity.appEntityIdentifier = nil
    activity.shortcutAvailability = []
    activity.interaction = nil
    activity.mapItem = nil
    #expect(activity == plain && activity.hashValue == plain.hashValue)
  }

  @Test("the seven contexts are words and bits; unknown ones are rejected")
  func availability() {
    let words = [
      "mindfulness", "journaling", "music", "podcasts", "reading", "wrapUpYourDay", "yogaAndStretching",
    ]
    let options: [ShortcutAvailability] = [
      .mindfulness, .journaling, .music, .podcasts, .reading, .wrapUpYourDay, .yogaAndStretching,
    ]
    for (word, option) in zip(words, options) {
      #expect(option.words == [word] && ShortcutAvailability(words: [word]) == option)
    }
    #expect(ShortcutAvailability(words: words)?.words == words)
    #expect(ShortcutAvailability(words: ["music", "party"]) == nil)
    #expect(ShortcutAvailability(rawValue: 0x80).isEmpty)
  }

  @Test("row 58: an interaction describes the invocation, and is read back as it was stored")
  func interaction() throws {
    var interaction = try Interaction(
      actionName: "call", parameters: ["person": "Ada"], trigger: .phrase)
    interaction.direction = .outgoing
    interaction.handlingStatus = .deferredToApplication
    interaction.identifier = "i"
    interaction.groupIdentifier = "g"
    #expect(try Interaction(storedValue: interaction.storedValue) == interaction)
    let plain = try Interaction(actionName: "call")
    #expect(plain.storedValue == ["actionName": "call"])
    #expect(plain.trigger == .user && plain.direction == .unspecified && plain.handlingStatus == .unspecified)
    #expect(throws: ActivityError.empty(field: "interaction.actionName")) { try Interaction(actionName: "") }
    #expect(throws: ActivityError.malformed(field: "interaction.actionName")) {
      try Interaction(storedValue: [:])
    }
    #expect(throws: ActivityError.malformed(field: "interaction.trigger")) {
      try Interaction(storedValue: ["actionName": "call", "trigger": "magic"])
    }
    #expect(throws: ActivityError.malformed(field: "interaction.parameters")) {
      try Interaction(storedValue: ["actionName": "call", "parameters": []])
    }
  }
}
