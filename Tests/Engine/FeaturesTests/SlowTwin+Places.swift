import Activities
import Foundation

@testable import Features

/// The slow twin of `LearnedPlaces`: the spots that positions belong to, each with all its
/// positions so far.
struct SlowSpots {
  struct Spot {
    var positions: [(north: Double, east: Double)] = []
    var keys: Set<UInt64> = []

    /// The mean of all positions; positions across the date line count on this side of it.
    var centre: (north: Double, east: Double) {
      let start = positions[0].east
      let east = positions.map { start + SlowSpots.degrees(from: start, to: $0.east) }
      return (
        positions.map(\.north).reduce(0, +) / Double(positions.count),
        east.reduce(0, +) / Double(positions.count)
      )
    }
  }

  private(set) var spots: [Spot] = []

  /// Returns the degrees of longitude between two meridians, the shorter way.
  fileprivate static func degrees(from one: Double, to other: Double) -> Double {
    (other - one).remainder(dividingBy: 360)
  }

  private static func metres(_ one: (north: Double, east: Double), _ other: (north: Double, east: Double))
    -> Double
  {
    let east = degrees(from: one.east, to: other.east) * cos(one.north * .pi / 180)
    return 111_195 * (pow(other.north - one.north, 2) + east * east).squareRoot()
  }

  /// Returns the index of the nearest spot within a distance in metres.
  private func nearest(
    to position: (north: Double, east: Double), within metres: Double, except own: Int? = nil
  ) -> Int? {
    let near = spots.indices.filter { $0 != own }.map { ($0, Self.metres(position, spots[$0].centre)) }
    return near.filter { $0.1 <= metres }.min { $0.1 < $1.1 }?.0
  }

  /// Returns the keys of the spot that a place belongs to, or `nil` if there is none.
  func keys(at place: PlaceKey) -> Set<UInt64>? {
    nearest(to: (place.latitude, place.longitude), within: 75).map { spots[$0].keys }
  }

  /// Returns whether a past position belongs to a spot.
  func knows(_ key: UInt64) -> Bool { spots.contains { $0.keys.contains(key) } }

  /// Returns the spots that are known after one more donation.
  func after(_ happened: [QueryContext], upTo donation: Int) -> SlowSpots {
    var next = self
    if let place = happened[donation].place, place.accuracy == .fine { next.add(place) }
    // A position is forgotten once no donation in the window, or just before it, has it as its
    // place or last known place.
    if donation >= DonationWindow.size {
      let known = Set(
        happened[...donation].suffix(DonationWindow.size + 1).compactMap { ($0.place ?? $0.lastPlace)?.key })
      for index in next.spots.indices { next.spots[index].keys.formIntersection(known) }
      next.spots.removeAll(where: \.keys.isEmpty)
    }
    return next
  }

  private mutating func add(_ place: PlaceKey) {
    let position = (north: place.latitude, east: place.longitude)
    var own = spots.firstIndex { $0.keys.contains(place.key) } ?? nearest(to: position, within: 75) ?? -1
    if own < 0 {
      own = spots.count
      spots.append(Spot())
    }
    spots[own].positions.append(position)
    spots[own].keys.insert(place.key)
    if let other = nearest(to: spots[own].centre, within: 60, except: own) {
      spots[other].positions += spots[own].positions
      spots[other].keys.formUnion(spots[own].keys)
      spots.remove(at: own)
    }
  }
}

extension SlowQuery {
  /// Returns whether a kernel of some width can tell positions of an accuracy apart.
  private func resolves(_ place: PlaceKey, _ metres: Double) -> Bool {
    metres >= [.fine: 0, .medium: 500, .coarse: 2_500][place.accuracy, default: .infinity]
  }

  /// Returns how near the place of a donation is to the current one, or `nil` if that is unknown.
  func nearness(_ here: PlaceKey, _ there: PlaceKey?, _ metres: Double) -> Double? {
    guard let there, resolves(there, metres) else { return nil }
    let north = (here.latitude - there.latitude) * 111_195
    let degrees = abs(here.longitude - there.longitude)
    let east =
      min(degrees, 360 - degrees) * 111_195 * cos((here.latitude + there.latitude) / 2 * .pi / 180)
    return spline(north / metres) * spline(east / metres)
  }

  /// Returns the current place that a circumstance compares, or `nil` if that is unknown.
  func place(for circumstance: Circumstance) -> PlaceKey? {
    switch circumstance.twin {
    case .place(let metres): moment.place.flatMap { resolves($0, metres) ? $0 : nil }
    case .learnedPlace: moment.place.flatMap { $0.accuracy == .fine ? $0 : nil }
    case .nearPlace(let metres):
      moment.place == nil ? moment.lastPlace.flatMap { resolves($0, metres) ? $0 : nil } : nil
    case .lastPlace(let metres): moment.lastPlace.flatMap { resolves($0, metres) ? $0 : nil }
    default: nil
    }
  }
}
