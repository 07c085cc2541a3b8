/// The positions of the members of one object on a tape, by field.
struct Members {
  /// The index of the value of each field; 0 where it is absent (a value is never at 0).
  private var positions = InlineArray<128, Int32>(repeating: 0)
  /// The object they are members of.
  let object: Int
  /// The fields of the object, for a quick check whether any does not belong to a record.
  private var present = FieldSet()
  /// The number of names in the object without a meaning in the format.
  private(set) var unknownCount = 0

  /// Reads the members of the object at an index.
  ///
  /// - Throws: ``RecordError/Reason/repeatedKey`` if a field appears twice. An unknown name is
  ///   checked when it is kept.
  init(of object: Int, on tape: borrowing JSONTape) throws(RecordError) {
    self.object = object
    let content = tape.content(of: object)
    var key = content.lowerBound
    while key < content.upperBound {
      let value = key + 1
      if let number = FieldTable.shared.number(of: tape.text.span.extracting(tape.textRange(at: key))) {
        guard positions[number] == 0 else { throw RecordError(FieldTable.shared.names[number], .repeatedKey) }
        positions[number] = Int32(truncatingIfNeeded: value)
        present.insert(number)
      } else {
        unknownCount += 1
      }
      key = tape.index(after: value)
    }
  }

  /// Returns the index of the value of a field; nil if it is absent or null, which means the same.
  func position(of field: some FieldKey, on tape: borrowing JSONTape) -> Int? {
    guard present.contains(field.number) else { return nil }
    let position = Int(positions[field.number])
    return tape.kind(at: position) == .null ? nil : position
  }

  /// Returns whether any field of a set is present, even if null.
  func hasAny(of fields: FieldSet) -> Bool {
    present.intersects(fields)
  }

  /// Returns whether there are members outside of a set of fields.
  func hasOthers(than known: FieldSet) -> Bool {
    unknownCount > 0 || !present.isSubset(of: known)
  }
}
