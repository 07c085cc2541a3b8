import Activities
import Foundation
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("A play counts once")
struct RepeatedPlayTests {
  private let store = InMemoryDonationStore()

  /// A play in Spotify's complete export, by the second at which it ended.
  private static func play(_ end: String, _ seconds: Int, _ track: String = "Slow Tide", more: String = "")
    -> String
  {
    #"{"ts":"2021-05-04T\#(end)Z","ms_played":\#(seconds * 1_000),"master_metadata_track_name":"\#(track)","#
      + #""master_metadata_album_artist_name":"Norra"\#(more)}"#
  }

  /// A play in the export of one year.
  private static func minute(_ end: String, _ seconds: Int, _ track: String = "Slow Tide") -> String {
    #"{"endTime":"2021-05-04 \#(end)","artistName":"Norra","trackName":"\#(track)","msPlayed":\#(seconds * 1_000)}"#
  }

  @discardableResult
  private func run(
    _ importer: some HistoryImporter, _ text: String, rehearsing: Bool = false
  ) async throws -> HistoryReport {
    let scratch = try Scratch()
    try scratch.write("history", text)
    return try await ImportRun.run(
      importer, HistoryFile(path: scratch.path("history")), into: store, rehearsing: rehearsing)
  }

  @discardableResult
  private func spotify(_ plays: [String]) async throws -> HistoryReport {
    let text = "[\(plays.joined(separator: ","))]"
    let rehearsal = try await run(SpotifyImporter(), text, rehearsing: true)
    let report = try await run(SpotifyImporter(), text)
    #expect((rehearsal.added, rehearsal.known) == (report.added, report.known))
    #expect(rehearsal.filtered == report.filtered)
    return report
  }

  private func starts() async throws -> [String] {
    try await store.allDonations(of: .me).map {
      String($0.donation.context.instant.rfc3339.prefix(19).suffix(8))
    }
  }

  @Test("a play that one export has twice, at most a second apart, counts once")
  func oneExport() async throws {
    let plays = [
      Self.play("10:20:30", 200), Self.play("10:20:30", 200), Self.play("11:20:31", 180, "Ebb"),
      Self.play("11:20:32", 181, "Ebb"), Self.play("12:00:00", 200), Self.play("12:00:01", 200),
    ]
    #expect(try await spotify(plays).filtered == [.recordedTwice: 3])
    #expect(try await starts() == ["10:17:10", "11:17:31", "11:56:40"])
    let again = try await spotify(plays)
    #expect((again.added, again.known, again.filtered) == (0, 3, [.recordedTwice: 3]))
  }

  @Test("each repetition of a play counts, even of a short song")
  func repeats() async throws {
    let plays = [
      Self.play("10:03:00", 180), Self.play("10:06:00", 180), Self.play("10:08:59", 180),
      Self.play("11:00:40", 40), Self.play("11:01:20", 40), Self.play("11:02:00", 40),
    ]
    #expect(try await spotify(plays).added == 6)
    let minutes = [
      Self.minute("10:03", 180), Self.minute("10:06", 180), Self.minute("10:08", 180),
      Self.minute("11:00", 40), Self.minute("11:01", 40), Self.minute("11:02", 40),
    ]
    #expect(try await spotify(minutes).added == 0)
    #expect(try await spotify(plays).added == 0)
  }

  @Test("an export with minutes and one with seconds have the same plays, whichever comes first")
  func minutes() async throws {
    let minutes = [
      Self.minute("10:20", 200), Self.minute("11:20", 180, "Ebb"), Self.minute("11:23", 180, "Ebb"),
    ]
    let plays = [
      Self.play("10:20:59", 200), Self.play("11:20:31", 180, "Ebb"), Self.play("11:23:31", 180, "Ebb"),
    ]
    #expect(try await spotify(minutes).added == 3)
    #expect(try await spotify(plays).filtered == [.recordedTwice: 3])
    #expect(try await spotify(minutes).known == 3)
    // A repeat that the first export does not have yet.
    #expect(try await spotify(plays + [Self.play("11:26:31", 180, "Ebb")]).added == 1)
  }

