internal import Activities

/// A place to a hundred-thousandth of a degree, about a metre: what donations near each other are compared by.
struct PlaceKey: Hashable, Sendable {
  private static let perDegree = 100_000.0

  /// The number that stands for the place.
  let key: UInt64

  init(_ place: Place) {
    let north = UInt64(((place.latitude + 90) * Self.perDegree).rounded())
    let east = UInt64(((place.longitude + 180) * Self.perDegree).rounded())
    key = north << 32 | east
  }

  init(key: UInt64) { self.key = key }

  /// Degrees north.
  var latitude: Double { Double(key >> 32) / Self.perDegree - 90 }
  /// Degrees east.
  var longitude: Double { Double(key & 0xFFFF_FFFF) / Self.perDegree - 180 }
}
