/// How far the places of a window's codes are from one place; computed once for each code while the
/// place stays the same.
struct PlaceOffsets: Sendable {
  private var origin: PlaceKey?
  /// For each code, the key of the place that its offset is for, or `nil` if it is not in use.
  private var places: [PlaceKey?] = []
  private var offsets: [PlaceKey.Offset] = []

  /// Returns the offset of the place of a code, or `nil` if the place is unknown, or not known well
  /// enough for a kernel of this width in metres.
  ///
  /// ``measure(_:from:)`` comes first.
  func offset(ofCode code: Int, resolving metres: Double) -> PlaceKey.Offset? {
    guard let place = places[code], place.accuracy.resolves(metres: metres) else { return nil }
    return offsets[code]
  }

  /// Measures the offsets of all codes from a place; O(codes).
  mutating func measure(_ codes: borrowing SharedCodes, from origin: PlaceKey) {
    if self.origin != origin || places.count > codes.limit {
      places.removeAll(keepingCapacity: true)
      offsets.removeAll(keepingCapacity: true)
      self.origin = origin
    }
    for code in 0..<codes.limit {
      let place = codes.key(of: code).map(PlaceKey.init(key:))
      if code < places.count, places[code] == place { continue }
      let offset = place.map { origin.offset(to: $0) } ?? PlaceKey.Offset(north: 0, aside: 0)
      if code < places.count {
        (places[code], offsets[code]) = (place, offset)
      } else {
        places.append(place)
        offsets.append(offset)
      }
    }
  }
}