  @Test("two plays within one minute of an export do not both match the stored play")
  func oneToOne() async throws {
    try await spotify([Self.minute("11:00", 35)])
    #expect(try await spotify([Self.play("11:00:10", 35), Self.play("11:00:45", 35)]).added == 1)
  }

  @Test(
    "an offline play is at the device's time, unless that is a placeholder or after the upload"
  )
  func offline() async throws {
    let upload = "18:00:00"
    for (more, expected) in [
      (#","offline":true,"offline_timestamp":1620082800"#, "2021-05-03T23:00:00+00:00"),
      (#","offline":true,"offline_timestamp":1620082800000"#, "2021-05-03T23:00:00+00:00"),
      (#","offline":true,"offline_timestamp":0"#, "2021-05-04T17:56:00+00:00"),
      (#","offline":true,"offline_timestamp":1"#, "2021-05-04T17:56:00+00:00"),
      (#","offline":true,"offline_timestamp":null"#, "2021-05-04T17:56:00+00:00"),
      (#","offline":true,"offline_timestamp":978307200"#, "2021-05-04T17:56:00+00:00"),
      (#","offline":true,"offline_timestamp":1620169200"#, "2021-05-04T17:56:00+00:00"),
      (#","offline":false,"offline_timestamp":1620082800"#, "2021-05-04T17:56:00+00:00"),
      (#","offline":null,"offline_timestamp":1620082800"#, "2021-05-03T23:00:00+00:00"),
    ] {
      let (donations, _) = try await ImportRun.donations(
        of: "[\(Self.play(upload, 240, more: more))]", by: SpotifyImporter())
      #expect(donations.map(\.context.instant.rfc3339) == [expected], "\(more)")
    }
  }

  @Test("a scrobble that was sent twice counts once, and so does one that Spotify has")
  func scrobbles() async throws {
    func csv(_ times: [Int64]) -> String {
      "uts,artist,album,track\n" + times.map { "\($0),Norra,Tides,Slow Tide\n" }.joined()
    }
    let first: Int64 = 1_620_123_430  // 10:17:10
    let report = try await run(LastFMImporter(), csv([first, first, first + 1, first + 200, first + 400]))
    #expect((report.added, report.filtered) == (3, [.recordedTwice: 2]))
    #expect(try await spotify([Self.play("10:20:45", 200)]).filtered == [.duplicate: 1])
    #expect(try await run(LastFMImporter(), csv([first, first + 200])).known == 2)
    let minutes = "Norra,Tides,Slow Tide,04 May 2021 10:17\nNorra,Tides,Slow Tide,04 May 2021 10:30\n"
    let coarse = try await run(LastFMImporter(), minutes)
    #expect((coarse.added, coarse.filtered) == (1, [.recordedTwice: 1]))
  }

  @Test("Netflix's list of days and its list of times have the same films")
  func days() async throws {
    let list = "Title,Date\n\"Heat\",\"3/4/24\"\n\"Ronin\",\"3/4/24\"\n\"Heat\",\"3/1/24\"\n"
    let whole =
      "Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type\n"
      + "Me,2024-03-04 20:15:10,01:41:23,,\"Heat\",\nMe,2024-03-04 20:15:10,01:41:23,,\"Heat\",\n"
      + "Me,2024-03-02 20:15:10,01:41:23,,\"Ronin\",\n"
    for texts in [[list, whole], [whole, list]] {
      let store = InMemoryDonationStore()
      var reports: [HistoryReport] = []
      for text in texts {
        let scratch = try Scratch()
        try scratch.write("history", text)
        reports.append(
          try await ImportRun.run(NetflixImporter(), HistoryFile(path: scratch.path("history")), into: store))
      }
      #expect(try await store.allDonations(of: .me).count == 4)
      #expect(reports.map { $0.filtered[.recordedTwice] ?? 0 } == (texts[0] == list ? [0, 2] : [1, 1]))
    }
  }
}
