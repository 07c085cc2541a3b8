import Foundation
import FuzzingCorpus
import Testing

@testable import DonationStore

/// Serialised, because all wait for the one store that they change.
@Suite(.serialized) struct StoreCorpusTests {
  private static let corpus = Corpus("Store")

  @Test("what the fuzzer found or was given keeps every promise", arguments: corpus.names)
  func replay(_ name: String) async throws {
    _ = try await exerciseStore(Self.corpus.bytes(name), in: Scratch().folder)
  }

  @Test("so do 60 variations of it")
  func variations() async throws {
    let scratch = try Scratch()
    try await Self.corpus.vary(60) { _ = try await exerciseStore($0, in: scratch.folder) }
  }

  /// A value of another type ended the process: GRDB's subscripts trap where a row is not as the schema says.
  @Test("a value of a type that its column cannot have is damage, in every column", arguments: UInt8(0)..<45)
  func types(column: UInt8) async throws {
    let scratch = try Scratch()
    for kind in UInt8(0)..<5 {
      for value in UInt8(0)..<9 where kind == 2 || value < 2 {
        let outcome = try await exerciseStore([5, column, kind, value, 0xFF], in: scratch.folder)
        #expect(outcome.refused == nil || outcome.refused == .damaged, "kind \(kind), value \(value)")
      }
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
    let outcome = try await exerciseStore([7] + Array(sql.utf8), in: Scratch().folder)
    #expect(outcome.refused == .damaged)
  }

  @Test("a store that nobody changed answers everything")
  func unchanged() async throws {
    let outcome = try await exerciseStore([], in: Scratch().folder)
    #expect(outcome.refused == nil && outcome.problems == 0 && outcome.answered.count == 17)
  }
}
