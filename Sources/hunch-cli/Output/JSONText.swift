internal import Foundation

/// JSON on one line, the same bytes for equal values.
enum JSONText {
  /// Encodes a value; names of an object are sorted.
  ///
  /// - Parameter keys: How a property's name becomes a member's: as it is, or as `snake_case`.
  static func line(
    _ value: some Encodable, keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = keys
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
