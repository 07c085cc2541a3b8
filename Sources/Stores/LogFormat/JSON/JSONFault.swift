internal import Activities

/// The reason why a line or another text cannot be read as JSON.
public enum JSONFault: Error, Hashable, Sendable {
  /// The text has only white space.
  case empty
  /// A value, comma, colon or bracket is missing or misplaced. `NaN` and `Infinity` are not JSON
  /// values either.
  case syntax
  /// A string has an unknown escape, or half of a surrogate pair.
  case badEscape
  /// A string has no closing quote.
  case unclosedString
  /// A string has an unescaped control character.
  case controlCharacter
  /// An unquoted word is not `true`, `false` or `null`.
  case badWord
  /// A number does not have JSON's form, or is too large for a 64-bit floating-point number.
  case badNumber
  /// The bytes are not UTF-8.
  case invalidUTF8
  /// Arrays and objects are nested too deeply.
  case tooDeep
  /// A text has more than ``CombiningMarks/mostInARow`` combining marks in a row.
  case tooManyMarks
  /// The text is too long.
  case tooLong
  /// There is not enough memory.
  case outOfMemory
  /// The parser has a bug.
  case unexpected
}

extension JSONFault: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .empty: "only white space; remove the line"
    case .syntax: "not valid JSON; check brackets, commas and quotes (NaN and Infinity are not JSON)"
    case .badEscape:
      "not valid JSON: a bad escape in a string; write \\\\ for a backslash, and surrogates in pairs"
    case .unclosedString: "not valid JSON: a string is not closed; is the line cut off?"
    case .controlCharacter: "not valid JSON: a control character in a string; escape it like \\n or \\u0007"
    case .badWord: "not valid JSON: an unquoted word other than true, false or null; put text in quotes"
    case .badNumber: "not valid JSON: a malformed or too large number; write it like 12, -0.5 or 1e9"
    case .invalidUTF8: "not UTF-8; convert the file to UTF-8"
    case .tooDeep: "nested too deeply; flatten the value"
    case .tooManyMarks:
      "more than \(CombiningMarks.mostInARow) combining marks in a row; remove the excess ones"
    case .tooLong: "too long; shorten the line"
    case .outOfMemory: "out of memory; try again with shorter lines"
    case .unexpected: "the JSON parser failed; please report this"
    }
  }
}
