public import Activities

/// Reads one line of a donation log, version 1.
///
/// It is strict: a field of the wrong type, a name that is there twice or a value out of range is an error of the line.
/// Null means absent for every field; in userInfo and context it is a value. Names it does not know are kept in
/// `additionalFields`, except inside `location` and `shown`. Whole numbers beyond Int64 become doubles. How dates, data
/// and URLs travel in userInfo is told at ``TypedValue``.
///
/// A decoder keeps its buffers and is made for one thread; make one for each.
public struct RecordDecoder {
  /// The limits of a line.
  public let limits: LineLimits
  private let parser: JSONParser
  var tape = JSONTape()
  var pool = StringPool()
  /// The last required keys: most lines of a program have the same.
  var lastKeys: (names: [String], set: Set<String>) = ([], [])
  /// The last user: most lines have the same.
  var lastUser = UserIdentifier.me
  /// A Boolean value that indicates whether the last record says less than its line: names in it were
  /// ignored, or may have been.
  var passedNamesOver = false

  /// Makes a decoder.
  public init(limits: LineLimits = LineLimits()) {
    self.limits = limits
    parser = JSONParser(limits: limits)
  }

  /// Reads a line, without its line feed.
  ///
  /// A donation without `id` gets the identifier of the first among equals; ``LogReader`` tells equals apart.
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
  ///   - identity: The identity that was stored with it; computed if absent, which takes as long as the rest.
  /// - Throws: ``RecordError``; the reason is ``RecordError/Reason/unknownWord(known:)`` if it is no donation.
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
  /// It can if it has everything that the record says, and nothing else; if every reader with the usual limits takes it; and if no
  /// text in it is escaped, so that a line in which a word does not stand as it is does not have the word.
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
    switch try string(.type, in: members) ?? "donation" {
    case "donation": return .donation(try donation(members))
    case "feedback": return .feedback(try feedback(members))
    case "delete": return .deletion(try deletion(members))
    case "phrase": return .phrase(try phrase(members))
    default: throw RecordError("type", .unknownWord(known: ["donation", "feedback", "delete", "phrase"]))
    }
  }

  /// The members of a line's object, whose version is known.
  mutating func members(of line: Span<UInt8>) throws(RecordError) -> Members {
    try parse(line)
    guard tape.kind(at: JSONTape.root) == .object else {
      throw RecordError("", .wrongType(expected: .object))
    }
    let members = try Members(of: JSONTape.root, on: tape)
    if let position = members.position(of: .v, on: tape) {
      guard let version = tape.integer(at: position) else {
        throw RecordError("v", .wrongType(expected: .wholeNumber))
      }
      guard version == 1 else { throw RecordError("v", .unsupportedVersion) }
    }
    return members
  }

  mutating func parse(_ line: Span<UInt8>) throws(RecordError) {
    guard line.count <= limits.length else { throw RecordError("", .lineTooLong(limit: limits.length)) }
    do { try parser.parseWidening(line, into: &tape) } catch { throw self.error(for: error) }
    // Before any text of it is compared or hashed.
    if let position = tape.positionOfManyMarks {
      throw RecordError(
        tape.field(around: position)?.name ?? "", .tooManyMarks(limit: CombiningMarks.mostInARow))
    }
  }

  private func error(for fault: JSONFault) -> RecordError {
    switch fault {
    case .invalidUTF8: RecordError("", .invalidUTF8)
    case .tooDeep: RecordError("", .nestedTooDeep(limit: limits.depth))
    case .tooLong: RecordError("", .lineTooLong(limit: limits.length))
    default: RecordError("", .malformed(fault))
    }
  }
}
