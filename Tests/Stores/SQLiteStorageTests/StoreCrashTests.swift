import Activities
import Foundation
import GRDB
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Killed and concurrent processes", .serialized)
struct StoreCrashTests {
  /// A child appends batches of 20 and forgets some; it is killed at moments from the seed.
  @Test("acknowledged data survives kill -9, and no batch is stored in part")
  func survivesKilling() async throws {
    let kills = Campaign.count("HUNCH_KILLS", usually: 12)
    var numbers = SeededNumbers(seed: Campaign.seed)
    let scratch = try Scratch()
    var record = Record()
    for kill in 1...kills {
      let lines = try await Child.runAndKill(
        ["append", scratch.path(), "\(record.next)"],
        afterLines: Int.random(in: 1...9, using: &numbers),
        and: .microseconds(Int.random(in: 0...20_000, using: &numbers)))
      record.read(lines)
      let log = try SQLiteDonationStore(path: scratch.path())
      let counts = try await log.pool.read { db in
        #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
        return try Row.fetchAll(db, sql: "SELECT time / 1000 - 1772000000, count(*) FROM donation GROUP BY 1")
          .reduce(into: [Int64: Int]()) {
            try $0[$1.decode(Int64.self, atIndex: 0)] = $1.decode(Int.self, atIndex: 1)
          }
      }
      record.check(counts, "kill \(kill), \(Campaign.again("make nightly PART=kills"))")
      record.settle(counts)
    }
    // About five lines were printed each time; three in seven are about forgetting.
    #expect(record.next > kills, "the child got to work")
    // Under a sanitizer the child gets less done before it is killed.
    let isSlow = ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] != nil
    #expect(record.forgotten.count > (isSlow ? 0 : kills / 10))
    let log = try SQLiteDonationStore(path: scratch.path())
    #expect(try await log.integrityProblems() == [])
  }

  @Test("two processes that import at once lose nothing")
  func twoProcesses() async throws {
    let scratch = try Scratch()
    let children = try ["one", "two"].map { try Child.process(["import", scratch.path(), "40", $0]).process }
    for running in try children.map({ try $0.start() }) { await running.end() }
    #expect(children.map(\.terminationStatus) == [0, 0])
    let log = try SQLiteDonationStore(path: scratch.path())
    #expect(try await log.users().map { "\($0.user) \($0.donations)" } == ["both 800", "one 800", "two 800"])
    #expect(try await log.integrityProblems() == [])
  }
}

/// The actions that the child reported.
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

  /// Records a commit that was no longer acknowledged.
  mutating func settle(_ counts: [Int64: Int]) {
    if counts[next] != nil {
      appended.insert(next)
      next += 1
    }
    for number in inDoubt where counts[number] == nil { forgotten.insert(number) }
    inDoubt = []
  }
}
