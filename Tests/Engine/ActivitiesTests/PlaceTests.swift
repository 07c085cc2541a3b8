import Activities
import Testing

@Suite("Places")
struct PlaceTests {
  /// Two places, and their distance in metres on a sphere of 6,371,008.8 m: arcs of the equator and
  /// of meridians computed by hand (a degree is 111,195.08 m), and the published great-circle
  /// distance from Berlin to Paris (878 km).
  static let distances: [(String, (Double, Double), (Double, Double), Double, Double)] = [
    ("nowhere", (52.5, 13.4), (52.5, 13.4), 0, 0),
    ("a degree of the equator", (0, 0), (0, 1), 111_195.08, 0.01),
    ("a degree of a meridian", (50, 8), (51, 8), 111_195.08, 0.01),
    ("across the date line", (0, 179.5), (0, -179.5), 111_195.08, 0.01),
    ("pole to pole", (90, 0), (-90, 77), 20_015_114.35, 1),
    ("antipodes", (10, 20), (-10, -160), 20_015_114.35, 1),
    ("at the pole every longitude is one place", (90, 0), (90, 120), 0, 1e-6),
    ("Berlin to Paris", (52.52, 13.405), (48.8566, 2.3522), 877_460, 1_000),
  ]

  @Test("the distance is the great-circle distance", arguments: distances)
  func distance(
    name: String, from: (Double, Double), to: (Double, Double), metres: Double, tolerance: Double
  ) throws {
    let (start, end) = (
      try Place(latitude: from.0, longitude: from.1), try Place(latitude: to.0, longitude: to.1)
    )
    #expect(abs(start.distance(to: end) - metres) <= tolerance, "\(start.distance(to: end))")
    #expect(start.distance(to: end) == end.distance(to: start))
  }

  @Test("numbers out of range are rejected, and the error names them")
  func refusing() {
    let table: [(Double, Double, Double?, String)] = [
      (90.001, 0, nil, "latitude"), (-91, 0, nil, "latitude"), (.nan, 0, nil, "latitude"),
      (0, 180.001, nil, "longitude"), (0, -.infinity, nil, "longitude"), (0, .nan, nil, "longitude"),
      (0, 0, -1, "horizontalAccuracy"), (0, 0, .nan, "horizontalAccuracy"),
      (0, 0, .infinity, "horizontalAccuracy"),
    ]
    for (latitude, longitude, accuracy, field) in table {
      #expect(throws: ActivityError.coordinateOutOfRange(field: field)) {
        try Place(latitude: latitude, longitude: longitude, horizontalAccuracy: accuracy)
      }
    }
    #expect(throws: Never.self) { try Place(latitude: -90, longitude: 180, horizontalAccuracy: 0) }
  }
}
