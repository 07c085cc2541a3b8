public import Activities

extension RecordDecoder {
  /// Reads a hint; `program` is by default the program that the activity type names.
  ///
  /// A hint with a misspelled name would never apply, and nobody would know why. So unknown names
  /// are an error here, unlike in a donation.
  ///
  /// - Throws: ``RecordError``.
  /// - Complexity: O(length of the line).
  public mutating func decodeHint(_ line: Span<UInt8>) throws(RecordError) -> StatedHint {
    let members = try members(of: line)
    if let type = try json.string(Field.type, in: members), type != "hint" {
      throw RecordError("type", .unknownWord(known: ["hint"]))
    }
    let activity = try activity(members, isFoundUnlessSaid: false)
    let program = try json.string(Field.program, in: members) ?? activity.defaultProgram
    guard !program.isEmpty else { throw RecordError("program", .invalid(.empty(field: "program"))) }
    let own = try json.additionalFields(of: members, besides: .hint)
    guard Set(own.keys).isSubset(of: ["relevance", "role", "kind"]) else {
      throw RecordError("", .unknownName(known: ["activityType", "program", "relevance", "role", "kind"]))
    }
    do {
      return StatedHint(by: program, try Hint(of: activity, storedValue: own))
    } catch let error as HintError {
      throw RecordError("relevance", .invalidHint(error))
    } catch let error as ActivityError {
      // `hint.role` is the member `role` of the line, `hint.relevance.date.from` is in `relevance`.
      let path = error.field.split(separator: ".")
      throw RecordError(path.count > 1 && path[0] == "hint" ? String(path[1]) : "relevance", .invalid(error))
    } catch {
      throw RecordError("relevance", .invalid(.malformed(field: "relevance")))
    }
  }
}

extension RecordEncoder {
  /// Returns a hint as a line: its activity in the fields of a donation, and `program`,
  /// `relevance`, `role` and `kind`.
  ///
  /// The article *Hints* describes the line.
  ///
  /// - Throws: ``RecordError`` for a number that is not finite, a value nested too deeply, too many
  ///   combining marks in a row, or a line above the limit.
  /// - Complexity: O(size of the hint).
  public func encode(_ stated: StatedHint) throws(RecordError) -> [UInt8] {
    var writer = JSONWriter(appendingTo: [], maximalDepth: limits.depth)
    try writer.open("{")
    writer.name("v")
    writer.literal("1")
    writer.name("program")
    writer.string(stated.program)
    try writer.write(stated.hint.activity, isFoundUnlessSaid: false)
    try writer.members(stated.hint.storedValue)
    writer.close("}")
    try writer.check(longest: limits.length)
    return writer.bytes
  }
}
