public import Activities
internal import Foundation

/// Reads one line of a donation log, version 1.
///
/// It is strict: a field of the wrong type, a name that is there twice or a value out of range is
/// an error of the line. Null means absent for every field; in userInfo and context it is a value.
/// Names it does not know are kept in `additionalFields`, except inside `location` and `shown`.
/// Whole numbers beyond Int64 become doubles. How dates, data and URLs travel in userInfo is told
/// at ``TypedValue``.
///
/// A decoder keeps its buffers and is made for one thread; make one for each.
public struct RecordDecoder {
  var json: JSONLine
  /// The last required keys: most lines of a program have the same.
  private var lastKeys: (names: [String], set: Set<String>) = ([], [])
  private var clock = LocalClock()
  /// The last user: most lines have the same.
  private var lastUser = UserIdentifier.me
  /// A Boolean value that indicates whether the last record says less than its line: names in it
  /// were ignored, or may have been.
  var passedNamesOver = false

  /// The limits of a line.
  public var limits: LineLimits { json.limits }

  /// Makes a decoder.
  public init(limits: LineLimits = LineLimits()) {
    json = JSONLine(limits: limits)
  }

  /// Reads a line, without its line feed.
  ///
  /// A donation without `id` gets the identifier of the first among equals; ``LogReader`` tells
  /// equals apart.
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

  /// Reads back a donation that was written as a line and stored under its identifier.
  ///
  /// - Parameters:
  ///   - line: What ``RecordEncoder`` wrote.
  ///   - identifier: The identifier that was stored with it.
  ///   - identity: The identity that was stored with it; computed if absent, which takes as long as
  ///     the rest.
  /// - Throws: ``RecordError``; the reason is ``RecordError/Reason/unknownWord(known:)`` if it is
  ///   no donation.
  public mutating func decodeDonation(
    _ line: Span<UInt8>, identifier: DonationIdentifier, identity: ActivityIdentity? = nil
  ) throws(RecordError) -> Donation {
    guard case .donation(let draft) = try read(line) else {
      throw RecordError("type", .unknownWord(known: ["donation"]))
    }
    return try draft.donation(identifier: identifier, identity: identity ?? draft.activity.identity)
  }

  /// Returns whether the line that was decoded last can be kept as it came, in the place of what
  /// ``RecordEncoder`` writes.
  ///
  /// It can if it has everything that the record says, and nothing else; if every reader with the
  /// usual limits takes it; and if no text in it is escaped, so that a line in which a word does
  /// not stand as it is does not have the word.
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

  /// The members of a line's object, whose version is known.
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

  /// The `time` of a record, with its `timeZone`, which says what the clocks showed if the time is
  /// in UTC.
  mutating func time(in members: borrowing Members) throws(RecordError) -> Instant {
    let timeZone = try json.string(Field.timeZone, in: members)
    guard let instant = try json.instant(Field.time, timeZone: timeZone, in: members) else {
      throw RecordError("time", .missing)
    }
    return timeZone == nil ? instant : clock.located(instant)
  }

  /// The `user` of a record; `me` if absent.
  mutating func user(in members: borrowing Members) throws(RecordError) -> UserIdentifier {
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

  /// The `requiredUserInfoKeys` of an activity.
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
  /// - Throws: ``RecordError`` if it is no object, or not one that
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
  /// Reads a value alone, as one of userInfo stands in a line.
  ///
  /// - Throws: ``RecordError`` without a field.
  /// - Complexity: O(length of the text).
  package mutating func decodeValue(_ text: Span<UInt8>) throws(RecordError) -> ActivityValue {
    try json.parse(text)
    return try json.value(at: JSONTape.root)
  }
}
