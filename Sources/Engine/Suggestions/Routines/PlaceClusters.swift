internal import Activities
internal import Foundation

/// Clusters of places near each other.
///
/// Each place joins the nearest cluster whose first place is within ``reach``, or begins one. A
/// grid finds those, so the time is proportional to the places, not to the clusters.
struct PlaceClusters {
  /// The maximum distance of a cluster's places from its first, in metres: the scatter of a phone's
  /// positions in a building.
  static let reach = NamedPlace.reach

  private struct Cell: Hashable {
    let item: Int
    let column: Int
  }

  private struct Cluster {
    let first: Place
    /// Sums of differences to the first place, in degrees.
    var north = 0.0
    var east = 0.0
    var count = 0
  }

  private var clusters: [Cluster] = []
  private var cells: [Cell: [Int]] = [:]

  /// The height of a cell in degrees, so that every place in reach is in the same cell or a
  /// neighbouring one.
  private static let height = reach / 111_000

  /// Adds a place to its cluster and returns the cluster's number.
  ///
  /// - Complexity: O(1) for places that scatter like real ones.
  mutating func add(_ place: Place) -> Int {
    let own = Self.cell(of: place, item: Self.item(of: place))
    var best: (number: Int, distance: Double)?
    for item in own.item - 1...own.item + 1 {
      let columns = Self.columns(in: item)
      let column = Self.cell(of: place, item: item).column
      let near = columns <= 3 ? Array(0..<columns) : [-1, 0, 1].map { (column + $0 + columns) % columns }
      for number in near.flatMap({ cells[Cell(item: item, column: $0)] ?? [] }) {
        let distance = place.distance(to: clusters[number].first)
        if distance <= Self.reach, distance < best?.distance ?? .infinity { best = (number, distance) }
      }
    }
    let number = best?.number ?? clusters.count
    if best == nil {
      clusters.append(Cluster(first: place))
      cells[own, default: []].append(number)
    }
    clusters[number].north += place.latitude - clusters[number].first.latitude
    clusters[number].east += Self.turn(place.longitude - clusters[number].first.longitude)
    clusters[number].count += 1
    return number
  }

  /// Returns the centre of a cluster.
  func center(of number: Int) -> Place? {
    guard clusters.indices.contains(number) else { return nil }
    let cluster = clusters[number]
    let count = Double(cluster.count)
    return try? Place(
      latitude: min(90, max(-90, cluster.first.latitude + cluster.north / count)),
      longitude: Self.turn(cluster.first.longitude + cluster.east / count))
  }

  private static func item(of place: Place) -> Int { Int(clamping: (place.latitude / height).rounded(.down)) }

  /// Returns the number of cells around the earth in a row; fewer towards the poles.
  private static func columns(in item: Int) -> Int {
    let latitude = (Double(item) + 0.5) * height
    return max(1, Int(360 * max(0, cos(latitude * .pi / 180)) / height) - 1)
  }

  private static func cell(of place: Place, item: Int) -> Cell {
    let columns = columns(in: item)
    let column = Int(clamping: (place.longitude + 180) / 360 * Double(columns))
    return Cell(item: item, column: min(max(0, column), columns - 1))
  }

  /// Wraps degrees east, or a difference of them, to -180 to 180.
  private static func turn(_ degrees: Double) -> Double {
    degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
  }
}
