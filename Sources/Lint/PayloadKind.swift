internal import Activities
internal import Foundation

extension ActivityValue {
  /// Within what of the donation's own time a moment is taken for a timestamp, in seconds: two days, because a donor's clock
  /// or zone may be off by one.
  private static let nearness = 172_800.0
  /// How many hexadecimal digits make an identifier that nobody thought of.
  private static let fewestDigits = 16

  /// Whether it is a moment near the time of its donation: a date, a text with date and time, or seconds or milliseconds since
  /// 1970.
  func isNear(_ instant: Instant) -> Bool {
    let now = Double(instant.milliseconds) / 1_000
    func isNear(_ seconds: Double) -> Bool { abs(seconds - now) <= Self.nearness }
    return switch self {
    case .date(let date): isNear(date.timeIntervalSince1970)
    case .integer(let number): isNear(Double(number)) || isNear(Double(number) / 1_000)
    case .double(let number): isNear(number) || isNear(number / 1_000)
    case .string(let text):
      if let moment = (try? Instant(rfc3339: text)) ?? (try? Instant(rfc3339: text + "Z")) {
        isNear(Double(moment.milliseconds) / 1_000)
      } else {
        (10...16).contains(text.utf8.count)
          && (Double(text).map { isNear($0) || isNear($0 / 1_000) } ?? false)
      }
    case .null, .boolean, .data, .url, .array, .object: false
    }
  }

  /// Whether it looks like an identifier that a machine made: a UUID, or at least sixteen hexadecimal digits.
  var looksLikeIdentifier: Bool {
    guard case .string(let text) = self else { return false }
    if UUID(uuidString: text) != nil { return true }
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    return digits.count >= Self.fewestDigits
      && digits.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20)
      } && digits.contains { $0 <= UInt8(ascii: "9") }
  }
}

/// What can be wrong with a phrase that a program suggests.
enum PhraseFault: String, CaseIterable {
  case long, wakeWord

  /// More words than people say without stopping.
  static let mostWords = 8
  /// Letters that fit on one line of a small display.
  static let mostCharacters = 50
  /// What wakes other assistants, which would take the rest.
  static let wakeWords = ["hey siri", "siri", "alexa", "ok google", "okay google", "hey google", "hey hunch"]

  static func faults(of phrase: String?) -> [PhraseFault] {
    guard let phrase else { return [] }
    var faults: [PhraseFault] = []
    let words = phrase.lowercased().split { !$0.isLetter && !$0.isNumber }
    if words.count > mostWords || phrase.count > mostCharacters { faults.append(.long) }
    let said = words.joined(separator: " ") + " "
    if wakeWords.contains(where: { said.hasPrefix($0 + " ") }) { faults.append(.wakeWord) }
    return faults
  }
}
