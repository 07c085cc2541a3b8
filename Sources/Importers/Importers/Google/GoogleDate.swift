internal import Activities
internal import Foundation

/// A moment in Google's English pages: "Jan 31, 2018, 10:54:50 PM", "31 Jan 2018, 22:54:50
/// GMT+01:00".
struct GoogleDate {
  private let components: DateComponents
  /// The zone in the text.
  private let zone: String?

  /// The reason why a moment cannot be read.
  static let otherLanguage = HistoryProblem(
    "its date is not written in English; export again and choose JSON for My Activity, or English as the language of the account"
  )
  static let unknownZone = HistoryProblem(
    "its date names an unknown time zone; name the zone of the account with --tz, or export again and choose JSON for My Activity"
  )

  /// Reads a moment.
  ///
  /// - Throws: ``HistoryProblem``, with the fix.
  init(_ text: String) throws(HistoryProblem) {
    var rest = text.split { $0.isWhitespace || $0 == "," }.map(String.init)
    func take(_ isIt: (String) -> Bool) -> String? {
      rest.firstIndex(where: isIt).map { rest.remove(at: $0) }
    }
    var components = DateComponents()
    guard let month = take({ Self.month($0) != nil }).flatMap(Self.month),
      let time = take({ $0.contains(":") && $0.first?.isNumber == true }),
      let year = take({ $0.count == 4 && Int($0) != nil }).flatMap({ Int($0) }),
      let day = take({ $0.count <= 2 && Int($0) != nil }).flatMap({ Int($0) })
    else { throw Self.otherLanguage }
    let clock = time.split(separator: ":").map { Int($0) }
    guard (2...3).contains(clock.count), var hour = clock[0], let minute = clock[1],
      let second = clock.count == 3 ? clock[2] : 0, (1...31).contains(day), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { throw .time }
    if let half = take({ ["am", "pm"].contains(Self.letters($0)) }) {
      guard (1...12).contains(hour) else { throw .time }
      hour = hour % 12 + (Self.letters(half) == "pm" ? 12 : 0)
    }
    (components.year, components.month, components.day) = (year, month, day)
    (components.hour, components.minute, components.second) = (hour, minute, second)
    guard rest.count <= 1 else { throw Self.otherLanguage }
    zone = rest.first
    self.components = components
  }

  /// Returns the instant; a time without a zone is in the zone of the settings.
  func instant(_ settings: HistorySettings) throws(HistoryProblem) -> Instant {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    guard let date = calendar.date(from: components),
      calendar.dateComponents([.month, .day], from: date).day == components.day
    else { throw .time }
    let local = Int64(clamping: date.timeIntervalSince1970 * 1_000)
    guard let zone else { return try settings.instant(localMilliseconds: local) }
    let offset = try Self.offset(zone, atLocal: local, settings)
    return try settings.instant(milliseconds: local - Int64(offset) * 1_000)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let longMonths = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november",
    "december",
  ]

  private static func month(_ word: String) -> Int? {
    let word = letters(word)
    if word == "sept" { return 9 }
    return (months.firstIndex(of: word) ?? longMonths.firstIndex(of: word)).map { $0 + 1 }
  }

  /// Returns the letters of a word in lower case: "am" for "a.m.".
  private static func letters(_ word: String) -> String { word.lowercased().filter { $0 != "." } }

  /// Offsets of unambiguous zone abbreviations in minutes.
  private static let zones: [String: Int] = [
    "UTC": 0, "GMT": 0, "Z": 0, "WET": 0, "WEST": 60, "BST": 60, "CET": 60, "CEST": 120, "EET": 120,
    "EEST": 180,
    "MSK": 180, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480,
    "PDT": -420,
    "AKST": -540, "AKDT": -480, "HST": -600, "JST": 540, "AEST": 600, "AEDT": 660, "NZST": 720, "NZDT": 780,
  ]

  /// Returns the UTC offset of a zone in seconds: an abbreviation, preferably of the settings'
  /// zone, or `GMT+5:30`.
  private static func offset(
    _ zone: String, atLocal milliseconds: Int64, _ settings: HistorySettings
  ) throws(HistoryProblem) -> Int {
    let name = zone.uppercased()
    if let own = ZoneAbbreviations.offset(of: name, in: settings.zone, atLocal: milliseconds) { return own }
    if let known = zones[name] { return known * 60 }
    let digits =
      ["GMT", "UTC"].first(where: zone.uppercased().hasPrefix).map { zone.dropFirst($0.count) } ?? zone[...]
    guard let sign = digits.first, ["+", "-", "−"].contains(sign) else { throw unknownZone }
    let parts = digits.dropFirst().split(separator: ":").map { Int($0) }
    guard (1...2).contains(parts.count), let hours = parts[0], let minutes = parts.count == 2 ? parts[1] : 0,
      (0...14).contains(hours), (0...59).contains(minutes)
    else { throw unknownZone }
    return (sign == "+" ? 1 : -1) * (hours * 60 + minutes) * 60
  }
}
