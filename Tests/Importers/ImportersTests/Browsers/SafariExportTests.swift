import Activities
import Foundation
import TestSupport
import Testing

@testable import Importers

struct SafariExportFixture: HistoryFixture {
  let importer: any HistoryImporter = SafariExportImporter()

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    let pages = records.reversed().map { record in
      #"{"url": "https://example.org/page/at/x\#(GoogleActivityFixture.word(record.activity))", "title": "Page", "#
        + #""time_usec": \#(record.seconds * 1_000_000), "visit_count": 2}"#
    }
    try scratch.write(name, Self.export(pages))
  }

  static func export(_ pages: [String]) -> String {
    #"{"metadata": {"browser_name": "Safari", "browser_version": "18.2", "data_type": "history", "#
      + #""export_time_usec": 1800000000000000, "schema_version": 1}, "history": [\#(pages.joined(separator: ", "))]}"#
  }
}

@Suite("Safari's own export")
struct SafariExportTests {
  @Test("last visits become pages; redirects, failures and answers to forms do not")
  func pages() async throws {
    func page(_ path: String, _ rest: String = "") -> String {
      #"{"url": "https://example.org/\#(path)", "title": "T", "time_usec": 1709539200123456, "visit_count": 1\#(rest)}"#
    }
    let (donations, report) = try await ImportRun.donations(
      of: SafariExportFixture.export([
        page("board"),
        page("go", #", "destination_url": "https://example.org/to", "destination_time_usec": 1"#),
        page("to", #", "source_url": "https://example.org/go", "latest_visit_was_http_get": false"#),
        page("gone", #", "latest_visit_was_load_failure": true"#),
        page("sent", #", "latest_visit_was_http_get": false"#),
        #"{"title": "T", "time_usec": 1}"#, #"{"url": "https://example.org/never"}"#, "[]",
      ]), by: SafariExportImporter(), zone: "Europe/Berlin")
    #expect(donations.map { $0.text("page") } == ["example.org/board", "example.org/to"])
    #expect(donations[0].context.instant.rfc3339 == "2024-03-04T09:00:00.123+01:00")
    #expect(donations[0].details.program == "safari")
    #expect(report.filtered == [.redirect: 1, .notLoaded: 1, .formAnswer: 1])
    #expect(report.malformedCount == 3)
  }
}
