import Activities
import Foundation
import GRDB
import SeededNumbers
import Testing

@testable import DonationStore

@Suite("Sudden death and company", .serialized)
struct StoreCrashTests {
  /// A child appends batches of 20 and forgets some; it is killed 50 times at moments that the seed decides.
  @Test("what was acknowledged survives kill -9, and no batch is half there")
  func survivesKilling() async throws {
    let seed: UInt64 = 20_260_301
    var numbers = SeededNumbers(seed: seed)
    let scratch = try Scratch()
    var record = Record()
    for kill in 1...50 {
      let lines = try Child.runAndKill(
        ["append", scratch.path(), "\(record.next)"],
        afterLines: Int.random(in: 1...9, using: &numbers),
        and: .microseconds(Int.random(in: 0...20_000, using: &numbers)))
      record.read(lines)
      let log = try SQLiteDonationLog(path: scratch.path())
      let counts = try await log.pool.read { db in
        #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
        return try Row.fetchAll(db, sql: "SELECT time / 1000 - 1772000000, count(*) FROM donation GROUP BY 1")
          .reduce(into: [Int64: Int]()) {
            try $0[$1.decode(Int64.self, atIndex: 0)] = $1.decode(Int.self, atIndex: 1)
          }
      }
      record.check(counts, "seed \(seed), kill \(kill)")
      record.settle(counts)
    }
    // Some 200 lines were waited for, of which three in seven are about forgetting.
    #expect(record.next > 50, "the child got to work")
    // Under a sanitizer the child gets less done before it is killed.
    let isSlow = ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] != nil
    #expect(record.forgotten.count > (isSlow ? 0 : 5))
    let log = try SQLiteDonationLog(path: scratch.path())
    #expect(try await log.integrityProblems() == [])
  }

  @Test("two processes that import at once lose nothing")
  func twoProcesses() async throws {
    let scratch = try Scratch()
    let children = ["one", "two"].map { Child.process(["import", scratch.path(), "40", $0]).process }
    for child in children { try child.run() }
    for child in children { child.waitUntilExit() }
    #expect(children.map(\.terminationStatus) == [0, 0])
    let log = try SQLiteDonationLog(path: scratch.path())
    #expect(try await log.users().map { "\($0.user) \($0.donations)" } == ["both 800", "one 800", "two 800"])
    #expect(try await log.integrityProblems() == [])
  }
}

/// What the child said it had done.
private struct Record {
  /// The number of the next batch.
  var next: Int64 = 0
  var appended: Set<Int64> = []
  var forgotten: Set<Int64> = []
  /// A deletion that was begun and not acknowledged may have happened or not.
  var inDoubt: Set<Int64> = []

  mutating func read(_ lines: [String]) {
    for line in lines {
      let words = line.split(separator: " ")
      guard words.count == 2, let number = Int64(words[1]) else { continue }
      switch words[0] {
      case "appended":
        appended.insert(number)
        next = number + 1
      case "forgetting": inDoubt.insert(number)
      default:
        inDoubt.remove(number)
        forgotten.insert(number)
      }
    }
  }

  func check(_ counts: [Int64: Int], _ comment: Comment) {
    #expect(counts.values.allSatisfy { $0 == 20 }, comment)
    let kept = Set(counts.keys)
    #expect(kept.isSuperset(of: appended.subtracting(forgotten).subtracting(inDoubt)), comment)
    #expect(kept.isDisjoint(with: forgotten), comment)
    #expect(kept.subtracting(appended).isSubset(of: [next]), comment)
  }

  /// Takes over what was committed, but not acknowledged any more.
  mutating func settle(_ counts: [Int64: Int]) {
    if counts[next] != nil {
      appended.insert(next)
      next += 1
    }
    for number in inDoubt where counts[number] == nil { forgotten.insert(number) }
    inDoubt = []
  }
}
