import Activities
import Answers
import Foundation
import LogFormat
import Storage
import Suggestions
import TestSupport
import Testing

@testable import Worker

/// Runs of every task, and rows that they refuse.
@Suite struct WorkerRunTests {
  // MARK: Suggestions

  @Test func anAnswerIsThatOfAnEngineOnTheWholeLog() async throws {
    let crowd = try Crowd()
    let lines = try await Crowd.run(try await Crowd.suggest(Crowd.late, Crowd.early), crowd.rows).lines
    #expect(lines.count == crowd.people.count + 1)
    let log = try await LogImporter.load(LogReader(bytes: Array(crowd.log.utf8), named: "log")).store
    for ((name, _), line) in zip(crowd.people, lines) {
      var answers: [String] = []
      for json in [Crowd.late, Crowd.early] {
        var question = try await BatchQuestion(json).question
        question.user = try UserIdentifier(name)
        let request = try await question.request(in: log, at: try #require(question.instant))
        let list = try await SuggestionEngine(log: log, model: Crowd.model.get()).suggestions(request)
        answers.append(try JSONText.line(SuggestionReport(list, to: request)))
      }
      #expect(line == #"{"person":"\#(name)","answers":[\#(answers.joined(separator: ","))]}"#)
    }
  }

  @Test func recordsWithAUserAreTheSameAsRowsWithAPerson() async throws {
    let crowd = try Crowd(length: 20)
    let task = try await Crowd.suggest(Crowd.late)
    let lines = try await Crowd.run(task, crowd.rows).lines
    #expect(try await Crowd.run(task, crowd.log).lines == lines)
    #expect(try await Crowd.run(task, crowd.log.replacing("\n", with: "\r\n\n")).lines == lines)
  }

  @Test func aQuestionInTheRowsIsAboutOnePerson() async throws {
    var crowd = try Crowd(["anna", "bert"], length: 20)
    let asked = try await Crowd.run(try await Crowd.suggest(Crowd.late, Crowd.early), crowd.rows).lines
    crowd.people[1].records.insert(#"{"type":"ask",\#(Crowd.early.dropFirst())"#, at: 7)
    let lines = try await Crowd.run(try await Crowd.suggest(Crowd.late), crowd.rows).lines
    #expect(lines[1] == asked[1])
    #expect(asked[0].hasPrefix(lines[0].dropLast(2)) && asked[0] != lines[0])
  }

  @Test func jobsDoNotChangeTheBytes() async throws {
    // More people than one batch has, and one with most of the rows.
    var crowd = try Crowd((10..<60).map { "person \($0)" }, length: 4)
    crowd.people[3].records = try Crowd(["x"], length: 150).people[0].records
    crowd.people[40].records[2] = "{}"
    let task = try await Crowd.suggest(Crowd.late, checkpoints: true)
    let one = try await Crowd.run(task, crowd.rows, mostBadRows: 1)
    let four = try await Crowd.run(task, crowd.rows, jobs: 4, mostBadRows: 1)
    #expect(one.lines.count == 51)
    #expect(one.lines == four.lines && one.bad == four.bad)
  }

  // MARK: Checkpoints

  @Test func checkpointsGoOnAsIfTheWholeHistoryHadBeenRead() async throws {
    var crowd = try Crowd(["anna", "bert"], length: 60)
    let feedback =
      #"{"type":"feedback","time":"2026-03-02T12:00:00+01:00","verdict":"never","scope":"activity","shown":[{"activityType":"org.example.mail.inbox"}]}"#
    crowd.people[0].records = Self.inOrder(crowd.people[0].records + [feedback])
    let task = try await Crowd.suggest(Crowd.late, checkpoints: true)
    let whole = try await Crowd.run(task, crowd.rows).lines
    var checkpoints: [String: String] = [:]
    for part in [0..<25, 25..<26, 26..<26, 26..<100] {
      let rows = crowd.rows { name, records in
        Crowd.row(ofCheckpoint: checkpoints[name]) + records[part.clamped(to: records.indices)]
      }
      if part.upperBound == 100 {
        let lines = try await Crowd.run(task, rows).lines
        #expect(lines.dropLast() == whole.dropLast())
      }
      checkpoints = try Crowd.checkpoints(in: try await Crowd.run(.learn, rows).lines)
    }
    #expect(try Crowd.checkpoints(in: whole) == checkpoints)
  }

  @Test func aCheckpointMayBeLongerThanALineOfALog() async throws {
    let crowd = try Crowd(["anna"], length: 5)
    let line = try await Crowd.run(.learn, crowd.rows).lines[0]
    let text = try #require(try Crowd.checkpoints(in: [line])["anna"])
    let spaces = String(repeating: " ", count: 2 << 20)
    let row = #"{"type":"checkpoint",\#(spaces)"user":"anna","checkpoint":"\#(text)"}"#
    #expect(try await Crowd.run(.learn, row).lines[0] == line)
  }

  @Test func aRowThatACheckpointCannotTakeVoidsIt() async throws {
    let crowd = try Crowd(["anna"], length: 40)
    let records = crowd.people[0].records
    let rows = crowd.rows { _, records in Array(records.prefix(30)) }
    let checkpoint = Crowd.row(
      ofCheckpoint: try Crowd.checkpoints(in: try await Crowd.run(.learn, rows).lines)["anna"])
    func line(_ others: [String], _ question: String = Crowd.late) async throws -> String {
      let rows = crowd.rows { _, _ in checkpoint + others }
      let lines = try await Crowd.run(try await Crowd.suggest(question), rows).lines
      #expect(lines.last?.contains(#""people":1,"#) == true && lines.last?.contains(#""void":1,"#) == true)
      return lines[0]
    }
    #expect(try await line([records[3]]) == #"{"person":"anna","void":"late"}"#)
    let deletion = #"{"type":"delete","time":"2026-07-01T00:00:00Z","all":true}"#
    #expect(try await line([deletion]) == #"{"person":"anna","void":"deletion"}"#)
    #expect(
      try await line([], #"{"time":"2026-03-02T08:00:00+01:00"}"#) == #"{"person":"anna","void":"question"}"#)
  }

  @Test func anotherCheckpointIsRefused() async throws {
    let crowd = try Crowd(["anna"], length: 5)
    let text = try #require(
      try Crowd.checkpoints(in: try await Crowd.run(.learn, crowd.rows).lines)["anna"])
    func error(_ row: String) async throws -> WorkerError? {
      await #expect(throws: WorkerError.self) { try await Crowd.run(.learn, row) }
    }
    let anna = try UserIdentifier("anna")
    let key = try Crowd.model.get().checkpointKey
    let foreign = try PersonCheckpoint(text, of: anna, key: key).text(key: "other")
    func row(_ person: String, _ text: String) -> String {
      "\(person)\t\(Crowd.row(ofCheckpoint: text)[0])\n"
    }
    #expect(try await error(row("anna", foreign)) == .otherCheckpoint(row: 1, person: "anna"))
    #expect(try await error(row("bert", text)) == .damagedCheckpoint(row: 1, person: "bert"))
    let cut = String(text.dropLast(8))
    #expect(try await error(row("anna", cut)) == .damagedCheckpoint(row: 1, person: "anna"))
    #expect(try await error(crowd.rows + row("anna", text)) == .misplacedCheckpoint(row: 6, person: "anna"))
    await #expect(throws: WorkerError.misplacedCheckpoint(row: 1, person: "anna")) {
      try await Crowd.run(.evaluate(scoreFrom: 0.7, knowsPlace: false), row("anna", text))
    }
  }

  // MARK: Rows

  @Test func noRowsGiveTheTrailerAlone() async throws {
    let model = try Crowd.model.get().identity
    #expect(
      try await Crowd.run(.learn, "\n\n").lines == [
        #"{"end":true,"v":1,"task":"learn","rows":0,"people":0,"donations":0,"bad":0,"void":0,"model":"\#(model)","version":"1"}"#
      ])
  }

