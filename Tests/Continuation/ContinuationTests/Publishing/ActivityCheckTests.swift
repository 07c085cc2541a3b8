import Activities
import Continuation
import Foundation
import Testing

@Suite("Faults and advice about activities")
struct ActivityCheckTests {
  func outcome(
    _ process: Kiosk.Process, keys: Set<String>?, extra: [String: ActivityValue] = [:],
    title: String = "Read it",
    metadata: ActivityMetadata? = nil
  ) async throws -> ActionOutcome {
    var book = Kiosk.Book("Emma")
    book.requiredUserInfoKeys = keys
    book.extra = extra
    if let metadata { book.metadata = metadata }
    book.prepare = { $0.title = title }
    return try await process.read(book)
  }

  @Test(
    "row 23: required keys without a value are refused, all of them named, in order",
    arguments: [
      (["name"], [:], nil), (["name", "z", "a"], [:], ["a", "z"]), (["name", "a"], ["a": nil], ["a"]),
      (["a"], ["a": 1], nil),
    ] as [(Set<String>, [String: ActivityValue], [String]?)])
  func requiredKeys(keys: Set<String>, extra: [String: ActivityValue], missing: [String]?) async throws {
    let process = try Kiosk.Process()
    let outcome = try await outcome(process, keys: keys, extra: extra)
    #expect(outcome.faults == missing.map { [.requiredKeysMissing($0)] })
    #expect(try await process.donations().count == (missing == nil ? 1 : 0))
    #expect(process.screen.items.count == 1, "the action did happen")
  }

  @Test("row 66: with nil all keys are compared and persisted, with advice; with an empty set none is")
  func absentAndEmpty() async throws {
    let process = try Kiosk.Process()
    let absent = try await outcome(process, keys: nil, extra: ["page": 3])
    let absentActivity = try #require(try absent.publication.get()?.activity)
    #expect(absentActivity.requiredUserInfoKeys == nil)
    #expect(absentActivity.restorationPayload == ["name": "Emma", "page": 3])
    #expect(absent.advice == [.activity(ActivityAdvice(about: Kiosk.readType, .requiredKeysUnset))])

    let fresh = try Kiosk.Process()
    let empty = try await outcome(fresh, keys: [], extra: ["page": 3])
    let emptyActivity = try #require(try empty.publication.get()?.activity)
    #expect(emptyActivity.requiredUserInfoKeys == [])
    #expect(emptyActivity.restorationPayload == [:])
    #expect(emptyActivity.userInfo == ["name": "Emma", "page": 3])
    #expect(emptyActivity.identity == (try UserActivity(activityType: Kiosk.readType)).identity)
    #expect(empty.advice == [.unreadable(.missingKeys(["name"]))], "without its key the book is lost")
  }

