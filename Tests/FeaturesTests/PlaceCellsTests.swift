import Activities
import Kernels
import Testing

@testable import Features

@Suite struct PlaceCellsTests {
  private func overlap(_ left: Place, _ right: Place, _ metres: Double) -> Double {
    left.cells(metres: metres).reduce(0) { sum, one in
      right.cells(metres: metres).reduce(sum) { $1.key == one.key ? $0 + $1.weight * one.weight : $0 }
    }
  }

  @Test(arguments: [200.0, 1_000, 5_000], UInt64(0)..<6)
  func nearPlacesShareCellsAndFarOnesDoNot(metres: Double, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let latitude = Double(random.uniform()) * 178 - 89
      let here = try Place(latitude: latitude, longitude: Double(random.uniform()) * 360 - 180)
      let cells = here.cells(metres: metres)
      #expect((1...4).contains(cells.count))
      #expect(Set(cells.map(\.key)).count == cells.count, "seed \(seed): squares share a key at \(here)")
      #expect(abs(cells.reduce(0) { $0 + $1.weight } - 1) < 1e-9)
      #expect(cells.allSatisfy { $0.weight > 0 })
      let north = try Place(latitude: latitude + metres * 0.05 / 111_195, longitude: here.longitude)
      #expect(overlap(here, north, metres) > 0.1, "seed \(seed): \(here)")
      for _ in 0..<10 {
        let far = try Place(
          latitude: min(89, max(-89, latitude + (Double(random.uniform()) - 0.5) * 3)),
          longitude: min(180, max(-180, here.longitude + (Double(random.uniform()) - 0.5) * 3)))
        if here.distance(to: far) > 3 * metres {
          #expect(overlap(here, far, metres) == 0, "seed \(seed): \(here), \(far)")
        }
      }
    }
  }

  /// Many places on a fine grid need as many cells: none is used for two squares.
  @Test func squaresHaveCellsOfTheirOwn() throws {
    var keys: Set<UInt64> = []
    for row in 0..<60 {
      for column in 0..<60 {
        let place = try Place(latitude: Double(row) * 0.02, longitude: Double(column) * 0.02)
        keys.formUnion(place.cells(metres: 500).map(\.key))
      }
    }
    #expect(keys.count > 60 * 60 * 3)
  }

  @Test(arguments: [200.0, 1_000, 5_000])
  func theDateLineDividesNothing(metres: Double) throws {
    for latitude in [-60.0, -17.7, 0, 66] {
      let (west, east) = (
        try Place(latitude: latitude, longitude: 179.9999),
        try Place(latitude: latitude, longitude: -179.9999)
      )
      #expect(overlap(west, east, metres) > 0.2)
      let (one, other) = (
        try Place(latitude: latitude, longitude: 180), try Place(latitude: latitude, longitude: -180)
      )
      #expect(one.cells(metres: metres).map(\.key) == other.cells(metres: metres).map(\.key))
    }
  }

  @Test(arguments: [90.0, -90])
  func aPoleIsOnePlace(latitude: Double) throws {
    let one = try Place(latitude: latitude, longitude: 0)
    for longitude in [-180.0, -77, 12, 179] {
      #expect(overlap(one, try Place(latitude: latitude, longitude: longitude), 200) > 0.2)
    }
  }
}