  @Test func badRowsAreNamedAndSkipped() async throws {
    var crowd = try Crowd(["anna", "bert"], length: 6)
    let task = try await Crowd.suggest(Crowd.late)
    let lines = try await Crowd.run(task, crowd.rows).lines
    crowd.people[0].records.insert(#"{"time":"secret"}"#, at: 1)
    crowd.people[1].records.insert(#"{"user":"anna",\#(crowd.people[1].records[0].dropFirst())"#, at: 0)
    let rows = "no person\n" + crowd.rows + "{\"secret\n" + "bert\t{\"type\":\"ask\"}\n"
    let run = try await Crowd.run(task, rows, mostBadRows: 5)
    #expect(run.lines.dropLast() == lines.dropLast())
    #expect(run.lines.last?.contains(#""rows":17,"people":2,"donations":12,"bad":5,"#) == true)
    #expect(run.bad.map(\.row) == [1, 3, 9, 16, 17])
    #expect(run.bad.map(\.person) == [nil, "anna", "bert", nil, "bert"])
    #expect(!run.bad.contains { $0.reason.contains("secret") })
    await #expect(throws: WorkerError.tooManyBadRows(limit: 4, row: 1, reason: run.bad[0].reason)) {
      try await Crowd.run(task, rows, mostBadRows: 4)
    }
  }

  @Test func aPersonWithoutAGoodRowHasALine() async throws {
    let lines = try await Crowd.run(try await Crowd.suggest(), "anna\t{}\n", mostBadRows: 1).lines
    #expect(lines[0] == #"{"person":"anna","answers":[]}"#)
  }

  @Test func rowsOutOfOrderFailTheRun() async throws {
    let crowd = try Crowd(["anna", "bert"], length: 3)
    let (anna, bert) = (crowd.people[0].records, crowd.people[1].records)
    func error(_ rows: String...) async throws -> WorkerError? {
      await #expect(throws: WorkerError.self) {
        try await Crowd.run(.learn, rows.map { $0 + "\n" }.joined())
      }
    }
    #expect(
      try await error("bert\t\(bert[0])", "anna\t\(anna[0])")
        == .personOutOfOrder(row: 2, person: "anna", after: "bert"))
    #expect(
      try await error("anna\t\(anna[0])", "bert\t\(bert[0])", "anna\t\(anna[1])")
        == .personOutOfOrder(row: 3, person: "anna", after: "bert"))
    #expect(
      try await error("anna\t\(anna[1])", "anna\t\(anna[0])") == .rowOutOfOrder(row: 2, person: "anna"))
    // In bytes, upper case comes before lower case.
    #expect(
      try await error("anna\t\(anna[0])", "Zoe\t\(bert[0])")
        == .personOutOfOrder(row: 2, person: "Zoe", after: "anna"))
  }

  @Test func repeatedDonationsCountOnce() async throws {
    let crowd = try Crowd(["anna"], length: 1)
    let named = #"{"id":"one",\#(crowd.people[0].records[0].dropFirst())"#
    let plain = crowd.people[0].records[0]
    let rows = [named, named, plain, plain].map { "anna\t\($0)\n" }.joined()
    let lines = try await Crowd.run(.learn, rows).lines
    #expect(lines[0].hasPrefix(#"{"person":"anna","donations":3,"#))
    // The same ones after a checkpoint at their time.
    let first = try Crowd.checkpoints(
      in: try await Crowd.run(.learn, "anna\t\(named)\nanna\t\(plain)\n").lines)
    let later = (Crowd.row(ofCheckpoint: first["anna"]) + [named, plain]).map { "anna\t\($0)\n" }.joined()
    #expect(try await Crowd.run(.learn, later).lines[0] == lines[0])
  }

  @Test(arguments: [0, 1, 3, 100]) func decodedDonationsAreThoseOfTheRows(limit: Int) async throws {
    let anna = try Crowd(["anna"], length: 4).people[0].records
    // Equal ones differ by their ordinal.
    let records = [anna[0], anna[0], anna[1], anna[1], anna[1], anna[2], anna[3]]
    let user = try UserIdentifier("anna")
    var rows = PersonRows(of: "anna")
    for (number, record) in records.enumerated() {
      rows.append(ArraySlice(record.utf8), number: number + 1, namesPerson: true)
    }
    var decoder = RecordDecoder()
    decoder.me = user
    var donations: [Donation] = []
    let log = try await PersonLog(of: user, rows, after: nil, decoding: limit)
    for row in 0..<rows.count {
      guard case .donation(let donation) = try decoder.decode(rows[row].span) else { continue }
      #expect(await log.add(donation, row: row))
      let ordinal = donations.count { $0.context == donation.context && $0.activity == donation.activity }
      donations.append(ordinal == 0 ? donation : donation.numbered(ordinal))
    }
    await log.finish()
    #expect(await log.show(through: .max))
    let store: any DonationStore = log
    let found = try await store.arrivals(of: user, after: 0, limit: 100)
    #expect(found.map(\.sequence) == [1, 2, 3, 4, 5, 6, 7])
    #expect(found.map(\.donation.identifier) == donations.map(\.identifier))
    #expect(found.map(\.donation.activity) == donations.map(\.activity))
    #expect(Set(found.map(\.donation.identifier)).count == 7)
  }

  /// Returns records in the order of time; those of the demonstration have the same offset.
  private static func inOrder(_ records: [String]) -> [String] {
    func time(_ record: String) -> Substring {
      record.split(separator: #""time":"#, maxSplits: 1).last?.drop { !$0.isNumber }.prefix(19) ?? ""
    }
    return records.sorted { time($0) < time($1) }
  }
}
