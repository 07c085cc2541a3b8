import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import Importers

/// One bad record does not end a history, whichever of its texts is bad.
@Suite("Limits of a record's texts")
struct RecordLimitsTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Texts that no line of the log can hold, or that take too long to compare.
  private static let bad = [
    String(repeating: "z", count: 1_500_000), "e" + String(repeating: "\u{301}", count: 31),
    "x" + String(repeating: "\u{301}", count: 3_000), String(repeating: "\\\"", count: 400_000),
  ]

  /// The host of a bucket, 1.5 MB long, threw `RecordError` when the batch was stored: 2,048 of
  /// 5,005 good rows were kept.
  @Test(
    "a bad text in any column of a database does not affect the other records", arguments: Fixtures.all)
  func columns(_ fixture: any HistoryFixture) async throws {
    let count = 6
    try fixture.write(Fixtures.records(count), to: scratch, named: "good")
    guard try HistoryFile(path: scratch.path("good")).isSQLite else { return }
    let tables = try HistoryFile(path: scratch.path("good")).tables()
    for (table, column) in tables.flatMap({ table, columns in columns.sorted().map { (table, $0) } }) {
      for text in Self.bad {
        try? FileManager.default.removeItem(atPath: scratch.path("history"))
        try FileManager.default.copyItem(atPath: scratch.path("good"), toPath: scratch.path("history"))
        let queue = try DatabaseQueue(path: scratch.path("history"))
        // A column of numbers, or one that is unique, may refuse it.
        let isChanged = try? await queue.write { database in
          try database.execute(
            sql: """
              UPDATE "\(table)" SET "\(column)" = ?
              WHERE rowid = (SELECT rowid FROM "\(table)" ORDER BY rowid LIMIT 1 OFFSET 1)
              """, arguments: [text])
          return database.changesCount > 0
        }
        try queue.close()
        guard isChanged == true else { continue }
        let (store, file) = (InMemoryDonationStore(), try HistoryFile(path: scratch.path("history")))
        let report = try await ImportRun.run(fixture.importer, file, into: store)
        #expect(report.failure == nil, "\(table).\(column)")
        let isShared = report.read > 0 && report.added == 0
        #expect(report.added >= count - 2 || isShared, "\(table).\(column): \(report.added)")
        for donation in try await store.allDonations(of: .me).map(\.donation) {
          #expect(donation.program.utf8.count <= RecordLimits.longestName)
        }
      }
    }
  }

  @Test("a bad text in any word of a text history does not stop the import", arguments: Fixtures.all)
  func words(_ fixture: any HistoryFixture) async throws {
    try fixture.write(Fixtures.records(3), to: scratch, named: "good")
    let good = try [UInt8](Data(contentsOf: URL(filePath: scratch.path("good"))))
    guard let whole = String(validating: good, as: UTF8.self), !whole.contains("\0") else { return }
    let words = Set(whole.matches(of: /[A-Za-z0-9.]{3,}/).map { String($0.output) }).sorted()
    var imported = 0
    for word in words.prefix(12) {
      for text in Self.bad {
        guard let last = whole.range(of: word, options: .backwards) else { continue }
        try scratch.write("history", whole.replacingCharacters(in: last, with: text))
        let file = try HistoryFile(path: scratch.path("history"))
        do {
          try await ImportRun.run(fixture.importer, file, into: InMemoryDonationStore())
          imported += 1
        } catch is HistoryError {
          // This word determines the kind of the file.
        }
      }
    }
    #expect(imported > 0)
  }

  @Test("an import of many good rows and one bad one stores all good ones")
  func manyRows() async throws {
    let fixture = AtuinFixture()
    let file = try fixture.write(Fixtures.records(5_006), to: scratch)
    let queue = try DatabaseQueue(path: scratch.path("history"))
    try await queue.write { database in
      try database.execute(
        sql: "UPDATE history SET hostname = ? WHERE rowid = 2500",
        arguments: [String(repeating: "z", count: 1_500_000)])
    }
    try queue.close()
    let report = try await ImportRun.run(
      fixture.importer, HistoryFile(path: file.path), into: InMemoryDonationStore())
    #expect((report.added, report.malformedCount) == (5_005, 1))
    #expect(report.malformed.map(\.places) == [[.row(2_500, table: "history")]])
  }

  @Test("consecutive combining marks are limited to the number that a text may have")
  func marks() {
    let (long, most) = (
      "e" + String(repeating: "\u{301}", count: 90), "e" + String(repeating: "\u{301}", count: 30)
    )
    #expect(
      HistoryText.decoded(Array("a \(long) b".utf8)).unicodeScalars.elementsEqual(
        "a \(most) b".unicodeScalars))
    #expect(HistoryText.decoded(Array(most.utf8)).unicodeScalars.elementsEqual(most.unicodeScalars))
    // One scalar may be several marks.
    let composed = "ΐ" + String(repeating: "\u{344}", count: 20)
    #expect(!CombiningMarks.areTooMany(in: CombiningMarks.shortened(composed)))
    #expect(CombiningMarks.shortened(composed).unicodeScalars.count > 10)
  }
}
