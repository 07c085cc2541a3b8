internal import Activities
internal import Foundation

/// A numeric date in the format of a country: `1/31/24`, `31.01.2024`, `24. 1. 31.`, `2024年1月31日`.
///
/// Digits may be of any script, and years of other calendars. The whole file determines the order
/// of year, month and day (``NumericDateOrder``).
struct NumericDate {
  /// The numbers in the order of writing.
  fileprivate let numbers: [Int]
  /// The number of digits of each.
  fileprivate let digits: [Int]
  /// The year before the first of the named era, such as 令和 or R; `nil` if no era is named.
  fileprivate let era: Int?
  /// The orders in use for dates with these separators, the most usual one first.
  fileprivate let forms: [NumericDateOrder.Form]

  /// Reads the numbers of a date; `nil` for other texts.
  init?(_ text: some StringProtocol) {
    var (numbers, digits, words) = ([Int](), [Int](), "")
    var (isInNumber, separator): (Bool, Character?) = (false, nil)
    guard text.utf8.count <= Self.longest else { return nil }
    for character in text {
      if let digit = character.isNumber ? character.wholeNumberValue : nil, digit < 10 {
        guard isInNumber else {
          (numbers, digits, isInNumber) = (numbers + [digit], digits + [1], true)
          continue
        }
        guard digits[digits.count - 1] < 4 else { return nil }
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + digit
        digits[digits.count - 1] += 1
      } else {
        isInNumber = false
        if Self.separators.contains(character) {
          if numbers.count == 1, separator == nil || separator == " " { separator = character }
        } else if !Self.signs.contains(character) {
          words.append(character)
        }
      }
    }
    guard numbers.count == 3 else { return nil }
    if words.isEmpty {
      era = nil
    } else {
      guard let begin = Self.eras[words.lowercased()] else { return nil }
      era = begin
    }
    (self.numbers, self.digits) = (numbers, digits)
    let isClosed = text.last { !$0.isWhitespace } == "."
    if text.contains(where: { $0 == "年" || $0 == "년" }) { separator = "年" }
    forms =
      switch separator {
      case "年": [.yearFirst]
      case ".", "．": isClosed ? [.yearFirst, .dayFirst] : [.dayFirst, .yearFirst]
      case "-": [.yearFirst, .dayFirst, .monthFirst]
      default: [.monthFirst, .dayFirst, .yearFirst]
      }
  }

  /// The maximum length of a date in bytes.
  private static let longest = 128
  private static let separators: Set<Character> = [
    "/", ".", "-", " ", "\u{A0}", "\u{2009}", "\u{202F}", "／", "．", "٫",
  ]
  /// Signs and words for year, month and day in dates with a fixed order, and direction marks.
  private static let signs: Set<Character> = [
    "年", "月", "日", "년", "월", "일", "\u{200E}", "\u{200F}", "\u{61C}", ",", "،",
    // Of the Buddhist calendar, whose years are recognised by their size.
    "พ", "ศ",
  ]
  /// The years before the first of eras, by their names.
  private static let eras: [String: Int] = [
    "令和": 2018, "令": 2018, "r": 2018, "平成": 1988, "平": 1988, "h": 1988, "民國": 1911, "民国": 1911,
  ]

  /// Returns whether a word may occur in dates, as the name of an era or the sign for a day.
  static func isSign(_ word: String) -> Bool {
    word.allSatisfy(signs.contains) || eras[word.lowercased()] != nil
  }

  /// A day of a calendar.
  struct Day {
    fileprivate let calendar: Calendar.Identifier
    fileprivate let year: Int
    fileprivate let month: Int
    fileprivate let day: Int

    /// A number that increases from day to day.
    fileprivate var ordinal: Int { (year * 12 + month) * 31 + day }

    /// Returns the moment of a time of day; `nil` if the day does not exist.
    func date(hour: Int, minute: Int = 0, second: Int = 0, in zone: TimeZone) -> Date? {
      var calendar = Calendar(identifier: calendar)
      calendar.timeZone = zone
      let components = DateComponents(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
      guard let date = calendar.date(from: components), calendar.component(.day, from: date) == day,
        calendar.component(.month, from: date) == month
      else { return nil }
      return date
    }
  }

