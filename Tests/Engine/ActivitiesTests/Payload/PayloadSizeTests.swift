import Activities
import Foundation
import Testing

@Suite("Payloads")
struct PayloadSizeTests {
  private func activity(_ userInfo: [String: ActivityValue] = [:]) throws -> UserActivity {
    var activity = try UserActivity(
      activityType: "org.example.reader.read", title: "Read", userInfo: userInfo)
    activity.suggestedInvocationPhrase = "Read on"
    activity.requiredUserInfoKeys = []
    return activity
  }

  @Test("row 89: the size is measured in canonical form, whatever the order and form of the values")
  func size() throws {
    let empty = try activity().payloadSize
    #expect(try activity(["k": .string(String(repeating: "x", count: 100))]).payloadSize > empty + 100)
    #expect(try activity(["k": 1]).payloadSize == activity(["k": 1.0]).payloadSize)
    let (composed, decomposed) = (try activity(["k": "é"]), try activity(["k": "e\u{301}"]))
    #expect(composed.payloadSize == decomposed.payloadSize)
  }

  @Test("row 89: a payload above the advised size causes advice, above the limit Cocoa's error 4611")
  func limits() throws {
    let small = try activity(["k": "v"])
    var limits = PayloadLimits()
    #expect(limits.advisedSize == 1_024 && small.advice() == [])
    limits.advisedSize = small.payloadSize
    limits.maximalSize = small.payloadSize
    #expect(small.advice(limits: limits) == [])
    #expect(throws: Never.self) { try limits.check(small) }
    let larger = try activity(["k": "vv"])
    #expect(
      larger.advice(limits: limits).map(\.kind) == [
        .largePayload(size: small.payloadSize + 1, advised: small.payloadSize)
      ])
    let error = PayloadError.tooLarge(size: small.payloadSize + 1, limit: small.payloadSize)
    #expect(throws: error) { try limits.check(larger) }
    #expect(error.cocoaError?.code == .userActivityHandoffUserInfoTooLarge)
    #expect(error.cocoaError?.code.rawValue == 4_611)
    #expect(PayloadError.notKeyed.cocoaError == nil)
  }

  @Test("row 68: merging adds and replaces, nil adds nothing, and a bad value rejects all")
  func merging() throws {
    var activity = try activity(["a": 1, "b": 1])
    try activity.addUserInfoEntries(from: ["b": 2, "c": 3])
    #expect(activity.userInfo == ["a": 1, "b": 2, "c": 3])
    try activity.addUserInfoEntries(from: nil)
    #expect(throws: ActivityError.notFinite(field: "userInfo")) {
      try activity.addUserInfoEntries(from: ["a": 9, "d": [.double(.infinity)]])
    }
    #expect(activity.userInfo == ["a": 1, "b": 2, "c": 3])
  }

  @Test("row 66: missing required keys cause advice; required keys without values are listed")
  func requiredKeys() throws {
    var activity = try activity(["a": 1])
    activity.requiredUserInfoKeys = nil
    #expect(activity.advice().map(\.kind) == [.requiredKeysUnset])
    #expect(activity.restorationPayload == ["a": 1])
    activity.requiredUserInfoKeys = ["z", "a", "y"]
    #expect(activity.advice().map(\.kind) == [.requiredKeysWithoutValue(["y", "z"])])
    activity.requiredUserInfoKeys = []
    #expect(activity.advice().isEmpty && activity.restorationPayload == [:])
    let other = try self.activity(["a": 2])
    #expect(activity.identity == other.identity, "explicitly none: the type alone is compared")
  }

  @Test("row 74: public indexing needs a web page or required keys, and changes nothing else")
  func publicIndexing() throws {
    var activity = try activity()
    let identity = activity.identity
    activity.isEligibleForPublicIndexing = true
    #expect(activity.advice().map(\.kind) == [.publicIndexingWithoutTarget])
    try activity.setWebpageURL(URL(string: "https://example.org/"))
    #expect(activity.advice().isEmpty && activity.identity == identity)
  }
}
