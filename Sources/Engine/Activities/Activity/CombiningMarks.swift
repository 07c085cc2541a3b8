internal import Foundation

/// The limit on consecutive combining marks in a text.
///
/// Comparing or hashing a text sorts its marks, run by run, in time quadratic in the length of a
/// run: a text of a mebibyte would take hours. No writing system needs more than a few marks on a
/// letter, and Unicode's stream-safe text format (UAX #15, section 13) ends runs at thirty. So
/// texts with longer runs are rejected on input, before anything compares them.
public enum CombiningMarks {
  /// The longest run that is accepted, counted in the text's canonical decomposition.
  public static let mostInARow = 30

  /// Returns whether a text has a longer run than ``mostInARow``.
  ///
  /// It neither compares nor hashes the text.
  ///
  /// - Complexity: O(length); constant for a short text, and only a look at the bytes for a text
  ///   without marks.
  public static func areTooMany(in text: String) -> Bool {
    // Every mark takes at least a byte, and the first character with a mark in it is U+00C0, whose
    // first byte is 0xC3.
    guard text.utf8.count > mostInARow, text.utf8.contains(where: { $0 >= 0xC3 }) else { return false }
    var run = 0
    for scalar in text.unicodeScalars {
      run = mayBeMark(scalar) ? run + 1 : 0
      // A character has at most three marks in its decomposition, so shorter runs cannot be too
      // long.
      if run * 3 + 3 > mostInARow { return hasLongRun(text) }
    }
    return false
  }

  /// Returns a text without the marks beyond ``mostInARow`` in their run.
  ///
  /// Foreign bytes are shortened like this before anything compares them.
  ///
  /// - Complexity: O(length).
  package static func shortened(_ text: String) -> String {
    guard areTooMany(in: text) else { return text }
    var (kept, run) = (String.UnicodeScalarView(), MarkRun())
    for scalar in text.unicodeScalars where run.takes(scalar) { kept.append(scalar) }
    return String(kept)
  }

  private static func mayBeMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    // These three are not marks themselves, but consist only of marks.
    if scalar.value == 0xF73 || scalar.value == 0xF75 || scalar.value == 0xF81 { return true }
    return scalar.properties.canonicalCombiningClass != .notReordered
  }

  /// Returns whether a text has a longer run, decomposing each character by itself: decomposing the
  /// text would sort the marks of a whole run.
  private static func hasLongRun(_ text: String) -> Bool {
    var run = MarkRun()
    return text.unicodeScalars.contains { !run.takes($0) }
  }

  /// Rejects a text with too many in a row.
  ///
  /// - Throws: ``ActivityError/tooManyMarks(field:)``.
  static func check(_ text: String?, _ field: String) throws(ActivityError) {
    if let text, areTooMany(in: text) { throw .tooManyMarks(field: field) }
  }

  /// Rejects names and values with too many in a row.
  ///
  /// - Throws: ``ActivityError/tooManyMarks(field:)``.
  static func check(_ values: [String: ActivityValue], _ field: String) throws(ActivityError) {
    for (name, value) in values where areTooMany(in: name) || value.hasTooManyMarks {
      throw .tooManyMarks(field: field)
    }
  }

  /// Rejects texts if one of them has too many in a row.
  ///
  /// - Throws: ``ActivityError/tooManyMarks(field:)``.
  static func check(_ texts: Set<String>?, _ field: String) throws(ActivityError) {
    for text in texts ?? [] { try check(text, field) }
  }
}

/// The run of marks at the end of a text, as scalars are added to it.
private struct MarkRun {
  private var length = 0
  /// For each decomposed scalar, whether its parts are marks; a text with many marks has few
  /// distinct ones.
  private var parts: [Unicode.Scalar: [Bool]] = [:]

  /// Adds a scalar unless the run would become too long; returns whether it was added.
  mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0xC0 else {
      length = 0
      return true
    }
    var (after, longest) = (length, 0)
    for isMark in marks(of: scalar) {
      after = isMark ? after + 1 : 0
      longest = max(longest, after)
    }
    guard longest <= CombiningMarks.mostInARow else { return false }
    length = after
    return true
  }

  private mutating func marks(of scalar: Unicode.Scalar) -> [Bool] {
    if let known = parts[scalar] { return known }
    let marks = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.map {
      $0.properties.canonicalCombiningClass != .notReordered
    }
    parts[scalar] = marks
    return marks
  }
}

extension ActivityValue {
  /// A Boolean value that indicates whether a text in it, at any depth, has more consecutive
  /// combining marks than are allowed.
  ///
  /// - Complexity: O(size of the value).
  fileprivate var hasTooManyMarks: Bool {
    switch self {
    case .string(let text): CombiningMarks.areTooMany(in: text)
    case .array(let values): values.contains(where: \.hasTooManyMarks)
    case .object(let values):
      values.contains { CombiningMarks.areTooMany(in: $0.key) || $0.value.hasTooManyMarks }
    case .null, .boolean, .integer, .double, .date, .data, .url: false
    }
  }
}

extension UserActivity {
  /// Rejects texts, set after the activity was made, that would take too long to compare.
  ///
  /// Texts in rare objects (interaction, map item, parameter combinations) are checked when they
  /// are written.
  ///
  /// - Throws: ``ActivityError/tooManyMarks(field:)``.
  func checkMarks() throws(ActivityError) {
    for field in Self.allFields { try field.checkMarks(in: self) }
  }
}
