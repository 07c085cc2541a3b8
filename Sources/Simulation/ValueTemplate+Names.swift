internal import Activities

extension ValueTemplate {
  /// The variables that it speaks of.
  var names: [String] {
    switch self {
    case .text(let text): text.names
    case .array(let values): values.flatMap(\.names)
    case .object(let members): members.flatMap(\.value.names)
    case .constant, .pick, .noiseNumber, .noiseIdentifier: []
    }
  }

  /// Whether every value that it can bring is a string, number, boolean or null.
  var isScalar: Bool {
    switch self {
    case .constant(let value): value.isScalar
    case .pick(let values): values.allSatisfy(\.element.isScalar)
    case .text, .noiseNumber, .noiseIdentifier: true
    case .array, .object: false
    }
  }
}

extension ActivityValue {
  /// A scalar as people write it in a title; empty for anything else.
  var plainText: String {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .double(let number): String(number)
    case .boolean(let flag): String(flag)
    case .null, .date, .data, .url, .array, .object: ""
    }
  }
}
