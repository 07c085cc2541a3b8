internal import Foundation

/// The time zones that the times of a calendar name.
///
/// A name means, in this order:
///
/// 1. the place in it, as IANA calls it, whatever is before that: `Europe/Berlin`,
///    `/citadel.org/20190403_1/Europe/Berlin`;
/// 2. a name of IANA's that the calendar gives for it (`X-LIC-LOCATION`);
/// 3. the zone of Windows with this very name (``WindowsZones``): calendars write its present rules
///    alone;
/// 4. the offsets and rules by which the calendar defines it;
/// 5. another name of Windows or IANA, or of another language (``ZoneNames``);
/// 6. all of this for the name without a number behind it, which Exchange adds.
struct CalendarZones {
  /// A zone as a calendar defines it.
  private struct Definition {
    let location: String?
    let components: [[CalendarLine]]

    func isSame(as other: Self) -> Bool {
      func text(_ components: [[CalendarLine]]) -> [[String]] {
        components.map { $0.map { $0.name + ":" + $0.value } }
      }
      return location == other.location && text(components) == text(other.components)
    }
  }

  private let end: Date
  private let budget: ReadingBudget
  private var definitions: [String: Definition] = [:]
  private var known: [String: Result<CalendarZone, HistoryProblem>] = [:]
  /// The name of the zone in which the open calendar means times without one (`X-WR-TIMEZONE`);
  /// `nil` if it does not say.
  var usual: String?

  /// Creates the zones of a file.
  ///
  /// - Parameters:
  ///   - end: The moment after which no time is of interest.
  ///   - budget: The budget of the file, under which the rules of its own zones are followed.
  init(until end: Date, within budget: ReadingBudget) { (self.end, self.budget) = (end, budget) }

  /// Adds a zone that a calendar defines, in place of an earlier one of its name.
  ///
  /// - Parameters:
  ///   - lines: The lines of the component VTIMEZONE.
  ///   - components: The lines of each component in it.
  mutating func define(_ lines: [CalendarLine], _ components: [[CalendarLine]]) {
    func text(_ name: String) -> String? { lines.first { $0.name == name }?.text }
    guard let name = text("TZID") else { return }
    let definition = Definition(location: text("X-LIC-LOCATION"), components: components)
    // Files of many calendars repeat their zones.
    if let known = definitions.updateValue(definition, forKey: ZoneNames.folded(name)),
      known.isSame(as: definition)
    {
      return
    }
    known = [:]
  }

  /// The zone of times that name none, if the calendar says which; one that is not known says
  /// nothing.
  mutating func usualZone() -> CalendarZone? { usual.flatMap { try? zone(named: $0) } }

  /// Returns the zone of a name.
  ///
  /// - Throws: ``CalendarZone/unknown``, or why a rule of the calendar's own zone cannot be
  ///   followed.
  mutating func zone(named name: String) throws(HistoryProblem) -> CalendarZone {
    if let known = known[name] { return try known.get() }
    let result: Result<CalendarZone, HistoryProblem>
    do throws(HistoryProblem) { result = .success(try found(name)) } catch { result = .failure(error) }
    known[name] = result
    return try result.get()
  }

  private func found(_ name: String) throws(HistoryProblem) -> CalendarZone {
    for name in [name, ZoneNames.withoutNumber(name)].compactMap({ $0 }) {
      let folded = ZoneNames.folded(name)
      if let zone = ZoneNames.place(in: name) { return .system(zone) }
      let definition = definitions[folded]
      if let zone = definition?.location.flatMap(ZoneNames.place(in:)) { return .system(zone) }
      if let zone = ZoneNames.windows(folded) { return .system(zone) }
      if let definition, let zone = try DefinedZone(definition.components, until: end, within: budget) {
        return .defined(zone)
      }
      if let zone = ZoneNames.zone(folded, at: end) { return zone }
    }
    throw CalendarZone.unknown
  }
}

extension CalendarZone {
  static let unknown = HistoryProblem(
    "its time zone is unknown; export the calendar with names like Europe/Berlin")
}

