import Foundation
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

/// Serialised, because all wait for the one store that they change.
@Suite(.serialized) struct StoreCorpusTests {
  private static let corpus = Corpus("Store")

  /// Runs the exercise in a folder that is there until it has ended.
  private static func outcome(of bytes: [UInt8]) async throws -> StoreOutcome {
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    return try await exerciseStore(bytes, in: scratch.folder)
  }

  @Test("what the fuzzer found or was given keeps every promise", arguments: corpus.names)
  func replay(_ name: String) async throws {
    _ = try await Self.outcome(of: Self.corpus.bytes(name))
  }

  @Test("so do 20 variations of it")
  func variations() async throws {
    try await Self.corpus.vary(20) { _ = try await Self.outcome(of: $0) }
  }

  /// A value of another type ended the process: GRDB's subscripts trap where a row is not as the
  /// schema says.
  @Test("NULL and text are damage in every column that does not take them", arguments: UInt8(0)..<45)
  func types(column: UInt8) async throws {
    for kind in UInt8(0)..<2 {
      let outcome = try await Self.outcome(of: [5, column, kind, 0, 0xFF])
      #expect(outcome.refused == nil || outcome.refused == .damaged, "kind \(kind)")
    }
  }

  @Test(
    "a schema with anything of a stranger's is not opened",
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

  /// Making the schema anew to compare it costs a millisecond of every start.
  @Test("the schema that is compared by its digest is the one that the migrations make")
  func schemaDigest() throws {
    #expect(try SchemaText.made(version: StoreSchema.version).digest == SchemaText.current)
  }

  @Test("a store that nobody changed answers everything")
  func unchanged() async throws {
    let outcome = try await Self.outcome(of: [])
    #expect(outcome.refused == nil && outcome.problems == 0 && outcome.answered.count == 17)
  }
}
