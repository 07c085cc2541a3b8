import Activities
import Features
import Kernels
import Testing

@testable import Training

@Suite("Training: the knowledge of queries")
struct QuestionModesTests {
  private static let cafe = Result { try Place(latitude: 52.52, longitude: 13.4, horizontalAccuracy: 20) }

  private static func donation(
    _ name: String, minute: Int64 = 0, at place: Place?, attributes: [String: ActivityValue] = [:]
  ) throws -> Donation {
    try Donation(
      of: UserActivity(activityType: "org.example.a", userInfo: ["it": .string(name)]),
      in: Context(
        at: Instant(milliseconds: World.monday + minute * 60_000), place: place, attributes: attributes))
  }

  /// Two things are done at one place.
  private static func modes(seed: UInt64, checkIns: Bool = false) throws -> QuestionModes {
    let cafe = try cafe.get()
    return QuestionModes(
      of: try (0..<4).map { try donation(checkIns ? "x" : "\($0 % 2)", at: cafe) }, seed: seed)
  }

  @Test(
    "queries know places, last places and attributes in the stated shares", arguments: [1, 2, 3] as [UInt64],
    [false, true])
  func shares(seed: UInt64, checkIns: Bool) throws {
    var modes = try Self.modes(seed: seed, checkIns: checkIns)
    #expect(modes.knowsPlaces != checkIns)
    let donation = try Self.donation("x", at: Self.cafe.get(), attributes: ["wifi": "home"])
    let count = 8_000
    var (place, last, nowhere, named, both, namedNowhere) = (0, 0, 0, 0, 0, 0)
    for _ in 0..<count {
      let moment = try modes.draw(donation)
      #expect(moment.context.instant == donation.context.instant && moment.lead == 0)
      #expect(moment.context.place == nil || moment.context.place == donation.context.place)
      #expect(moment.context.attributes.isEmpty || moment.context.attributes == donation.context.attributes)
      let (knowsPlace, knowsAttributes) = (moment.context.place != nil, !moment.context.attributes.isEmpty)
      place += knowsPlace ? 1 : 0
      last += !knowsPlace && moment.knowsLastPlace ? 1 : 0
      nowhere += moment.knowsLastPlace ? 0 : 1
      named += knowsAttributes ? 1 : 0
      both += knowsAttributes && knowsPlace ? 1 : 0
      namedNowhere += knowsAttributes && !moment.knowsLastPlace ? 1 : 0
    }
    func isAbout(_ times: Int, _ share: Double) -> Bool {
      abs(Double(times) - share * Double(count)) < 5 * (share * (1 - share) * Double(count)).squareRoot() + 1
    }
    #expect(isAbout(place, checkIns ? 0 : 1.0 / 2), "\(place)")
    #expect(isAbout(last, checkIns ? 3.0 / 4 : 1.0 / 4), "\(last)")
    #expect(isAbout(nowhere, 1.0 / 4) && isAbout(namedNowhere, 1.0 / 8), "\(nowhere), \(namedNowhere)")
    #expect(isAbout(named, 1.0 / 2) && isAbout(both, checkIns ? 0 : 3.0 / 8), "\(named), \(both)")
  }

  @Test(
    "a query has its donation's time precision, and may know the last place if the donation has none"
  )
  func timeless() throws {
    var details = Donation.Details()
    details.timePrecision = .day
    let donation = try Donation(
      of: UserActivity(activityType: "org.example.a"), in: Context(at: Instant(milliseconds: 0)),
      details: details)
    var modes = try Self.modes(seed: 1)
    let moments = try (0..<64).map { _ in try modes.draw(donation) }
    #expect(moments.allSatisfy { $0.precision == .day && $0.context == donation.context })
    #expect(Set(moments.map(\.knowsLastPlace)) == [true, false])
  }

  @Test("the usual query names the attributes and the time with its precision, and uses the last place")
  func usual() throws {
    for precision in TimePrecision.allCases {
      var details = Donation.Details()
      details.timePrecision = precision
      let donation = try Donation(
        of: UserActivity(activityType: "org.example.a"),
        in: Context(at: Instant(milliseconds: 0), place: Self.cafe.get(), attributes: ["wifi": "home"]),
        details: details)
      let moment = try QuestionModes.usual(donation)
      #expect(moment.context.instant == donation.context.instant && moment.context.place == nil)
      #expect(moment.context.attributes == ["wifi": "home"])
      #expect(moment.precision == precision && moment.knowsLastPlace && moment.lead == 0)
    }
  }

