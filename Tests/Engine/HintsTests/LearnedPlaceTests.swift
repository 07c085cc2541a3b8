import Activities
import Testing

@testable import Suggestions

@Suite("Places are learned from donations")
struct LearnedPlaceTests {
  /// Returns a donation in March 2026, at a distance in metres north of the station; 2 March is a
  /// Monday.
  private static func donation(
    _ day: Int, _ clock: String, metresNorth: Double?, name: String? = nil
  ) throws -> Donation {
    let place = try metresNorth.map { metres in
      let place = try Sample.place(metresNorth: metres)
      return try Place(latitude: place.latitude, longitude: place.longitude, name: name)
    }
    return try Donation(
      of: UserActivity(activityType: "org.example.a.b"),
      in: Context(at: Sample.instant(clock, day: day), place: place))
  }

  @Test("scattered positions form a place once they have donations on three days")
  func returning() throws {
    let donations = try [
      Self.donation(2, "09:10", metresNorth: 0), Self.donation(2, "20:00", metresNorth: 5_000),
      Self.donation(3, "12:00", metresNorth: 120), Self.donation(3, "12:01", metresNorth: nil),
      Self.donation(3, "20:00", metresNorth: 5_000), Self.donation(3, "21:00", metresNorth: 5_000),
      Self.donation(4, "16:50", metresNorth: 60),
    ]
    let places = LearnedPlace.places(in: donations)
    let place = try #require(places.first)
    #expect(places.count == 1, "two days are not enough")
    #expect(place.donations == 3 && place.days == 3)
    #expect(place.center.distance(to: try Sample.place(metresNorth: 60)) < 1)
    #expect(place.donatedName == nil && place.routine == nil)
    #expect(place.hours == LearnedPlace.Hours(from: 9, to: 17) && place.week == .workdays)
  }

  @Test("hours after midnight belong to the evening before; a place used all day has no hours")
  func hours() throws {
    // Saturday, Sunday, and the Saturday after; each day's last donation comes after midnight.
    let nights = try [7, 8, 14].flatMap { day in
      try [
        Self.donation(day, "22:30", metresNorth: 0), Self.donation(day, "23:30", metresNorth: 0),
        Self.donation(day + 1, "00:30", metresNorth: 0),
      ]
    }.sorted { $0.context.instant.milliseconds < $1.context.instant.milliseconds }
    let night = try #require(LearnedPlace.places(in: nights).first)
    #expect(night.hours == LearnedPlace.Hours(from: 22, to: 1) && night.week == .weekends && night.days == 3)
    let spread = try (2...4).flatMap { day in
      try ["02:00", "08:00", "14:00", "20:00"].map { try Self.donation(day, $0, metresNorth: 0) }
    }
    #expect(LearnedPlace.places(in: spread).first?.hours == nil)
  }

  @Test("places are ordered by donations, with their names and routines")
  func names() throws {
    let donations = try (2...6).flatMap { day in
      try [
        Self.donation(day, "08:00", metresNorth: 0, name: "Home"),
        Self.donation(day, "10:00", metresNorth: 5_000, name: day == 2 ? "Mill" : "The mill"),
        Self.donation(day, "11:00", metresNorth: 5_000), Self.donation(day, "12:00", metresNorth: 5_000),
        Self.donation(day, "22:00", metresNorth: 0, name: "Home"),
      ]
    }
    let places = LearnedPlace.places(in: donations)
    #expect(places.map(\.donations) == [15, 10])
    #expect(places.map(\.donatedName) == ["The mill", "Home"])
    #expect(places.map(\.routine) == [.work, .home])
    #expect(LearnedPlace.places(in: []).isEmpty)
  }
}