  @Test("row 18: required keys that change from one activity of a type to the next cause advice")
  func varyingKeys() async throws {
    let process = try Kiosk.Process()
    #expect(try await outcome(process, keys: ["name"]).advice == [])
    #expect(try await outcome(process, keys: ["name"]).advice == [])
    #expect(
      try await outcome(process, keys: ["name", "page"], extra: ["page": 3]).advice == [.requiredKeysVary])
    #expect(try await outcome(process, keys: ["name"]).advice == [.requiredKeysVary])
  }

  @Test(
    "row 46: a predicted title should be a call to action, not the bare name of the content",
    arguments: [
      ("Open Report", []), ("open report", []), ("Read on", []), ("Report", [.titleOnlyNames]),
      ("Quarterly figures", [.titleWithoutVerb]),
    ] as [(String, [PublishingAdvice])])
  func callToAction(title: String, advice: [PublishingAdvice]) async throws {
    let metadata = ActivityMetadata.build { $0.title = "Report" }
    let process = try Kiosk.Process()
    let outcome = try await outcome(process, keys: ["name"], title: title, metadata: metadata)
    #expect(outcome.advice == advice)
    #expect(try await process.donations().count == 1, "advice stops nothing")
    let silent = try Kiosk.Process { $0.titleVerbs = [] }
    let unchecked = try await self.outcome(silent, keys: ["name"], title: "Bericht öffnen")
    #expect(unchecked.advice == [], "other languages can do without")
  }

  @Test("titles of activities that are not predicted are not checked")
  func onlyPredictions() async throws {
    let process = try Kiosk.Process()
    let book = Kiosk.Book("Emma")
    let outcome = try await process.read(book, eligibleFor: [.search])
    #expect(outcome.advice == [])
  }

  @Test("row 39: a thumbnail that is too large is dropped, with advice; one behind a URL is not measured")
  func largeThumbnail() async throws {
    let process = try Kiosk.Process { $0.thumbnailLimit = 3 }
    var book = Kiosk.Book("Emma")
    for (size, advice) in [(3, []), (4, [.thumbnailTooLarge(bytes: 4, limit: 3)])]
      as [(Int, [PublishingAdvice])]
    {
      book.prepare = {
        $0.title = "Read it"
        $0.thumbnailData = try EncodedImage(data: Data(repeating: 1, count: size), mediaType: "image/png")
      }
      let outcome = try await process.read(book)
      #expect(outcome.advice == advice)
      let kept = try outcome.publication.get()?.activity.contentAttributeSet.thumbnailData
      #expect(kept?.data.count == (advice.isEmpty ? size : nil))
    }
    book.prepare = {
      $0.title = "Read it"
      $0.thumbnailURL = URL(string: "file:///tmp/a.png")
      $0.thumbnailData = try EncodedImage(data: Data(repeating: 1, count: 9), mediaType: "image/png")
    }
    #expect(try await process.read(book).advice == [])
  }

  @Test(
    "row 35: an input that its required keys cannot bring back is published with advice, if its action continues it"
  )
  func unreadable() async throws {
    let process = try Kiosk.Process()
    var book = Kiosk.Book("Emma")
    book.prepare = {
      $0.title = "Read it"
      $0.userInfo["name"] = 7
    }
    #expect(try await process.read(book).advice == [.unreadable(.invalidValue(key: "name"))])
    book.prepare = {
      $0.title = "Read it"
      $0.userInfo["name"] = 7
      $0.isContinuedByAction = false
    }
    #expect(try await process.read(book).advice == [])
  }

  @Test("all faults are reported together, without the user's data")
  func allFaults() async throws {
    let process = try Kiosk.Process { $0.declaredTypes = [] }
    var book = Kiosk.Book("Secret diary", page: 3)
    book.requiredUserInfoKeys = ["name", "chapter"]
    book.prepare = {
      $0.title = nil
      $0.webpageURL = URL(string: "file:///secret")
      $0.referrerURL = URL(string: "secret:no-host")
      $0.userInfo["weight"] = .double(.nan)
    }
    let outcome = try await process.read(book)
    let expected: [ActivityFault] = [
      .undeclaredType(Kiosk.readType), .titleMissing, .requiredKeysMissing(["chapter"]),
      .invalidActivity(.notWebURL(field: "webpageURL")), .invalidActivity(.notWebURL(field: "referrerURL")),
      .invalidActivity(.notFinite(field: "userInfo")),
    ]
    #expect(outcome.faults == expected)
    let error = PublishingError.faulty(action: "Read", faults: expected)
    #expect(error.description.contains("chapter"))
    for text in [error.description] + process.dispatcher.publisher.trace.entries.map(\.description) {
      #expect(!text.localizedCaseInsensitiveContains("secret"))
    }
  }

  @Test("every fault and every piece of advice has its own text")
  func descriptions() {
    let faults: [ActivityFault] = [
      .titleMissing, .requiredKeysMissing(["a", "b"]), .cannotBeContinued, .undeclaredType("x.y"),
      .invalidActivity(.notFinite(field: "f")), .nothingToIndexPublicly,
      .unwritableInput(.unwritable(key: "a")),
    ]
    let advice: [PublishingAdvice] = [
      .activity(ActivityAdvice(about: "x.y", .noInvocationPhrase)),
      .activity(ActivityAdvice(about: "x.y", .requiredKeysUnset)), .titleWithoutVerb, .titleOnlyNames,
      .requiredKeysVary,
      .unreadable(.missingKeys(["a"])), .thumbnailTooLarge(bytes: 9, limit: 8),
    ]
    #expect(Set(faults.map(\.description) + advice.map(\.description)).count == faults.count + advice.count)
    #expect(
      ActivityFault.requiredKeysMissing(["a", "b"]).description == "userInfo lacks required keys: a, b")
  }
}
