internal import Activities

/// The fields of a message in the encoding of Protocol Buffers, by number; the last value of a
/// repeated field counts.
struct ProtobufMessage {
  private enum Value {
    case number(UInt64)
    case double(Double)
    case bytes(ArraySlice<UInt8>)
  }

  private var fields: [Int: Value] = [:]
  /// The maximum number of fields, more than any known message has.
  private static let mostFields = 256

  /// Reads a message; fails if the bytes are not one.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let key = Self.number(&rest), let field = Int(exactly: key >> 3), field > 0 else { return nil }
      guard fields.count < Self.mostFields else { return nil }
      switch key & 7 {
      case 0:
        guard let number = Self.number(&rest) else { return nil }
        fields[field] = .number(number)
      case 1:
        guard rest.count >= 8 else { return nil }
        fields[field] = .double(Array(rest.prefix(8)).double(at: 0))
        rest = rest.dropFirst(8)
      case 2:
        guard let length = Self.number(&rest).flatMap(Int.init(exactly:)), length <= rest.count else {
          return nil
        }
        fields[field] = .bytes(rest.prefix(length))
        rest = rest.dropFirst(length)
      case 5:
        guard rest.count >= 4 else { return nil }
        rest = rest.dropFirst(4)
      default: return nil
      }
    }
  }

  /// Returns a whole number.
  func number(_ field: Int) -> UInt64? {
    if case .number(let number) = fields[field] { number } else { nil }
  }

  /// Returns a binary64 number.
  func double(_ field: Int) -> Double? {
    if case .double(let number) = fields[field] { number } else { nil }
  }

  /// Returns bytes.
  func bytes(_ field: Int) -> [UInt8]? {
    if case .bytes(let bytes) = fields[field] { Array(bytes) } else { nil }
  }

  /// Returns a text, or nil for invalid bytes.
  func text(_ field: Int) -> String? {
    guard case .bytes(let bytes) = fields[field], !bytes.isEmpty else { return nil }
    return String(validating: bytes, as: UTF8.self).map(CombiningMarks.shortened)
  }

  /// Removes a number with seven bits per byte from the front.
  private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }
}
