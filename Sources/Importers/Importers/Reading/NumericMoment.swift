internal import Activities
internal import Foundation

/// A numeric date (``NumericDate``) with a time of day in the format of a country:
/// `5/20/2021, 2:13 PM`, `20.05.2021 14:13:27 +00:00`, `2021. 5. 20. 오후 2:13`.
struct NumericMoment {
  let date: NumericDate
  private let hour: Int
  private let minute: Int
  private let second: Int
  /// The UTC offset in seconds, if given.
  private let offset: Int?

  /// Reads a moment; `nil` for other texts.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count <= Self.longest else { return nil }
    var (dates, words): ([String], String) = ([], "")
    var (time, offset): ([Int]?, Int?) = (nil, nil)
    for token in Self.tokens(of: text) {
      if token == "T" { continue }
      if time != nil, let seconds = Self.offset(token) {
        offset = seconds
      } else if token.contains(":"), time == nil {
        let parts = token.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard (2...3).contains(parts.count), !parts.contains(nil) else { return nil }
        time = parts.compactMap(\.self)
      } else if token.contains(where: \.isNumber) || !token.contains(where: \.isLetter)
        || NumericDate.isSign(token)
      {
        dates.append(token)
      } else {
        words += token.lowercased().filter(\.isLetter)
      }
    }
    guard let time, let date = NumericDate(dates.joined(separator: " ")), (0...23).contains(time[0]),
      (0...59).contains(time[1]), (0...59).contains(time.count == 3 ? time[2] : 0)
    else { return nil }
    if ["utc", "gmt", "z"].contains(words) {
      (offset, words) = (offset ?? 0, "")
    }
    if words.isEmpty {
      hour = time[0]
    } else {
      guard let half = Self.halves[words], (0...12).contains(time[0]) else { return nil }
      hour = time[0] % 12 + half
    }
    (self.date, minute, second, self.offset) = (date, time[1], time.count == 3 ? time[2] : 0, offset)
  }

  /// Returns the instant in the order of a file; a time without an offset is local time in a zone.
  func instant(
    _ order: NumericDateOrder, in zone: TimeZone, _ settings: HistorySettings
  ) throws(HistoryProblem) -> Instant {
    let zone = offset.flatMap { TimeZone(secondsFromGMT: $0) } ?? zone
    guard
      let date = order.day(date)?.date(hour: hour, minute: minute, second: second, in: zone)
    else { throw .time }
    return try settings.instant(milliseconds: Int64(clamping: date.timeIntervalSince1970 * 1_000))
  }

  /// The maximum length in bytes.
  private static let longest = 192

  /// Returns the words of a text, with numbers, signs and letters separated, and digits of any
  /// script as ASCII.
  private static func tokens(of text: some StringProtocol) -> [String] {
    var (tokens, token): ([String], String) = ([], "")
    func end() {
      if !token.isEmpty { tokens.append(token) }
      token = ""
    }
    for character in text {
      if character.isWhitespace || character == "," || character == "،" {
        end()
      } else if character.isNumber, let digit = character.wholeNumberValue, digit < 10 {
        if token.last?.isLetter == true { end() }
        token += String(digit)
      } else {
        if character.isLetter, token.last.map({ !$0.isLetter }) ?? false { end() }
        token.append(character == "：" ? ":" : character)
      }
    }
    end()
    return tokens
  }

  /// Returns the seconds of `+01:00`, `-0530` or `+1`.
  private static func offset(_ token: String) -> Int? {
    guard let sign = token.first, "+-−".contains(sign) else { return nil }
    let digits = token.dropFirst().filter { $0 != ":" }
    guard (1...4).contains(digits.count), let number = Int(digits) else { return nil }
    let (hours, minutes) = digits.count <= 2 ? (number, 0) : (number / 100, number % 100)
    guard hours <= 14, minutes <= 59 else { return nil }
    return (sign == "+" ? 1 : -1) * (hours * 60 + minutes) * 60
  }

  /// The first hours of the halves of the day, by their letters.
  private static let halves: [String: Int] = {
    let pairs = [
      ("am", "pm"), ("a", "p"), ("오전", "오후"), ("午前", "午後"), ("上午", "下午"), ("ص", "م"), ("قظ", "بظ"),
      ("πμ", "μμ"), ("öö", "ös"), ("проб", "слоб"), ("дп", "пп"), ("de", "du"), ("sa", "ch"),
      ("முற்பகல்", "பிற்பகல்"), ("ก่อนเที่ยง", "หลังเที่ยง"), ("fm", "em"), ("ap", "ip"), ("pg", "ptg"), ("dop", "odp"),
      ("priešpiet", "popiet"), ("pd", "md"), ("पूर्वाह्न", "अपराह्न"), ("לפנהצ", "אחהצ"),
    ]
    var hours: [String: Int] = [:]
    for (morning, afternoon) in pairs {
      hours[morning.filter(\.isLetter)] = 0
      hours[afternoon.filter(\.isLetter)] = 12
    }
    return hours
  }()
}
