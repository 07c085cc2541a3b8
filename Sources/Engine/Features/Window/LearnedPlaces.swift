internal import Kernels

/// The places that a window's positions belong to: each is a spot to which positions return,
/// however inexact they are.
///
/// A position joins the nearest spot whose centre is within ``radius``, or founds one. The centre
/// is the mean of its positions; two spots whose centres come within ``mergingDistance`` of each
/// other become one. So two places 150 m apart stay separate, and a position that is off by 60 m
/// does not found a new place. It is the leader algorithm (Hartigan: Clustering Algorithms, 1975)
/// with moving leaders.
struct LearnedPlaces: Sendable {
  /// The distance in metres up to which a position belongs to a spot.
  static let radius = 75.0
  /// The distance in metres below which two centres are one spot's.
  static let mergingDistance = 60.0

  /// A spot: the sums of its positions in degrees, their number, and the number of codes that it
  /// has now; free if it has no code.
  private struct Spot: BitwiseCopyable {
    var north = 0.0
    var east = 0.0
    var count = 0.0
    var codes: Int64 = 0
    /// The number of spots founded before it, because a free index is reused for another spot.
    var serial: Int64 = 0

    var latitude: Double { north / count }
    var longitude: Double { east / count }
  }

  /// The value for no spot: the code is not in use, or its position is too inexact.
  static let none: Int32 = -1

  private var spots: [Spot] = []
  private var founded: Int64 = 0
  /// For each code from 1 on the number of its spot.
  private var spotOfCode: [Int32] = []

  init() {}

  /// The spot of a code; ``none`` if it has none.
  func spot(ofCode code: Int) -> Int32 {
    code > 0 && code <= spotOfCode.count ? spotOfCode[code - 1] : Self.none
  }

  /// The spot that a position belongs to; `nil` if it is at none, or too inexact to tell.
  ///
  /// - Complexity: O(spots).
  func spot(at key: PlaceKey) -> Int32? {
    guard key.accuracy == .fine else { return nil }
    return nearest(to: key.latitude, key.longitude, within: Self.radius)
  }

  /// Learns a position; O(spots), and O(codes) more when two spots become one.
  mutating func observe(code: UInt16, at key: PlaceKey) {
    guard key.accuracy == .fine else { return }
    while spotOfCode.count < Int(code) { spotOfCode.append(Self.none) }
    let index = Int(code) - 1
    if spotOfCode[index] == Self.none {
      let spot = nearest(to: key.latitude, key.longitude, within: Self.radius) ?? found()
      spotOfCode[index] = spot
      spots[Int(spot)].codes += 1
    }
    let spot = Int(spotOfCode[index])
    let turn = spots[spot].count > 0 ? Self.turn(key.longitude, to: spots[spot].longitude) : 0
    spots[spot].north += key.latitude
    spots[spot].east += key.longitude + turn
    spots[spot].count += 1
    mergeNeighbour(of: spot)
  }

  /// Forgets a code that is no longer in use, and its spot if that has no other code.
  mutating func forget(code: UInt16) {
    let spot = spot(ofCode: Int(code))
    guard spot != Self.none else { return }
    spotOfCode[Int(code) - 1] = Self.none
    spots[Int(spot)].codes -= 1
    if spots[Int(spot)].codes == 0 { spots[Int(spot)] = Spot() }
  }

  private mutating func found() -> Int32 {
    var spot = Spot()
    spot.serial = founded
    founded += 1
    if let free = spots.firstIndex(where: { $0.codes == 0 }) {
      spots[free] = spot
      return Int32(free)
    }
    spots.append(spot)
    return Int32(spots.count - 1)
  }

  /// The serial number of a spot, which is never reused.
  func serial(ofSpot spot: Int32) -> UInt64 { UInt64(bitPattern: spots[Int(spot)].serial) }

  private mutating func mergeNeighbour(of spot: Int) {
    let own = spots[spot]
    guard
      let other = nearest(
        to: own.latitude, own.longitude, within: Self.mergingDistance, except: spot
      ).map(Int.init)
    else { return }
    let (kept, gone) = spots[other].count >= own.count ? (other, spot) : (spot, other)
    let turn = Self.turn(spots[gone].longitude, to: spots[kept].longitude)
    spots[kept].north += spots[gone].north
    spots[kept].east += spots[gone].east + turn * spots[gone].count
    spots[kept].count += spots[gone].count
    spots[kept].codes += spots[gone].codes
    spots[gone] = Spot()
    for index in spotOfCode.indices where spotOfCode[index] == gone { spotOfCode[index] = Int32(kept) }
  }

  /// The whole turns, in degrees, that bring a longitude nearest to another one: the date line
  /// divides nothing.
  private static func turn(_ longitude: Double, to other: Double) -> Double {
    ((other - longitude) / 360).rounded() * 360
  }

  private func nearest(
    to latitude: Double, _ longitude: Double, within metres: Double, except other: Int = -1
  ) -> Int32? {
    let metresPerDegree = 111_195.0
    let shrink = Elementary.cosine(latitude * .pi / 180)
    var (best, least): (Int32?, Double) = (nil, metres * metres)
    for (number, spot) in spots.enumerated() where spot.codes > 0 && number != other {
      let north = (spot.latitude - latitude) * metresPerDegree
      guard north * north <= least else { continue }
      let degrees = spot.longitude + Self.turn(spot.longitude, to: longitude) - longitude
      let east = degrees * metresPerDegree * shrink
      let square = north * north + east * east
      if square < least || (square == least && best == nil) { (best, least) = (Int32(number), square) }
    }
    return best
  }
}

extension LearnedPlaces {
  func write(into writer: inout StateWriter) {
    writer.write(spots)
    writer.write(founded)
    writer.write(spotOfCode)
  }

  /// - Throws: `StateError` if the spots are not those of the codes.
  init(from reader: inout StateReader, codes: Int) throws(StateError) {
    spots = try reader.readTable()
    founded = try reader.read()
    spotOfCode = try reader.readTable()
    var counts = [Int64](repeating: 0, count: spots.count)
    for spot in spotOfCode where spot != Self.none {
      guard spots.indices.contains(Int(spot)) else { throw StateError() }
      counts[Int(spot)] += 1
    }
    guard spotOfCode.count <= codes, counts == spots.map(\.codes),
      spots.allSatisfy({ spot in
        spot.codes == 0
          || (spot.serial >= 0 && spot.serial < founded && spot.count >= 1 && spot.count.isFinite
            && abs(spot.latitude) <= 91 && abs(spot.longitude) <= 100_000)
      })
    else { throw StateError() }
  }

  /// The bytes of its tables.
  var memoryFootprint: Int {
    spots.capacity * MemoryLayout<Spot>.stride + spotOfCode.capacity * MemoryLayout<Int32>.stride
  }
}