  @Test("half of the donations have another query, one in four of these is about a moment ahead")
  func leads() throws {
    var modes = try Self.modes(seed: 5)
    var counts: [Double?: Int] = [:]
    for _ in 0..<16_000 { counts[modes.drawLead(), default: 0] += 1 }
    #expect(abs(counts[nil, default: 0] - 8_000) < 320)
    #expect(abs(counts[0, default: 0] - 6_000) < 310)
    #expect(Set(counts.keys) == Set(QuestionModes.leads + [0, nil]))
    for lead in QuestionModes.leads { #expect(abs(counts[lead, default: 0] - 400) < 110, "\(lead)") }
  }

  @Test("the same seed draws the same queries")
  func seeds() throws {
    let donation = try Self.donation("x", at: Self.cafe.get(), attributes: ["wifi": "home"])
    func drawn(_ seed: UInt64) throws -> [Bool] {
      var modes = try Self.modes(seed: seed)
      return try (0..<200).map { _ in
        try modes.drawLead() == nil || modes.draw(donation).context.place == nil
      }
    }
    #expect(try drawn(1) == drawn(1) && drawn(1) != drawn(2))
  }

  /// Returns check-ins at some venues, with an unusual position for one in `movingOne`.
  private static func checkIns(_ count: Int, venues: Int, movingOne: Int, seed: UInt64) throws -> [Donation] {
    var random = SeededRandom(seed: seed)
    return try (0..<count).map { number in
      let venue = random.integer(below: venues)
      let moves = movingOne > 0 && random.integer(below: movingOne) == 0
      let place = try Place(
        latitude: 52 + Double(venue) * 0.01 + (moves ? Double(number) * 1e-6 : 0), longitude: 13)
      return try donation("v\(venue)", minute: Int64(number), at: place)
    }
  }

  @Test("check-ins, where the place is the activity, are recognised", arguments: 1...4 as ClosedRange<UInt64>)
  func checkIns(seed: UInt64) throws {
    for (count, venues) in [(400, 60), (50, 20), (4, 1)] {
      let donations = try Self.checkIns(count, venues: venues, movingOne: 0, seed: seed)
      #expect(QuestionModes.placesAreActivities(donations), "\(count) at \(venues)")
    }
    // Some positions were corrected, and some check-ins tell none.
    let some = try Self.checkIns(400, venues: 30, movingOne: 12, seed: seed).enumerated().map {
      number, donation in
      number % 3 == 0 ? try Self.donation("v\(number % 30)", at: nil) : donation
    }
    #expect(QuestionModes.placesAreActivities(some))
    let many = try Self.checkIns(400, venues: 30, movingOne: 2, seed: seed)
    #expect(!QuestionModes.placesAreActivities(many), "positions as phones tell them")
  }

  @Test(
    "people who do several things at each of a few places are not recognised as check-ins",
    arguments: 1...4 as ClosedRange<UInt64>)
  func people(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let places = try (0..<4).map { try Place(latitude: 52 + Double($0) * 0.01, longitude: 13) }
    // Each activity at one place only, but five at each.
    let bound = try (0..<300).map { number in
      let place = random.integer(below: 4)
      return try Self.donation(
        "\(place)/\(random.integer(below: 5))", minute: Int64(number), at: places[place])
    }
    #expect(!QuestionModes.placesAreActivities(bound))
    // One activity is the only one at its place; the others are done anywhere else.
    let anywhere = try (0..<300).map { number in
      let place = random.integer(below: 4)
      let name = place == 0 ? "gym" : "a\(random.integer(below: 9))"
      return try Self.donation(name, minute: Int64(number), at: places[place])
    }
    #expect(!QuestionModes.placesAreActivities(anywhere))
  }

  @Test("without places, or with activities done only once, nothing is recognised")
  func nothing() throws {
    #expect(!QuestionModes.placesAreActivities([]))
    #expect(!QuestionModes.placesAreActivities(try World.history(50)))
    let once = try (0..<20).map { number in
      try Self.donation("\(number)", at: Place(latitude: Double(number), longitude: 0))
    }
    #expect(!QuestionModes.placesAreActivities(once))
  }
}