  /// Returns the day of the numbers in an order; `nil` if it is invalid.
  fileprivate func day(_ order: NumericDateOrder.Form) -> Day? {
    let places = order.places
    let (year, month, day) = (numbers[places.year], numbers[places.month], numbers[places.day])
    guard (1...12).contains(month), (1...31).contains(day), digits[places.month] <= 2,
      digits[places.day] <= 2,
      let (calendar, year) = Self.year(year, digits: digits[places.year], era: era)
    else { return nil }
    return Day(calendar: calendar, year: year, month: month, day: day)
  }

  /// Returns a year and its calendar.
  ///
  /// No history is older than 2000, so the size of a year shows its calendar: 25xx is Buddhist,
  /// 13xx to 1420 Persian, 1421 to 1475 Islamic, and three digits are of the Republic of China. Two
  /// digits from 50 on are Buddhist.
  private static func year(_ year: Int, digits: Int, era: Int?) -> (Calendar.Identifier, Int)? {
    if let era { return (.gregorian, era + year) }
    switch (digits, year) {
    case (...2, 0..<50): return (.gregorian, 2_000 + year)
    case (...2, _): return (.gregorian, 2_500 + year - 543)
    case (3, 89...199): return (.gregorian, 1_911 + year)
    case (4, 1_379...1_420): return (.persian, year)
    case (4, 1_421...1_475): return (.islamicUmmAlQura, year)
    case (4, 1_900...2_400): return (.gregorian, year)
    case (4, 2_543...2_650): return (.gregorian, year - 543)
    default: return nil
    }
  }
}

/// The order of year, month and day that all dates of a file share.
///
/// It is the order in which every date is valid; else in which dates rise or fall from record to
/// record; else in which they are closest together; else the usual one for the separator. A year of
/// more than two digits is recognised by itself.
struct NumericDateOrder {
  /// An order of year, month and day.
  fileprivate enum Form: Int, CaseIterable {
    case monthFirst, dayFirst, yearFirst

    var places: (year: Int, month: Int, day: Int) {
      switch self {
      case .monthFirst: (2, 0, 1)
      case .dayFirst: (2, 1, 0)
      case .yearFirst: (0, 1, 2)
      }
    }
  }

  /// The evidence for and against an order.
  private struct Tally {
    var impossible = 0
    var rises = 0
    var falls = 0
    var last: Int?
    var range: ClosedRange<Int>?

    mutating func note(_ day: NumericDate.Day?) {
      guard let ordinal = day?.ordinal else {
        impossible += 1
        return
      }
      if let last {
        if ordinal > last { rises += 1 }
        if ordinal < last { falls += 1 }
      }
      last = ordinal
      range = range.map { min($0.lowerBound, ordinal)...max($0.upperBound, ordinal) } ?? ordinal...ordinal
    }

    /// The doubts about the order; smaller is better.
    var doubts: [Int] { [impossible, min(rises, falls), range.map { $0.upperBound - $0.lowerBound } ?? 0] }
  }

  /// The tallies of dates that may have a two-digit year at either end, and of those with a year at
  /// their end.
  private var short = [Tally](repeating: Tally(), count: Form.allCases.count)
  private var yearLast = [Tally](repeating: Tally(), count: Form.allCases.count)
  /// The usual order for the first date.
  private var usual: Form?

  /// Learns from a date.
  mutating func note(_ date: NumericDate) {
    guard !date.beginsWithYear else { return }
    for form in Form.allCases {
      let day = date.forms.contains(form) ? date.day(form) : nil
      if date.digits[2] <= 2 { short[form.rawValue].note(day) }
      if form != .yearFirst { yearLast[form.rawValue].note(day) }
    }
    if usual == nil { usual = date.forms.first }
  }

  /// Returns the day of a date; `nil` if it is invalid in the file's order.
  func day(_ date: NumericDate) -> NumericDate.Day? {
    if date.beginsWithYear || (date.digits[2] <= 2 && best(Form.allCases, short) == .yearFirst) {
      return date.day(.yearFirst)
    }
    return date.day(best([.monthFirst, .dayFirst], yearLast))
  }

  private func best(_ forms: [Form], _ tallies: [Tally]) -> Form {
    forms.min { left, right in
      let (a, b) = (tallies[left.rawValue].doubts, tallies[right.rawValue].doubts)
      return a == b ? left == usual && right != usual : a.lexicographicallyPrecedes(b)
    } ?? .monthFirst
  }
}

extension NumericDate {
  /// A Boolean value that indicates whether the date alone shows that the year comes first.
  fileprivate var beginsWithYear: Bool {
    digits[0] > 2 || era != nil || numbers[0] > 31 || forms == [.yearFirst]
  }
}
