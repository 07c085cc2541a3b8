internal import Activities
internal import Answers
internal import Features
internal import Foundation
internal import LogFormat
internal import Simulation
internal import Suggestions

/// Reads values of options.
///
/// The parser prints their errors after the option's name.
enum Arguments {
  /// The name of a user.
  @Sendable static func user(_ text: String) throws -> UserIdentifier { try UserIdentifier(text) }

  /// A moment.
  @Sendable static func moment(_ text: String) throws -> MomentArgument { try MomentArgument(text) }

  /// A time zone of the IANA database.
  @Sendable static func timeZone(_ text: String) throws -> TimeZone {
    guard text == "UTC" || text.contains("/"), let zone = TimeZone(identifier: text) else {
      let place = text.lowercased().split(separator: "/").last ?? ""
      let near = TimeZone.knownTimeZoneIdentifiers.first { name in
        name.lowercased().split(separator: "/").last.map {
          NearNames.isNear(String(place), to: String($0))
        } == true
      }
      throw near.map(ArgumentProblem.timeZoneNear) ?? ArgumentProblem.timeZone
    }
    return zone
  }

  /// 32 hexadecimal digits of an activity.
  @Sendable static func identity(_ text: String) throws -> ActivityIdentity {
    guard let identity = ActivityIdentity(text) else { throw ArgumentProblem.digits }
    return identity
  }

  /// 32 hexadecimal digits of a donation.
  @Sendable static func donation(_ text: String) throws -> DonationIdentifier {
    guard let donation = DonationIdentifier(text) else { throw ArgumentProblem.digits }
    return donation
  }

  /// A date.
  @Sendable static func date(_ text: String) throws -> CalendarDate {
    guard let date = CalendarDate(text) else { throw ArgumentProblem.date }
    return date
  }

  /// Degrees north, a comma, degrees east.
  @Sendable static func place(_ text: String) throws -> Place {
    guard let place = try Place(position: text) else { throw ArgumentProblem.position }
    return place
  }

  /// A position, or the name of a place.
  @Sendable static func placeOrName(_ text: String) throws -> AskedPlace { try AskedPlace(argument: text) }

  /// A share from 0 to 1.
  @Sendable static func share(_ text: String) throws -> Double {
    guard let share = Double(text), (0...1).contains(share) else { throw ArgumentProblem.share }
    return share
  }

  /// Seconds, not negative.
  @Sendable static func duration(_ text: String) throws -> Double {
    guard let seconds = Double(text), seconds >= 0, seconds.isFinite else { throw ArgumentProblem.duration }
    return seconds
  }

  /// A span of time in seconds: a number and `s`, `m`, `h` or `d`.
  @Sendable static func span(_ text: String) throws -> Double {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Double(text.dropLast()),
      (1...1e9).contains(number * unit)
    else { throw ArgumentProblem.span }
    return number * unit
  }

  /// A span of time that can be a horizon, or "none".
  @Sendable static func horizon(_ text: String) throws -> HorizonArgument {
    if text == "none" { return HorizonArgument(seconds: nil) }
    guard let seconds = try? span(text), SuggestionRequest.horizons.contains(seconds) else {
      throw ArgumentProblem.horizon
    }
    return HorizonArgument(seconds: seconds)
  }

  /// Returns the content type of a text field.
  @Sendable static func contentType(_ text: String) throws -> TextContentType {
    guard let type = TextContentType(rawValue: text) else { throw ArgumentProblem.contentType }
    return type
  }

  /// A field of the log that a privacy rule can take away.
  @Sendable static func donationField(_ text: String) throws -> DonationField {
    guard let field = DonationField(rawValue: text) else { throw ArgumentProblem.donationField }
    return field
  }

  /// A kind of evidence.
  @Sendable static func featureGroup(_ text: String) throws -> FeatureGroup {
    guard let group = FeatureGroup(rawValue: text) else { throw ArgumentProblem.featureGroup }
    return group
  }

  /// A site: a host, or an address of it.
  @Sendable static func site(_ text: String) throws -> Site {
    guard let site = Site(text) else { throw ArgumentProblem.site }
    return site
  }

