import Activities
import Foundation
import Testing

@Suite("Snapshots as Codable values")
struct SnapshotCodingTests {
  private func full() throws -> UserActivity {
    var activity = try UserActivity(
      activityType: "org.example.reader.read", title: "Read", requiredUserInfoKeys: ["b", "a"])
    activity.subtitle = "Chapter 2"
    activity.userInfo = [
      "a": nil, "b": true, "c": 7, "d": 1.5, "e": "é", "f": .date(Date(timeIntervalSince1970: 0.25)),
      "g": .date(Date(timeIntervalSinceReferenceDate: 1.0 / 3)), "h": .data(Data([1, 2])),
      "i": .url(try #require(URL(string: "geo:1,2"))), "j": [1, ["k": []]], "l": ["$date": "soon"],
      "m": ["$object": 1], "n": ["$date": 1, "o": 2], "p": [:],
    ]
    activity.keywords = ["x", "y"]
    try activity.setWebpageURL(URL(string: "https://example.org/"))
    try activity.setReferrerURL(URL(string: "http://example.org/from"))
    activity.expirationDate = Date(timeIntervalSince1970: 2_000_000_000)
    activity.persistentIdentifier = "p"
    activity.targetContentIdentifier = "t"
    activity.relatedUniqueIdentifier = "r"
    activity.suggestedInvocationPhrase = "Read on"
    activity.contentAttributeSet.dueDate = Date(timeIntervalSince1970: 5)
    activity.isEligibleForPrediction = false
    activity.isEligibleForSearch = true
    activity.isEligibleForHandoff = true
    activity.isEligibleForPublicIndexing = true
    activity.runsInBackground = true
    activity.effortSaved = 2.5
    activity.publisher = "org.example"
    activity.appEntityIdentifier = "Book/7"
    activity.shortcutAvailability = [.reading, .music]
    activity.interaction = try Interaction(actionName: "read", parameters: ["x": 1], trigger: .link)
    activity.mapItem = try MapItem(name: "Library", place: Place(latitude: 1.5, longitude: 2.5))
    return activity
  }

  @Test("row 84: every field is read back, from JSON and from userInfo")
  func roundTrip() throws {
    let activity = try full()
    #expect(try JSONDecoder().decode(UserActivity.self, from: JSONEncoder().encode(activity)) == activity)
    var carrier = try UserActivity(activityType: "org.example.carrier")
    try carrier.setTypedPayload(activity)
    #expect(try carrier.typedPayload(UserActivity.self) == activity)
  }

  @Test("row 84: a snapshot has the log's field names, and omits defaults")
  func form() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var activity = try UserActivity(activityType: "org.example.reader.read")
    let plain = String(decoding: try encoder.encode(activity), as: UTF8.self)
    #expect(plain == #"{"activityType":"org.example.reader.read"}"#)
    activity.userInfo = ["d": .date(Date(timeIntervalSince1970: 0)), "l": ["$url": 1]]
    activity.requiredUserInfoKeys = []
    activity.isEligibleForPrediction = false
    let written = String(decoding: try encoder.encode(activity), as: UTF8.self)
    let expected =
      #"{"activityType":"org.example.reader.read","isEligibleForPrediction":false,"requiredUserInfoKeys":[],"#
      + #""userInfo":{"d":{"$date":"1970-01-01T00:00:00+00:00"},"l":{"$object":{"$url":1}}}}"#
    #expect(written == expected)
  }

  @Test("a whole double is read back from JSON as an equal integer, with the same identity")
  func wholeDoubles() throws {
    let activity = try UserActivity(activityType: "a", userInfo: ["k": 1.0])
    let read = try JSONDecoder().decode(UserActivity.self, from: JSONEncoder().encode(activity))
    #expect(read.userInfo == ["k": 1] && read.identity == activity.identity)
  }

  @Test(
    "a snapshot of an invalid activity is rejected",
    arguments: [
      #"{}"#, #"{"activityType":"a b"}"#, #"{"activityType":"a","webpageURL":"file:///a"}"#,
      #"{"activityType":"a","webpageURL":"http://a b/"}"#, #"{"activityType":"a","referrerURL":"ftp://a/"}"#,
      #"{"activityType":"a","shortcutAvailability":["party"]}"#, #"{"activityType":"a","interaction":{}}"#,
      #"{"activityType":"a","mapItem":{"name":""}}"#, #"{"activityType":"a","expirationDate":"soon"}"#,
      #"{"activityType":"a","userInfo":{"k":{"$data":"%"}}}"#, #"{"activityType":"a","userInfo":[]}"#,
      #"{"activityType":"a","userInfo":{"k":{"$url":"http://a b/"}}}"#,
    ])
  func refusals(text: String) {
    #expect(throws: (any Error).self) { try JSONDecoder().decode(UserActivity.self, from: Data(text.utf8)) }
  }
}
