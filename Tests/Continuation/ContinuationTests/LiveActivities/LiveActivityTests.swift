import Foundation
import Testing

@testable import Activities
@testable import Continuation

@Suite("A live activity")
struct LiveActivityTests {
  @Test("rows 52, 54: nothing is stored or offered before it becomes current")
  func nothingBefore() async throws {
    let world = try LiveWorld()
    let activity = try world.activity("Emma")
    activity.isEligibleForSearch = true
    activity.contentAttributeSet.kind = "Novel"
    activity.keywords = ["austen"]
    activity.needsSave = true
    #expect(await world.recorder.calls == 0)
    #expect(await world.gate.arrivals == 0)
    #expect(await world.center.handoffActivities().isEmpty)
    #expect(await world.center.currentActivity() == .nothing && !activity.isCurrent)
    try await activity.becomeCurrent()
    #expect(await world.recorder.calls == 1 && activity.isCurrent)
    #expect(await world.center.handoffActivities().count == 1)
  }

  @Test("row 62: an empty or malformed type is refused", arguments: ["", "a b", "a\n"])
  func badTypes(type: String) throws {
    let world = try LiveWorld()
    #expect(throws: ActivityError.invalidActivityType) {
      try LiveUserActivity(activityType: type, in: world.center)
    }
  }

  @Test("row 55: a type that is not declared is refused, live and as a value, and nothing is donated")
  func undeclared() async throws {
    let world = try LiveWorld(declared: ["org.example.reader.read"])
    let error = LiveActivityError.undeclaredActivityType("org.example.reader.write")
    #expect(throws: error) {
      try LiveUserActivity(activityType: "org.example.reader.write", in: world.center)
    }
    let foreign = try UserActivity(activityType: "org.example.reader.write")
    await #expect(throws: error) { try await world.center.publish(foreign) }
    #expect(throws: error) { try LiveUserActivity(continuing: foreign, in: world.center) }
    #expect(await world.recorder.calls == 0)
    try await world.activity("Emma").becomeCurrent()
    #expect(await world.recorder.calls == 1)
  }

  @Test("row 63: the type defaults to the first declared one, and is an error if there is none")
  func firstDeclared() throws {
    let world = try LiveWorld(declared: ["org.example.b", "org.example.a"])
    #expect(try LiveUserActivity(in: world.center).activityType == "org.example.b")
    for declared in [nil, []] as [[String]?] {
      let center = try LiveWorld(declared: declared).center
      #expect(throws: LiveActivityError.noActivityTypeDeclared) { try LiveUserActivity(in: center) }
    }
  }

  @Test("rows 65, 67, 69, 70–75, 96: a new activity has the defaults of a new NSUserActivity")
  func defaults() throws {
    let activity = try LiveUserActivity(activityType: "org.example.reader.read", in: LiveWorld().center)
    #expect(activity.title == nil && activity.userInfo == [:] && activity.keywords == [])
    #expect(activity.requiredUserInfoKeys == nil && activity.expirationDate == nil)
    #expect(activity.contentAttributeSet.isEmpty && activity.webpageURL == nil && activity.referrerURL == nil)
    #expect(activity.isEligibleForHandoff && !activity.isEligibleForSearch)
    #expect(!activity.isEligibleForPublicIndexing && !activity.isEligibleForPrediction)
    #expect(activity.needsSave && !activity.supportsContinuationStreams && activity.delegate == nil)
    #expect(activity.isValid && !activity.isCurrent && activity.shortcutAvailability.isEmpty)
    #expect(activity.persistentIdentifier == nil && activity.interaction == nil && activity.mapItem == nil)
  }

  @Test("rows 64, 69, 91: every property equals the snapshot's, and no change affects needsSave")
  func properties() async throws {
    let world = try LiveWorld()
    let activity = try world.activity("Emma")
    let delegate = RecordingDelegate()
    activity.delegate = delegate
    try await activity.becomeCurrent()
    #expect(!activity.needsSave)
    activity.title = "Read on"
    activity.isEligibleForSearch = true
    activity.isEligibleForPublicIndexing = true
    activity.keywords = ["k"]
    activity.expirationDate = Date(timeIntervalSince1970: 4_000_000_000)
    activity.contentAttributeSet.supportsNavigation = true
    activity.interaction = try Interaction(actionName: "read", trigger: .phrase)
    activity.mapItem = try MapItem(name: "Library")
    activity.shortcutAvailability = [.reading]
    try activity.setWebpageURL(URL(string: "https://example.org/"))
    try activity.setReferrerURL(URL(string: "https://example.org/from"))
    try activity.addUserInfoEntries(from: ["page": 3])
    activity.userInfo["page"] = 4
    #expect(!activity.needsSave && delegate.saves == 1)
    var expected = try UserActivity(
      activityType: "org.example.reader.read", title: "Read on", userInfo: ["book": "Emma", "page": 4],
      requiredUserInfoKeys: ["book"])
    expected.isEligibleForPrediction = false
    expected.isEligibleForHandoff = true
    expected.isEligibleForSearch = true
    expected.isEligibleForPublicIndexing = true
    expected.keywords = ["k"]
    expected.expirationDate = Date(timeIntervalSince1970: 4_000_000_000)
    expected.contentAttributeSet.supportsNavigation = true
    expected.interaction = try Interaction(actionName: "read", trigger: .phrase)
    expected.mapItem = try MapItem(name: "Library")
    expected.shortcutAvailability = [.reading]
    try expected.setWebpageURL(URL(string: "https://example.org/"))
    try expected.setReferrerURL(URL(string: "https://example.org/from"))
    #expect(activity.snapshot == expected && activity.identity == expected.identity)
  }

  @Test("rows 68, 80: a rejected change leaves the activity as it was")
  func refusals() throws {
    let activity = try LiveWorld().activity("Emma")
    let before = activity.snapshot
    #expect(throws: ActivityError.notFinite(field: "userInfo")) {
      try activity.addUserInfoEntries(from: ["a": 1, "b": .double(.nan)])
    }
    #expect(throws: ActivityError.notWebURL(field: "webpageURL")) {
      try activity.setWebpageURL(URL(string: "ftp://example.org/"))
    }
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try activity.update { activity in
        activity.title = "half"
        throw Stop()
      }
    }
    #expect(throws: PayloadError.notKeyed) { try activity.setTypedPayload(1) }
    #expect(activity.snapshot == before)
  }

  @Test("row 68: changes from many tasks are all kept")
  func concurrentUpdates() async throws {
    let activity = try LiveWorld().activity("Emma")
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask { activity.update { _ = $0.keywords.insert("k\(number)") } }
      }
    }
    #expect(activity.keywords.count == 200)
  }

  @Test("row 84: live activities are equal if they have the same identity")
  func equality() throws {
    let world = try LiveWorld()
    let (first, second) = (try world.activity("Emma"), try world.activity("Emma"))
    second.title = "Another title"
    second.userInfo["page"] = 7
    #expect(first == second && first !== second)
    second.userInfo["book"] = "Persuasion"
    #expect(first != second)
    let read = try JSONDecoder().decode(UserActivity.self, from: JSONEncoder().encode(second.snapshot))
    #expect(read == second.snapshot)
  }

  @Test("a typed payload is encoded and decoded")
  func typedPayload() throws {
    struct Page: Codable, Equatable {
      var book: String
      var page: Int
    }
    let activity = try LiveWorld().activity("Emma")
    try activity.setTypedPayload(Page(book: "Persuasion", page: 3))
    #expect(activity.userInfo == ["book": "Persuasion", "page": 3])
    #expect(try activity.typedPayload() == Page(book: "Persuasion", page: 3))
    activity.userInfo = [:]
    #expect(throws: PayloadError.undecodable(path: ["book"], .missing)) {
      try activity.typedPayload(Page.self)
    }
  }
}
