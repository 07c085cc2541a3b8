import Activities
import Foundation
import SeededNumbers
import Testing

@testable import DonationStore

@Suite("Sudden death while a store is encrypted", .serialized)
struct EncryptionCrashTests {
  /// A child gives a store the keys of two files in turns; it is killed at moments that the seed decides.
  @Test("kill -9 while the key changes: one of the two keys opens the store, and every line is there")
  func rotation() async throws {
    let seed: UInt64 = 20_261_122
    var numbers = SeededNumbers(seed: seed)
    let scratch = try Scratch()
    let keys = try ["one", "two"].map { try StoreKey.make(file: scratch.path($0)) }
    let log = try SQLiteDonationLog(path: scratch.path(), key: keys[0])
    _ = try await log.append((0..<800).map { try Sample.donation("Zebra \($0)", at: Int64($0)) })
    let everything = try await EncryptedSample.lines(log)
    try log.close()
    var rotations = 0
    for kill in 1...8 {
      // It prints a line when it is ready, and one for each key.
      let lines = try Child.runAndKill(
        ["rotate", scratch.path(), scratch.path("one"), scratch.path("two")], afterLines: 1 + kill % 2,
        and: .milliseconds(Int.random(in: 0...250, using: &numbers)))
      rotations += lines.count - 1
      let opened = keys.indices.filter { index in
        do {
          try SQLiteDonationLog(path: scratch.path(), key: keys[index]).close()
          return true
        } catch {
          #expect((error as? StoreError)?.reason == .wrongKey)
          return false
        }
      }
      #expect(opened.count == 1, "seed \(seed), kill \(kill)")
      guard opened.count == 1 else { return }
      let again = try SQLiteDonationLog(path: scratch.path(), key: keys[opened[0]])
      #expect(try await EncryptedSample.lines(again) == everything, "seed \(seed), kill \(kill)")
      #expect(try await again.integrityProblems() == [], "seed \(seed), kill \(kill)")
      try again.close()
      for name in try scratch.names() {
        #expect(try scratch.contents(name).range(of: Data("Zebra".utf8)) == nil, "\(name)")
      }
    }
    #expect(rotations >= 4, "keys did change")
  }
}