/// The names that time zones have in calendars, beside the calendar's own.
enum ZoneNames {
  /// Returns a name without what differs between writers: capitals, quotes, escapes and doubled
  /// blanks.
  static func folded(_ name: String) -> String {
    name.lowercased().filter { !#"\""#.contains($0) }.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// Returns a name without the number behind it; `nil` if there is none.
  static func withoutNumber(_ name: String) -> String? {
    name.wholeMatch(of: /(.*\S)\s+\d{1,4}\s*/).map { String($0.output.1) }
  }

  /// Returns the zone of the place in a name, like `America/Indiana/Knox`, whatever is before it;
  /// `nil` if there is none.
  static func place(in name: String) -> TimeZone? {
    let parts = name.trimmingCharacters(in: .whitespaces).split(separator: "/")
    for count in [3, 2] where count <= parts.count {
      var place = parts.suffix(count)
      // In front of the continent there may be words.
      place[place.startIndex] =
        place[place.startIndex].split { !$0.isLetter && $0 != "_" }.last ?? ""
      let name = place.joined(separator: "/")
      if let zone = TimeZone(identifier: name)
        ?? places[name.lowercased()].flatMap(TimeZone.init(identifier:))
      {
        return zone
      }
    }
    return nil
  }

  /// Returns the zone that Windows has under a folded name; `nil` if there is none.
  static func windows(_ name: String) -> TimeZone? { windowsNames[name].flatMap(TimeZone.init(identifier:)) }

  /// Returns the zone that a folded name may mean.
  ///
  /// It may be one of IANA's without a place, also behind an address; one of Windows' in summer, or
  /// without its last words, as Lotus Notes writes it; the label that Windows shows; an offset; or
  /// a name in another language.
  ///
  /// - Parameter date: The moment at which offsets in labels are compared.
  static func zone(_ name: String, at date: Date) -> CalendarZone? {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    if let zone = placeless[last].flatMap(TimeZone.init(identifier:)) { return .system(zone) }
    let standard = name.replacing(/\ (daylight|summer) time\b/, with: " standard time")
    if let zone = windows(standard) ?? windows(name + " standard time") { return .system(zone) }
    if let zone = labelled(name, at: date) { return .system(zone) }
    if let offset = offset(name) { return .defined(DefinedZone(offset: offset)) }
    return LocalizedZones.names[name].flatMap(TimeZone.init(identifier:)).map(CalendarZone.system)
  }

  /// Returns the zone of a label like "(UTC+01:00) Amsterdam, Berlin, Bern".
  ///
  /// It may name other cities than Windows does now, or some of them in another language.
  private static func labelled(_ name: String, at date: Date) -> TimeZone? {
    guard let found = name.wholeMatch(of: /\((?:utc|gmt) ?([^)]*)\) ?(.+)/) else {
      return labels[name].flatMap(TimeZone.init(identifier:))
    }
    let text = String(found.output.2)
    if let zone = labels[text].flatMap(TimeZone.init(identifier:)) { return zone }
    guard let offset = found.output.1.isEmpty ? 0 : offset(String(found.output.1)) else { return nil }
    return parts(of: text).lazy.compactMap { city in
      cities[city].flatMap(TimeZone.init(identifier:))
    }.first { zone in
      Double(zone.secondsFromGMT(for: date)) - zone.daylightSavingTimeOffset(for: date) == Double(offset)
    }
  }

  /// Returns the cities of a label.
  private static func parts(of label: String) -> [String] {
    label.split { ",;/".contains($0) }.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Reads an offset like `utc+01:00` or `-5`, in seconds.
  private static func offset(_ name: String) -> Int? {
    guard let found = name.wholeMatch(of: /(?:utc|gmt)? ?([+−-]) ?(\d{1,2})(?::?(\d\d))?/),
      let hours = Int(found.output.2), let minutes = Int(found.output.3 ?? "0"), hours <= 14, minutes < 60
    else { return nil }
    return (found.output.1 == "+" ? 1 : -1) * (hours * 3_600 + minutes * 60)
  }

  /// The names of IANA by their folded form, and by their cities, also those in labels of Windows.
  private static let places = Dictionary(
    TimeZone.knownTimeZoneIdentifiers.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
  private static let cities: [String: String] = {
    let places = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }.map { name in
      (String(name.lowercased().replacing("_", with: " ").split(separator: "/").last ?? ""), name)
    }
    let labelled = WindowsZones.all.flatMap { zone in
      parts(of: (zone.label ?? "").lowercased()).map { ($0, zone.zone) }
    }
    return Dictionary(places + labelled, uniquingKeysWith: { first, _ in first })
  }()

  private static let windowsNames = Dictionary(
    WindowsZones.all.map { ($0.name.lowercased(), $0.zone) }, uniquingKeysWith: { first, _ in first })
  private static let labels = Dictionary(
    WindowsZones.all.compactMap { zone in zone.label.map { ($0.lowercased(), zone.zone) } },
    uniquingKeysWith: { first, _ in first })

  /// The names of IANA without a place, by their folded form.
  ///
  /// There will be no others; Foundation takes abbreviations for zones, too.
  private static let placeless = Dictionary(
    """
    CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan
    Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey UCT UTC Universal W-SU WET Zulu
    """.split(whereSeparator: \.isWhitespace).map { ($0.lowercased(), String($0)) },
    uniquingKeysWith: { first, _ in first })
}

/// The names of time zones in other languages, such as "Mitteleuropäische Zeit": programs for
/// Windows write them into calendars.
private enum LocalizedZones {
  /// The languages that Windows has.
  private static let languages =
    "en ar bg ca cs da de el es et eu fi fr gl he hr hu id it ja ko lt lv nb nl pl pt pt-PT ro ru sk sl sr sv th tr uk vi zh-Hans zh-Hant"

  /// The zones of IANA by their folded names.
  ///
  /// All of them are Foundation's; it takes a part of a second to ask for them, so only a name that
  /// is nothing else is looked for here.
  static let names: [String: String] = {
    var names: [String: String] = [:]
    var zones: [TimeZone] = []
    let english = Locale(identifier: "en")
    var seen: Set<String> = []
    let all = WindowsZones.all.map(\.zone) + TimeZone.knownTimeZoneIdentifiers
    for zone in all.compactMap(TimeZone.init(identifier:))
    where zone.localizedName(for: .standard, locale: english).map({ seen.insert($0).inserted }) == true {
      zones.append(zone)
    }
    for language in languages.split(separator: " ") {
      let locale = Locale(identifier: String(language))
      for zone in zones {
        for style in [NSTimeZone.NameStyle.generic, .standard, .daylightSaving] {
          guard let name = zone.localizedName(for: style, locale: locale) else { continue }
          let folded = ZoneNames.folded(name)
          if names[folded] == nil { names[folded] = zone.identifier }
        }
      }
    }
    return names
  }()
}
