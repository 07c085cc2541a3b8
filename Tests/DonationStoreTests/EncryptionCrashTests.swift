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
    for kill in 1...8 {
      // What it waits for is said by the child, so keys do change however slow the machine is.
      try runAndKill(
        ["rotate", scratch.path(), scratch.path("one"), scratch.path("two")],
        afterChanges: Int.random(in: 0...2, using: &numbers),
        and: .milliseconds(Int.random(in: 0...80, using: &numbers)))
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
  }

  /// Kills the child a while after it has opened the store and said that the key changed so many times.
  private func runAndKill(_ arguments: [String], afterChanges changes: Int, and delay: Duration) throws {
    let (child, output) = Child.process(arguments)
    try child.run()
    var printed = Data()
    while printed.count(where: { $0 == UInt8(ascii: "\n") }) < 1 + changes {
      let some = output.fileHandleForReading.availableData
      if some.isEmpty { break }
      printed += some
    }
    #expect(printed.starts(with: Data(("open\n" + String(repeating: "changed\n", count: changes)).utf8)))
    Thread.sleep(forTimeInterval: delay / .seconds(1))
    kill(child.processIdentifier, SIGKILL)
    child.waitUntilExit()
  }
}
