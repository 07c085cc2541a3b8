internal import Activities
internal import Foundation
internal import GRDB

/// Checks a store within one transaction that reads.
struct IntegrityCheck {
  let db: Database
  let path: String

  func run() throws -> [StoreProblem] {
    let structure = try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
    guard structure.isEmpty else { return structure.map(StoreProblem.structure) }
    return try foreignKeys() + counters() + donationLines() + feedbackLines() + phraseLines() + checkpoints()
      + hints()
  }

  private func foreignKeys() throws -> [StoreProblem] {
    try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map {
      .unknownUser(table: try $0[0], row: try $0[1])
    }
  }

  private func counters() throws -> [StoreProblem] {
    let checks = [
      "donations": "donations <> (SELECT count(*) FROM donation WHERE user = number)",
      "feedback": "feedback <> (SELECT count(*) FROM feedback WHERE user = number)",
      "lastSequence": "lastSequence < (SELECT coalesce(max(sequence), 0) FROM donation WHERE +user = number)",
    ]
    let byUser = try checks.filter { _, condition in
      try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM user WHERE \(condition))") == true
    }
    let behind = try Bool.fetchOne(
      db,
      sql: "SELECT lastSequence < (SELECT coalesce(max(sequence), 0) FROM donation) FROM state")
    let state: [StoreProblem] = behind == false ? [] : [.counter("state.lastSequence")]
    return byUser.keys.sorted().map { .counter("user.\($0)") } + state
  }

  private func donationLines() throws -> [StoreProblem] {
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT \(StoredDonation.columns), time, name, user FROM donation JOIN user ON number = user")
    var problems: [StoreProblem] = []
    var (reader, search) = (PayloadReader(), SearchCheck(db))
    while let row = try rows.next() {
      let stored = try StoredDonation(row: row)
      let (time, name): (Int64, String) = (try row[4], try row[5])
      let donation = try? stored.donation(&reader, at: path)
      let agrees =
        donation.map {
          $0.context.instant.milliseconds == time && $0.user.name == name
            && $0.activity.identity.rawValue.bytes == stored.identity
        } ?? false
      if !agrees { problems.append(.unreadable(table: "donation", row: stored.sequence)) }
      if let donation { search.expect(donation, sequence: stored.sequence, user: try row[6]) }
    }
    return try problems + search.problems()
  }

  private func feedbackLines() throws -> [StoreProblem] {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT sequence, payload, time, name FROM feedback JOIN user ON number = user")
    var problems: [StoreProblem] = []
    var reader = PayloadReader()
    while let row = try rows.next() {
      let (time, name): (Int64, String) = (try row[2], try row[3])
      let feedback = reader.feedback(try row[1])
      let agrees = feedback?.instant.milliseconds == time && feedback?.user.name == name
      if !agrees { problems.append(.unreadable(table: "feedback", row: try row[0])) }
    }
    return problems
  }

  private func hints() throws -> [StoreProblem] {
    var reader = PayloadReader()
    return try HintRow.all(in: db).filter { $0.stated(&reader) == nil }
      .map { .unreadable(table: "hint", row: $0.number) }
  }

  private func phraseLines() throws -> [StoreProblem] {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT sequence, payload, time, identity, name FROM phrase JOIN user ON number = user")
    var problems: [StoreProblem] = []
    var reader = PayloadReader()
    while let row = try rows.next() {
      let (time, identity, name): (Int64, Data, String) = (try row[2], try row[3], try row[4])
      let phrase = reader.phrase(try row[1])
      let agrees =
        phrase?.instant.milliseconds == time && phrase?.user.name == name && phrase?.phrase != nil
        && phrase?.identity.rawValue.bytes == identity
      if !agrees { problems.append(.unreadable(table: "phrase", row: try row[0])) }
    }
    return problems
  }

  /// A checkpoint has to be intact, and to cover as many donations as there are up to its own.
  private func checkpoints() throws -> [StoreProblem] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(CheckpointRow.columns), number,
          EXISTS (SELECT 1 FROM donation AS d WHERE d.sequence = c.sequence AND d.user = c.user AND d.time = c.time)
          AND donations = (SELECT count(*) FROM donation AS d
            WHERE d.user = c.user AND (d.time, d.sequence) <= (c.time, c.sequence))
        FROM checkpoint AS c ORDER BY number
        """)
    var problems: [StoreProblem] = []
    while let row = try rows.next() {
      if try CheckpointRow.checkpoint(row) == nil || row[8] == false {
        problems.append(.checkpoint(row: try row[7]))
      }
    }
    return problems
  }
}
