import Activities
import Foundation
import LogFormat

/// The result of one line.
enum PayloadOutcome: Equatable {
  /// A donation, and whether its payload is a ``Bookmark``.
  case donation(isBookmark: Bool)
  case feedback, deletion, phrase
  case refused(field: String)
}

/// A promise of the codec or of an activity that one line broke.
enum PayloadPromise: Error {
  /// A decoded value cannot be encoded.
  case notWritten(RecordError)
  /// An encoded value is refused.
  case notReadAgain(RecordError)
  /// Encoding, decoding and encoding again gives another line.
  case changed
  /// The activity alone differs from that of the donation.
  case otherActivity
  /// The restoration payload has a key that is not required, or another identity.
  case payload
  /// Reading a payload as a value failed with an error other than a decoding error.
  case otherError(PayloadError)
  /// A value from a payload is not encoded as one, or is decoded as another value.
  case typedPayload
}

/// A payload of an activity: values of every kind, nested.
struct Bookmark: Codable, Equatable {
  enum Kind: String, Codable { case page, place }

  struct Chapter: Codable, Equatable {
    var number: UInt8?
    var titles: [String]?
    var parts: [Chapter]?
  }

  var version: Int
  var share: Float?
  var opened: Date?
  var page: URL?
  var cover: Data?
  var kind: Kind?
  var chapter: Chapter?
  var counts: [Int: Int64]?
  var tags: Set<String>?
  var notes: [String: ActivityValue]?
}

/// Runs the decoders of payloads on arbitrary bytes, and checks their promises.
///
/// The fuzzer and the tests of its corpus share this function.
func exercisePayload(_ bytes: [UInt8]) throws -> PayloadOutcome {
  var decoder = RecordDecoder()
  let alone = try activity(in: bytes, by: &decoder)
  let record: LogRecord
  do throws(RecordError) {
    record = try decoder.decode(bytes.span)
  } catch {
    return .refused(field: error.field)
  }
  let line: [UInt8]
  do { line = try RecordEncoder().encode(record) } catch { throw PayloadPromise.notWritten(error) }
  let again: LogRecord
  do { again = try decoder.decode(line.span) } catch { throw PayloadPromise.notReadAgain(error) }
  guard try RecordEncoder().encode(again) == line else { throw PayloadPromise.changed }
  switch record {
  case .donation(let donation):
    guard alone == donation.activity else { throw PayloadPromise.otherActivity }
    return .donation(isBookmark: try isBookmark(donation.activity))
  case .feedback: return .feedback
  case .deletion: return .deletion
  case .phrase: return .phrase
  }
}

/// Returns the activity of a line, whatever else it has; `nil` if it was refused.
private func activity(in bytes: [UInt8], by decoder: inout RecordDecoder) throws -> UserActivity? {
  let activity: UserActivity
  do { activity = try decoder.decodeActivity(bytes.span) } catch { return nil }
  let line: [UInt8]
  do { line = try RecordEncoder().encode(activity) } catch { throw PayloadPromise.notWritten(error) }
  let again: UserActivity
  do { again = try decoder.decodeActivity(line.span) } catch { throw PayloadPromise.notReadAgain(error) }
  guard try RecordEncoder().encode(again) == line else { throw PayloadPromise.changed }
  try checkPayload(of: activity)
  return activity
}

/// Checks the promises for every activity, however strange its userInfo is.
private func checkPayload(of activity: UserActivity) throws {
  let payload = activity.restorationPayload
  let required = activity.requiredUserInfoKeys
  let isMinimal = payload.keys.allSatisfy { required?.contains($0) ?? true }
  let restored = try UserActivity(
    activityType: activity.activityType, userInfo: payload, requiredUserInfoKeys: required)
  guard isMinimal, restored.identity == activity.identity else { throw PayloadPromise.payload }
  guard try value([String: ActivityValue].self, in: activity) == activity.userInfo else {
    throw PayloadPromise.typedPayload
  }
  _ = try isBookmark(restored)
}

/// Returns whether the payload can be read as a bookmark, and checks its round trip.
private func isBookmark(_ activity: UserActivity) throws -> Bool {
  guard let bookmark = try value(Bookmark.self, in: activity) else { return false }
  var copy = activity
  do { try copy.setTypedPayload(bookmark) } catch { throw PayloadPromise.typedPayload }
  guard try value(Bookmark.self, in: copy) == bookmark else { throw PayloadPromise.typedPayload }
  return true
}

/// Returns the payload as a value; `nil` if it is not one.
private func value<Value: Decodable>(_ type: Value.Type, in activity: UserActivity) throws -> Value? {
  do {
    return try activity.typedPayload(type)
  } catch {
    guard case .undecodable = error else { throw PayloadPromise.otherError(error) }
    return nil
  }
}
