public import Activities

/// Writes records as lines of a donation log, version 1.
///
/// The same record gives the same bytes. Fields are in the order of the format, and names inside
/// objects in the order of their Unicode scalars. Defaults and white space are omitted.
/// ``RecordDecoder`` reads an equal record back, with three exceptions for which the format has no
/// field: the identifier of a donation without `id`, the time zone of `since` and `until`, and the
/// base of a relative URL, which is written as an absolute one.
public struct RecordEncoder: Sendable {
  /// The limits of a line; longer or deeper ones are refused, because no reader would accept them.
  public let limits: LineLimits

  /// Creates an encoder.
  public init(limits: LineLimits = LineLimits()) {
    self.limits = limits
  }

  /// Returns the line of a record, without a line feed.
  ///
  /// - Throws: ``RecordError`` for a number that is not finite, a value nested too deeply, a line
  ///   that is too long, a text with more than ``CombiningMarks/mostInARow`` combining marks in a
  ///   row, or an additional field with the name of a field of the format.
  /// - Complexity: O(size of the record), and O(n log n) in the names of an object.
  public func encode(_ record: LogRecord) throws(RecordError) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(384)
    try encode(record, appendingTo: &line)
    return line
  }

  /// Returns the line of a donation, without a line feed.
  public func encode(_ donation: Donation) throws(RecordError) -> [UInt8] {
    try encode(.donation(donation))
  }

  /// Appends the line of a record, without a line feed; if an error is thrown, nothing is appended.
  public func encode(_ record: LogRecord, appendingTo bytes: inout [UInt8]) throws(RecordError) {
    let start = bytes.count
    var writer = JSONWriter(appendingTo: bytes, maximalDepth: limits.depth)
    bytes = []  // so that only the writer holds them, and does not copy
    do throws(RecordError) {
      try writer.write(record)
      try writer.check(from: start, longest: limits.length)
    } catch {
      writer.bytes.removeSubrange(start...)
      bytes = writer.bytes
      throw error
    }
    bytes = writer.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ record: LogRecord) throws(RecordError) {
    try open("{")
    name("v")
    literal("1")
    switch record {
    case .donation(let donation): try write(donation)
    case .feedback(let feedback): try write(feedback)
    case .deletion(let deletion): try write(deletion)
    case .phrase(let phrase): try write(phrase)
    }
    close("}")
  }
}

extension RecordEncoder {
  /// Returns an object of values as JSON in the form of `userInfo`, so that data that a program
  /// keeps besides the log needs no format of its own.
  ///
  /// - Throws: ``RecordError`` for a number that is not finite, a value nested too deeply, too many
  ///   combining marks in a row, or an object longer than a line.
  /// - Complexity: O(size of the object), and O(n log n) in its names.
  public func encode(object: [String: ActivityValue]) throws(RecordError) -> [UInt8] {
    var writer = JSONWriter(appendingTo: [], maximalDepth: limits.depth)
    try writer.object(object)
    try writer.check(longest: limits.length)
    return writer.bytes
  }

  /// Returns an activity alone, in the fields that it has in the log, for handing it to another
  /// program.
  ///
  /// - Throws: ``RecordError`` for a number that is not finite, a value nested too deeply, too many
  ///   combining marks in a row, or a line above the limit.
  /// - Complexity: O(size of the activity), and O(n log n) in the names of an object.
  public func encode(_ activity: UserActivity) throws(RecordError) -> [UInt8] {
    var writer = JSONWriter(appendingTo: [], maximalDepth: limits.depth)
    try writer.open("{")
    writer.name("v")
    writer.literal("1")
    try writer.write(activity, isFoundUnlessSaid: false)
    writer.close("}")
    try writer.check(longest: limits.length)
    return writer.bytes
  }
}
