public import Activities
internal import Foundation

/// Reads one line of a donation log, version 1.
///
/// It is strict: a field of the wrong type, a name that appears twice or a value out of range is an
/// error of the line. Null means absent for every field; in userInfo and context it is a value.
/// Unknown names are kept in `additionalFields`, except inside `location` and `shown`. Whole
/// numbers beyond Int64 become doubles. ``TypedValue`` describes the form of dates, data and URLs
/// in userInfo.
///
/// A decoder keeps its buffers and is not thread-safe; create one for each thread.
public struct RecordDecoder {
  var json: JSONLine
  /// The last required keys: most lines of a program have the same ones.
  private var lastKeys: (names: [String], set: Set<String>) = ([], [])
  private var clock = LocalClock()
  /// The last user: most lines have the same one.
  private var lastUser = UserIdentifier.me
  /// The user that an absent `user` and `me` mean.
  package var me = UserIdentifier.me
  /// A Boolean value that indicates whether the last record may lack part of its line, because
  /// names in it were ignored.
  var passedNamesOver = false

  /// The limits of a line.
  public var limits: LineLimits { json.limits }

  /// Creates a decoder.
  public init(limits: LineLimits = LineLimits()) {
    json = JSONLine(limits: limits)
  }

  /// Reads a line, without its line feed.
  ///
  /// A donation without `id` gets the identifier of the first among equals; ``LogReader``
  /// distinguishes equals.
  ///
  /// - Throws: ``RecordError``.
  /// - Complexity: O(length of the line).
  public mutating func decode(_ line: Span<UInt8>) throws(RecordError) -> LogRecord {
    switch try read(line) {
    case .donation(let draft): .donation(try draft.donation(ordinal: 0))
    case .feedback(let feedback): .feedback(feedback)
    case .deletion(let deletion): .deletion(deletion)
    case .phrase(let phrase): .phrase(phrase)
    }
  }

  /// Reads back a stored donation from its line and identifier.
  ///
  /// - Parameters:
  /// - line: The line that ``RecordEncoder`` wrote.
  /// - identifier: The stored identifier.
  /// - identity: The stored identity. If it is absent, it is computed, which takes as long as the
  ///   rest.
  /// - Throws: ``RecordError``; its reason is ``RecordError/Reason/unknownWord(known:)`` if the
  ///   line is not a donation.
  public mutating func decodeDonation(
    _ line: Span<UInt8>, identifier: DonationIdentifier, identity: ActivityIdentity? = nil
  ) throws(RecordError) -> Donation {
    guard case .donation(let draft) = try read(line) else {
      throw RecordError("type", .unknownWord(known: ["donation"]))
    }
    return try draft.donation(identifier: identifier, identity: identity ?? draft.activity.identity)
  }

  /// Returns whether the last decoded line can be stored verbatim, instead of the output of
  /// ``RecordEncoder``.
  ///
  /// It can if three conditions hold. The line has exactly the content of the record. Every reader
  /// with the default limits accepts it. No text in it is escaped, so a word that the record has
  /// also appears literally in the line.
  ///
  /// - Complexity: O(length of the line).
  func isVerbatim(_ line: Span<UInt8>) -> Bool {
    let usual = LineLimits()
    guard !passedNamesOver, limits.depth <= usual.depth, line.count <= usual.length, line.count >= 2,
      line[0] == UInt8(ascii: "{"), line[line.count - 1] == UInt8(ascii: "}")
    else { return false }
    for index in line.indices where line[index] < 0x20 || line[index] == UInt8(ascii: "\\") { return false }
    return true
  }

  /// Reads only the `user` of a line.
  ///
  /// - Throws: ``RecordError`` if the line has none that can be read.
  /// - Complexity: O(length of the line).
  package mutating func owner(of line: Span<UInt8>) throws(RecordError) -> UserIdentifier {
    let members = try members(of: line)
    return try user(in: members)
  }

  /// A line whose donation has no identifier yet.
  enum Draft {
    case donation(DonationDraft)
    case feedback(Feedback)
    case deletion(Deletion)
    case phrase(OwnPhrase)
  }

