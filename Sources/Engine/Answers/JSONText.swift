internal import Activities
package import Foundation

/// JSON on one line, with the same bytes for equal values, and without control characters.
package enum JSONText {
  /// Encodes a value; names of an object are sorted.
  ///
  /// - Parameter keys: The names of members: as in the type, or as `snake_case`.
  package static func line(
    _ value: some Encodable, keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = keys
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Returns the same lines, with escapes for characters that move a cursor, change the direction
  /// of writing or break a line.
  package static func escaped(lines: String) -> String {
    lines.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }.joined(
      separator: "\n")
  }

  /// Returns the same JSON, with escapes for characters that move a cursor, change the direction of
  /// writing or break a line.
  ///
  /// They occur only in strings; the encoder itself escapes those below U+0020.
  package static func escaped(_ json: String) -> String {
    guard json.utf8.contains(where: { $0 >= 0x7F }) else { return json }
    var escaped = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      guard VisibleText.isUnprintable(scalar) else {
        escaped.append(scalar)
        continue
      }
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16)
        escaped += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars
      }
    }
    return String(escaped)
  }
}
