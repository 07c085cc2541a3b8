import Activities
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("Tracks of the user's positions")
struct LocationTrackTests {
  private static let start: Int64 = 1_700_000_000_000

  /// A track of minutes and degrees north, on one meridian: a thousandth is 111 metres.
  private func track(_ points: [(minute: Double, latitude: Double)], accuracy: Double? = nil) throws
    -> LocationTrack
  {
    var track = LocationTrack()
    for point in points {
      track.add(
        try LocationPoint(
          .success(Self.start + Int64(point.minute * 60_000)), point.latitude, 13.4, accuracy: accuracy))
    }
    track.finish()
    return track
  }

  private func latitude(_ track: LocationTrack, _ minute: Double) -> Double? {
    track.place(at: Self.start + Int64(minute * 60_000))?.latitude
  }

  @Test("the user stayed between two positions at one place that are at most two hours apart")
  func stay() throws {
    let stay = try track([(0, 52.5), (120, 52.501)])
    #expect(latitude(stay, 1) == 52.5)
    #expect(latitude(stay, 59) == 52.5)
    #expect(latitude(stay, 61) == 52.501)
    #expect(latitude(try track([(0, 52.5), (120.1, 52.501)]), 60) == nil, "too long")
    #expect(latitude(try track([(0, 52.5), (60, 52.502)]), 30) == nil, "too far")
  }

  @Test("on the way only a position within two minutes counts")
  func way() throws {
    let way = try track([(0, 52.5), (60, 53.5)])
    #expect(latitude(way, 2) == 52.5)
    #expect(latitude(way, 2.1) == nil)
    #expect(latitude(way, 58) == 53.5)
    #expect(latitude(way, -2) == 52.5)
    #expect(latitude(way, -2.1) == nil)
    #expect(latitude(way, 62.1) == nil)
    #expect(LocationTrack().place(at: Self.start) == nil)
  }

  @Test("positions in any order make the same track")
  func order() throws {
    let points: [(minute: Double, latitude: Double)] = (0..<200).map { (minute: Int) in
      (minute: Double(minute), latitude: 52 + Double(minute / 20) * 0.01)
    }
    let ordered = try track(points)
    let shuffled = points.indices.map { points[$0 * 77 % 200] }
    let other = try track(shuffled + points)
    for minute in stride(from: -3, to: 203, by: 0.5) {
      #expect(latitude(ordered, minute) == latitude(other, minute), "\(minute)")
    }
  }

  @Test("uncertain positions, and those that could not have been reached in time, are skipped")
  func outliers() throws {
    #expect(try track([(0, 52.5)], accuracy: 201).count == 0)
    #expect(try track([(0, 52.5)], accuracy: 200).count == 1)
    var nowhere = LocationTrack()
    nowhere.add(try LocationPoint(.success(Self.start), 0, 0))
    #expect(nowhere.count == 0)
    let jump = try track([(0, 52.5), (1, 53.5), (2, 52.5)])
    #expect(latitude(jump, 1) == 52.5)
    let flight = try track([(0, 52.5), (10, 53.5), (20, 54.5)])
    #expect(latitude(flight, 10) == 53.5)
  }

  @Test("redundant positions take no memory, and change no answer")
  func thinned() throws {
    let standing: [(minute: Double, latitude: Double)] = (0..<2_000).map { (step: Int) in
      (minute: Double(step) / 10, latitude: 52.5 + Double(step % 3) * 0.000_01)
    }
    let still = try track(standing)
    #expect(still.count == 3)
    #expect(latitude(still, 100) != nil)
    let walked: [(minute: Double, latitude: Double)] = (0..<100).map { (step: Int) in
      (minute: Double(step), latitude: 52.5 + Double(step) * 0.001)
    }
    let moving = try track(walked)
    #expect(moving.count == 100)
  }

  @Test(
    "a record with a time and no place gets one; the same import again adds nothing, with a track or without")
  func imported() async throws {
    let (scratch, store) = (try Scratch(), InMemoryDonationStore())
    try scratch.write("history", ": 1700000000:0;make all\n: 1700090000:0;make all\n")
    let file = try HistoryFile(path: scratch.path("history"))
    func run(_ track: LocationTrack) async throws -> HistoryReport {
      try await HistoryImport(
        by: ZshImporter(), of: file, ImportRun.settings(), .init(), track: track,
        now: Instant(milliseconds: ImportRun.now)
      ).run(into: store)
    }
    let first = try await run(track([(0, 52.5)]))
    #expect((first.added, first.placed) == (2, 1))
    #expect(try await store.allDonations(of: .me).map(\.donation.context.place?.latitude) == [52.5, nil])
    for track in [LocationTrack(), try track([(0, 53.5)])] {
      let again = try await run(track)
      #expect((again.added, again.known) == (0, 2))
    }
  }

  @Test("the place of a visit is the previous place, never the destination")
  func visits() async throws {
    let timeline = #"""
      {"semanticSegments":[{"startTime":"2023-11-14T22:13:20Z","endTime":"2023-11-14T23:13:20Z",
        "visit":{"topCandidate":{"placeId":"x","semanticType":"HOME","placeLocation":{"latLng":"52.5°, 13.4°"}}}}]}
      """#
    let (scratch, store) = (try Scratch(), InMemoryDonationStore())
    try scratch.write("Timeline.json", timeline)
    let report = try await HistoryImport(
      by: GoogleTimelineImporter(), of: HistoryFile(path: scratch.path("Timeline.json")),
      ImportRun.settings(),
      .init(), track: LocationReading([scratch.path("Timeline.json")]).track,
      now: Instant(milliseconds: ImportRun.now)
    ).run(into: store)
    #expect((report.added, report.placed) == (1, 0))
    #expect(try await store.allDonations(of: .me).map(\.donation.context.place) == [nil])
  }
}
