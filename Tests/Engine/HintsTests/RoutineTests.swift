import Activities
import Foundation
import Simulation
import TestSupport
import Testing

@testable import Suggestions

@Suite("Routines are learned from donations alone")
struct RoutineTests {
  /// Returns the donations of a persona without place names, so that only positions and times
  /// remain.
  private static func donations(_ name: String, seed: UInt64 = 1) throws -> [Donation] {
    let folder = Repository.file("datasets/personas")
    let file = folder.appending(path: "\(name).json")
    let persona = try Persona(json: Data(contentsOf: file), file: file.lastPathComponent)
    return try Simulation(of: persona, seed: seed).donations().map { try $0.withoutPlaceName }
  }

  /// The routine that a persona's description implies; times are in hours.
  struct Expectation: CustomStringConvertible {
    let name: String
    let waking: ClosedRange<Double>
    let home: (latitude: Double, longitude: Double)
    var work: (latitude: Double, longitude: Double)?
    var description: String { name }
  }

  static let expectations = [
    Expectation(
      name: "ada", waking: 6.5...7.25, home: (52.5108, 13.4596), work: (52.5219, 13.4132)),
    Expectation(
      name: "tomas", waking: 7...7.5, home: (40.4233, -3.7123), work: (40.4515, -3.6905)),
    Expectation(name: "noor", waking: 8.2...9, home: (41.0256, 28.9741)),
    Expectation(name: "milo", waking: 7.9...8.8, home: (44.4986, 11.3523)),
  ]

