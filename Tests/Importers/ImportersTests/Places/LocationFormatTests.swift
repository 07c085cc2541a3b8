import Activities
import Foundation
import TestSupport
import Testing

@testable import Importers

/// A builder of a format's files for the contract suite.
struct LocationFixture: Sendable, CustomTestStringConvertible {
  let name: String
  /// Returns a file of positions, each with seconds since 1970 and degrees north and east as the
  /// format writes them.
  let write: @Sendable ([(time: String, latitude: String, longitude: String)]) -> String
  /// Returns seconds as the format writes them.
  let time: @Sendable (Int64) -> String
  /// Returns degrees as the format writes them.
  let degrees: @Sendable (Double) -> String

  var testDescription: String { name }

  func text(_ points: [(Int64, Double, Double)]) -> String {
    write(points.map { (time($0.0), degrees($0.1), degrees($0.2)) })
  }

  private static func rfc3339(_ seconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }

  static let all: [LocationFixture] = [
    LocationFixture(
      name: "owntracks",
      write: { points in
        points.map {
          "2024-03-01T09:03:09Z\t*                 \t"
            + #"{"_type":"location","lat":\#($0.latitude),"lon":\#($0.longitude),"tst":\#($0.time),"acc":10}"#
            + "\n"
        }.joined()
      }, time: { "\($0)" }, degrees: { "\($0)" }),
    LocationFixture(
      name: "gpx",
      write: { points in
        let steps = points.map {
          "<trkpt lat=\"\($0.latitude)\" lon=\"\($0.longitude)\"><ele>1</ele><time>\($0.time)</time></trkpt>\n"
        }
        return
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
          + "<metadata><time>2020-01-01T00:00:00Z</time></metadata><trk><name>x</name><trkseg>\(steps.joined())</trkseg></trk></gpx>"
      }, time: rfc3339, degrees: { "\($0)" }),
    LocationFixture(
      name: "kml",
      write: { points in
        let marks = points.map {
          "<Placemark><TimeStamp><when>\($0.time)</when></TimeStamp><Point><coordinates>\($0.longitude),\($0.latitude),1</coordinates></Point></Placemark>\n"
        }
        return
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document><name>x</name>\(marks.joined())</Document></kml>"
      }, time: rfc3339, degrees: { "\($0)" }),
    LocationFixture(
      name: "geojson",
      write: { points in
        let features = points.map {
          #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#($0.longitude),\#($0.latitude)]},"properties":{"timestamp":\#($0.time)}}"#
        }
        return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
      }, time: { "\($0)" }, degrees: { "\($0)" }),
    LocationFixture(
      name: "google-points",
      write: { points in
        let locations = points.map {
          #"{"latitudeE7":\#($0.latitude),"longitudeE7":\#($0.longitude),"accuracy":20,"timestampMs":"\#($0.time)"}"#
        }
        return #"{"locations":[\#(locations.joined(separator: ","))]}"#
      }, time: { "\($0 * 1_000)" }, degrees: { "\(Int64(($0 * 1e7).rounded()))" }),
  ]
}

