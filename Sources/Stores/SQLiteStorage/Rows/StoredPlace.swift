internal import Activities
internal import Foundation
internal import LogFormat

/// The stored form of a named place: an object with its name, position and time.
enum StoredPlace {
  /// - Throws: `RecordError` for a number that no line of a log may have.
  static func payload(of named: NamedPlace) throws(RecordError) -> Data {
    var object: [String: ActivityValue] = [
      "name": .string(named.name), "latitude": .double(named.place.latitude),
      "longitude": .double(named.place.longitude), "time": .integer(named.milliseconds),
    ]
    if let accuracy = named.place.horizontalAccuracy { object["horizontalAccuracy"] = .double(accuracy) }
    return Data(try RecordEncoder().encode(object: object))
  }

  /// - Returns: `nil` if it is not a place, or this version cannot read it.
  static func place(_ payload: Data, with decoder: inout RecordDecoder) -> NamedPlace? {
    guard let object = try? decoder.decodeObject(payload.span), case .string(let name)? = object["name"],
      case .integer(let time)? = object["time"], let latitude = object["latitude"]?.number,
      let longitude = object["longitude"]?.number,
      let place = try? Place(
        latitude: latitude, longitude: longitude, horizontalAccuracy: object["horizontalAccuracy"]?.number)
    else { return nil }
    return try? NamedPlace(name, at: place, milliseconds: time)
  }
}

extension ActivityValue {
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}
