import Activities
import Kernels
import Testing

@testable import Features

/// The similarity of places, pauses and attributes.
@Suite struct LikenessTests {
  private func likeness(_ one: Place, _ other: Place, _ metres: Double) throws -> Double {
    try Circumstance.likeness(
      of: #require(PlaceKey(one)).offset(to: #require(PlaceKey(other))), metres: metres)
  }

  @Test func offsetsFollowACodeThatIsGivenToAnotherPlace() throws {
    func key(_ latitude: Double) throws -> PlaceKey {
      try #require(PlaceKey(Place(latitude: latitude, longitude: 16.3)))
    }
    let (origin, home, work) = (try key(48.2), try key(48.21), try key(48.25))
    var (codes, offsets) = (SharedCodes(), PlaceOffsets())
    func north(_ code: UInt16, from origin: PlaceKey) -> Double? {
      offsets.measure(codes, from: origin)
      return offsets.offset(ofCode: Int(code), resolving: 200)?.north
    }
    let code = codes.retain(home.key)
    #expect(north(code, from: origin) == origin.offset(to: home).north)
    #expect(north(0, from: origin) == nil)
    codes.release(code)
    #expect(north(code, from: origin) == nil)
    #expect(codes.retain(work.key) == code)
    #expect(north(code, from: origin) == origin.offset(to: work).north)
    #expect(north(code, from: home) == home.offset(to: work).north)

    // A table of another user, with fewer codes.
    codes = SharedCodes()
    #expect(north(0, from: home) == nil)
    #expect(north(codes.retain(origin.key), from: home) == home.offset(to: origin).north)
  }

  @Test(arguments: [200.0, 1_000, 5_000], UInt64(0)..<6)
  func nearPlacesAreAlikeAndFarOnesAreNot(metres: Double, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let latitude = Double(random.uniform()) * 178 - 89
      let here = try Place(latitude: latitude, longitude: Double(random.uniform()) * 360 - 180)
      let north = try Place(latitude: latitude + metres * 0.05 / 111_195, longitude: here.longitude)
      #expect(try likeness(here, north, metres) > 0.4, "seed \(seed): \(here)")
      let far = try Place(
        latitude: min(89, max(-89, latitude + (Double(random.uniform()) - 0.5) * 3)),
        longitude: min(180, max(-180, here.longitude + (Double(random.uniform()) - 0.5) * 3)))
      #expect(try likeness(here, far, metres) == likeness(far, here, metres))
      if here.distance(to: far) > 3 * metres {
        #expect(try likeness(here, far, metres) == 0, "seed \(seed): \(here), \(far)")
      }
    }
  }

  @Test(arguments: [200.0, 1_000, 5_000])
  func theDateLineDividesNothing(metres: Double) throws {
    for latitude in [-60.0, -17.7, 0, 66] {
      let west = try Place(latitude: latitude, longitude: 179.9999)
      let east = try Place(latitude: latitude, longitude: -179.9999)
      #expect(try likeness(west, east, metres) > 0.4)
    }
  }

  @Test(arguments: [90.0, -90])
  func aPoleIsOnePlace(latitude: Double) throws {
    let one = try Place(latitude: latitude, longitude: 0)
    for longitude in [-180.0, -77, 12, 179] {
      #expect(try likeness(one, try Place(latitude: latitude, longitude: longitude), 200) > 0.4)
    }
  }

  @Test func aPlaceKeyIsThePlaceToAMetre() throws {
    for (latitude, longitude) in [(0.0, 0.0), (-90, -180), (90, 180), (52.520_008, 13.404_954)] {
      let key = try #require(PlaceKey(Place(latitude: latitude, longitude: longitude)))
      #expect(abs(key.latitude - latitude) <= 0.000_005_1 && abs(key.longitude - longitude) <= 0.000_005_1)
    }
  }

  @Test func theSplineIsSmoothSymmetricAndSumsToOne() {
    for step in -300...300 {
      let x = Double(step) / 100
      #expect(Circumstance.spline(x) == Circumstance.spline(-x))
      #expect(abs((-3...3).reduce(0) { $0 + Circumstance.spline(x - x.rounded() + Double($1)) } - 1) < 1e-12)
      #expect(abs(Circumstance.spline(x + 1e-6) - Circumstance.spline(x)) < 1e-6)
    }
    #expect(Circumstance.spline(2) == 0 && Circumstance.spline(0) == 2.0 / 3)
  }

  @Test func codesOfTimeStandForWhatTheyHold() {
    for seconds in [0.0, 0.4, 1, 2, 3, 7, 15, 60, 900, 3_600, 86_400, 2_592_000, 3e8] {
      let code = WindowScan.ageCode(seconds: Float(seconds))
      #expect(code < WindowQuery.ageCodes - 1)
      #expect(
        abs(Circumstance.gapScale(ofCode: code) - Circumstance.gapScale(seconds: seconds)) < 0.17,
        "\(seconds) s")
    }
    #expect(WindowScan.ageCode(seconds: -5) == 0)
    #expect(WindowScan.ageCode(seconds: .infinity) == WindowQuery.ageCodes - 1)
  }

  @Test func anAttributeIsTheSameAnotherOrNotTold() {
    var sets = AttributeSets()
    let (home, loud) = (Attribute("wifi", .string("home")), Attribute("sound", .boolean(true)))
    let both = sets.retain([home, loud].sorted())
    let alone = sets.retain([loud])
    #expect(sets.likeness(ofCode: Int(both), to: home) == 1)
    #expect(sets.likeness(ofCode: Int(both), to: Attribute("wifi", .string("work"))) == 0)
    #expect(sets.likeness(ofCode: Int(alone), to: home).isNaN, "the set lacks its key")
    #expect(sets.likeness(ofCode: 0, to: home).isNaN)
    sets.release(alone)
    #expect(sets.likeness(ofCode: Int(alone), to: loud).isNaN, "the code is no longer in use")
  }

  /// A position's accuracy is part of its key.
  @Test(
    arguments: [
      (nil, .fine), (0, .fine), (100, .fine), (100.1, .medium), (500, .medium), (500.1, .coarse),
      (2_500, .coarse), (2_500.1, nil), (60_000, nil),
    ] as [(Double?, PlaceKey.Accuracy?)])
  func aPositionHasAnAccuracy(metres: Double?, accuracy: PlaceKey.Accuracy?) throws {
    for (latitude, longitude) in [(0.0, 0.0), (-90, -180), (90, 180), (52.520_008, 13.404_954)] {
      let place = try Place(latitude: latitude, longitude: longitude, horizontalAccuracy: metres)
      let key = PlaceKey(place)
      #expect(key?.accuracy == accuracy)
      guard let key else { continue }
      #expect(abs(key.latitude - latitude) <= 0.000_005_1 && abs(key.longitude - longitude) <= 0.000_005_1)
      #expect(PlaceKey(key: key.key) == key)
    }
  }

  @Test func aKernelTellsApartWhatIsKnownMoreExactlyThanItIsWide() {
    let widths = [200.0, 1_000, 5_000]
    #expect(widths.map(PlaceKey.Accuracy.fine.resolves) == [true, true, true])
    #expect(widths.map(PlaceKey.Accuracy.medium.resolves) == [false, true, true])
    #expect(widths.map(PlaceKey.Accuracy.coarse.resolves) == [false, false, true])
  }
}
