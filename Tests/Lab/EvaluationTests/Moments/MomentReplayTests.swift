import Activities
import Features
import Storage
import Suggestions
import Synchronization
import Testing

@testable import Evaluation

/// Writes down what it is asked and told.
private final class Notes: Sendable {
  let moments = Mutex<[(context: Context, lead: Double, known: Int)]>([])
}

private struct Spy: MomentRanker {
  let notes: Notes
  private var known = 0
  private var rows = 0

  init(notes: Notes) {
    self.notes = notes
  }

  mutating func probabilities(at moment: AskedMoment, within seconds: Double) -> [Double] {
    notes.moments.withLock { $0.append((moment.context, moment.lead, known)) }
    return Array(repeating: 0, count: rows)
  }

  mutating func observe(_ donation: Donation, row: Int) {
    known += 1
    rows = max(rows, row + 1)
  }
}

@Suite("Evaluation at moments: replay")
struct MomentReplayTests {
  @Test("a ranker knows only donations strictly before the moment, and queries have no place or attributes")
  func known() async throws {
    let place = try Place(latitude: 52.5, longitude: 13.4)
    let donations = try [0.0, 1, 1, 2].map {
      try World.donation("a", hour: $0, place: place, attributes: ["wifi": .string("home")])
    }
    let notes = Notes()
    var sink = MomentSink([Spy(notes: notes)], within: 3_600)
    var replay = Replay(.every(1_800))
    replay.horizon = 3_600
    (replay.from, replay.to) = (try World.instant(hour: 0), try World.instant(hour: 2.1))
    var history = ReplayHistory(donations[...])
    try await replay.run(&history, into: &sink)
    let moments = notes.moments.withLock(\.self)
    #expect(moments.map(\.known) == [0, 1, 1, 3, 3])
    #expect(moments.allSatisfy { $0.context.place == nil && $0.context.attributes.isEmpty })
  }

  @Test("with a lead the moments are the same, and a ranker knows only donations before the earlier time")
  func lead() async throws {
    let donations = try (0..<6).map { try World.donation("a", hour: Double($0)) }
    func asked(lead: Double, until end: Double?, horizon: Double?) async throws
      -> (moments: [(context: Context, lead: Double, known: Int)], done: Int)
    {
      let notes = Notes()
      var sink = MomentSink([Spy(notes: notes)], within: 3_600)
      var replay = Replay(.every(1_800))
      (replay.horizon, replay.lead) = (horizon, lead)
      replay.to = try end.map { try World.instant(hour: $0) }
      var history = ReplayHistory(donations[...])
      try await replay.run(&history, into: &sink)
      return (notes.moments.withLock(\.self), sink.tallies[0].happened)
    }
    for (end, count) in [(nil, 11), (5.25, 10)] as [(Double?, Int)] {
      let plain = try await asked(lead: 0, until: end, horizon: 3_600)
      #expect(plain.moments.map(\.known) == Array([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6].prefix(count)))
      #expect(plain.done == 10)
      let ahead = try await asked(lead: 5_400, until: end, horizon: 3_600)
      #expect(ahead.moments.map(\.context) == plain.moments.map(\.context))
      #expect(ahead.moments.allSatisfy { $0.lead == 5_400 })
      #expect(ahead.moments.map(\.known) == Array([0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4].prefix(count)))
      #expect(ahead.done == 7, "nothing known is done while nothing is known")
    }
    // Without a horizon the donation of the very moment until which the user was observed is known.
    let plain = try await asked(lead: 0, until: nil, horizon: nil).moments
    let ahead = try await asked(lead: 3_600, until: nil, horizon: nil).moments
    #expect(ahead.map(\.context) == plain.map(\.context))
    #expect(zip(ahead, plain).allSatisfy { $0.known == $1.known - 1 })
  }

  @Test(
    "with a lead the clock follows the last known donation, and donations with inexact times wait, too"
  )
  func clockAhead() async throws {
    let journey = try Instant(milliseconds: World.monday + 3_600_000, offsetMinutes: 600)
    let donations = [
      try World.donation("b", hour: -1, precision: .order), try World.donation("a", hour: 0),
      try Donation(of: UserActivity(activityType: "org.example.notes.open"), in: Context(at: journey)),
      try World.donation("a", hour: 3),
    ]
    let notes = Notes()
    var sink = MomentSink([Spy(notes: notes)], within: 3_600)
    var replay = Replay(.every(3_600))
    replay.lead = 7_200
    var history = ReplayHistory(donations[...])
    try await replay.run(&history, into: &sink)
    let moments = notes.moments.withLock(\.self)
    #expect(moments.map(\.known) == [1, 2, 3])
    #expect(moments.map(\.context.instant.offsetMinutes) == [0, 0, 600])
  }

