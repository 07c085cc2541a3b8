import Activities
import Foundation
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("Music and films")
struct MusicTests {
  private func times(_ donations: [Donation]) -> [String] { donations.map(\.context.instant.rfc3339) }

  @Test("Spotify: both exports have the same artists, without short and private plays")
  func spotify() async throws {
    let (small, smallReport) = try await ImportRun.donations(
      of: #"""
        [{"endTime": "2024-03-04 08:05", "artistName": "Miles Davis", "trackName": "So What", "msPlayed": 240000},
         {"endTime": "2024-03-04 08:06", "artistName": "Miles Davis", "trackName": "Blue in Green", "msPlayed": 29999},
         {"endTime": "2024-03-04 09:00", "podcastName": "A Podcast", "episodeName": "One", "msPlayed": 1800000},
         {"endTime": "yesterday", "artistName": "x", "trackName": "x", "msPlayed": 240000},
         {"endTime": "2024-03-04 08:05", "artistName": "x", "trackName": "x"},
         {"endTime": "2024-03-04 08:05", "msPlayed": 240000}]
        """#, by: SpotifyImporter(), zone: "Europe/Berlin")
    #expect(small.map(\.activity.title) == ["Play Miles Davis", "Play A Podcast"])
    #expect(times(small) == ["2024-03-04T09:01:00+01:00", "2024-03-04T09:30:00+01:00"])
    #expect(small.map(\.details.duration) == [240, 1800])
    #expect(smallReport.filtered == [SpotifyImporter.short: 1])
    #expect(smallReport.malformed.flatMap(\.places) == [.record(4), .record(5), .record(6)])
    let (whole, report) = try await ImportRun.donations(
      of: #"""
        [{"ts": "2024-03-04T08:05:00Z", "username": "u", "platform": "linux", "ms_played": 240000, "conn_country": "DE", "ip_addr": "10.0.0.1", "master_metadata_track_name": "So What",
          "master_metadata_album_artist_name": "Miles Davis", "master_metadata_album_album_name": "Kind of Blue", "episode_name": null, "episode_show_name": null, "incognito_mode": false},
         {"ts": "2024-03-04T08:10:00Z", "ms_played": 240000, "master_metadata_track_name": "x", "master_metadata_album_artist_name": "x", "incognito_mode": true},
         {"ts": "2024-03-04T09:00:00Z", "ms_played": 1800000, "master_metadata_track_name": null, "episode_name": "One", "episode_show_name": "A Podcast"}]
        """#, by: SpotifyImporter())
    #expect(whole.map(\.identity) == small.map(\.identity))
    #expect(whole[0].text("album") == "Kind of Blue" && whole[0].activity.subtitle == "So What")
    #expect(report.filtered == [.isPrivate: 1])
    #expect(!"\(whole)".contains("10.0.0.1"))
  }

  @Test("Last.fm: tables with and without column names, tracks, pages and lists of pages are read")
  func lastFM() async throws {
    let track =
      ##"{"artist": {"#text": "Miles Davis", "mbid": ""}, "name": "So What", "album": {"#text": "Kind of Blue"}, "date": {"uts": "1709539200", "#text": "04 Mar 2024, 08:00"}}"##
    let playing =
      ##"{"artist": {"#text": "x"}, "name": "x", "album": {"#text": ""}, "@attr": {"nowplaying": "true"}}"##
    for text in [
      "\u{FEFF}uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n\"1709539200\",\"04 Mar 2024, 08:00\",\"Miles Davis\",\"\",\"Kind of Blue\",\"\",\"So What\",\"\"\n",
      "Miles Davis,Kind of Blue,So What,04 Mar 2024 08:00\n",
      "Miles Davis,Kind of Blue,So What,\"04 Mar 2024, 08:00\"\r\n",
      "[\(track)]", "[[\(track)], [\(playing)]]",
      #"{"recenttracks": {"track": [\#(playing), \#(track)], "@attr": {"page": "1"}}}"#,
      #"[{"track": [\#(track)]}]"#, #"[{"recenttracks": {"track": [\#(track)]}}]"#,
    ] {
      let scratch = try Scratch()
      try scratch.write("x", text)
      #expect(
        try ImporterRegistry.importer(of: HistoryFile(path: scratch.path("x")))?.name == "lastfm", "\(text)")
      let (donations, report) = try await ImportRun.donations(of: text, by: LastFMImporter())
      #expect(donations.map(\.activity.title) == ["Play Miles Davis"], "\(text)")
      #expect(donations.first?.text("title") == "So What" && donations.first?.text("album") == "Kind of Blue")
      #expect(times(donations) == ["2024-03-04T08:00:00+00:00"])
      #expect(report.malformedCount == 0)
      #expect(report.filteredCount == (text.contains("nowplaying") ? 1 : 0))
    }
  }

  @Test("Last.fm: a malformed row does not affect the others")
  func lastFMMalformed() async throws {
    let (donations, report) = try await ImportRun.donations(
      of: "uts,artist,album,track\nx,A,,T\n1709539200,A,,T\n1709539200,,,T\n1709539260\n",
      by: LastFMImporter())
    #expect(donations.count == 1)
    #expect(report.malformed.flatMap(\.places) == [.line(2), .line(4), .line(5)])
  }

  @Test(
    "Netflix: the short list has days, in the format of the country",
    arguments: [
      (["1/13/24", "1/12/24", "12/11/23"], ["2024-01-13", "2024-01-12", "2023-12-11"]),
      (["13/01/2024", "12/01/2024", "11/12/2023"], ["2024-01-13", "2024-01-12", "2023-12-11"]),
      (["03.02.24", "02.02.24"], ["2024-02-03", "2024-02-02"]),
      (["2024-02-03", "2024-02-02"], ["2024-02-03", "2024-02-02"]),
      // Only the order decides: the latest comes first.
      (["3/2/24", "3/1/24", "2/9/24"], ["2024-03-02", "2024-03-01", "2024-02-09"]),
      (["2/3/24", "1/3/24", "9/2/24"], ["2024-03-02", "2024-03-01", "2024-02-09"]),
    ])
  func netflixDays(_ dates: [String], _ expected: [String]) async throws {
    let (donations, report) = try await ImportRun.donations(
      of: "Title,Date\n" + dates.map { "\"Dark: Season 1: Secrets\",\"\($0)\"\n" }.joined(),
      by: NetflixImporter(),
      zone: "Asia/Tokyo")
    #expect(times(donations) == expected.reversed().map { "\($0)T12:00:00+09:00" })
    #expect(donations.allSatisfy { $0.details.timePrecision == .day })
    #expect(report.malformedCount == 0)
  }

  @Test("Netflix: episodes are their series, and films their title")
  func netflixTitles() async throws {
    let titles = [
      ("Dark: Season 1: Secrets", "Dark"), ("Mission: Impossible", "Mission: Impossible"), ("Heat", "Heat"),
      ("Haus des Geldes: Teil 3: Folge 1", "Haus des Geldes"), ("Arcane: Season 2: One: Two", "Arcane"),
      ("Star Trek: Picard: Season 1: Remembrance", "Star Trek: Picard"),
      ("The Queen's Gambit: Limited Series: Openings", "The Queen's Gambit"),
      ("Part of Me: A Story", "Part of Me: A Story"), ("Some Show: Odd Name: Episode", "Some Show"),
    ]
    let rows = titles.enumerated().map { "\"\($1.0)\",\"1/\(28 - $0)/24\"\n" }.joined()
    let (donations, _) = try await ImportRun.donations(of: "Title,Date\n" + rows, by: NetflixImporter())
    #expect(donations.reversed().map { $0.text("artist") ?? $0.text("title") } == titles.map(\.1))
  }

  @Test("Netflix: times and durations of one profile are read; trailers and autoplay are skipped")
  func netflix() async throws {
    let header =
      "Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,Bookmark,Latest Bookmark,Country"
    let rows = [
      "Me,2024-03-04 20:15:10,00:41:23,,\"Dark: Season 1: Secrets\",,TV,00:41:23,00:41:23,DE (Germany)",
      "Me,2024-03-04 20:00:00,00:02:00,,\"Dark: Trailer\",TRAILER,TV,,,DE",
      "Me,2024-03-04 19:00:00,00:02:00,Autoplayed: user action: None; ,\"Heat\",,TV,,,DE",
      "Me,2024-03-04 18:00:00,00:00:59,,\"Heat\",,TV,,,DE",
      "Kids,2024-03-04 17:00:00,00:30:00,,\"Heat\",,TV,,,DE",
      "Me,soon,00:30:00,,\"Heat\",,TV,,,DE", "Me,2024-03-04 16:00:00,,,\"Heat\",,TV,,,DE",
    ]
    let (donations, report) = try await ImportRun.donations(
      of: ([header] + rows).joined(separator: "\r\n"), by: NetflixImporter(), zone: "Europe/Berlin")
    #expect(donations.map(\.activity.title) == ["Play Dark"])
    #expect(times(donations) == ["2024-03-04T21:15:10+01:00"])
    #expect(donations[0].details.duration == 2_483)
    #expect(
      report.filtered == [
        NetflixImporter.trailer: 1, NetflixImporter.byItself: 1, NetflixImporter.short: 1,
        NetflixImporter.otherProfile: 1,
      ])
    #expect(report.malformed.flatMap(\.places) == [.line(7), .line(8)])
  }

  @Test("Last.fm: tabs, other column names, and numeric dates of a country are read")
  func lastFMForms() async throws {
    let tabs =
      "Title\tArtist\tAlbum\tDate\tTimestamp\nSo What\tMiles Davis\tKind of Blue\t04 Mar 2024, 08:00\t1709539200\n"
    let semicolons = "artist;track;album;timestamp\nMiles Davis;So What;Kind of Blue;1709539200\n"
    let dates = [
      "04.03.2024 08:00:00 +00:00", "04.03.2024 09:00:00 +01:00", "3/4/2024 8:00:00 AM +00:00",
      "2024-03-04 08:00:00",
      "04/03/2024 08:00:00 +00:00", "2024. 3. 4. 오전 8:00",
    ]
    // A second row shows which of day and month comes first.
    let others = [
      "31.01.2018 04:58:59 +00:00", "31.01.2018 04:58:59 +00:00", "1/31/2018 4:58:59 AM +00:00",
      "2018-01-31 04:58:59", "31/01/2018 04:58:59 +00:00", "2018. 1. 31. 오전 4:58",
    ]
    let rows = zip(dates, others).map {
      "Miles Davis,Kind of Blue,So What,\"\($0)\"\nNorra,Tides,Ebb,\"\($1)\"\n"
    }
    for text in [tabs, semicolons] + rows {
      let (donations, report) = try await ImportRun.donations(of: text, by: LastFMImporter())
      #expect(report.malformedCount == 0, "\(text)")
      #expect(donations.last?.text("title") == "So What" && donations.last?.text("album") == "Kind of Blue")
      #expect(times(donations).last == "2024-03-04T08:00:00+00:00", "\(text)")
    }
  }

  @Test(
    "Netflix: a numbered episode belongs to the series before its own title, in any language",
    arguments: [
      ("Salt Road: The Good Harvest (Episode 4)", "Salt Road"), ("Salt Road: Thaw (Folge 2)", "Salt Road"),
      ("BRINE: Kelp: The Jo Marsh Story: Bad Meat (Capítulo 3)", "BRINE: Kelp: The Jo Marsh Story"),
      ("Salt Road: Season 2: Thaw (Episode 1)", "Salt Road"),
      ("Salt Road: Le dégel (Épisode 12)", "Salt Road"),
      ("塩の道: 雪解け (第3話)", "塩の道"), ("소금길: 해빙 (3화)", "소금길"), ("Соль: Оттепель (3 серия)", "Соль"),
      ("طريق الملح: الذوبان (الحلقة 3)", "طريق الملح"), ("Tuz Yolu: Buzlar (4. Bölüm)", "Tuz Yolu"),
      ("Sóút: Olvadás (3. rész)", "Sóút"), ("Salt Road (Episode 4)", "Salt Road"),
      ("Соль: Сезон 2: Оттепель: Часть", "Соль"),
      ("Salt: Road: Kausi 2: Suoja", "Salt: Road"), ("盐路：第 2 季：解冻", "盐路"),
      ("Salt Road: Thaw (S2 E3)", "Salt Road"),
      // Films.
      ("Guardians (Vol. 2)", nil), ("Battle: Angel (3D)", nil), ("Dune (1984)", nil),
      ("Salt: A Story (90 minutes)", nil),
      ("The Hunt: Night (Part 2)", nil), ("Ocean's 8", nil), ("(4)", nil),
    ] as [(String, String?)])
  func episode(_ title: String, _ series: String?) {
    #expect(EpisodeTitle(title).series == series)
  }

  @Test(
    "Netflix: tabs and semicolons of a spreadsheet are read; the error of an unknown date says how to get a known one"
  )
  func netflixTables() async throws {
    for separator in ["\t", ";"] {
      let rows = ["Title", "Heat", "Heat"].enumerated().map {
        "\($1)\(separator)\(["Date", "2024-03-04", "24 Shevat 5784"][$0])\n"
      }
      let (donations, report) = try await ImportRun.donations(of: rows.joined(), by: NetflixImporter())
      #expect(times(donations) == ["2024-03-04T12:00:00+00:00"])
      #expect(report.malformed.map(\.problem) == [NetflixImporter.strangeDate])
    }
  }
}
