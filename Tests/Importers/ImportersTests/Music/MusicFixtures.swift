import Foundation
import TestSupport

@testable import Importers

/// Everything here is played for a minute.
struct SpotifyFixture: HistoryFixture {
  let importer: any HistoryImporter = SpotifyImporter()
  var repeatsAtOnce: Bool { false }

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    let texts = records.map { record in
      #"{"ts": "\#(ActivityWatchFixture.time(record.seconds + 60))", "ms_played": 60000, "#
        + #""master_metadata_track_name": "Song", "master_metadata_album_artist_name": "Artist \#(record.activity)", "incognito_mode": false}"#
    }
    try scratch.write(name, "[\(texts.joined(separator: ","))]")
  }

  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    let texts = records.map { record in
      let time = ActivityWatchFixture.time(record.seconds + 60).prefix(16).replacing("T", with: " ")
      return #"{"endTime": "\#(time)", "artistName": "Artist", "trackName": "Song", "msPlayed": 60000}"#
    }
    try scratch.write(name, "[\(texts.joined(separator: ","))]")
    return true
  }
}

struct LastFMFixture: HistoryFixture {
  let importer: any HistoryImporter = LastFMImporter()
  var repeatsAtOnce: Bool { false }

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    let lines = records.reversed().map { record in
      #""\#(record.seconds)","x","Artist \#(record.activity)","","Album","","Song",""\#n"#
    }
    try scratch.write(
      name, "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n" + lines.joined())
  }

  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    let tracks = records.map { record in
      ##"{"artist": {"#text": "Artist"}, "name": "Song", "album": {"#text": ""}, "date": {"uts": "\##(record.seconds)"}}"##
    }
    try scratch.write(name, #"{"recenttracks": {"track": [\#(tracks.joined(separator: ","))]}}"#)
    return true
  }
}

struct NetflixFixture: HistoryFixture {
  let importer: any HistoryImporter = NetflixImporter()
  var repeatsAtOnce: Bool { false }

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    let lines = records.reversed().map { record in
      let time = ActivityWatchFixture.time(record.seconds).dropLast().replacing("T", with: " ")
      return
        #"Me,\#(time),00:41:00,,"Series \#(record.activity): Season 1: ""One""",,TV,00:41:00,00:41:00,DE (Germany)\#n"#
    }
    try scratch.write(
      name,
      "Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,Bookmark,Latest Bookmark,Country\n"
        + lines.joined())
  }

  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    let lines = records.indices.map { "\"Series: Season 1: Part\",\"1/\(28 - $0)/24\"\n" }
    try scratch.write(name, "Title,Date\n" + lines.joined())
    return true
  }
}
