import Foundation
import TestSupport

@testable import Importers

struct GoogleActivityFixture: HistoryFixture {
  let importer: any HistoryImporter = GoogleActivityImporter()

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    let texts = records.reversed().map { record in
      #"{"header": "Chrome", "title": "Visited Page", "titleUrl": "https://example.org/page/at/x\#(Self.word(record.activity))", "#
        + #""time": "\#(ActivityWatchFixture.time(record.seconds))", "products": ["Chrome"], "activityControls": ["Web & App Activity"]}"#
    }
    try scratch.write(name, "[\(texts.joined(separator: ",\n"))]")
  }

  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    let texts = records.map { record in
      #"{"snippet": {"title": "Visited Page", "publishedAt": "\#(ActivityWatchFixture.time(record.seconds))"}, "#
        + #""titleUrl": "https://example.org/"}"#
    }
    try scratch.write(name, "[\(texts.joined(separator: ","))]")
    return true
  }

  /// Letters for a number: digits would vary in an address.
  static func word(_ number: Int) -> String {
    String(
      String.UnicodeScalarView(String(number).unicodeScalars.compactMap { Unicode.Scalar($0.value + 49) }))
  }
}

struct GoogleActivityPageFixture: HistoryFixture {
  let importer: any HistoryImporter = GoogleActivityPageImporter()

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "MMM d, yyyy, h:mm:ss a 'UTC'"
    let texts = records.reversed().map { record in
      let date = formatter.string(from: Date(timeIntervalSince1970: Double(record.seconds)))
      return Self.record(
        "Visited&nbsp;<a href=\"https://example.org/page/at/x\(GoogleActivityFixture.word(record.activity))\">Page</a>",
        date)
    }
    try scratch.write(name, Self.page(texts))
  }

  /// A record as Google writes it.
  static func record(_ what: String, _ date: String, product: String = "Chrome", caption: String = "")
    -> String
  {
    #"<div class="outer-cell mdl-cell mdl-cell--12-col mdl-shadow--2dp"><div class="mdl-grid">"#
      + #"<div class="header-cell mdl-cell mdl-cell--12-col"><p class="mdl-typography--title">\#(product)<br></p></div>"#
      + #"<div class="content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1">\#(what)<br>\#(date)<br></div>"#
      + #"<div class="content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1 mdl-typography--text-right"></div>"#
      + #"<div class="content-cell mdl-cell mdl-cell--12-col mdl-typography--caption"><b>Products:</b><br>&emsp;\#(product)<br>"#
      + caption + "</div></div></div>"
  }

  static func page(_ records: [String]) -> String {
    #"<html><head><title>My Activity History</title><style type="text/css">.content-cell.mdl-cell { color: black; }"#
      + #".mdl-typography--title { }</style></head><body><div class="mdl-grid">"#
      + records.joined() + "</div></body></html>"
  }
}

struct GoogleChromeFixture: HistoryFixture {
  let importer: any HistoryImporter = GoogleChromeImporter()

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    let texts = records.reversed().map { record in
      #"{"favicon_url": "", "page_transition": "LINK", "title": "Page", "#
        + #""url": "https://example.org/page/at/x\#(GoogleActivityFixture.word(record.activity))", "#
        + #""client_id": "c", "time_usec": \#(record.seconds * 1_000_000)}"#
    }
    try scratch.write(name, #"{"Browser History": [\#(texts.joined(separator: ", "))]}"#)
  }
}

struct GoogleTimelineFixture: HistoryFixture {
  let importer: any HistoryImporter = GoogleTimelineImporter()

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    let texts = records.map { record in
      #"{"startTime": "\#(ActivityWatchFixture.time(record.seconds))", "endTime": "\#(ActivityWatchFixture.time(record.seconds + 50))", "#
        + #""visit": {"hierarchyLevel": 0, "probability": 0.9, "topCandidate": {"placeId": "id\#(record.activity)", "#
        + #""name": "Place \#(record.activity)", "semanticType": "UNKNOWN", "placeLocation": {"latLng": "50.05°, 14.34°"}}}}"#
    }
    try scratch.write(name, #"{"semanticSegments": [\#(texts.joined(separator: ","))], "rawSignals": []}"#)
  }

  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    let texts = records.map { record in
      #"{"placeVisit": {"location": {"latitudeE7": 500500000, "longitudeE7": 143400000, "name": "Place"}, "#
        + #""duration": {"startTimestampMs": "\#(record.seconds * 1_000)", "endTimestampMs": "\#(record.seconds * 1_000 + 50_000)"}}}"#
    }
    try scratch.write(name, #"{"timelineObjects": [\#(texts.joined(separator: ","))]}"#)
    return true
  }
}
