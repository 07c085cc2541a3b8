public import Activities

/// A place of somebody's day, and by what it is known again.
public struct RoutinePlace: Hashable, Sendable {
  /// Its middle, if positions tell it.
  public let center: Place?
  /// By attribute (`wifi`, `network`), the network by which it is known again.
  public let networks: [String: String]
  /// The basis on which it is known.
  public let basis: Basis
  /// The number of donations that name it, or of nights or workdays that are spent there; the most
  /// that one sense has seen.
  public let count: Int

  /// The basis on which a place is known.
  public enum Basis: String, Hashable, Sendable {
    /// Donations name it.
    case named
    /// Nights begin and end there.
    case nights
    /// Workdays are spent there.
    case workdays
  }

  /// The radius of a place around its middle, in metres; half as far outside of it relevance is a
  /// half.
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

  /// Returns the relevance of the place: how much somebody is there, from 0 to 1; `nil` if nothing
  /// tells.
  ///
  /// A network that is known decides; where there is none, the position does.
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