  /// A kind of sensitive site.
  @Sendable static func siteKind(_ text: String) throws -> SiteKind {
    guard let kind = SiteKind(rawValue: text) else { throw ArgumentProblem.siteKind }
    return kind
  }

  /// A place where suggestions are shown.
  @Sendable static func surface(_ text: String) throws -> Surface {
    guard let surface = Surface(rawValue: text) else { throw ArgumentProblem.surface }
    return surface
  }

  /// Two times of day with a hyphen between them, or "none".
  @Sendable static func quietHours(_ text: String) throws -> QuietHoursArgument {
    if text == "none" { return QuietHoursArgument(hours: nil) }
    guard let hours = SuggestionPolicy.QuietHours(text) else { throw ArgumentProblem.quietHours }
    return QuietHoursArgument(hours: hours)
  }

  /// Returns the scope of a verdict.
  @Sendable static func scope(_ text: String) throws -> Feedback.Scope {
    guard let scope = Feedback.Scope(rawValue: text) else { throw ArgumentProblem.scope }
    return scope
  }

  /// Returns the verdict of a user on a suggestion.
  @Sendable static func verdict(_ text: String) throws -> Feedback.Verdict {
    guard let verdict = Feedback.Verdict(rawValue: text) else { throw ArgumentProblem.verdict }
    return verdict
  }

  /// A name, an equals sign and a value.
  @Sendable static func pair(_ text: String) throws -> NamedArgument {
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex else { throw ArgumentProblem.pair }
    return NamedArgument(name: String(text[..<sign]), value: String(text[text.index(after: sign)...]))
  }
}

/// A name with a value, as the user typed it.
struct NamedArgument {
  let name: String
  let value: String
}

/// A problem with an option's value.
enum ArgumentProblem: Error, Equatable, CustomStringConvertible {
  case digits, moment, timeZone, span, date, place, share, duration, pair, contentType, featureGroup, surface,
    quietHours
  case verdict, scope, donationField, horizon, position, site, siteKind
  /// Another name may have been meant.
  case timeZoneNear(String)

  var description: String {
    switch self {
    case .digits: "give 32 hexadecimal digits, as --json prints them"
    case .moment:
      "write a time like 8:00, \"tomorrow 18:30\", \"last friday\", \"in 2h\", \"2026-03-02 08:10\" or 2026-03-02T08:10:00+01:00"
    case .timeZone: "name a time zone like Europe/Berlin or UTC"
    case .timeZoneNear(let name): "unknown time zone; did you mean \(name)?"
    case .span: "write a number with s, m, h or d, like 90s, 30m, 8h or 2d, from a second to 10^9 seconds"
    case .horizon: "write a number with s, m, h or d, like 30m, 1h or 2d, from 60s to 31d, or none"
    case .date: "write a date like 2026-03-02"
    case .place:
      "write degrees north and east with a comma between them, like 52.52,13.405, or a name that `hunch place list` lists"
    case .site: "write a host like example.org"
    case .siteKind: "give one of \(SiteKind.allCases.map(\.rawValue).joined(separator: ", "))"
    case .position: "write degrees north and east with a comma between them, like 52.52,13.405"
    case .share: "give a number from 0 to 1"
    case .duration: "give seconds, 0 or more"
    case .surface: "give one of \(Surface.allCases.map(\.rawValue).joined(separator: ", "))"
    case .quietHours: "write two times of day like 22:00-07:00, or none"
    case .scope: "give one of \(Feedback.Scope.allCases.map(\.rawValue).joined(separator: ", "))"
    case .verdict: "give one of \(Feedback.Verdict.allCases.map(\.rawValue).joined(separator: ", "))"
    case .pair: "write NAME=VALUE"
    case .donationField: "give one of \(DonationField.allCases.map(\.rawValue).joined(separator: ", "))"
    case .featureGroup: "give one of \(FeatureGroup.allCases.map(\.rawValue).joined(separator: ", "))"
    case .contentType: "give one of \(TextContentType.allCases.map(\.rawValue).joined(separator: ", "))"
    }
  }
}
