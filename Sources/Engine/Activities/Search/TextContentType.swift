internal import Foundation

/// The purpose of a text field: the names of `UITextContentType`.
///
/// A field that declares it is offered only values of that kind from donated activities. Each kind
/// reads these attributes of ``UserActivity/effectiveContentAttributes``:
///
/// | kind | attributes |
/// | --- | --- |
/// | `name` | `recipientNames`, `authorNames` |
/// | `organizationName` | `namedLocation` |
/// | `location` | `namedLocation`, `fullyFormattedAddress` |
/// | `fullStreetAddress` | `fullyFormattedAddress` |
/// | `streetAddressLine1`, `streetAddressLine2` | first and second line of `thoroughfare` |
/// | `addressCity`, `addressState` | `city`, `stateOrProvince` |
/// | `addressCityAndState` | `city`, a comma, `stateOrProvince`: only both |
/// | `postalCode`, `countryName` | `postalCode`, `country` |
/// | `telephoneNumber`, `emailAddress` | `phoneNumbers`, `emailAddresses`: each of them |
/// | `URL` | `contentURL`, and ``UserActivity/webpageURL`` |
public enum TextContentType: String, CaseIterable, Hashable, Sendable {
  case name, organizationName, location, fullStreetAddress, streetAddressLine1, streetAddressLine2,
    addressCity
  case addressState, addressCityAndState, postalCode, countryName, telephoneNumber, emailAddress, URL

  /// Returns the distinct values of this kind that an activity declares, without surrounding
  /// spaces; none is empty.
  public func values(in activity: UserActivity) -> [String] {
    let attributes = activity.effectiveContentAttributes
    func texts(_ names: String...) -> [String] {
      names.flatMap { attributes[$0]?.texts ?? [] }
    }
    func line(_ number: Int) -> [String] {
      texts("thoroughfare").compactMap { text in
        text.split(whereSeparator: \.isNewline).dropFirst(number).first.map(String.init)
      }
    }
    let found: [String] =
      switch self {
      case .name: texts("recipientNames", "authorNames")
      case .organizationName: texts("namedLocation")
      case .location: texts("namedLocation", "fullyFormattedAddress")
      case .fullStreetAddress: texts("fullyFormattedAddress")
      case .streetAddressLine1: line(0)
      case .streetAddressLine2: line(1)
      case .addressCity: texts("city")
      case .addressState: texts("stateOrProvince")
      case .addressCityAndState: zip(texts("city"), texts("stateOrProvince")).map { "\($0), \($1)" }
      case .postalCode: texts("postalCode")
      case .countryName: texts("country")
      case .telephoneNumber: texts("phoneNumbers")
      case .emailAddress: texts("emailAddresses")
      case .URL: activity.addresses
      }
    var seen: Set<String> = []
    return found.map(\.trimmed).filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// Returns the kinds of values that an activity declares, one bit each.
  package static func declared(by activity: UserActivity) -> Int64 {
    if activity.contentAttributes.isEmpty, activity.mapItem == nil, activity.webpageURL == nil { return 0 }
    return allCases.reduce(0) { $1.values(in: activity).isEmpty ? $0 : $0 | $1.bit }
  }

  /// Its bit on disk: kinds are appended, never moved.
  package var bit: Int64 {
    switch self {
    case .name: 1 << 0
    case .organizationName: 1 << 1
    case .location: 1 << 2
    case .fullStreetAddress: 1 << 3
    case .streetAddressLine1: 1 << 4
    case .streetAddressLine2: 1 << 5
    case .addressCity: 1 << 6
    case .addressState: 1 << 7
    case .addressCityAndState: 1 << 8
    case .postalCode: 1 << 9
    case .countryName: 1 << 10
    case .telephoneNumber: 1 << 11
    case .emailAddress: 1 << 12
    case .URL: 1 << 13
    }
  }
}

extension UserActivity {
  /// The addresses of its web page or content.
  fileprivate var addresses: [String] {
    let declared: [String] =
      switch effectiveContentAttributes["contentURL"] {
      case .url(let url)?: [url.absoluteString]
      case let value?: value.texts
      case nil: []
      }
    return declared + (webpageURL.map { [$0.absoluteString] } ?? [])
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(
      start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }
}

extension ActivityValue {
  /// The texts in it, at any depth; names of objects do not count, and neither do URLs, dates and
  /// data.
  package var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let values): values.flatMap(\.texts)
    case .object(let values): values.sorted { $0.key.precedesInBytes($1.key) }.flatMap(\.value.texts)
    case .null, .boolean, .integer, .double, .date, .data, .url: []
    }
  }
}
