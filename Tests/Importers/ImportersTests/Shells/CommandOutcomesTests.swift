import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("Commands that never succeeded")
struct CommandOutcomesTests {
  /// Imports commands and their exit codes from atuin's history, and returns the templates of those
  /// that may be suggested.
  private func suggestible(atuin rows: [(String, Int)]) async throws -> Set<String> {
    let scratch = try Scratch()
    try AtuinFixture().write([], to: scratch, named: "history")
    try await fill(scratch, rows) { index, command, exit in
      """
      INSERT INTO history VALUES ('\(index)', \(1_700_000_000 + index)000000000, 0, \(exit), \(command), '/src', 's', 'host:me',
        NULL, NULL, NULL, 'zsh', NULL)
      """
    }
    return try await templates(scratch, AtuinImporter())
  }

  private func suggestible(mcfly rows: [(String, Int)]) async throws -> Set<String> {
    let scratch = try Scratch()
    try McflyFixture().write([], to: scratch, named: "history")
    try await fill(scratch, rows) { index, command, exit in
      "INSERT INTO commands VALUES (NULL, \(command), NULL, 's', \(1_700_000_000 + index), \(exit), 0, '/src', NULL)"
    }
    return try await templates(scratch, McflyImporter())
  }

  private func fill(
    _ scratch: Scratch, _ rows: [(String, Int)], _ statement: @Sendable (Int, String, Int) -> String
  ) async throws {
    let queue = try DatabaseQueue(path: scratch.path("history"))
    let statements = rows.enumerated().map { statement($0, "'\($1.0)'", $1.1) }
    try await queue.write { db in for statement in statements { try db.execute(sql: statement) } }
    try queue.close()
  }

  private func templates(_ scratch: Scratch, _ importer: some HistoryImporter) async throws -> Set<String> {
    let store = InMemoryDonationStore()
    try await ImportRun.run(importer, HistoryFile(path: scratch.path("history")), into: store)
    // The newest donation of an activity decides.
    var newest: [String: Bool] = [:]
    for donation in try await store.allDonations(of: .me).map(\.donation) {
      newest[donation.text("template") ?? ""] = donation.activity.isEligibleForPrediction
    }
    return Set(newest.filter(\.value).keys)
  }

  private static let rows = [
    ("git stauts", 1), ("git status", 0), ("git stauts", 1), ("make cehck", 2), ("make check", 0),
    ("ssh nohost", 255), ("ssh host", 0), ("ssh host", 255), ("vim notes.txt", 130), ("tail -f log", 130),
    ("cargo tset", 101), ("cargo tset", 130), ("less x.txt", 141), ("git commit -m a", 1),
    ("git commit -m b", 0),
    ("make unknown", -1),
  ]

  @Test(
    "a command that failed and never succeeded is not suggested; an interrupt or an unknown end is not a failure"
  )
  func outcomes() async throws {
    for found in [try await suggestible(atuin: Self.rows), try await suggestible(mcfly: Self.rows)] {
      #expect(
        found.isSuperset(of: [
          "git status", "make check", "ssh host", "vim notes.txt", "git commit -m …", "make unknown",
        ]))
      #expect(found.isDisjoint(with: ["git stauts", "make cehck", "ssh nohost", "cargo tset"]))
    }
  }

  @Test("a failed command still counts as done, and is suggested once it succeeds")
  func later() async throws {
    #expect(try await suggestible(atuin: [("make deploy", 2)]) == [])
    #expect(try await suggestible(atuin: [("make deploy", 2), ("make deploy", 0)]) == ["make deploy"])
    #expect(try await suggestible(atuin: [("make deploy", 0), ("make deploy", 2)]) == ["make deploy"])
  }
}
