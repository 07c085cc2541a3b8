import Activities
import Foundation
import LogFormat
import Testing

@testable import Simulation

@Suite struct SimulationTests {
  static let lunch = """
    "routines": [{"name": "lunch", "days": "workdays", "at": "12:30", "jitter": 10, "chance": 0.8, "place": "office", "steps": [
      {"do": "soup", "gap": 0}, {"do": "mail", "gap": 5, "chance": 0.5}
    ]}]
    """

  @Test(arguments: shippedNames) func `the same seed gives the same log, another seed another`(name: String)
    throws
  {
    let persona = try shippedPersona(name)
    let first = try Simulation(of: persona, seed: 7).donations(days: 21)
    #expect(try Simulation(of: persona, seed: 7).donations(days: 21) == first)
    #expect(try Simulation(of: persona, seed: 8).donations(days: 21) != first)
  }

  @Test(arguments: shippedNames) func `donations are in order of time and named apart`(name: String) throws {
    for seed in UInt64(0)..<3 {
      let donations = try Simulation(of: shippedPersona(name), seed: seed).donations()
      for (earlier, later) in zip(donations, donations.dropFirst()) {
        #expect(earlier.context.instant.milliseconds <= later.context.instant.milliseconds, "seed \(seed)")
      }
      #expect(Set(donations.map(\.identifier)).count == donations.count, "seed \(seed)")
    }
  }

  @Test func `fewer days are the beginning of the same log`() throws {
    let simulation = Simulation(of: try shippedPersona("kai"), seed: 3)
    let short = try simulation.donations(days: 10)
    let long = try simulation.donations(days: 30)
    let boundary = simulation.persona.start.daysSince1970 + 10
    let whole = short.filter { $0.context.instant.localDay < boundary }
    #expect(whole.count > 100)
    #expect(Array(long.prefix(whole.count)) == whole)
  }

