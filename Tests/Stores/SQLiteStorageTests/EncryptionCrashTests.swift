import Activities
import Foundation
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Kills while a store is encrypted", .serialized)
struct EncryptionCrashTests {
  /// A child alternates between the keys of two files; it is killed at moments from the seed.
  @Test("after kill -9 during a key change, one of the two keys opens the store, and every line exists")
  func rotation() async throws {
    let kills = Campaign.count("HUNCH_KILLS", usually: 12) / 2
    var numbers = SeededNumbers(seed: Campaign.seed)
    let scratch = try Scratch()
    let keys = try ["one", "two"].map { try StoreKey.make(file: scratch.path($0)) }
    let log = try SQLiteDonationStore(path: scratch.path(), key: keys[0])
    _ = try await log.ingest(verbatim: (0..<800).map { try Sample.donation("Zebra \($0)", at: Int64($0)) })
    let everything = try await EncryptedSample.lines(log)
    try log.close()
    var rotations = 0
    for kill in 1...kills {
      // It prints a line when it is ready, and one for each key.
      let lines = try await Child.runAndKill(
        ["rotate", scratch.path(), scratch.path("one"), scratch.path("two")], afterLines: 1 + kill % 2,
        and: .milliseconds(Int.random(in: 0...250, using: &numbers)))
      rotations += lines.count - 1
      let opened = keys.indices.filter { index in
        do {
          try SQLiteDonationStore(path: scratch.path(), key: keys[index]).close()
          return true
        } catch {
          #expect((error as? StoreError)?.reason == .wrongKey)
          return false
        }
      }
      #expect(opened.count == 1, "kill \(kill), \(Campaign.again("make nightly PART=kills"))")
      guard opened.count == 1 else { return }
      let again = try SQLiteDonationStore(path: scratch.path(), key: keys[opened[0]])
      #expect(
        try await EncryptedSample.lines(again) == everything,
        "kill \(kill), \(Campaign.again("make nightly PART=kills"))")
      #expect(
        try await again.integrityProblems() == [],
        "kill \(kill), \(Campaign.again("make nightly PART=kills"))")
      try again.close()
      for name in try scratch.names() {
        #expect(try scratch.contents(name).range(of: Data("Zebra".utf8)) == nil, "\(name)")
      }
    }
    #expect(rotations >= kills / 2, "keys did change")
  }
}
