internal import Foundation

/// The time zones that the times of a calendar name.
///
/// A name is resolved in this order:
///
/// 1. an IANA place name in it, with any text before it: `Europe/Berlin`,
/// `/citadel.org/20190403_1/Europe/Berlin`;
/// 2. an IANA name that the calendar gives for it (`X-LIC-LOCATION`);
/// 3. the Windows zone with exactly this name (``WindowsZones``), because calendars contain only
/// its current rules;
/// 4. the offsets and rules in the calendar;
/// 5. another Windows or IANA name, or a name in another language (``ZoneNames``);
/// 6. all of this for the name without a number at its end, which Exchange adds.
struct CalendarZones {
  /// A zone that a calendar defines.
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
  /// The name of the zone for times without one in the open calendar (`X-WR-TIMEZONE`); `nil` if it
  /// is not given.
  var usual: String?

  /// Creates the zones of a file.
  ///
  /// - Parameters:
  ///   - end: The end of the time of interest.
  ///   - budget: The budget of the file for expanding the rules of its zones.
  init(until end: Date, within budget: ReadingBudget) { (self.end, self.budget) = (end, budget) }

  /// Adds a zone that a calendar defines; it replaces an earlier one with its name.
  ///
  /// - Parameters:
  ///   - lines: The lines of the component VTIMEZONE.
  ///   - components: The lines of each component in it.
  mutating func define(_ lines: [CalendarLine], _ components: [[CalendarLine]]) {
    func text(_ name: String) -> String? { lines.first { $0.name == name }?.text }
    guard let name = text("TZID") else { return }
    let definition = Definition(location: text("X-LIC-LOCATION"), components: components)
    // Files with many calendars repeat their zones.
    if let known = definitions.updateValue(definition, forKey: ZoneNames.folded(name)),
      known.isSame(as: definition)
    {
      return
    }
    known = [:]
  }

  /// The zone of times without one, if the calendar names a known one.
  mutating func usualZone() -> CalendarZone? { usual.flatMap { try? zone(named: $0) } }

  /// Returns the zone of a name.
  ///
  /// - Throws: ``CalendarZone/unknown``, or the reason why a rule of the calendar's own zone cannot
  ///   be expanded.
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

/// The names of time zones in calendars, besides the calendar's own.
enum ZoneNames {
  /// Returns a name without differences between writers: case, quotes, escapes and doubled blanks.
  static func folded(_ name: String) -> String {
    name.lowercased().filter { !#"\""#.contains($0) }.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// Returns a name without the number at its end; `nil` if it has none.
  static func withoutNumber(_ name: String) -> String? {
    name.wholeMatch(of: /(.*\S)\s+\d{1,4}\s*/).map { String($0.output.1) }
  }

  /// Returns the zone of the place in a name, like `America/Indiana/Knox`, with any text before it;
  /// `nil` if it has no place.
  static func place(in name: String) -> TimeZone? {
    let parts = name.trimmingCharacters(in: .whitespaces).split(separator: "/")
    for count in [3, 2] where count <= parts.count {
      var place = parts.suffix(count)
      // The continent may follow other words.
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

  /// Returns the Windows zone with a folded name; `nil` if none has it.
  static func windows(_ name: String) -> TimeZone? { windowsNames[name].flatMap(TimeZone.init(identifier:)) }

  /// Returns the possible zone of a folded name.
  ///
  /// The name may be an IANA name without a place, also after an address. It may be a Windows name
  /// in summer, or without its last words, as Lotus Notes writes it. It may also be a Windows
  /// label, an offset, or a name in another language.
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
  /// It may name other cities than Windows does now, or cities in another language.
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

  /// The IANA names by folded form, and by city, including cities in Windows labels.
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

  /// The IANA names without a place, by folded form.
  ///
  /// There will be no others; Foundation also accepts abbreviations as zones.
  private static let placeless = Dictionary(
    """
    CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan
    Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey UCT UTC Universal W-SU WET Zulu
    """.split(whereSeparator: \.isWhitespace).map { ($0.lowercased(), String($0)) },
    uniquingKeysWith: { first, _ in first })
}

/// The names of time zones in other languages, such as "Mitteleuropäische Zeit", which programs for
/// Windows write into calendars.
private enum LocalizedZones {
  /// The languages of Windows.
  private static let languages =
    "en ar bg ca cs da de el es et eu fi fr gl he hr hu id it ja ko lt lv nb nl pl pt pt-PT ro ru sk sl sr sv th tr uk vi zh-Hans zh-Hant"

  /// The IANA zones by folded name.
  ///
  /// They come from Foundation, which takes a fraction of a second, so they are used only for names
  /// that nothing else explains.
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