  @Test func `a routine happens as often, when and where it says`() throws {
    let persona = try persona(sections: Self.lunch)
    for seed in UInt64(0)..<10 {
      let donations = try Simulation(of: persona, seed: seed).donations(days: 280)
      let lunches = donations.of("order")
      #expect((135...182).contains(lunches.count), "seed \(seed): 200 workdays × 0.8, within 4 deviations")
      #expect(lunches.allSatisfy { $0.context.instant.localWeekday < 5 }, "seed \(seed)")
      let mean = lunches.map(\.context.instant.localHour).reduce(0, +) / Double(lunches.count)
      #expect(abs(mean - 12.5) < 0.06, "seed \(seed): 10 min / √160, 4 deviations")
      let deviation =
        lunches.map { ($0.context.instant.localHour - mean) * ($0.context.instant.localHour - mean) }.reduce(
          0, +)
        / Double(lunches.count)
      #expect((0.12...0.22).contains(deviation.squareRoot()), "seed \(seed): 10 minutes")
      #expect(lunches.allSatisfy { $0.context.attributes == ["wifi": "office"] }, "seed \(seed)")
      let office = try Place(latitude: 52.6, longitude: 13.5)
      #expect(
        lunches.allSatisfy { ($0.context.place?.distance(to: office) ?? .infinity) < 150 }, "seed \(seed)")
      let share = Double(donations.of("inbox").count) / Double(lunches.count)
      #expect(abs(share - 0.5) < 0.16, "seed \(seed)")
    }
  }

  @Test func `location noise is as wide as said`() throws {
    let persona = try persona(
      sections: """
        "location": {"noise": 50, "known": 0.5},
        "routines": [{"name": "r", "at": "10:00", "place": "home", "steps": [{"do": "mail", "times": 50}]}]
        """)
    let donations = try Simulation(of: persona, seed: 5).donations(days: 40)
    let home = try Place(latitude: 52.5, longitude: 13.4)
    let distances = donations.compactMap { $0.context.place?.distance(to: home) }
    #expect(abs(Double(distances.count) / 2_000 - 0.5) < 0.05)
    let square = distances.map { $0 * $0 }.reduce(0, +) / Double(distances.count)
    #expect(abs((square / 2).squareRoot() - 50) < 4)
  }

  @Test func `poor positions are as many and as far off as the persona says, and their accuracy shows it`()
    throws
  {
    let persona = try persona(
      sections: """
        "location": {"noise": 20, "poor": {"chance": 0.1, "from": 800, "to": 1200}},
        "routines": [{"name": "r", "at": "10:00", "place": "home", "steps": [{"do": "mail", "times": 50}]}]
        """)
    let places = try Simulation(of: persona, seed: 5).donations(days: 40).compactMap(\.context.place)
    let home = try Place(latitude: 52.5, longitude: 13.4)
    let poor = places.filter { ($0.horizontalAccuracy ?? 0) > 200 }
    #expect(places.count == 2_000)
    #expect(abs(poor.count - 200) < 54, "4 deviations of √(2,000 × 0.1 × 0.9)")
    let square = poor.map { $0.distance(to: home) * $0.distance(to: home) }.reduce(0, +) / Double(poor.count)
    #expect(abs((square / 2).squareRoot() - 1_007) < 200, "the root mean square of 800 to 1,200")
    let good = places.filter { ($0.horizontalAccuracy ?? 0) <= 200 }
    #expect(good.allSatisfy { $0.distance(to: home) < 150 })
  }

  @Test func `a program knows position and attributes as often as the persona says`() throws {
    let json = """
      {
        "user": "sample", "timeZone": "Europe/Berlin",
        "places": {"home": {"latitude": 52.5, "longitude": 13.4, "attributes": {"wifi": "home"}}},
        "activities": {
          "mail": {"activityType": "org.example.mail.inbox"},
          "clock": {
            "activityType": "org.example.clock.show", "context": {"headphones": true},
            "knowsPosition": 0.25, "knowsAttributes": 0.5
          },
          "sum": {"activityType": "org.example.calculator.show", "knowsPosition": 0, "knowsAttributes": 0}
        },
        "routines": [{"name": "r", "at": "10:00", "place": "home", "steps": [
          {"do": "mail", "times": 10}, {"do": "clock", "times": 10}, {"do": "sum", "times": 10}
        ]}]
      }
      """
    let donations = try Simulation(of: try persona(json), seed: 5).donations(days: 100)
    let (mail, clock) = (donations.of("inbox"), donations.of("clock.show"))
    #expect(mail.allSatisfy { $0.context.place != nil && $0.context.attributes == ["wifi": "home"] })
    #expect(abs(clock.filter { $0.context.place != nil }.count - 250) < 55, "4 deviations")
    #expect(abs(clock.filter { $0.context.attributes["wifi"] != nil }.count - 500) < 64, "4 deviations")
    #expect(clock.allSatisfy { $0.context.attributes["headphones"] == true }, "its own are always known")
    let sum = donations.of("calculator.show")
    #expect(sum.allSatisfy { $0.context.place == nil && $0.context.attributes.isEmpty })
  }

  @Test func `lunch stays at local wall time when the clocks change`() throws {
    let persona = try persona(
      sections: Self.lunch.replacingOccurrences(of: "\"jitter\": 10", with: "\"jitter\": 0"))
    let lunches = try Simulation(of: persona, seed: 1).donations(days: 56).of("order")
    let offsets = lunches.map(\.context.instant.offsetMinutes)
    #expect(Set(offsets) == [60, 120])
    #expect(lunches.allSatisfy { $0.context.instant.localHour == 12.5 })
    let change = CalendarDate("2026-03-29")?.daysSince1970 ?? 0
    #expect(
      lunches.allSatisfy {
        ($0.context.instant.localDay >= change) == ($0.context.instant.offsetMinutes == 120)
      })
    #expect(lunches.allSatisfy { $0.context.instant.timeZone == "Europe/Berlin" })
  }

  @Test func `a journey brings its own clock and its own home`() throws {
    let persona = try persona(
      sections: """
        "periods": [{"name": "trip", "from": 2, "to": 3, "timeZone": "America/New_York", "instead": {"home": "hotel"}}],
        "routines": [
          {"name": "morning", "at": "08:00", "place": "home", "steps": [{"do": "mail", "gap": 0}]},
          {"name": "abroad", "at": "20:00", "during": "trip", "steps": [{"do": "soup"}]},
          {"name": "at home", "at": "20:00", "except": "trip", "steps": [{"do": "news"}]}
        ]
        """)
    let donations = try Simulation(of: persona, seed: 2).donations(days: 5)
    let mornings = donations.of("inbox")
    #expect(mornings.map(\.context.instant.offsetMinutes) == [60, 60, -300, -300, 60])
    #expect(mornings.allSatisfy { $0.context.instant.localHour == 8 })
    #expect(mornings.map { ($0.context.place?.longitude ?? 0) < 0 } == [false, false, true, true, false])
    #expect(donations.of("order").count == 2)
    #expect(donations.of("read").count == 3)
  }

  @Test func `required keys repeat, noise keys do not`() throws {
    let orders = try Simulation(of: try persona(sections: Self.lunch), seed: 4).donations(days: 100).of(
      "order")
    #expect(orders.count > 40)
    #expect(Set(orders.map(\.identity)).count == 1)
    #expect(Set(orders.compactMap { $0.activity.userInfo["scrollOffset"] }).count == orders.count)
    #expect(Set(orders.compactMap { $0.activity.userInfo["cart"] }).count == orders.count)
    #expect(
      orders.allSatisfy {
        $0.activity.title == "Order soup" && $0.activity.restorationPayload == ["item": "soup"]
      })
  }

  @Test func `spontaneous activities come at their rate, in their part of the day, at their places`() throws {
    let persona = try persona(
      sections: """
        "routines": [
          {"name": "to work", "at": "09:00", "place": "office", "steps": []},
          {"name": "back", "at": "17:00", "place": "home", "steps": []}
        ],
        "spontaneous": [
          {"do": {"mail": 3, "news": 1}, "perDay": 6, "between": ["08:00", "22:00"]},
          {"do": "soup", "perDay": 10, "between": ["08:00", "22:00"], "at": ["office"]}
        ]
        """)
    for seed in UInt64(0)..<5 {
      let donations = try Simulation(of: persona, seed: seed).donations(days: 100)
      let (mail, news) = (donations.of("inbox"), donations.of("read"))
      #expect(abs(mail.count + news.count - 600) < 100, "seed \(seed): 4 deviations of √600")
      #expect(abs(Double(mail.count) / Double(mail.count + news.count) - 0.75) < 0.08, "seed \(seed)")
      #expect((mail + news).allSatisfy { (8..<22).contains($0.context.instant.localHour) }, "seed \(seed)")
      #expect(
        donations.of("order").allSatisfy { (9..<17).contains($0.context.instant.localHour) }, "seed \(seed)")
      #expect(donations.of("order").allSatisfy { $0.context.attributes["wifi"] == "office" }, "seed \(seed)")
      #expect(abs(donations.of("order").count - 571) < 100, "seed \(seed): 1,000 × 8 h of 14 h")
    }
  }

  @Test func `what follows follows at its chance`() throws {
    let persona = try persona(
      sections: """
        "routines": [{"name": "r", "at": "10:00", "steps": [{"do": "mail"}]}],
        "transitions": [{"after": "mail", "then": {"news": 1, "soup": 1}, "chance": 0.6, "gap": 1}]
        """)
    let donations = try Simulation(of: persona, seed: 9).donations(days: 400)
    #expect(donations.of("inbox").count == 400)
    #expect(abs(donations.of("read").count - 120) < 37)
    #expect(abs(donations.of("order").count - 120) < 37)
  }

  @Test(arguments: placeNames)
  func `people of places do several things at most places, some at two, and some positions are missing`(
    name: String
  ) throws {
    let persona = try shippedPersona(name, in: "places")
    let donations = try Simulation(of: persona, seed: 1).donations()
    let perDay = Double(donations.count) / Double(persona.days)
    #expect((5...27).contains(perDay))
    #expect((60...120).contains(persona.days))
    let missing = donations.filter { $0.context.place == nil }.count
    #expect((0.05...0.75).contains(Double(missing) / Double(donations.count)))
    let poor = donations.filter { ($0.context.place?.horizontalAccuracy ?? 0) > 200 }.count
    #expect((0.005...0.2).contains(Double(poor) / Double(donations.count)))
    var kinds: [String: Set<String>] = [:]
    for donation in donations {
      guard let place = donation.context.place, (place.horizontalAccuracy ?? 0) < 100 else { continue }
      let near = persona.places.min { left, right in
        distance(place, left.value.place) < distance(place, right.value.place)
      }
      kinds[try #require(near).key, default: []].insert(donation.activity.activityType)
    }
    #expect(kinds.values.filter { $0.count >= 3 }.count * 2 > kinds.count)
    let places = Dictionary(grouping: kinds.flatMap { place in place.value.map { ($0, place.key) } }, by: \.0)
    #expect(places.values.filter { $0.count > 1 }.count >= 3)
  }

  private func distance(_ place: Place, _ other: Place?) -> Double {
    other.map { place.distance(to: $0) } ?? .infinity
  }

  @Test func `nobody who does nothing donates anything`() throws {
    let empty = try persona(#"{"user": "nobody", "timeZone": "UTC"}"#)
    #expect(try Simulation(of: empty).donations().isEmpty)
    #expect(try Simulation(of: try persona(sections: Self.lunch)).donations(days: 0).isEmpty)
  }

  @Test func `what cannot be simulated is refused`() throws {
    let simulation = Simulation(of: try persona(sections: Self.lunch))
    #expect(throws: SimulationError.daysOutOfRange) { try simulation.donations(days: -1) }
    #expect(throws: SimulationError.daysOutOfRange) { try simulation.donations(days: 4_000) }
    #expect(throws: SimulationError.startOutOfRange) {
      try simulation.donations(from: CalendarDate("0001-01-01"))
    }
    let explosive = try persona(
      sections: """
        "routines": [{"name": "r", "at": "10:00", "steps": [{"do": "mail"}]}],
        "transitions": [{"after": "mail", "then": "mail", "chance": 1}, {"after": "mail", "then": "mail", "chance": 1}]
        """)
    #expect(throws: SimulationError.dayTooFull) { try Simulation(of: explosive).donations(days: 1) }
  }
}
