import Activities
import Foundation
import Kernels
import Testing

@testable import Features

/// Spots that positions return to.
@Suite struct LearnedPlacesTests {
  /// Positions with the codes that a window would assign.
  private struct Positions {
    var random: SeededRandom
    var codes = SharedCodes()
    var places = LearnedPlaces()

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// Observes a position at a distance in metres from a place, and returns its code.
    @discardableResult
    mutating func observe(
      _ centre: (Double, Double), north: Double = 0, east: Double = 0, accuracy: Double? = 20
    ) throws -> UInt16 {
      let key = try Self.key(centre, north: north, east: east, accuracy: accuracy)
      let code = codes.retain(key.key)
      places.observe(code: code, at: key)
      return code
    }

    /// Observes a position that is off by up to `metres`.
    @discardableResult
    mutating func observe(_ centre: (Double, Double), offBy metres: Double) throws -> UInt16 {
      let (angle, distance) = (
        2 * .pi * Double(random.uniform()), metres * Double(random.uniform()).squareRoot()
      )
      return try observe(centre, north: distance * sin(angle), east: distance * cos(angle))
    }

    mutating func forget(_ code: UInt16) {
      codes.release(code)
      if codes.key(of: Int(code)) == nil { places.forget(code: code) }
    }

    static func key(
      _ centre: (Double, Double), north: Double = 0, east: Double = 0, accuracy: Double? = nil
    ) throws -> PlaceKey {
      var longitude = centre.1 + east / 111_195 / cos(centre.0 * .pi / 180)
      if longitude > 180 { longitude -= 360 }
      if longitude < -180 { longitude += 360 }
      return try #require(
        PlaceKey(
          Place(latitude: centre.0 + north / 111_195, longitude: longitude, horizontalAccuracy: accuracy)))
    }

