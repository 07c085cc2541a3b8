internal import Foundation

/// JSON on one line, the same bytes for equal values.
enum JSONText {
  /// Encodes a value; names of an object are sorted.
  static func line(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
