package import Foundation

/// The names in the objects of a JSON text, counted and measured without comparing them.
///
/// `JSONDecoder` hashes names, which takes quadratic time for runs of combining marks: hours for a
/// model with a header of the maximum length.
struct JSONNames {
  /// More bytes than any of our names has in the text.
  static let longest = 256

  /// The number of names.
  let count: Int

  /// Counts the names of a text; returns `nil` if one is longer than ``longest``.
  ///
  /// - Complexity: O(length).
  init?(in json: some Sequence<UInt8>) {
    var (count, length, isInString, isEscaped) = (0, 0, false, false)
    for byte in json {
      if isInString {
        length += 1
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte == UInt8(ascii: "\"") {
        (length, isInString) = (-1, true)  // less the quotation mark at its end
      } else if byte == UInt8(ascii: ":") {
        guard length <= Self.longest else { return nil }
        count += 1
      }
    }
    self.count = count
  }
}

extension JSONDecoder {
  /// Decodes JSON from an untrusted source.
  ///
  /// - Throws: `DecodingError`, also for a name of more than 256 bytes.
  /// - Complexity: O(length).
  package static func decode<Value: Decodable>(_ type: Value.Type, guarded json: Data) throws -> Value {
    guard JSONNames(in: json) != nil else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "a name is too long"))
    }
    return try JSONDecoder().decode(type, from: json)
  }
}
