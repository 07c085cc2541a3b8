import Foundation
import Testing

@testable import Handoff

@Suite("Errors")
struct ErrorTests {
  static let errors: [(HandoffError, Int)] = [
    (.connectionUnavailable, 4609), (.timedOut, 4610), (.payloadTooLarge(bytes: 2, limit: 1), 4611),
    (.withdrawn, 4608),
    (.otherPublisher, 4608), (.originFailed, 4608), (.unreadableActivity, 4608),
    (.violation(.malformed), 4608),
    (.violation(.frameTooLong(limit: 1)), 4608), (.violation(.truncated), 4608),
    (.violation(.outOfOrder), 4608),
    (.violation(.unsupportedVersion), 4608), (.violation(.tooManyOffers), 4608),
    (.violation(.otherUser), 4608),
    (.tooManyConnections, 4609), (.streamsUnsupported, 3328), (.streamAlreadyOpened, 3328),
    (.cancelled, 3072),
    (.pathTooLong(bytes: 200, limit: 107), 4608), (.folderNotPrivate, 4608), (.folderUnusable, 4608),
    (.noRuntimeFolder, 4608), (.alreadyStarted, 4608),
  ]

  @Test("each error has the matching Cocoa code, and a description", arguments: errors)
  func codes(error: HandoffError, code: Int) {
    #expect(error.cocoaError.code.rawValue == code)
    #expect(error.description.count > 20)
  }

  @Test("each result has the matching Cocoa code")
  func results() {
    let results: [(HandoffResult, Int)] = [
      (.declined, 4608), (.withdrawn, 4608), (.unknownType, 4608), (.otherPublisher, 4608),
      (.tooLarge(bytes: 2, limit: 1), 4611), (.timedOut, 4610), (.connectionUnavailable, 4609),
      (.failed(.originFailed), 4608),
    ]
    for (result, code) in results { #expect(result.cocoaError?.code.rawValue == code, "\(result)") }
  }

  @Test(
    "limits out of range are clamped, and none traps", arguments: [Int.min, -1, 0, Int.max])
  func limits(value: Int) {
    var limits = HandoffLimits()
    (limits.payload, limits.offers, limits.connections) = (value, value, value)
    #expect(limits.payload == (value > 0 ? 1 << 30 : 1))
    #expect(limits.offers == (value > 0 ? 4_096 : 1))
    #expect(limits.connections == (value > 0 ? 65_536 : 1))
    #expect(limits.frame > 65_535)
  }

  @Test("every error of an acceptance becomes a result with the same Cocoa code", arguments: errors)
  func sameCode(error: HandoffError, code: Int) {
    #expect(HandoffResult(error).cocoaError?.code.rawValue == code)
  }
}