  @Test("the routines of personas match their descriptions", arguments: expectations, [1, 2, 3] as [UInt64])
  func personas(expected: Expectation, seed: UInt64) throws {
    let routines = LearnedRoutines(try Self.donations(expected.name, seed: seed))
    let waking = try #require(routines.waking.workdays)
    #expect(expected.waking.contains(waking.hour), "\(waking)")
    #expect(waking.days >= 20)
    let bedtime = try #require(routines.bedtime.workdays)
    #expect(bedtime.hour > 20 || bedtime.hour < 2, "\(bedtime)")
    let home = try #require(routines.places[.home])
    #expect(home.basis == .nights)
    let there = try Place(latitude: expected.home.latitude, longitude: expected.home.longitude)
    // If positions are rare, the network alone may identify the home.
    if let center = home.center { #expect(center.distance(to: there) < 60) }
    #expect(home.center != nil || !home.networks.isEmpty)
    if let work = expected.work {
      let found = try #require(routines.places[.work]?.center)
      #expect(found.distance(to: try Place(latitude: work.latitude, longitude: work.longitude)) < 60)
      let leg = try #require(routines.wayToWork)
      #expect((7...9).contains(leg.leaving.hour) && (8...10).contains(leg.arriving.hour), "\(leg)")
    } else {
      #expect(routines.wayToWork == nil)
    }
  }

  @Test("a user without places has no home, and a nurse on a rota has no commute")
  func unknown() throws {
    let greta = LearnedRoutines(try Self.donations("greta"))
    #expect(greta.places.isEmpty && greta.wayToWork == nil)
    let noon = Context(at: try Sample.instant("12:00"))
    for routine in DailyRoutine.allCases where ![.morning, .evening].contains(routine) {
      #expect(greta.relevance(of: routine, in: noon) == nil, "\(routine)")
    }
    #expect(greta.relevance(of: .morning, in: noon) == 0)
    #expect(LearnedRoutines(try Self.donations("rosa")).wayToWork == nil)
  }

  @Test("morning, evening, home, work and commute are recognised")
  func relevance() throws {
    let ada = LearnedRoutines(try Self.donations("ada"))
    func found(_ routine: DailyRoutine, _ clock: String, day: Int = 3, wifi: String? = nil) throws -> Double?
    {
      let attributes = wifi.map { ["wifi": ActivityValue.string($0)] } ?? [:]
      return ada.relevance(
        of: routine, in: try Context(at: Sample.instant(clock, day: day), attributes: attributes))
    }
    #expect(try found(.morning, "06:50") == 1)
    #expect(try found(.morning, "12:00") == 0)
    #expect(try found(.evening, "22:50") == 1)
    #expect(try found(.commute, "08:10") == 1)
    #expect(try found(.commute, "08:10", day: 7) == 0, "there is no commute on Saturday")
    #expect(try found(.commute, "03:00") == 0)
    #expect(try found(.home, "08:10") == nil, "her place is unknown")
    #expect(try found(.home, "08:10", wifi: "boxi-22") == 1)
    #expect(try found(.work, "08:10", wifi: "boxi-22") == 0)
    #expect(try found(.work, "11:00", wifi: "office") == 1)
    let atHome = try Place(latitude: 52.5108, longitude: 13.4596)
    #expect(ada.relevance(of: .home, in: try Context(at: Sample.instant("10:00"), place: atHome)) == 1)
    #expect(ada.relevance(of: .work, in: try Context(at: Sample.instant("10:00"), place: atHome)) == 0)
  }

  static let attributeCases: [(DailyRoutine, [String: ActivityValue], Double?)] = [
    (.headphones, ["headphones": true], 1), (.headphones, ["headphones": false], 0),
    (.headphones, ["headphones": "yes"], nil), (.headphones, [:], nil), (.workout, ["workout": 1], 1),
    (.activityIncomplete, ["activityIncomplete": true], 1), (.commute, ["commute": true], 1),
    (.gym, ["place": "Gym"], 1), (.work, ["place": "office"], 1), (.home, ["place": "office"], 0),
    (.home, ["place": "Ostkreuz"], nil), (.school, ["place": "campus"], 1),
  ]

  @Test(
    "attributes and place names override learned routines", arguments: attributeCases)
  func attributes(routine: DailyRoutine, attributes: [String: ActivityValue], expected: Double?) throws {
    let context = try Context(at: Sample.instant("12:00"), attributes: attributes)
    #expect(LearnedRoutines([]).relevance(of: routine, in: context) == expected)
  }

  @Test("donations without an exact time do not change the routines", arguments: [TimePrecision.day, .order])
  func timePrecision(precision: TimePrecision) throws {
    let donations = try Self.donations("ada")
    var details = Donation.Details()
    details.timePrecision = precision
    let others = try donations.suffix(1_500).map { donation in
      let night = donation.context.instant.advanced(
        bySeconds: (3 - donation.context.instant.localHour) * 3_600)
      return try Donation(of: donation.activity, in: Context(at: night), details: details)
    }
    let all = (donations + others).sorted {
      $0.context.instant.milliseconds < $1.context.instant.milliseconds
    }
    #expect(LearnedRoutines(all) == LearnedRoutines(donations))
    #expect(LearnedRoutines(others) == LearnedRoutines([]))
  }

  @Test("a named place is recognised again without its name")
  func named() throws {
    let gym = try Place(latitude: 52.5025, longitude: 13.4544, name: "Gym")
    let donations = try (0..<4).map { day in
      try Donation(
        of: UserActivity(activityType: "org.example.gym.start"),
        in: Context(at: Sample.instant("18:00", day: 2 + day), place: gym, attributes: ["wifi": "gym-guest"]))
    }
    let routines = LearnedRoutines(donations)
    #expect(routines.places[.gym]?.basis == .named)
    let near = try Context(at: Sample.instant("18:00"), place: Place(latitude: 52.5025, longitude: 13.4545))
    #expect(routines.relevance(of: .gym, in: near) == 1)
    let network = try Context(at: Sample.instant("18:00"), attributes: ["wifi": "gym-guest"])
    #expect(routines.relevance(of: .gym, in: network) == 1)
  }

  @Test("four days are too few to learn a routine", arguments: 0...4)
  func fewDays(days: Int) throws {
    let all = try Self.donations("ada").filter { $0.context.instant.localWeekday < 5 }
    let numbers = Array(Set(all.map(\.context.instant.localDay))).sorted().prefix(days)
    let routines = LearnedRoutines(all.filter { numbers.contains($0.context.instant.localDay) })
    #expect(routines.waking.workdays == nil && routines.waking.weekends == nil)
    #expect(routines.wayToWork == nil && routines.places[.work] == nil)
  }

  @Test("relevance is between 0 and 1 or unknown, and deterministic, for any log", arguments: 1...40)
  func random(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    var moment = Int64.random(in: -2_000_000_000_000...3_000_000_000_000, using: &numbers)
    let scale = [1_000, 60_000, 3_600_000, 40_000_000, 9_000_000_000].randomElement(using: &numbers) ?? 1
    let donations = try (0..<Int.random(in: 0...300, using: &numbers)).map { _ in
      moment += Int64.random(in: 0...Int64(scale), using: &numbers)
      return try Donation(
        of: UserActivity(activityType: "org.example.any"), in: Self.context(at: moment, &numbers))
    }
    let routines = LearnedRoutines(donations)
    #expect(routines == LearnedRoutines(donations))
    #expect(routines.donations <= donations.count)
    for _ in 0..<40 {
      let context = try Self.context(at: moment + Int64.random(in: 0...90_000_000, using: &numbers), &numbers)
      for routine in DailyRoutine.allCases {
        if let value = routines.relevance(of: routine, in: context) {
          #expect((0...1).contains(value), "seed \(seed), \(routine)")
        }
      }
    }
  }

  private static func context(at moment: Int64, _ numbers: inout SeededNumbers) throws -> Context {
    let instant = try Instant(
      milliseconds: moment, offsetMinutes: Int.random(in: -720...840, using: &numbers))
    let latitudes: [Double] = [0, 52.5, 89.9999, -90, 12]
    let longitudes: [Double] = [180, -180, 179.9999, 13.4, -0.0001]
    let latitude = latitudes.randomElement(using: &numbers) ?? 0
    let longitude = longitudes.randomElement(using: &numbers) ?? 0
    let place =
      Bool.random(using: &numbers)
      ? try Place(
        latitude: latitude, longitude: longitude,
        name: ["home", "Office", "x"].randomElement(using: &numbers))
      : nil
    let wifi: ActivityValue = [.string("a"), .string("b"), .null, 3].randomElement(using: &numbers) ?? .null
    return try Context(
      at: instant, place: place, attributes: Bool.random(using: &numbers) ? ["wifi": wifi] : [:])
  }

  @Test("only the newest donations of the last eight weeks count")
  func bounds() throws {
    let start = try Sample.instant("08:00")
    func donation(_ second: Double) throws -> Donation {
      try Donation(
        of: UserActivity(activityType: "org.example.any"), in: Context(at: start.advanced(bySeconds: second)))
    }
    let many = try (0..<5_000).map { try donation(Double($0)) }
    #expect(LearnedRoutines(many).donations == LearnedRoutines.donationLimit)
    let old = try [donation(0), donation(LearnedRoutines.period), donation(LearnedRoutines.period + 1)]
    #expect(LearnedRoutines(old).donations == 2)
    #expect(LearnedRoutines(Array(many.suffix(4_096))) == LearnedRoutines(many))
  }

  @Test("scattered positions form one cluster, even at the poles and across the date line")
  func clusters() throws {
    for (latitude, longitude) in [
      (52.5, 13.4), (0, 180), (-0.0001, -180), (89.9995, 10), (-90, 0), (60, -0.0001),
    ] {
      var clusters = PlaceClusters()
      var numbers = SeededNumbers(seed: 7)
      let found = try (0..<200).map { _ in
        let north = min(90, max(-90, latitude + Double.random(in: -3e-4...3e-4, using: &numbers)))
        let east = longitude + Double.random(in: -3e-4...3e-4, using: &numbers)
        return clusters.add(
          try Place(latitude: north, longitude: east > 180 ? east - 360 : east < -180 ? east + 360 : east))
      }
      #expect(Set(found).count == 1, "\(latitude), \(longitude)")
      let center = try #require(clusters.center(of: found[0]))
      #expect(center.distance(to: try Place(latitude: latitude, longitude: longitude)) < 40)
      #expect(clusters.add(try Place(latitude: 1, longitude: 1)) != found[0])
    }
  }
}

extension Donation {
  fileprivate var withoutPlaceName: Donation {
    get throws {
      let place = try context.place.map {
        try Place(
          latitude: $0.latitude, longitude: $0.longitude, horizontalAccuracy: $0.horizontalAccuracy)
      }
      return try Donation(
        of: activity, by: user,
        in: Context(at: context.instant, place: place, attributes: context.attributes))
    }
  }
}
