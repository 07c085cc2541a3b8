import Activities
import Foundation
import LogFormat

/// The result of one input.
struct IdentityOutcome: Equatable {
  /// The number of the two activities that could be read.
  var activities = 0
  /// Whether both are the same again.
  var isSame = false
}

/// A promise of identities that one input broke.
enum IdentityPromise: Error {
  /// The same activity, spelled differently, is another one or is refused.
  case spelling
  /// Two activities with the same meaning have different identities, or two with different meanings
  /// have the same.
  case meaning(same: Bool)
  /// The digits of an identity are read as another identity.
  case digits
}

/// Computes the canonical form of arbitrary activities, and checks its promises.
///
/// The bytes are two activities, one per line. The fuzzer and the tests of its corpus share this
/// function.
func exerciseIdentity(_ bytes: [UInt8]) throws -> IdentityOutcome {
  let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
  var decoder = RecordDecoder()
  var activities: [UserActivity] = []
  for line in lines {
    let line = Array(line)
    guard let activity = try? decoder.decodeActivity(line.span) else { continue }
    activities.append(activity)
    let other = try respelled(line)
    // A limit counts the bytes of the spelling.
    let isTooLong =
      other.count > decoder.limits.length
      || activity.activityType.decomposedStringWithCanonicalMapping.utf8.count > 512
    guard isTooLong || (try? decoder.decodeActivity(other.span))?.identity == activity.identity else {
      throw IdentityPromise.spelling
    }
    let digits = activity.identity.description
    guard ActivityIdentity(digits) == activity.identity,
      ActivityIdentity(digits.uppercased()) == activity.identity
    else { throw IdentityPromise.digits }
  }
  guard activities.count == 2 else { return IdentityOutcome(activities: activities.count) }
  let isSame = activities[0].identity == activities[1].identity
  guard isSame == Meaning.isSame(activities[0], activities[1]) else {
    throw IdentityPromise.meaning(same: isSame)
  }
  return IdentityOutcome(activities: 2, isSame: isSame)
}

/// Returns whether two activities have the same meaning, by comparing them instead of their
/// canonical bytes: the slow twin of the identity.
private enum Meaning {
  static func isSame(_ one: UserActivity, _ other: UserActivity) -> Bool {
    one.activityType == other.activityType && isSame(parts(of: one), parts(of: other))
  }

  private static func parts(of activity: UserActivity) -> [String: ActivityValue] {
    guard let required = activity.requiredUserInfoKeys else { return activity.userInfo }
    return activity.userInfo.filter { required.contains($0.key) }
  }

  private static func isSame(_ one: [String: ActivityValue], _ other: [String: ActivityValue]) -> Bool {
    one.count == other.count && one.allSatisfy { key, value in other[key].map { isSame(value, $0) } ?? false }
  }

  private static func isSame(_ one: ActivityValue, _ other: ActivityValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.boolean(let one), .boolean(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.double(let one), .double(let other)): one == other
    case (.integer(let one), .double(let other)), (.double(let other), .integer(let one)):
      Int64(exactly: other) == one
    case (.string(let one), .string(let other)): one == other  // by canonical equivalence, as Swift compares
    case (.date(let one), .date(let other)): milliseconds(of: one) == milliseconds(of: other)
    case (.data(let one), .data(let other)): one == other
    case (.url(let one), .url(let other)): one.absoluteString == other.absoluteString
    case (.array(let one), .array(let other)): one.count == other.count && zip(one, other).allSatisfy(isSame)
    case (.object(let one), .object(let other)): isSame(one, other)
    default: false
    }
  }

  private static func milliseconds(of date: Date) -> Double { (date.timeIntervalSince1970 * 1_000).rounded() }
}

/// Returns the same line spelled differently: members in reverse order, text decomposed and
/// escaped, whole numbers of userInfo with a point.
private func respelled(_ line: [UInt8]) throws -> [UInt8] {
  let node = try JSONNode(parsing: line.span, limits: LineLimits())
  var text = ""
  write(node, into: &text, isFree: false)
  return Array(text.utf8)
}

private func write(_ node: JSONNode, into text: inout String, isFree: Bool) {
  switch node {
  case .null: text += "null"
  case .boolean(let flag): text += " \(flag)"
  case .integer(let number):
    text += isFree && Int64(exactly: Double(number)) == number ? "\(number).0" : "\(number)"
  case .double(let number): text += "\(number)"
  case .string(let string): write(string, into: &text)
  case .array(let elements):
    text += "[ "
    for (index, element) in elements.enumerated() {
      if index > 0 { text += " ," }
      write(element, into: &text, isFree: isFree)
    }
    text += "]"
  case .object(let members):
    text += "{"
    for (index, member) in members.reversed().enumerated() {
      if index > 0 { text += "," }
      write(member.name, into: &text)
      text += ": "
      write(member.value, into: &text, isFree: isFree || member.name == "userInfo")
    }
    text += "}\t"
  }
}

private func write(_ string: String, into text: inout String) {
  text += "\""
  for unit in string.decomposedStringWithCanonicalMapping.utf16 {
    let digits = String(unit, radix: 16)
    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
  text += "\""
}
