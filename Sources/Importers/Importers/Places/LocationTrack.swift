package import Activities

/// The user's positions in the order of time.
///
/// At a moment the user is
///
/// - where the positions before and after it are, if these are no farther apart than
///   ``NamedPlace/reach`` (150 m, within which Hunch treats two positions as one place) and
///   ``longestStay``, because idle telephones send little;
/// - else at the nearest position, if it is at most ``longestWait`` away, because programs note
///   positions of moving users that often.
///
/// Otherwise the position is unknown. Positions with more uncertainty than ``leastAccuracy`` are
/// skipped, and so are single ones that imply travelling faster than ``topSpeed`` there and back.
package struct LocationTrack: Sendable {
  /// A position in 16 bytes, with seven decimal places, which are a centimetre.
  private struct Position {
    let time: Int64
    let latitude: Int32
    let longitude: Int32

    init(_ point: LocationPoint) {
      time = point.time
      latitude = Int32(clamping: (point.place.latitude * 1e7).rounded())
      longitude = Int32(clamping: (point.place.longitude * 1e7).rounded())
    }

    var place: Place? { try? Place(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7) }
  }

  private var positions: [Position] = []
  private var isInOrder = true

  /// The maximum time in milliseconds at a place without a position in between: users rarely leave
  /// and return unnoticed within two hours.
  package static let longestStay: Int64 = 2 * 3_600_000
  /// The milliseconds for which a position remains valid.
  package static let longestWait: Int64 = 120_000
  /// The maximum uncertainty in metres with which a position still distinguishes places.
  package static let leastAccuracy = 200.0
  /// The maximum speed in metres per second: an airliner's 250, with tailwind.
  package static let topSpeed = 350.0
  /// The metres within which a position between two others adds nothing.
  private static let grain = 20.0

  package init() {}

  /// The number of kept positions.
  package var count: Int { positions.count }

  /// Adds a position, in any order; ``finish()`` has to follow.
  package mutating func add(_ point: LocationPoint) {
    guard (point.place.horizontalAccuracy ?? 0) <= Self.leastAccuracy else { return }
    // A device without a fix writes this.
    if point.place.latitude == 0, point.place.longitude == 0 { return }
    let position = Position(point)
    if let last = positions.last, last.time > position.time { isInOrder = false }
    if isInOrder { Self.append(position, to: &positions) } else { positions.append(position) }
  }

  /// Sorts the positions, and removes redundant and impossible ones.
  ///
  /// - Complexity: O(n log n), or O(n) if they were added in order.
  package mutating func finish() {
    if !isInOrder { positions.sort { $0.time < $1.time } }
    var kept: [Position] = []
    for index in positions.indices where !isJump(index) { Self.append(positions[index], to: &kept) }
    (positions, isInOrder) = (kept, true)
  }

  /// Returns the user's position at a moment; `nil` if it is unknown.
  ///
  /// - Complexity: O(log n).
  package func place(at time: Int64) -> Place? {
    var (low, high) = (0, positions.count)
    while low < high {
      let middle = (low + high) / 2
      if positions[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    let before = low > 0 ? positions[low - 1] : nil
    let after = low < positions.count ? positions[low] : nil
    let nearest = [before, after].compactMap { $0 }.min { abs($0.time - time) < abs($1.time - time) }
    guard let nearest else { return nil }
    if abs(nearest.time - time) <= Self.longestWait { return nearest.place }
    guard let before, let after, after.time - before.time <= Self.longestStay,
      Self.distance(before, after) <= NamedPlace.reach
    else { return nil }
    return nearest.place
  }

  /// Adds the next position in time; of three at one place, within the longest stay, the middle one
  /// is dropped.
  private static func append(_ position: Position, to positions: inout [Position]) {
    if positions.count >= 2, let last = positions.last {
      let first = positions[positions.count - 2]
      if position.time - first.time <= longestStay, distance(first, last) <= grain,
        distance(first, position) <= grain
      {
        positions[positions.count - 1] = position
        return
      }
    }
    positions.append(position)
  }

  /// Returns whether reaching a position from the previous one and leaving it for the next is
  /// impossibly fast.
  private func isJump(_ index: Int) -> Bool {
    guard index > 0, index + 1 < positions.count else { return false }
    return Self.isTooFast(positions[index - 1], positions[index])
      && Self.isTooFast(positions[index], positions[index + 1])
      && !Self.isTooFast(positions[index - 1], positions[index + 1])
  }

  private static func isTooFast(_ from: Position, _ to: Position) -> Bool {
    distance(from, to) > topSpeed * max(1, Double(to.time - from.time) / 1_000)
  }

  private static func distance(_ left: Position, _ right: Position) -> Double {
    guard left.latitude != right.latitude || left.longitude != right.longitude else { return 0 }
    guard let left = left.place, let right = right.place else { return .infinity }
    return left.distance(to: right)
  }
}
