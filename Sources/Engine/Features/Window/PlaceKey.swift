internal import Activities
internal import Kernels

/// A place to a hundred-thousandth of a degree, about a metre, with how far off it may be.
///
/// Donations near each other are compared by it.
struct PlaceKey: Hashable, Sendable {
  /// How exactly a position is known, by its radius of uncertainty in metres.
  enum Accuracy: UInt64, Comparable, Sendable {
    /// Up to 100 m, or not stated.
    case fine
    /// Up to 500 m.
    case medium
    /// Up to 2,500 m.
    case coarse

    /// Creates an accuracy, or `nil` beyond 2,500 m: such a position is too inexact for a place.
    init?(metres: Double?) {
      switch metres ?? 0 {
      case ...100: self = .fine
      case ...500: self = .medium
      case ...2_500: self = .coarse
      default: return nil
      }
    }

    /// Returns whether a kernel of this width in metres can tell such positions apart.
    func resolves(metres: Double) -> Bool {
      switch self {
      case .fine: true
      case .medium: metres >= 500
      case .coarse: metres >= 2_500
      }
    }

    static func < (one: Accuracy, other: Accuracy) -> Bool { one.rawValue < other.rawValue }
  }

  private static let perDegree = 100_000.0
  /// The bits of the key that hold the accuracy: above those of the degrees north.
  private static let accuracyShift: UInt64 = 58

  /// The number that stands for the place.
  let key: UInt64

  /// Creates the key of a position, or `nil` if the position is too inexact for a place.
  init?(_ place: Place) {
    guard let accuracy = Accuracy(metres: place.horizontalAccuracy) else { return nil }
    let north = UInt64(clamping: ((place.latitude + 90) * Self.perDegree).rounded())
    let east = UInt64(clamping: ((place.longitude + 180) * Self.perDegree).rounded())
    key = accuracy.rawValue << Self.accuracyShift | north << 32 | east
  }

  init(key: UInt64) { self.key = key }

  /// Degrees north.
  var latitude: Double {
    Double(key >> 32 & (1 << (Self.accuracyShift - 32) - 1)) / Self.perDegree - 90
  }
  /// Degrees east.
  var longitude: Double { Double(key & 0xFFFF_FFFF) / Self.perDegree - 180 }
  /// How exactly it is known.
  var accuracy: Accuracy { Accuracy(rawValue: key >> Self.accuracyShift) ?? .coarse }

  /// How far another place is away, in metres.
  struct Offset: Sendable {
    /// The distance to the north; negative if the other place is farther south.
    let north: Double
    /// The distance to the east or to the west.
    let aside: Double
  }

  /// Returns how far another place is away, on a sphere of mean earth radius; exact enough for
  /// neighbours.
  func offset(to other: PlaceKey) -> Offset {
    let metresPerDegree = 111_195.0
    let degrees = abs(longitude - other.longitude)
    let middle = (latitude + other.latitude) / 2
    return Offset(
      north: (other.latitude - latitude) * metresPerDegree,
      aside: min(degrees, 360 - degrees) * metresPerDegree * Elementary.cosine(middle * .pi / 180))
  }

  /// The distance in metres.
  func metres(to other: PlaceKey) -> Double {
    let offset = offset(to: other)
    return (offset.north * offset.north + offset.aside * offset.aside).squareRoot()
  }
}
