import Activities
import Foundation
import LogFormat

/// What became of one line.
enum PayloadOutcome: Equatable {
  /// A donation; whether its payload is a ``Bookmark``.
  case donation(isBookmark: Bool)
  case feedback, deletion, phrase
  case refused(field: String)
}

/// A promise of the codec or of an activity that one line broke.
enum PayloadPromise: Error {
  /// What was read cannot be written.
  case notWritten(RecordError)
  /// What was written is refused.
  case notReadAgain(RecordError)
  /// Written, read and written again, it is another line.
  case changed
  /// The activity alone is another one than that of the donation.
  case otherActivity
  /// The restoration payload has a key that is not required, or another identity.
  case payload
  /// Reading a payload as a value failed with an error that is not one of reading.
  case otherError(PayloadError)
  /// A value that was read from a payload is not written as one, or read as another value.
  case typedPayload
}

/// What a program may keep in its activities: something of every kind, nested.
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

/// Runs the decoders of payloads on arbitrary bytes, and checks what they promise whatever they
/// are.
///
/// The fuzzer and the tests of its corpus share it.
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

/// The activity of a line, whatever else is there; `nil` if it was refused.
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

/// What holds for every activity, however strange its userInfo.
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

/// Whether the payload can be read as a bookmark, which is written and read as the same one then.
private func isBookmark(_ activity: UserActivity) throws -> Bool {
  guard let bookmark = try value(Bookmark.self, in: activity) else { return false }
  var copy = activity
  do { try copy.setTypedPayload(bookmark) } catch { throw PayloadPromise.typedPayload }
  guard try value(Bookmark.self, in: copy) == bookmark else { throw PayloadPromise.typedPayload }
  return true
}

/// The payload as a value; `nil` if it is none.
private func value<Value: Decodable>(_ type: Value.Type, in activity: UserActivity) throws -> Value? {
  do {
    return try activity.typedPayload(type)
  } catch {
    guard case .undecodable = error else { throw PayloadPromise.otherError(error) }
    return nil
  }
}