  mutating func read(_ line: Span<UInt8>) throws(RecordError) -> Draft {
    passedNamesOver = false
    let members = try members(of: line)
    switch try json.string(Field.type, in: members) ?? "donation" {
    case "donation": return .donation(try donation(members))
    case "feedback": return .feedback(try feedback(members))
    case "delete": return .deletion(try deletion(members))
    case "phrase": return .phrase(try phrase(members))
    default: throw RecordError("type", .unknownWord(known: ["donation", "feedback", "delete", "phrase"]))
    }
  }

  /// Returns the members of a line's object, whose version is known.
  mutating func members(of line: Span<UInt8>) throws(RecordError) -> Members {
    try json.parse(line)
    guard json.tape.kind(at: JSONTape.root) == .object else {
      throw RecordError("", .wrongType(expected: .object))
    }
    let members = try Members(of: JSONTape.root, on: json.tape)
    if let position = members.position(of: Field.v, on: json.tape) {
      guard let version = json.tape.integer(at: position) else {
        throw RecordError("v", .wrongType(expected: .wholeNumber))
      }
      guard version == 1 else { throw RecordError("v", .unsupportedVersion) }
    }
    return members
  }

  /// Returns the `time` of a record, with its `timeZone`, which gives the local time if the time is
  /// in UTC.
  mutating func time(in members: borrowing Members) throws(RecordError) -> Instant {
    let timeZone = try json.string(Field.timeZone, in: members)
    guard let instant = try json.instant(Field.time, timeZone: timeZone, in: members) else {
      throw RecordError("time", .missing)
    }
    return timeZone == nil ? instant : clock.located(instant)
  }

  /// Returns the `user` of a record; `me` if absent.
  mutating func user(in members: borrowing Members) throws(RecordError) -> UserIdentifier {
    let user = try namedUser(in: members)
    return user == .me ? me : user
  }

  private mutating func namedUser(in members: borrowing Members) throws(RecordError) -> UserIdentifier {
    guard let position = members.position(of: Field.user, on: json.tape) else { return .me }
    guard json.tape.kind(at: position) == .string else {
      throw RecordError("user", .wrongType(expected: .string))
    }
    if StringPool.isEqual(lastUser.name, json.tape.textRange(at: position), of: json.tape.text) {
      return lastUser
    }
    do {
      lastUser = try UserIdentifier(json.text(at: position))
      return lastUser
    } catch {
      throw RecordError("user", .invalid(error))
    }
  }

  /// Returns the `requiredUserInfoKeys` of an activity.
  mutating func requiredKeys(in members: borrowing Members) throws(RecordError) -> Set<String>? {
    if let position = members.position(of: Field.requiredUserInfoKeys, on: json.tape),
      areLastKeys(at: position)
    {
      return lastKeys.set
    }
    guard let names = try json.strings(Field.requiredUserInfoKeys, in: members) else { return nil }
    lastKeys = (names, Set(names))
    return lastKeys.set
  }

  private func areLastKeys(at position: Int) -> Bool {
    guard json.tape.kind(at: position) == .array else { return false }
    let content = json.tape.content(of: position)
    guard content.count == lastKeys.names.count else { return false }
    for (index, name) in zip(content, lastKeys.names) {
      guard json.tape.kind(at: index) == .string,
        StringPool.isEqual(name, json.tape.textRange(at: index), of: json.tape.text)
      else { return false }
    }
    return true
  }
}

extension RecordDecoder {
  /// Reads back an object of values.
  ///
  /// - Throws: ``RecordError`` if it is not an object, or not one that
  ///   ``RecordEncoder/encode(object:)`` would write.
  /// - Complexity: O(length).
  public mutating func decodeObject(_ bytes: Span<UInt8>) throws(RecordError) -> [String: ActivityValue] {
    try json.parse(bytes)
    guard json.tape.kind(at: JSONTape.root) == .object else {
      throw RecordError("", .wrongType(expected: .object))
    }
    return try json.object(at: JSONTape.root)
  }
}

extension RecordDecoder {
  /// Reads a single value in the form that values of userInfo have in a line.
  ///
  /// - Throws: ``RecordError`` without a field.
  /// - Complexity: O(length of the text).
  package mutating func decodeValue(_ text: Span<UInt8>) throws(RecordError) -> ActivityValue {
    try json.parse(text)
    return try json.value(at: JSONTape.root)
  }
}
