import Activities
import Foundation
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
    let lines = try await EncryptedSample.lines(log)
    try log.close()
    var rotations = 0
    for kill in 1...8 {
      rotations += try runAndKill(
        ["rotate", scratch.path(), scratch.path("one"), scratch.path("two")],
        after: .milliseconds(Int.random(in: 0...250, using: &numbers)), afterRotations: kill % 2)
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
      #expect(try await EncryptedSample.lines(again) == lines, "seed \(seed), kill \(kill)")
      #expect(try await again.integrityProblems() == [], "seed \(seed), kill \(kill)")
      try again.close()
      for name in try scratch.names() {
        #expect(try scratch.contents(name).range(of: Data("Zebra".utf8)) == nil, "\(name)")
      }
    }
    #expect(rotations >= 4, "keys did change")
  }

  /// Kills the child a while after it has begun, or has given the store another key; answers how often it had done that.
  private func runAndKill(
    _ arguments: [String], after delay: Duration, afterRotations least: Int
  ) throws -> Int {
    let (child, output) = Child.process(arguments)
    try child.run()
    var printed = Data()
    func lines() -> Int { printed.count { $0 == UInt8(ascii: "\n") } }
    while lines() <= least {
      let some = output.fileHandleForReading.availableData
      if some.isEmpty { break }
      printed += some
    }
    Thread.sleep(forTimeInterval: delay / .seconds(1))
    kill(child.processIdentifier, SIGKILL)
    child.waitUntilExit()
    printed += output.fileHandleForReading.readDataToEndOfFile()
    return lines() - 1
  }
}