  @Test("a lead at donations, or below 0, is rejected")
  func refusedLeads() async throws {
    let donations = try [World.donation("a", hour: 0), World.donation("a", hour: 1)]
    for (moments, lead, error) in [
      (.eachDonation, 60, .leadAtDonations), (.donations, 60, .leadAtDonations),
      (.every(60), -1, .leadNegative), (.times([]), .nan, .leadNegative),
    ] as [(Replay.Moments, Double, ReplayError)] {
      var replay = Replay(moments)
      replay.lead = lead
      await #expect(throws: error) {
        var (history, sink) = (ReplayHistory(donations[...]), MomentSink([], within: 60))
        try await replay.run(&history, into: &sink)
      }
    }
  }

  @Test("moments begin after the first donation with an exact time, and inexact times do not set the clock")
  func timePrecision() async throws {
    let order = try Instant(milliseconds: World.monday + 1, offsetMinutes: 600)
    var details = Donation.Details()
    details.timePrecision = .order
    let activity = try UserActivity(activityType: "org.example.notes.open")
    let donations = [
      try World.donation("a", hour: -1_000, precision: .order), try World.donation("a", hour: 0),
      try Donation(of: activity, in: Context(at: order), details: details),
      try World.donation("a", hour: 1),
    ]
    let notes = Notes()
    var sink = MomentSink([Spy(notes: notes)], within: 3_600)
    var history = ReplayHistory(donations[...])
    try await Replay(.every(1_800)).run(&history, into: &sink)
    let moments = notes.moments.withLock(\.self)
    #expect(moments.map(\.known) == [3, 4])
    #expect(moments.map(\.context.instant) == [try World.instant(hour: 0.5), try World.instant(hour: 1)])
  }

  @Test("a moment's clock follows the last known donation, until another donation shows a change")
  func offset() async throws {
    // In Berlin at one in UTC on 2024-03-31 the clock goes from two to three.
    let change = try Instant(rfc3339: "2024-03-31T01:00:00Z")
    let donations = try [-1.0, 0.5].map { hour in
      let instant = try Instant(
        milliseconds: change.milliseconds + Int64(hour * 3_600_000), offsetMinutes: hour < 0 ? 60 : 120,
        timeZone: "Europe/Berlin")
      return try Donation(
        of: UserActivity(activityType: "org.example.notes.open"), in: Context(at: instant))
    }
    let notes = Notes()
    var sink = MomentSink([Spy(notes: notes)], within: 3_600)
    var replay = Replay(.every(900))
    replay.horizon = 3_600
    (replay.from, replay.to) = (change, change.advanced(bySeconds: 2_701))
    var history = ReplayHistory(donations[...])
    try await replay.run(&history, into: &sink)
    let asked = notes.moments.withLock { $0.map(\.context.instant) }
    #expect(asked.map(\.offsetMinutes) == [60, 60, 60, 120])
    #expect(asked.map(\.localHour) == [2, 2.25, 2.5, 3.75])
    #expect(asked.allSatisfy { $0.timeZone == "Europe/Berlin" })
  }

  @Test("an activity at the moment counts as done, one at the end of the horizon does not")
  func interval() async throws {
    let millisecond = 1.5 / 3_600_000  // cut to a whole one
    for (hour, count) in [(-millisecond, 0), (0, 1), (1 - millisecond, 1), (1, 0)] {
      let donations = try [World.donation("b", hour: -2), World.donation("a", hour: hour)]
      var sink = MomentSink([Climatology()], within: 3_600)
      var replay = Replay(.every(7_200))
      replay.horizon = 3_600
      (replay.from, replay.to) = (try World.instant(hour: 0), try World.instant(hour: 0.5))
      var history = ReplayHistory(donations[...])
      try await replay.run(&history, into: &sink)
      let tally = sink.tallies[0]
      // A tenth for each of what is known: one or two.
      #expect(abs(tally.squaredError - Double(count) - (hour < 0 ? 0.02 : 0.01)) < 1e-12, "\(hour)")
      #expect(tally.moments == 1)
    }
  }

  @Test("a replay reads the future from a store page by page")
  func pages() async throws {
    let store = InMemoryDonationStore()
    let donations = try (0..<2_500).map { try World.donation("a", hour: Double($0) / 3_600) }
    _ = try await store.ingest(verbatim: donations)
    var history = try await ReplayHistory(of: .me, in: store)
    var counts: [Int] = []
    for seconds: Int64 in [900, 2_300, 10_000] {
      counts.append(try await history.upcoming(before: World.monday + seconds * 1_000).count)
    }
    #expect(counts == [900, 2_300, 2_500])
    let step = try await history.advance(before: World.monday + 200_000)
    let (next, ahead) = (try await history.next(), try await history.upcoming(before: .max))
    #expect(step.donations.count == 200 && next == donations[200] && ahead == Array(donations[200...]))
    let (rest, nothing) = (
      try await history.advance(before: .max), try await history.upcoming(before: .max)
    )
    #expect(rest.donations.count == 2_300 && nothing.isEmpty)
  }
}
