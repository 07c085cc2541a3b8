#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A place where something happened, on the WGS 84 ellipsoid.
public struct Place: Hashable, Sendable {
  /// Degrees north, -90 to 90.
  public let latitude: Double
  /// Degrees east, -180 to 180.
  public let longitude: Double
  /// The radius of uncertainty in metres, where known.
  public let horizontalAccuracy: Double?
  /// A common name for it, if known.
  public let name: String?

  /// Creates a place.
  ///
  /// - Throws: ``ActivityError/coordinateOutOfRange(field:)``, naming the number that is out of
  ///   range or NaN; ``ActivityError/tooManyMarks(field:)`` if the name takes too long to compare.
  public init(
    latitude: Double, longitude: Double, horizontalAccuracy: Double? = nil, name: String? = nil
  ) throws(ActivityError) {
    try CombiningMarks.check(name, "name")
    guard (-90...90).contains(latitude) else { throw .coordinateOutOfRange(field: "latitude") }
    guard (-180...180).contains(longitude) else { throw .coordinateOutOfRange(field: "longitude") }
    if let horizontalAccuracy {
      guard horizontalAccuracy >= 0, horizontalAccuracy.isFinite else {
        throw .coordinateOutOfRange(field: "horizontalAccuracy")
      }
    }
    self.latitude = latitude
    self.longitude = longitude
    self.horizontalAccuracy = horizontalAccuracy
    self.name = name
  }

  /// The great-circle distance in metres (haversine formula, mean earth radius 6,371,008.8 m).
  public func distance(to other: Place) -> Double {
    let radians = Double.pi / 180
    let latitudeSine = sin((other.latitude - latitude) * radians / 2)
    let longitudeSine = sin((other.longitude - longitude) * radians / 2)
    let haversine =
      latitudeSine * latitudeSine
      + cos(latitude * radians) * cos(other.latitude * radians) * longitudeSine * longitudeSine
    return 2 * 6_371_008.8 * asin(min(1, haversine.squareRoot()))
  }
}
