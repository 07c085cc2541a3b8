import Activities
import Foundation
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("Google's exports")
struct GoogleTests {
  /// The folder of the samples, if there is one.
  static let samples: URL? = ProcessInfo.processInfo.environment["HUNCH_SAMPLES"].map {
    URL(fileURLWithPath: $0)
  }.flatMap {
    FileManager.default.fileExists(atPath: $0.appending(path: "places/google").path) ? $0 : nil
  }

  private func titles(_ donations: [Donation]) -> [String?] { donations.map(\.activity.title) }

  // MARK: My Activity

  @Test(
    "My Activity: pages, videos and programs are read; advertisements and records without an address are skipped"
  )
  func activity() async throws {
    let (donations, report) = try await ImportRun.donations(
      of: #"""
        [{"header": "Chrome", "title": "Visited Calendar", "titleUrl": "https://www.google.com/url?q=https://example.org/calendar&usg=AFQjCNH6fum5", "time": "2024-03-04T08:00:00.250Z", "products": ["Chrome"]},
         {"header": "Search", "title": "Searched for my secret wish", "titleUrl": "https://www.google.com/search?q=my+secret+wish", "time": "2024-03-04T08:01:00Z", "products": ["Search"],
          "locationInfos": [{"name": "At this general area", "url": "https://www.google.com/maps/@?api=1&map_action=map&center=25.8,-80.19&zoom=12", "source": "From your device"}]},
         {"header": "YouTube", "title": "Watched So What", "titleUrl": "https://www.youtube.com/watch?v=abc", "subtitles": [{"name": "Miles Davis - Topic", "url": "https://www.youtube.com/channel/x"}], "time": "2024-03-04T08:02:00Z", "products": ["YouTube"]},
         {"header": "YouTube", "title": "Watched an advertisement", "titleUrl": "https://www.youtube.com/watch?v=abd", "subtitles": [{"name": "Shop", "url": "https://www.youtube.com/channel/y"}], "details": [{"name": "From Google Ads"}], "time": "2024-03-04T08:03:00Z"},
         {"header": "YouTube", "title": "Watched a video that has been removed", "time": "2024-03-04T08:04:00Z"},
         {"header": "YouTube", "title": "Watched https://www.youtube.com/watch?v=abe", "titleUrl": "https://www.youtube.com/watch?v=abe", "time": "2024-03-04T08:05:00Z"},
         {"header": "Android", "title": "Instagram verwendet", "titleUrl": "https://play.google.com/store/apps/details?id=com.instagram.android", "time": "2024-03-04T08:06:00Z", "products": ["Android"]},
         {"header": "Assistant", "title": "1 notification", "time": "2024-03-04T08:07:00Z"},
         {"title": "Visited Wiki", "titleUrl": "https://example.org/wiki", "products": ["Chrome"], "time": "2024-03-04T08:08:00Z"},
         {"title": "Visited Wiki", "titleUrl": "https://example.org/wiki", "time": "never"},
         {"titleUrl": "https://example.org/wiki", "time": "2024-03-04T08:08:00Z"}, 7]
        """#, by: GoogleActivityImporter(), zone: "Europe/Berlin")
    #expect(
      titles(donations) == ["Calendar", "google.com/search", "Play Miles Davis", "Use Instagram", "Wiki"])
    #expect(
      donations.map(\.activity.activityType) == [
        "web.visit", "web.visit", "media.play", "app.use", "web.visit",
      ])
    #expect(donations[0].text("page") == "example.org/calendar")
    #expect(donations[0].context.instant.rfc3339 == "2024-03-04T09:00:00.250+01:00")
    #expect(donations[1].context.place?.latitude == 25.8 && donations[1].context.place?.longitude == -80.19)
    #expect(donations[2].text("title") == "So What")
    #expect(
      donations.map(\.details.program) == ["chrome", "search", "youtube", "com.instagram.android", "chrome"])
    #expect(
      report.filtered == [
        GoogleActivity.advertisement: 1, GoogleActivity.gone: 2, GoogleActivity.noAddress: 1,
      ])
    #expect(report.malformed.flatMap(\.places) == [.record(10), .record(11), .record(12)])
    #expect(!"\(donations)".contains("wish"))
  }

  @Test("HTML of My Activity gives the same records as JSON")
  func activityPage() async throws {
    let link =
      #"Visited&nbsp;<a href="https://www.google.com/url?q=https://example.org/calendar&amp;usg=AFQj">Calendar &amp; &#39;more&#x27;</a>"#
    let place =
      #"<b>Locations:</b><br>&emsp;From your home: <a href="https://google.com/maps?q=25.8,-80.19">map</a><br>"#
    let (donations, report) = try await ImportRun.donations(
      of: GoogleActivityPageFixture.page([
        GoogleActivityPageFixture.record(link, "Mar 4, 2024, 8:00:00\u{202F}AM UTC", caption: place),
        GoogleActivityPageFixture.record(
          #"Watched <a href="https://www.youtube.com/watch?v=abc">So What</a><br><a href="https://www.youtube.com/channel/x">Miles Davis</a>"#,
          "4 Mar 2024, 09:01:00 GMT+01:00", product: "YouTube"),
        GoogleActivityPageFixture.record(
          #"Watched <a href="https://www.youtube.com/watch?v=abd">Ad</a><br><a href="https://www.youtube.com/channel/y">Shop</a>"#,
          "Mar 4, 2024, 8:00:00 AM UTC", product: "YouTube",
          caption: "<b>Details:</b><br>&emsp;From Google Ads<br>"),
        GoogleActivityPageFixture.record(link, "04.03.2024, 09:02:00 MEZ"),
        GoogleActivityPageFixture.record(link, "Mar 4, 2024, 8:00:00 AM XYZ"),
        GoogleActivityPageFixture.record(link, "Mar 4, 2024, 12:30:00 PM"),
        GoogleActivityPageFixture.record("Used Maps", "Mar 4, 2024, 8:00:00 AM UTC", product: "Android"),
        GoogleActivityPageFixture.record("", ""),
      ]), by: GoogleActivityPageImporter(), zone: "America/New_York")
    #expect(titles(donations) == ["Calendar & 'more'", "Play Miles Davis", "Calendar & 'more'"])
    #expect(
      donations.map(\.context.instant.rfc3339)
        == ["2024-03-04T03:00:00-05:00", "2024-03-04T03:01:00-05:00", "2024-03-04T12:30:00-05:00"])
    #expect(donations[0].context.place?.latitude == 25.8)
    #expect(report.filtered == [GoogleActivity.advertisement: 1, GoogleActivity.noAddress: 1])
    #expect(
      Set(report.malformed.map(\.problem)) == [.empty, GoogleDate.otherLanguage, GoogleDate.unknownZone])
  }

  @Test(
    "dates in English are read in all their forms",
    arguments: [
      ("Jan 31, 2018, 10:54:50 PM", "2018-01-31T22:54:50+00:00"),
      ("Jan 31, 2018, 12:00:01 AM UTC", "2018-01-31T00:00:01+00:00"),
      ("31 January 2018, 22:54:50 PST", "2018-02-01T06:54:50+00:00"),
      ("31 Jan 2018, 22:54:50 GMT-5:30", "2018-02-01T04:24:50+00:00"),
      ("1 Sept 2018, 9:05 a.m. CEST", "2018-09-01T07:05:00+00:00"),
      ("Feb 29, 2020, 1:00:00 p.m.", "2020-02-29T13:00:00+00:00"),
    ])
  func date(_ text: String, _ expected: String) throws {
    #expect(try GoogleDate(text).instant(ImportRun.settings()).rfc3339 == expected)
  }

  @Test(
    "a text that is not a date is reported",
    arguments: [
      "", "31.01.2018, 22:54:50 MEZ", "31 janv. 2018, 22:54:50 CET", "Jan 2018", "Feb 30, 2018, 1:00:00 AM",
      "Jan 31, 2018, 13:00:00 PM", "Jan 31, 2018, 25:00:00", "Jan 31, 2018, 10:54:50 PM IST",
      "2018年1月31日 22:54:50",
      "Jan 31, 2018, 10:54:50 PM UTC and more",
    ])
  func noDate(_ text: String) throws {
    #expect(throws: HistoryProblem.self) { try GoogleDate(text).instant(ImportRun.settings()) }
  }

  @Test("HTML of My Activity is read to its end, whatever it contains")
  func tolerance() async throws {
    let long = String(repeating: "x", count: 3 << 20)
    let good = GoogleActivityPageFixture.record(
      #"Visited <a href='https://example.org/a'>A</a>"#, "Mar 4, 2024, 8:00:00 AM UTC")
    let broken = [
      GoogleActivityPageFixture.record("<!-- > -->Visited <a href=\"", "Mar 4, 2024, 8:00:00 AM UTC"),
      #"<div class="outer-cell"#, #"<div class="outer-cell"><div class="content-cell">&;&#xFFFFFFFF;&amp"#,
      #"<div class="outer-cell"><div class="content-cell">\#(long)</div></div>"#,
    ]
    let (donations, report) = try await ImportRun.donations(
      of: GoogleActivityPageFixture.page(broken.map { $0 + good }), by: GoogleActivityPageImporter())
    #expect(titles(donations) == ["A", "A", "A", "A"])
    #expect(report.malformedCount == 4)
    #expect(report.malformed.map(\.problem).contains(.tooLong))
  }

  @Test(
    "the sample of My Activity has three records",
    .enabled(if: samples != nil, "HUNCH_SAMPLES names no folder"))
  func activitySample() async throws {
    let bytes = try Data(contentsOf: #require(Self.samples).appending(path: "takeout/MyActivity-Chrome.html"))
    let (donations, report) = try await ImportRun.donations(
      of: Array(bytes), by: GoogleActivityPageImporter())
    #expect(
      donations.map { $0.text("page") }
        == ["google.com/search", "adobe.com/creativecloud.html", "productforums.google.com/forum"])
    #expect(donations.map(\.context.instant.rfc3339).first == "2017-02-08T00:32:36+00:00")
    #expect(donations[0].context.place?.longitude == -80.18631)
    #expect(report.read == 3 && report.malformedCount == 0)
  }

  // MARK: Chrome

  @Test("Chrome: times are microseconds since 1970, and other entries than visits are skipped")
  func chrome() async throws {
    let visits = ["LINK", "TYPED", "RELOAD", "AUTO_SUBFRAME", "KEYWORD_GENERATED", "FORM_SUBMIT"].enumerated()
      .map {
        #"{"page_transition": "\#($1)", "title": "T", "url": "https://example.org/\#($1.lowercased())", "time_usec": 17095392000000\#($0)0}"#
      }
    let (donations, report) = try await ImportRun.donations(
      of:
        #"{"Typed Url": [{"url": "x"}], "Browser History": [\#(visits.joined(separator: ",")), {"title": "T", "time_usec": 1}, []]}"#,
      by: GoogleChromeImporter())
    #expect(
      donations.map { $0.text("page") } == ["link", "typed", "form_submit"].map { "example.org/\($0)" })
    #expect(donations[0].context.instant.rfc3339 == "2024-03-04T08:00:00+00:00")
    #expect(report.filtered == [.reload: 1, .embedded: 1, .madeByBrowser: 1])
    #expect(report.malformedCount == 2)
  }

  // MARK: Timeline

  @Test("Timeline of an Android device: home, work and labels are read, with the previous place as the place")
  func timeline() async throws {
    func segment(_ start: String, _ end: String, _ candidate: String, level: Int = 0) -> String {
      #"{"startTime": "2024-03-04T\#(start):00.000+01:00", "endTime": "2024-03-04T\#(end):00.000+01:00", "startTimeTimezoneUtcOffsetMinutes": 120, "visit": {"hierarchyLevel": \#(level), "topCandidate": \#(candidate)}}"#
    }
    let home =
      #"{"placeId": "h", "semanticType": "INFERRED_HOME", "placeLocation": {"latLng": "50.5°, 14.25°"}}"#
    let work = #"{"placeId": "w", "semanticType": "UNKNOWN", "placeLocation": {"latLng": "50.6°, 14.35°"}}"#
    let gym =
      #"{"placeId": "g", "semanticType": "ALIASED_LOCATION", "placeLocation": {"latLng": "50.7°, 14.45°"}}"#
    let other = #"{"placeId": "o", "semanticType": "UNKNOWN", "placeLocation": {"latLng": "50.8°, 14.55°"}}"#
    let (donations, report) = try await ImportRun.donations(
      of: #"""
        {"semanticSegments": [\#(segment("06:00", "08:00", home)),
          {"startTime": "2024-03-04T08:00:00Z", "endTime": "2024-03-04T08:10:00Z", "timelinePath": [{"point": "50.5°, 14.2°", "time": "x"}]},
          \#(segment("08:30", "12:00", work)), \#(segment("09:00", "10:00", other, level: 1)), \#(segment("12:10", "13:00", other)), \#(segment("13:10", "14:00", gym)),
          {"startTime": "x", "visit": {"topCandidate": \#(gym)}}, {"startTime": "2024-03-04T08:00:00Z", "visit": {}}, 5],
         "rawSignals": [{"position": {"LatLng": "50.5°, 14.2°"}}],
         "userLocationProfile": {"frequentPlaces": [{"placeId": "w", "label": "WORK"}, {"placeId": "w", "label": "HOME"}, {"placeId": "g", "label": "Climbing gym"}]}}
        """#, by: GoogleTimelineImporter())
    #expect(titles(donations) == ["Go home", "Go to work", "Go to Climbing gym"])
    #expect(donations.map { $0.text("place") } == ["home", "work", "g"])
    #expect(donations.map { $0.text("url") } == ["geo:50.5,14.25", "geo:50.6,14.35", "geo:50.7,14.45"])
    #expect(donations.map(\.context.place?.latitude) == [nil, 50.5, 50.8])
    #expect(donations[1].context.place?.name == "home")
    #expect(donations[1].context.instant.rfc3339 == "2024-03-04T09:30:00+02:00")
    #expect(donations[1].details.duration == 3.5 * 3_600)
    #expect(
      report.filtered == [
        GoogleTimelineImporter.noVisit: 1, GoogleTimelineImporter.inside: 1, PlaceVisit.noName: 2,
      ])
    #expect(report.malformed.flatMap(\.places) == [.record(7), .record(9)])
  }

  @Test("Timeline of an iPhone and months of a Takeout have the same places")
  func otherTimelines() async throws {
    let (phone, _) = try await ImportRun.donations(
      of: #"""
        [{"endTime": "2023-08-27T17:04:26.999-05:00", "startTime": "2023-08-27T15:48:56.000-05:00",
          "visit": {"hierarchyLevel": "0", "topCandidate": {"semanticType": "Home", "placeID": "h", "placeLocation": "geo:27.7,-97.3"}}},
         {"endTime": "2023-08-27T22:00:00.000Z", "startTime": "2023-08-27T20:00:00.000Z", "timelinePath": []}]
        """#, by: GoogleTimelineImporter())
    let (months, report) = try await ImportRun.donations(
      of: #"""
        {"timelineObjects": [{"activitySegment": {"duration": {}}},
          {"placeVisit": {"location": {"latitudeE7": 277000000, "longitudeE7": -973000000, "semanticType": "TYPE_HOME", "name": "Elm Street 1"}, "duration": {"startTimestamp": "2023-08-27T20:48:56Z"}}},
          {"placeVisit": {"location": {"placeId": "c", "name": "Blue Café", "address": "Elm Street 2"}, "duration": {"startTimestampMs": "1693170000000", "endTimestampMs": "1693173600000"}}},
          {"placeVisit": {"location": {"address": "Elm Street 3"}, "duration": {"startTimestamp": "2025-03-24 20:07:24 +0100"}}},
          {"placeVisit": {"location": {}, "duration": {"startTimestamp": "1742844232"}}}, {"placeVisit": {}}]}
        """#, by: GoogleTimelineImporter(), zone: "America/Chicago")
    #expect(titles(phone) == ["Go home"])
    #expect(titles(months) == ["Go home", "Go to Blue Café", "Go to Elm Street 3"])
    #expect(phone[0].identity == months[0].identity)
    #expect(phone[0].context.instant.rfc3339 == months[0].context.instant.rfc3339)
    #expect(months[2].context.instant.rfc3339 == "2025-03-24T20:07:24+01:00")
    #expect(report.filtered == [GoogleTimelineImporter.noVisit: 1, PlaceVisit.noName: 1])
    #expect(report.malformed.flatMap(\.places) == [.record(6)])
  }

  /// The contents of the samples, counted with another program: visits that are skipped because
  /// they have no name, and other segments.
  static let timelines: [(path: String, read: Int, added: Int, unnamed: Int)] = [
    ("location-history.json", 4, 0, 1), ("phone-takeout_w_3_duplicates.json", 2, 1, 0),
    ("semantic_history.json", 3, 0, 0),
    ("timeline_new_format.json", 3, 1, 0), ("edge_cases/phone_takeout_array_timeline_path.json", 2, 0, 0),
    ("edge_cases/semantic_history_with_bom.json", 1, 0, 0),
  ]

  @Test(
    "the samples of Timeline are read", .enabled(if: samples != nil, "HUNCH_SAMPLES names no folder"),
    arguments: timelines)
  func timelineSample(_ sample: (path: String, read: Int, added: Int, unnamed: Int)) async throws {
    let path = try #require(Self.samples).appending(path: "places/google/\(sample.path)").path
    let file = try HistoryFile(path: path)
    #expect(try ImporterRegistry.importer(of: file)?.name == "google-timeline")
    let report = try await ImportRun.run(GoogleTimelineImporter(), file, into: InMemoryDonationStore())
    #expect((report.read, report.added, report.malformedCount) == (sample.read, sample.added, 0))
    #expect(report.filtered[PlaceVisit.noName] ?? 0 == sample.unnamed)
    #expect(report.failure == nil)
  }

  @Test(
    "each form of a visit in the samples is read, and no importer takes points or settings",
    .enabled(if: samples != nil, "HUNCH_SAMPLES names no folder"))
  func otherSamples() async throws {
    let folder = try #require(Self.samples).appending(path: "places/google")
    let forms = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "location-history").path)
    #expect(forms.count == 14)
    for name in forms {
      let file = try HistoryFile(path: folder.appending(path: "location-history/\(name)").path)
      let report = try await ImportRun.run(GoogleTimelineImporter(), file, into: InMemoryDonationStore())
      let filter = name.contains("placeVisit") ? PlaceVisit.noName : GoogleTimelineImporter.noVisit
      #expect(report.filtered == [filter: 1], "\(name): \(report.malformed)")
    }
    for name in ["records.json", "edge_cases/device_settings.json", "edge_cases/timeline_edits.json"] {
      #expect(try ImporterRegistry.importer(of: HistoryFile(path: folder.appending(path: name).path)) == nil)
    }
  }
}
