internal import Foundation

/// The two spellings of a host with letters outside ASCII: `bücher.example`, and
/// `xn--bcher-kva.example` as the network has it (RFC 3492).
enum Punycode {
  private static let (base, least, most, skew, damp) = (36, 1, 26, 38, 700)
  private static let (firstBias, firstCode) = (72, 0x80)
  private static let prefix = "xn--"
  /// The maximum length of a label in characters, which bounds the work.
  private static let longestLabel = 63

  /// Returns a host in the network's form; a label that is too long is unchanged.
  static func host(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    let folded = text.precomposedStringWithCanonicalMapping.lowercased()
    return folded.split(separator: ".", omittingEmptySubsequences: false).map { label in
      guard !label.utf8.allSatisfy({ $0 < 0x80 }), label.unicodeScalars.count <= longestLabel else {
        return String(label)
      }
      return prefix + encoded(label.unicodeScalars.map { Int($0.value) })
    }.joined(separator: ".")
  }

  /// Returns a host as people read it; a label that is not Punycode is unchanged.
  static func readable(_ host: String) -> String {
    guard host.contains(prefix) else { return host }
    return host.split(separator: ".", omittingEmptySubsequences: false).map { label in
      guard label.hasPrefix(prefix), label.utf8.count <= longestLabel else { return String(label) }
      return decoded(Array(label.dropFirst(prefix.count).utf8)) ?? String(label)
    }.joined(separator: ".")
  }

  private static func encoded(_ codes: [Int]) -> String {
    var output = codes.filter { $0 < firstCode }.map { UInt8($0) }
    let basic = output.count
    var (handled, code, delta, bias) = (basic, firstCode, 0, firstBias)
    if basic > 0 { output.append(.dash) }
    while handled < codes.count, let next = codes.filter({ $0 >= code }).min() {
      delta += (next - code) * (handled + 1)
      code = next
      for one in codes {
        if one < code { delta += 1 }
        guard one == code else { continue }
        var rest = delta
        for place in sequence(first: base, next: { $0 + base }) {
          let threshold = threshold(place, bias)
          guard rest >= threshold else { break }
          output.append(digit(threshold + (rest - threshold) % (base - threshold)))
          rest = (rest - threshold) / (base - threshold)
        }
        output.append(digit(rest))
        bias = adapted(delta, handled + 1, isFirst: handled == basic)
        (delta, handled) = (0, handled + 1)
      }
      (delta, code) = (delta + 1, code + 1)
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func decoded(_ bytes: [UInt8]) -> String? {
    let dash = bytes.lastIndex(of: .dash)
    var codes = bytes[..<(dash ?? 0)].map { Int($0) }
    var place = dash.map { $0 + 1 } ?? 0
    var (code, index, bias) = (firstCode, 0, firstBias)
    while place < bytes.count {
      let before = index
      var (weight, step) = (1, base)
      while true {
        guard place < bytes.count, let value = value(of: bytes[place]) else { return nil }
        place += 1
        index += value * weight
        let threshold = threshold(step, bias)
        if value < threshold { break }
        weight *= base - threshold
        step += base
        guard weight < 1 << 32, index < 1 << 32 else { return nil }
      }
      bias = adapted(index - before, codes.count + 1, isFirst: before == 0)
      code += index / (codes.count + 1)
      index %= codes.count + 1
      codes.insert(code, at: index)
      index += 1
    }
    let scalars = codes.compactMap { UInt32(exactly: $0).flatMap(Unicode.Scalar.init) }
    guard scalars.count == codes.count, scalars.allSatisfy(PathPart.isVisible) else { return nil }
    return String(String.UnicodeScalarView(scalars))
  }

  private static func threshold(_ place: Int, _ bias: Int) -> Int { min(max(place - bias, least), most) }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var rest = isFirst ? delta / damp : delta / 2
    rest += rest / count
    var bias = 0
    while rest > (base - least) * most / 2 {
      rest /= base - least
      bias += base
    }
    return bias + (base - least + 1) * rest / (rest + skew)
  }

  private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30) }

  private static func value(of byte: UInt8) -> Int? {
    byte.isLetter ? Int(byte.lowercased) - 0x61 : byte.isDigit ? Int(byte) - 0x30 + 26 : nil
  }
}
