internal import Activities

/// Finding texts that would take too long to compare, before any is compared.
extension JSONTape {
  /// The index of the first string, be it a name or a value, with more combining marks in a row than there may be.
  ///
  /// - Complexity: O(length); a text without marks costs a look at its bytes.
  var positionOfManyMarks: Int? {
    // One pass without branches over the usual line. Lengths between the strings may look like more than ASCII; then it is looked up.
    guard text.reduce(0, |) >= 0x80 else { return nil }
    var index = Self.root
    while index < words.count {
      switch kind(at: index) {
      case .string:
        let bytes = text[textRange(at: index)]
        if bytes.count > CombiningMarks.mostInARow, bytes.contains(where: { $0 >= 0x80 }),
          CombiningMarks.areTooMany(in: String(decoding: bytes, as: UTF8.self))
        {
          return index
        }
        index += 1
      case .integer, .unsigned, .double: index += 2
      default: index += 1
      }
    }
    return nil
  }

  /// The field of the outermost object whose value has an index in it; `nil` if that is a name, or no field's.
  func field(around position: Int) -> Field? {
    guard kind(at: Self.root) == .object else { return nil }
    let content = content(of: Self.root)
    var key = content.lowerBound
    while key < content.upperBound {
      let end = index(after: key + 1)
      if position == key { return nil }
      if position < end { return FieldTable.shared.field(named: text.span.extracting(textRange(at: key))) }
      key = end
    }
    return nil
  }
}
