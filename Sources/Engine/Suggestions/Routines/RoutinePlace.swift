public import Activities

/// A place of a user's day, with the signs that identify it.
public struct RoutinePlace: Hashable, Sendable {
  /// Its centre, if positions are known.
  public let center: Place?
  /// The networks that identify it, by attribute (`wifi`, `network`).
  public let networks: [String: String]
  /// The basis of its meaning.
  public let basis: Basis
  /// The number of donations that name it, or of nights or workdays spent there; the highest of any
  /// sense.
  public let count: Int

  /// The basis on which a place got its meaning.
  public enum Basis: String, Hashable, Sendable {
    /// Donations name it.
    case named
    /// Nights begin and end there.
    case nights
    /// Workdays are spent there.
    case workdays
  }

  /// The radius of a place in metres; half a radius outside, its relevance is a half.
  package static let radius = 100.0
  private static let halfDistance = radius / 2

  /// - Returns: `nil` if there is no anchor.
  init?(_ tallies: [Anchor.Sense: AnchoredLog.Tally], in clusters: PlaceClusters, basis: Basis) {
    guard !tallies.isEmpty else { return nil }
    var (center, networks): (Place?, [String: String]) = (nil, [:])
    for tally in tallies.values {
      switch tally.anchor {
      case .cluster(let number): center = clusters.center(of: number)
      case .network(let attribute, let name): networks[attribute] = name
      }
    }
    self.center = center
    self.networks = networks
    self.basis = basis
    count = tallies.values.map(\.count).max() ?? 0
  }

  /// Returns the relevance of the place: how close the user is to it, from 0 to 1, or `nil` if
  /// unknown.
  ///
  /// A known network decides; without one, the position does.
  func relevance(in context: Context) -> Double? {
    for (attribute, name) in networks.sorted(by: { $0.key < $1.key }) {
      guard case .string(let current)? = context.attributes[attribute] else { continue }
      return current == name ? 1 : 0
    }
    guard let center, let place = context.place else { return nil }
    let outside = max(0, place.distance(to: center) - Self.radius)
    return RelevanceCurve.fading(outside, halfLife: max(Self.halfDistance, place.horizontalAccuracy ?? 0))
  }
}
