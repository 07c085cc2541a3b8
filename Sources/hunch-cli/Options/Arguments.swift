internal import Activities
internal import Features
internal import Simulation

/// Reads values of options.
///
/// What these throw is printed beside the option's name.
enum Arguments {
  /// The name of a user.
  @Sendable static func user(_ text: String) throws -> UserIdentifier { try UserIdentifier(text) }

  /// A moment.
  @Sendable static func instant(_ text: String) throws -> Instant { try Instant(rfc3339: text) }

  /// A date.
  @Sendable static func date(_ text: String) throws -> CalendarDate {
    guard let date = CalendarDate(text) else { throw ArgumentProblem.date }
    return date
  }

  /// Degrees north, a comma, degrees east.
  @Sendable static func place(_ text: String) throws -> Place {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(part.drop { $0 == " " })
    }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else {
      throw ArgumentProblem.place
    }
    return try Place(latitude: latitude, longitude: longitude)
  }

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

  /// What a text field is for.
  @Sendable static func contentType(_ text: String) throws -> TextContentType {
    guard let type = TextContentType(rawValue: text) else { throw ArgumentProblem.contentType }
    return type
  }

  /// A kind of evidence.
  @Sendable static func featureGroup(_ text: String) throws -> FeatureGroup {
    guard let group = FeatureGroup(rawValue: text) else { throw ArgumentProblem.featureGroup }
    return group
  }

  /// A name and a value.
  @Sendable static func pair(_ text: String) throws -> NamedArgument {
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex else { throw ArgumentProblem.pair }
    return NamedArgument(name: String(text[..<sign]), value: String(text[text.index(after: sign)...]))
  }
}

/// A name with a value, as somebody typed it.
struct NamedArgument {
  let name: String
  let value: String
}

/// What can be wrong with an option's value.
enum ArgumentProblem: Error, Equatable, CustomStringConvertible {
  case date, place, share, duration, span, pair, contentType, featureGroup

  var description: String {
    switch self {
    case .date: "write a date like 2026-03-02"
    case .place: "write degrees north and east with a comma between them, like 52.52,13.405"
    case .share: "give a number from 0 to 1"
    case .duration: "give seconds, 0 or more"
    case .span: "write a span like 30s, 15m, 1h or 1d, at least a second"
    case .pair: "write NAME=VALUE"
    case .featureGroup: "give one of \(FeatureGroup.allCases.map(\.rawValue).joined(separator: ", "))"
    case .contentType: "give one of \(TextContentType.allCases.map(\.rawValue).joined(separator: ", "))"
    }
  }
}
