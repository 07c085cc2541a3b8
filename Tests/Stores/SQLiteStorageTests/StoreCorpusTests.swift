import Foundation
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite struct StoreCorpusTests {
  private static let corpus = Corpus("Store")

  /// Runs the exercise in a temporary folder.
  private static func outcome(of bytes: [UInt8]) async throws -> StoreOutcome {
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    return try await exerciseStore(bytes, in: scratch.folder)
  }

  @Test("the fuzzer's inputs keep every promise", arguments: corpus.names)
  func replay(_ name: String) async throws {
    _ = try await Self.outcome(of: Self.corpus.bytes(name))
  }

  @Test("20 variations of the fuzzer's inputs keep every promise")
  func variations() async throws {
    try await Self.corpus.vary(20) { _ = try await Self.outcome(of: $0) }
  }

  /// A value of another type ended the process: GRDB's subscripts trap if a row does not have the
  /// schema's types.
  @Test("NULL and text are damage in every column that does not allow them", arguments: UInt8(0)..<45)
  func types(column: UInt8) async throws {
    for kind in UInt8(0)..<2 {
      let outcome = try await Self.outcome(of: [5, column, kind, 0, 0xFF])
      #expect(outcome.refused == nil || outcome.refused == .damaged, "kind \(kind)")
    }
  }

  @Test(
    "a schema with a foreign statement is not opened",
    arguments: [
      "CREATE TRIGGER stranger AFTER INSERT ON donation BEGIN DELETE FROM feedback; END",
      "CREATE VIEW stranger AS SELECT * FROM donation",
      "CREATE TABLE stranger (x)",
      "DROP TRIGGER searchEntryDeleted",
      "UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'donation'",
      "UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'state'",
    ])
  func schema(sql: String) async throws {
    let outcome = try await Self.outcome(of: [7] + Array(sql.utf8))
    #expect(outcome.refused == .damaged)
  }

  /// Rebuilding the schema to compare it would take a millisecond of every start.
  @Test("the digest of the schema matches the result of the migrations")
  func schemaDigest() throws {
    #expect(try SchemaText.made(version: StoreSchema.version).digest == SchemaText.current)
  }

  @Test("a store that nobody changed answers everything")
  func unchanged() async throws {
    let outcome = try await Self.outcome(of: [])
    #expect(outcome.refused == nil && outcome.problems == 0 && outcome.answered.count == 17)
  }
}