/// The promises of every location format.
@Suite("The contract of location formats")
struct LocationFormatTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private static let start: Int64 = 1_700_000_000

  private func read(_ text: String) throws -> LocationReading {
    try scratch.write("file", text)
    return try LocationReading([scratch.path("file")])
  }

  private func malformed(_ text: String) throws -> (Int, Int) {
    let report = try read(text).reports[0]
    return (report.points, report.malformed)
  }

  @Test("every format has a fixture and a unique name")
  func complete() {
    #expect(LocationFixture.all.map(\.name) == LocationFormats.all.map(\.name))
    #expect(LocationFormats.all.allSatisfy { !$0.summary.isEmpty })
  }

  @Test("a file is recognised by its content, and its positions are read", arguments: LocationFixture.all)
  func positions(_ fixture: LocationFixture) throws {
    let reading = try read(fixture.text([(Self.start, 52.5, -13.4), (Self.start + 3_600, -33.9, 151.2)]))
    #expect(reading.reports.map(\.format) == [fixture.name])
    #expect((reading.reports[0].points, reading.reports[0].malformed) == (2, 0))
    let first = try #require(reading.track.place(at: Self.start * 1_000))
    #expect((first.latitude, first.longitude) == (52.5, -13.4))
    let second = try #require(reading.track.place(at: (Self.start + 3_600) * 1_000))
    #expect((second.latitude, second.longitude) == (-33.9, 151.2))
  }

  @Test("a byte order mark and Windows' line ends change nothing", arguments: LocationFixture.all)
  func ends(_ fixture: LocationFixture) throws {
    let text = fixture.text([(Self.start, 52.5, 13.4)])
    #expect(try malformed("\u{FEFF}" + text.replacing("\n", with: "\r\n")) == (1, 0))
  }

  @Test(
    "positions that are not on Earth and invalid times are counted, and the rest is read",
    arguments: LocationFixture.all)
  func bad(_ fixture: LocationFixture) throws {
    let good = (fixture.time(Self.start), fixture.degrees(52.5), fixture.degrees(13.4))
    let bad: [(String, String, String)] = [
      (good.0, fixture.degrees(90.1), good.2), (good.0, good.1, fixture.degrees(-180.1)),
      (good.0, "1e400", good.2), (fixture.time(-5), good.1, good.2),
      (fixture.time(9_000_000_000_000_000), good.1, good.2), ("", good.1, good.2),
    ]
    for (index, point) in bad.enumerated() {
      let text = fixture.write([good, point, good].map { (time: $0.0, latitude: $0.1, longitude: $0.2) })
      let (points, malformed) = try malformed(text)
      #expect(points >= 1 && malformed >= 1, "\(index): \(points), \(malformed)")
    }
  }

  @Test("a truncated file is read up to its end, and the damage is reported", arguments: LocationFixture.all)
  func truncated(_ fixture: LocationFixture) throws {
    let text = fixture.text((0..<20).map { (Self.start + $0 * 600, 52 + Double($0) / 10, 13.4) })
    for length in stride(from: text.utf8.count - 30, to: text.utf8.count / 2, by: -41) {
      let report = try read(String(decoding: text.utf8.prefix(length), as: UTF8.self)).reports[0]
      #expect((5...19).contains(report.points), "\(length)")
      #expect(report.malformed + (report.failure == nil ? 0 : 1) > 0 || fixture.name == "owntracks")
    }
  }

  @Test("empty and foreign files are rejected by name")
  func foreign() throws {
    for (text, reason) in [
      ("", HistoryError.Reason.empty), ("ls -l\n", .noLocations), ("{}", .noLocations),
      ("[1, 2]", .noLocations),
      ("<?xml version=\"1.0\"?><xbel/>", .noLocations), ("{\"type\":\"Topology\"}", .noLocations),
    ] {
      try scratch.write("file", text)
      #expect(throws: HistoryError(reason, at: scratch.path("file"))) {
        try LocationReading([scratch.path("file")])
      }
    }
    #expect(throws: HistoryError(.notFound, at: scratch.path("none"))) {
      try LocationReading([scratch.path("none")])
    }
  }

  @Test("a folder is searched, and files without locations are ignored")
  func folder() throws {
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: "rec/ada/phone"), withIntermediateDirectories: true)
    let fixture = LocationFixture.all[0]
    try scratch.write("rec/ada/phone/2023-11.rec", fixture.text([(Self.start, 52.5, 13.4)]))
    try scratch.write("rec/ada/phone/2023-12.rec", fixture.text([(Self.start + 2_000_000, 52.6, 13.4)]))
    try scratch.write("rec/notes.txt", "nothing\n")
    let reading = try LocationReading([scratch.path("rec")])
    #expect(reading.reports.map(\.points) == [1, 1])
    #expect(reading.track.count == 2)
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: "none"), withIntermediateDirectories: true)
    #expect(throws: HistoryError(.noLocations, at: scratch.path("none"))) {
      try LocationReading([scratch.path("none")])
    }
  }

  @Test(
    "named places are read from the formats that have them",
    arguments: [
      #"<gpx><wpt lat="52.5" lon="13.4"><name>The lake</name></wpt><rte><rtept lat="1" lon="1"><name>No</name></rtept></rte></gpx>"#,
      #"<kml><Placemark><name>The lake</name><Point><coordinates>13.4,52.5,0</coordinates></Point></Placemark></kml>"#,
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[13.4,52.5]},"properties":{"name":"The lake"}}]}"#,
      #"{"type":"FeatureCollection","features":[{"geometry":{"coordinates":[13.4,52.5],"type":"Point"},"properties":{"date":"2024-01-01T00:00:00Z","google_maps_url":"x","location":{"name":"The lake","address":"y"}},"type":"Feature"}]}"#,
      #"{"_type":"waypoints","waypoints":[{"_type":"waypoint","desc":"The lake","lat":52.5,"lon":13.4,"rad":50,"tst":1},{"_type":"waypoint","desc":"beacon:uuid","uuid":"x","lat":0,"lon":0}]}"#,
      #"{"semanticSegments":[],"rawSignals":[],"userLocationProfile":{"frequentPlaces":[{"placeId":"x","placeLocation":"52.5°, 13.4°","label":"The lake"},{"placeId":"y","placeLocation":"1,1"}]}}"#,
    ])
  func named(_ text: String) throws {
    let reading = try read(text)
    #expect(reading.named.map(\.name) == ["The lake"])
    #expect(reading.named.map(\.latitude) == [52.5])
    #expect(reading.named.map(\.longitude) == [13.4])
    #expect(reading.track.count == 0)
  }

  @Test("OwnTracks: messages of other types are ignored, and arrays of messages are read")
  func ownTracks() throws {
    let lines = [
      #"{"_type":"location","lat":52.5,"lon":13.4,"tst":1700000000}"#,
      #"{"_type":"transition","lat":52.5,"lon":13.5,"tst":1700009000,"event":"enter","desc":"home"}"#,
      #"{"_type":"cmd","action":"dump"}"#, #"{"_type":"encrypted","data":"x"}"#, #"{"lat":1}"#,
    ]
    let array = "[" + lines.joined(separator: ",\n") + "]"
    for text in [lines.joined(separator: "\n"), array, #"{"count":5,"data":\#(array),"version":"1"}"#] {
      let report = try read(text).reports[0]
      // Encrypted and invalid messages are reported.
      #expect((report.points, report.malformed) == (2, 2))
    }
    #expect(try malformed("2024-03-01T09:03:09Z\t*\t" + lines[0] + "\n2024-03-01T09:03:10Z\tlwt\n") == (1, 0))
  }

  @Test("Google: raw signals, routes and visits are positions, and degrees without their sign get it back")
  func google() throws {
    let device = #"""
      {"semanticSegments":[
        {"startTime":"2024-06-15T08:00:00.000+02:00","endTime":"2024-06-15T09:00:00.000+02:00",
         "visit":{"topCandidate":{"placeLocation":{"latLng":"48.8°, 2.3°"}}}},
        {"startTime":"2024-06-15T10:30:00.000+02:00","endTime":"2024-06-15T11:00:00.000+02:00",
         "timelinePath":[{"point":"48.9°, 2.4°","time":"2024-06-15T10:35:00.000+02:00"}]}],
       "rawSignals":[{"position":{"LatLng":"48.7°, 2.2°","accuracyMeters":15,"timestamp":"2024-06-15T12:05:00.000Z"}},
         {"wifiScan":{}}]}
      """#
    let track = try read(device).track
    #expect(track.count == 4)
    #expect(track.place(at: 1_718_433_000_000)?.latitude == 48.8, "between the ends of a visit")
    #expect(track.place(at: 1_718_453_100_000)?.longitude == 2.2)
    let phone = #"""
      [{"startTime":"2024-06-15T08:00:00.000Z","endTime":"2024-06-15T09:00:00.000Z",
        "timelinePath":[{"point":"geo:52.5,13.4","durationMinutesOffsetFromStartTime":"30"}]}]
      """#
    #expect(try read(phone).track.place(at: 1_718_440_200_000)?.latitude == 52.5)
    let unsigned =
      #"{"locations":[{"latitudeE7":3955967296,"longitudeE7":4160967296,"timestamp":"2020-01-01T00:00:00Z"}]}"#
    let place = try #require(try read(unsigned).track.place(at: 1_577_836_800_000))
    #expect((place.latitude, place.longitude) == (-33.9, -13.4))
  }

  @Test("GeoJSON: programs' names for a time, numbers as text, offsets without a colon, and lines are read")
  func geoJSON() throws {
    func feature(_ geometry: String, _ properties: String) -> String {
      #"{"type":"Feature","geometry":\#(geometry),"properties":\#(properties)}"#
    }
    let point = #"{"type":"Point","coordinates":["13.4","52.5"]}"#
    let features = [
      feature(point, #"{"when":"2024-06-15T10:31:00Z"}"#),
      feature(point, #"{"timestamp":"2015-10-01T08:00:00-0700","horizontal_accuracy":30}"#),
      feature(point, #"{"time_long":1730626211331,"name":"not a place: it has a time"}"#),
      feature(
        #"{"type":"LineString","coordinates":[[13.4,52.5],[13.5,52.5]]}"#,
        #"{"coordTimes":["2024-06-16T10:00:00Z","2024-06-16T11:00:00Z"]}"#),
      feature(#"{"type":"Polygon","coordinates":[]}"#, "{}"), feature("null", #"{"timestamp":1}"#),
    ]
    let report = try read(#"{"locations":[\#(features.joined(separator: ","))]}"#).reports[0]
    // The area and the feature without a position are counted.
    #expect((report.points, report.malformed, report.named) == (5, 2, 0))
  }

  @Test(
    "GeoJSON: lines and several points have their times in lists with any name; those without times are counted",
    arguments: [
      (#""LineString","coordinates":[[13.4,52.5],[13.5,52.5]]"#, #""coordTimes":[T,T]"#, 2, 0),
      (
        #""LineString","coordinates":[[13.4,52.5],[13.5,52.5]]"#, #""coordinateProperties":{"times":[T,T]}"#,
        2, 0
      ),
      (
        #""LineString","coordinates":[[13.4,52.5],[13.5,52.5]]"#, #""times":[1789992000,1789992060000]"#, 2, 0
      ),
      (#""MultiPoint","coordinates":[[13.4,52.5],[13.5,52.5]]"#, #""timestamps":[T,T]"#, 2, 0),
      (
        #""MultiLineString","coordinates":[[[13.4,52.5],[13.4,52.6]],[[13.5,52.6]]]"#,
        #""coordinateProperties":{"times":[[T,T],[T]]}"#, 3, 0
      ),
      (#""MultiLineString","coordinates":[[[13.4,52.5]],[[13.5,52.6]]]"#, #""coordTimes":[T,T]"#, 2, 0),
      (#""MultiLineString","coordinates":[[[13.4,52.5]],[[13.5,52.6]]]"#, #""coordTimes":[[T],[T,T]]"#, 1, 1),
      (#""LineString","coordinates":[[13.4,52.5],[13.5,52.5]]"#, #""times":[T,null]"#, 1, 1),
      (#""LineString","coordinates":[[13.4,52.5],[13.5,52.5]]"#, #""times":[T]"#, 0, 1),
      (#""LineString","coordinates":[[13.4,52.5],[13.5,52.5]]"#, #""name":"a way""#, 0, 1),
      (#""MultiLineString","coordinates":[[[13.4,52.5]]]"#, #""time":T"#, 0, 1),
      (#""LineString","coordinates":[]"#, #""times":[]"#, 0, 1),
      (#""GeometryCollection","geometries":[]"#, #""time":T"#, 0, 1),
    ])
  func geoJSONWays(_ geometry: String, _ properties: String, _ points: Int, _ bad: Int) throws {
    let text =
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":\#(geometry)},"properties":{\#(properties)}}]}"#
    #expect(
      try malformed(
        text.replacing("T,", with: "\"2026-09-21T08:00:00Z\",").replacing(
          "T]", with: "\"2026-09-21T08:00:00Z\"]"
        ).replacing("T}", with: "\"2026-09-21T08:00:00Z\"}")) == (points, bad))
  }

  @Test(
    "KML: tracks, visits and routes are read; geometries without times are counted",
    arguments: [
      // Alternating times and positions, one list after the other, version 2.3, and a different
      // prefix.
      (
        "<gx:Track><when>A</when><gx:coord>13.4 52.5 0</gx:coord><when>B</when><gx:coord>13.5 52.5 0</gx:coord></gx:Track>",
        2, 0
      ),
      (
        "<gx:MultiTrack><gx:Track><when>A</when><when>B</when><gx:coord>13.4 52.5 0</gx:coord><gx:coord>13.5 52.5</gx:coord></gx:Track></gx:MultiTrack>",
        2, 0
      ),
      ("<Track><when>A</when><coord>13.4 52.5</coord></Track>", 1, 0),
      ("<gx:Track><when>A</when><when>B</when><gx:coord>13.4 52.5 0</gx:coord></gx:Track>", 1, 1),
      ("<gx:Track><when>A</when><when>B</when><gx:coord/><gx:coord>13.4 52.5 0</gx:coord></gx:Track>", 1, 1),
      ("<gx:Track><when/><gx:coord>13.4 52.5 0</gx:coord></gx:Track>", 0, 1),
      ("<Point><coordinates> 13.4,52.5 </coordinates></Point><TimeStamp><when>A</when></TimeStamp>", 1, 0),
      (
        "<TimeSpan><begin>A</begin><end>C</end></TimeSpan><Point><coordinates>13.4,52.5,0</coordinates></Point>",
        4, 0
      ),
      ("<TimeSpan><begin>A</begin></TimeSpan><Point><coordinates>13.4,52.5,0</coordinates></Point>", 2, 0),
      (
        "<TimeSpan><begin>A</begin><end>C</end></TimeSpan><LineString><coordinates>13.4,52.5,0\n13.45,52.5,0\n13.5,52.5,0</coordinates></LineString>",
        2, 0
      ),
      ("<name>ride</name><LineString><coordinates>13.4,52.5 13.5,52.5</coordinates></LineString>", 0, 1),
      (
        "<TimeStamp><when>2026-09-21</when></TimeStamp><Point><coordinates>13.4,52.5</coordinates></Point>",
        0, 1
      ),
      (
        "<Polygon><outerBoundaryIs><LinearRing><coordinates>1,1 2,2 1,1</coordinates></LinearRing></outerBoundaryIs></Polygon>",
        0, 1
      ),
      ("<Point><coordinates>13.4,52.5</coordinates></Point>", 0, 1),
      (
        "<MultiGeometry><Point><coordinates>13.4,52.5</coordinates></Point><LineString><coordinates>1,1</coordinates></LineString></MultiGeometry><TimeStamp><when>A</when></TimeStamp>",
        1, 1
      ),
    ])
  func kml(_ content: String, _ points: Int, _ bad: Int) throws {
    let content = content.replacing("A<", with: "2026-09-21T08:00:00Z<").replacing(
      "B<", with: "2026-09-21T10:01:00+02:00<"
    ).replacing("C<", with: "2026-09-21T10:30:00<")
    for root in ["kml", "ns0:kml"] {
      #expect(
        try malformed("<\(root)><Document><Placemark>\(content)</Placemark></Document></\(root)>") == (
          points, bad
        ))
    }
  }

  @Test("KML: a route longer than the kept text has its beginning and its end")
  func longWay() throws {
    let middle = (0..<20_000).map { "13.\($0),52.5" }.joined(separator: " ")
    let reading = try read(
      "<kml><Placemark><TimeSpan><begin>2026-09-21T08:00:00Z</begin><end>2026-09-21T09:00:00Z</end></TimeSpan><LineString><coordinates>13.1,52.5 \(middle) 13.9,52.6</coordinates></LineString></Placemark></kml>"
    )
    #expect(reading.track.place(at: 1_789_977_600_000)?.longitude == 13.1)
    #expect(reading.track.place(at: 1_789_981_200_000)?.longitude == 13.9)
  }

  @Test(
    "real files are read",
    .enabled(if: LocationSamples.folder != nil, "HUNCH_SAMPLES names no folder with places"),
    arguments: [
      ("owntracks/2024-03.rec", 11), ("owntracks/2023-02_old.rec", 10), ("overland/geodata.json", 1),
      ("points/geojson_example.json", 6), ("geojson/gpslogger_example.json", 1), ("geojson/export.json", 10),
      ("gpx/garmin_example.gpx", 1), ("google/records.json", 3), ("google/timeline_new_format.json", 5),
    ])
  func samples(_ name: String, _ points: Int) throws {
    let folder = try #require(LocationSamples.folder)
    let report = try LocationReading([folder.appending(path: name).path]).reports[0]
    #expect(report.points == points, "\(report)")
    #expect(report.failure == nil)
  }
}

private enum LocationSamples {
  static let folder = ProcessInfo.processInfo.environment["HUNCH_SAMPLES"].map {
    URL(filePath: $0).appending(path: "places")
  }
}
