import Activities
import Foundation
import LogFormat
import Ranking
import Storage
import TestSupport
import Testing

@testable import Training
@testable import Worker

/// The task `examples`, and fits to its lines.
@Suite struct ExamplesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A plan that is quick.
  private static func plan() -> FittingPlan {
    var plan = FittingPlan()
    (plan.until, plan.optimisation.epochs, plan.optimisation.hiddenSizes) = (0.6, 1, [8])
    (plan.moments, plan.horizonUsers, plan.horizonOptimisation.epochs) = (100, 1, 1)
    return plan
  }

  /// Some people with donations of the same millisecond, feedback, and one who deletes some.
  private static func crowd() throws -> Crowd {
    var crowd = try Crowd(length: 60)
    crowd.people[0].records.append(
      #"{"type":"feedback","time":"2026-07-01T00:00:01Z","verdict":"pinned","scope":"type","shown":[{"activityType":"org.example.mail.inbox"}]}"#
    )
    crowd.people[1].records.append(
      #"{"type":"delete","time":"2026-07-01T00:00:00Z","activityType":"org.example.mail.inbox"}"#)
    let last = try #require(crowd.people[2].records.last)
    crowd.people[2].records += [last, last]
    return crowd
  }

  private func spool(_ outputs: [[String]]) throws -> ExampleSpool {
    var spool = try ExampleSpool(by: Self.plan(), in: scratch.folder.path)
    for (number, lines) in outputs.enumerated() {
      let text = lines.map { $0 + "\n" }.joined()
      try spool.read(ByteSource(Array(text.utf8)), named: "\(number)")
    }
    return spool
  }

  @Test func aFitToTheLinesOfTwoWorkersIsTheFitToTheLog() async throws {
    let crowd = try Self.crowd()
    var halves = (crowd, crowd)
    halves.0.people.removeLast(2)
    halves.1.people.removeFirst(2)
    for index in halves.1.people.indices {
      halves.1.people[index].records.insert(#"{"type":"person","number":\#(index + 2)}"#, at: 0)
    }
    let first = try await Crowd.run(.examples(Self.plan()), halves.0.rows).lines
    let later = try await Crowd.run(.examples(Self.plan()), halves.1.rows).lines
    #expect(later[0].hasPrefix(#"{"person":"Ömer","donations":62,"number":2,"examples":""#))
    #expect(later[2].hasPrefix(#"{"end":true,"v":1,"task":"examples","rows":124,"people":2,"#))
    let log = try await LogImporter.load(LogReader(bytes: Array(crowd.log.utf8), named: "log")).store
    var donations: [Donation] = []
    for (user, _) in await log.users() {
      donations += try await log.allDonations(of: user).map(\.donation)
    }
    let whole = FittingLog(name: "log", donations: donations)
    let expected = try await ModelFitting(Self.plan()).fit(to: [whole])
    let spool = try spool([later, first])
    #expect(spool.people == 4 && spool.donations == donations.count && donations.count < 242)
    #expect(try await ModelFitting(Self.plan()).fit(to: spool).model == expected.model)
  }

  @Test func linesDoNotDependOnOtherPeopleOrJobs() async throws {
    let crowd = try Crowd(length: 30)
    let lines = try await Crowd.run(.examples(Self.plan()), crowd.rows).lines
    #expect(try await Crowd.run(.examples(Self.plan()), crowd.rows, jobs: 3).lines == lines)
    var one = crowd
    one.people = [crowd.people[2]]
    one.people[0].records.insert(#"{"type":"person","number":2}"#, at: 0)
    #expect(try await Crowd.run(.examples(Self.plan()), one.rows).lines[0] == lines[2])
    #expect(try await Crowd.run(.examples(Self.plan()), one.log).lines[0] == lines[2])
    one.people[0].records[0] = #"{"type":"person","number":3}"#
    #expect(try await Crowd.run(.examples(Self.plan()), one.rows).lines[0] != lines[2])
  }

  @Test(
    arguments: [
      #"{"type":"person"}"#, #"{"type":"person","number":-1}"#, #"{"type":"person","number":4294967296}"#,
      #"{"type":"person","number":1.5}"#,
    ])
  func aNumberThatCannotBeUsedEndsTheRun(_ row: String) async throws {
    var crowd = try Crowd(["anna"], length: 3)
    crowd.people[0].records.insert(row, at: 0)
    let text = crowd.rows
    await #expect(throws: WorkerError.misplacedNumber(row: 1, person: "anna")) {
      try await Crowd.run(.examples(Self.plan()), text)
    }
  }

  @Test func aLateNumberEndsTheRunAndOtherTasksTakeNone() async throws {
    var crowd = try Crowd(["anna"], length: 3)
    crowd.people[0].records.insert(#"{"type":"person","number":4}"#, at: 1)
    let rows = crowd.rows
    await #expect(throws: WorkerError.misplacedNumber(row: 2, person: "anna")) {
      try await Crowd.run(.examples(Self.plan()), rows)
    }
    #expect(try await Crowd.run(.learn, rows, mostBadRows: 1).bad.map(\.row) == [2])
    // A row without a usable name is not the person's before it.
    let nameless = try Crowd(["anna"], length: 3).rows + "\t" + #"{"type":"person","number":4}"# + "\n"
    #expect(try await Crowd.run(.examples(Self.plan()), nameless, mostBadRows: 1).bad.map(\.row) == [4])
  }

  @Test func aPersonWithoutADonationHasALine() async throws {
    let lines = try await Crowd.run(.examples(Self.plan()), "anna\t{}\n", mostBadRows: 1).lines
    #expect(lines[0].hasPrefix(#"{"person":"anna","donations":0,"number":0,"examples":""#))
    #expect(try spool([lines]).people == 0)
  }
}