    func spot(at centre: (Double, Double), north: Double = 0, east: Double = 0) throws -> Int32? {
      places.spot(at: try Self.key(centre, north: north, east: east))
    }
  }

  private static let sites: [(Double, Double)] = [
    (52.52, 13.4), (0, 0), (-17, 180), (66, -179.999_5), (-33.9, 18.4),
  ]

  @Test(arguments: 0..<sites.count, UInt64(1)..<7)
  func aSpotWithPositionsThatAreOffIsOne(site: Int, seed: UInt64) throws {
    var positions = Positions(seed: seed)
    let centre = Self.sites[site]
    var codes: [UInt16] = []
    for _ in 0..<300 { codes.append(try positions.observe(centre, offBy: 60)) }
    let spots = Set(codes.map { positions.places.spot(ofCode: Int($0)) })
    #expect(spots.count == 1 && !spots.contains(LearnedPlaces.none), "seed \(seed)")
    #expect(try positions.spot(at: centre) == spots.first)
    #expect(try positions.spot(at: centre, north: 120) == nil, "no position was there")
  }

  /// A shop and a flat across the street: once their centres have settled, each position joins its
  /// own spot.
  @Test(arguments: 0..<sites.count, UInt64(1)..<7)
  func twoSpotsOf150MetresApartStayTwo(site: Int, seed: UInt64) throws {
    var positions = Positions(seed: seed)
    let centre = Self.sites[site]
    for number in 0..<400 {
      let east = number % 2 == 0 ? 0.0 : 150
      let angle = 2 * Double.pi * Double(positions.random.uniform())
      let distance = (number < 20 ? 20 : 60) * Double(positions.random.uniform())
      let code = try positions.observe(
        centre, north: distance * sin(angle), east: east + distance * cos(angle))
      guard number >= 20 else { continue }
      let spot = positions.places.spot(ofCode: Int(code))
      #expect(try spot == positions.spot(at: centre, east: east), "seed \(seed), \(number)")
      let other = try positions.spot(at: centre, east: 150 - east)
      #expect(other != nil && spot != other, "seed \(seed), \(number)")
    }
  }

  @Test func twoSpotsThatComeNearBecomeOne() throws {
    var positions = Positions(seed: 1)
    let centre = (52.52, 13.4)
    let first = try positions.observe(centre)
    let second = try positions.observe(centre, east: 80)
    #expect(positions.places.spot(ofCode: Int(first)) != positions.places.spot(ofCode: Int(second)))
    let serials = [first, second].map {
      positions.places.serial(ofSpot: positions.places.spot(ofCode: Int($0)))
    }
    // Their centres move towards each other.
    for step in 1...8 {
      try positions.observe(centre, north: Double(step), east: 30)
      try positions.observe(centre, north: Double(step), east: 50)
    }
    let spot = positions.places.spot(ofCode: Int(first))
    #expect(spot == positions.places.spot(ofCode: Int(second)) && spot != LearnedPlaces.none)
    #expect(try positions.spot(at: centre, east: 40) == spot)
    #expect(serials == [0, 1] && serials.contains(positions.places.serial(ofSpot: spot)))
    // Serial numbers count all spots founded so far, not only the remaining ones.
    let third = try positions.observe((40, 5))
    #expect(positions.places.serial(ofSpot: positions.places.spot(ofCode: Int(third))) == 2)
  }

  /// The order of positions decides which spots exist.
  @Test func aPositionJoinsTheNearestSpotThatWasThere() throws {
    var positions = Positions(seed: 1)
    let centre = (52.52, 13.4)
    let (west, east) = (try positions.observe(centre), try positions.observe(centre, east: 140))
    let middle = try positions.observe(centre, east: 72)
    #expect(positions.places.spot(ofCode: Int(middle)) == positions.places.spot(ofCode: Int(east)))
    var other = Positions(seed: 1)
    let first = try other.observe(centre, east: 72)
    let codes = [try other.observe(centre), try other.observe(centre, east: 140)]
    #expect(codes.contains { other.places.spot(ofCode: Int($0)) == other.places.spot(ofCode: Int(first)) })
    #expect(west != east)
  }

  @Test func inexactPositionsFoundNothingAndAreNowhere() throws {
    var positions = Positions(seed: 1)
    let centre = (52.52, 13.4)
    let coarse = try positions.observe(centre, accuracy: 300)
    #expect(positions.places.spot(ofCode: Int(coarse)) == LearnedPlaces.none)
    let fine = try positions.observe(centre, accuracy: 100)
    #expect(positions.places.spot(ofCode: Int(fine)) != LearnedPlaces.none && fine != coarse)
    #expect(positions.places.spot(at: try Positions.key(centre, accuracy: 101)) == nil)
    for code in [0, 99] { #expect(positions.places.spot(ofCode: code) == LearnedPlaces.none) }
  }

  @Test func aSpotIsForgottenWithItsLastCode() throws {
    var positions = Positions(seed: 1)
    let centre = (52.52, 13.4)
    let (one, other) = (try positions.observe(centre), try positions.observe(centre, north: 20))
    let spot = try #require(try positions.spot(at: centre))
    let serial = positions.places.serial(ofSpot: spot)
    positions.forget(one)
    #expect(positions.places.spot(ofCode: Int(one)) == LearnedPlaces.none)
    #expect(try positions.spot(at: centre) == spot, "another position still belongs to it")
    #expect(positions.places.serial(ofSpot: spot) == serial)
    positions.forget(other)
    #expect(try positions.spot(at: centre) == nil)
    // The code and the spot's index are free for reuse, but not its serial number.
    let next = try positions.observe((40, 5))
    #expect(next == one && positions.places.spot(ofCode: Int(next)) == spot)
    #expect(positions.places.serial(ofSpot: spot) == serial + 1)
    #expect(try positions.spot(at: centre) == nil)
    #expect(try positions.spot(at: (40, 5)) == spot)
  }

  /// A log of a few donations at one place, followed by enough elsewhere that the window loses the
  /// first ones.
  @Test func whatLeftTheWindowIsNoPlaceAnyMore() throws {
    let (home, away) = (try Place(latitude: 50, longitude: 8), try Place(latitude: 51, longitude: 9))
    var state = EvidenceState()
    func observe(_ number: Int, _ place: Place) throws {
      state.observe(
        try Samples.donation("a", in: Samples.context(Samples.monday + Int64(number) * 60_000, place: place)))
    }
    for number in 0..<5 { try observe(number, home) }
    let key = try #require(PlaceKey(home))
    for number in 5..<DonationWindow.size + 5 { try observe(number, away) }
    #expect(state.window.learnedPlaces.spot(at: key) != nil, "the donation before the window was there")
    try observe(DonationWindow.size + 5, away)
    #expect(state.window.learnedPlaces.spot(at: key) == nil)
  }

  private static func bytes(_ places: LearnedPlaces) -> [UInt8] {
    var writer = StateWriter()
    places.write(into: &writer)
    return writer.bytes
  }

  private static func read(_ bytes: [UInt8], codes: Int) throws(StateError) -> LearnedPlaces {
    var reader = StateReader(bytes)
    let places = try LearnedPlaces(from: &reader, codes: codes)
    try reader.finish()
    return places
  }

  @Test(arguments: 0..<sites.count)
  func whatWasReadBackGoesOnTheSame(site: Int) throws {
    var positions = Positions(seed: 3)
    var codes: [UInt16] = []
    for number in 0..<120 {
      let centre = Self.sites[(site + number / 3) % Self.sites.count]
      codes.append(try positions.observe(centre, offBy: 90))
      if number % 4 == 3 { positions.forget(codes.remove(at: positions.random.integer(below: codes.count))) }
    }
    var copy = positions
    copy.places = try Self.read(Self.bytes(positions.places), codes: positions.codes.limit - 1)
    #expect(Self.bytes(copy.places) == Self.bytes(positions.places))
    for _ in 0..<60 {
      try positions.observe(Self.sites[site], offBy: 90)
      try copy.observe(Self.sites[site], offBy: 90)
    }
    #expect(Self.bytes(copy.places) == Self.bytes(positions.places))
  }

  @Test func bytesOfNoSpotsAreRefused() throws {
    var positions = Positions(seed: 4)
    for _ in 0..<6 { try positions.observe(Self.sites[0], offBy: 200) }
    let (bytes, codes) = (Self.bytes(positions.places), positions.codes.limit - 1)
    for count in bytes.indices {
      #expect(throws: StateError.self) { _ = try Self.read(Array(bytes.prefix(count)), codes: codes) }
    }
    #expect(throws: StateError.self) { _ = try Self.read(bytes + [0], codes: codes) }
    #expect(throws: StateError.self, "more codes than exist") {
      _ = try Self.read(bytes, codes: codes - 1)
    }
    // A spot is five numbers of 8 bytes: north, east, positions, codes, and the spots founded
    // before it.
    func written(
      _ spots: [(Double, Double, Double, Int64)], _ spotOfCode: [Int32], serial: Int64 = 4,
      founded: Int64 = 5
    ) -> [UInt8] {
      var writer = StateWriter()
      let words = spots.flatMap {
        [
          $0.0.bitPattern, $0.1.bitPattern, $0.2.bitPattern, UInt64(bitPattern: $0.3),
          UInt64(bitPattern: serial),
        ]
      }
      var table = StateWriter()
      table.write(words)
      // A table is its count, then its elements.
      var all = table.bytes
      for index in 0..<8 { all[index] = UInt8(truncatingIfNeeded: spots.count >> (8 * index)) }
      writer.write(founded)
      writer.write(spotOfCode)
      return all + writer.bytes
    }
    #expect(throws: Never.self) { _ = try Self.read(written([(52, 13, 1, 1)], [0]), codes: 1) }
    for (serial, founded) in [(-1, 5), (5, 5), (6, 5), (0, 0), (0, -1), (.max, .max), (.min, 5)]
      as [(Int64, Int64)]
    {
      #expect(throws: StateError.self, "\(serial) of \(founded)") {
        _ = try Self.read(written([(52, 13, 1, 1)], [0], serial: serial, founded: founded), codes: 1)
      }
    }
    let damaged: [([(Double, Double, Double, Int64)], [Int32])] = [
      ([(52, 13, 1, 1)], [1]), ([(52, 13, 1, 1)], [-2]), ([(52, 13, 1, 2)], [0]), ([(52, 13, 1, -1)], [-1]),
      ([(52, 13, 0, 1)], [0]), ([(.nan, 13, 1, 1)], [0]), ([(52, .infinity, 1, 1)], [0]),
      ([(92, 13, 1, 1)], [0]), ([(52, 13, .infinity, 1)], [0]), ([(52, 13, .nan, 1)], [0]),
    ]
    for (spots, spotOfCode) in damaged {
      #expect(throws: StateError.self, "\(spots), \(spotOfCode)") {
        _ = try Self.read(written(spots, spotOfCode), codes: 1)
      }
    }
  }
}
