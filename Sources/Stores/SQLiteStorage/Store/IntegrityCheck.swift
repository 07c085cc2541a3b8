internal import Activities
internal import Foundation
internal import GRDB

/// Checks a store within one read transaction.
struct IntegrityCheck {
  let db: Database
  let cipher: RowCipher

  func run() throws -> [StoreProblem] {
    let structure = Self.structure(try String.fetchAll(db, sql: "PRAGMA integrity_check"))
    guard structure.isEmpty else { return structure }
    return try foreignKeys() + counters() + donationLines() + feedbackLines() + phraseLines() + checkpoints()
      + hints() + namedPlaces()
  }

  /// Returns a problem for each line of SQLite's answers, without their headings.
  ///
  /// If there are many, it returns the first ones and the number of others.
  static func structure(_ answers: [String]) -> [StoreProblem] {
    let lines = answers.flatMap { $0.split(separator: "\n") }.filter { $0 != "ok" && !$0.hasPrefix("***") }
    let shown = lines.prefix(mostShown).map { StoreProblem.structure(String($0)) }
    return lines.count > mostShown
      ? shown + [.structure("and \(lines.count - mostShown) more of this kind")] : shown
  }

  /// The maximum number of problems of one kind to show; more than ten do not help.
  private static let mostShown = 10

  private func foreignKeys() throws -> [StoreProblem] {
    try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map {
      .unknownUser(table: try $0[0], row: try $0[1])
    }
  }

  private func counters() throws -> [StoreProblem] {
    // Conditions that must be true; NULL or a value of another type is not.
    let checks = [
      "donations": "donations = (SELECT count(*) FROM donation WHERE user = number)",
      "feedback": "feedback = (SELECT count(*) FROM feedback WHERE user = number)",
      "generation": "typeof(generation) = 'integer' AND generation BETWEEN 0 AND \(Row.greatestSequence)",
      "lastSequence": """
      typeof(lastSequence) = 'integer' AND lastSequence
        BETWEEN (SELECT coalesce(max(sequence), 0) FROM donation WHERE +user = number)
        AND max((SELECT lastSequence FROM state), (SELECT coalesce(max(sequence), 0) FROM donation))
      """,
    ]
    let byUser = try checks.filter { _, condition in
      try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM user WHERE (\(condition)) IS NOT TRUE)")
        == true
    }
    // There must be a number left for another donation, or none can be appended.
    let isRight = try Bool.fetchOne(
      db,
      sql: """
        SELECT (typeof(lastSequence) = 'integer' AND lastSequence BETWEEN
          (SELECT coalesce(max(sequence), 0) FROM donation) AND \(Row.greatestSequence - 1)) IS TRUE FROM state
        """)
    let state: [StoreProblem] = isRight == true ? [] : [.counter("state.lastSequence")]
    return byUser.keys.sorted().map { .counter("user.\($0)") } + state
  }

  private func donationLines() throws -> [StoreProblem] {
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT \(StoredDonation.columns), time, name, user FROM donation JOIN user ON number = user")
    var problems: [StoreProblem] = []
    var (reader, search) = (PayloadReader(cipher), SearchCheck(db, cipher))
    while let row = try rows.next() {
      let stored = try StoredDonation(row: row)
      let time: Int64 = try row[4]
      let name = user(try row[5], &reader)
      let donation = try? reader.donation(stored)
      let agrees =
        donation.map {
          $0.context.instant.milliseconds == time && $0.user.name == name
            && $0.activity.identity == $0.identity
            && cipher.identity($0.identity.rawValue, of: name).bytes == stored.identity
            && cipher.identifier($0.identifier.rawValue, at: time, of: name).bytes == stored.identifier
        } ?? false
      let isNamed = try donation.map { try isNamedRightly($0, stored, time: time, user: row[6]) } ?? false
      if !agrees || !isNamed { problems.append(.unreadable(table: "donation", row: stored.sequence)) }
      if let donation { search.expect(donation, sequence: stored.sequence, user: try row[6]) }
    }
    return try problems + search.problems()
  }

  /// Returns whether a donation has an identifier that its line can have.
  private func isNamedRightly(
    _ donation: Donation, _ stored: StoredDonation, time: Int64, user: Int64
  ) throws -> Bool {
    let identifier = donation.identifier.rawValue
    if donation.canBeNamed(identifier) { return true }
    // A log may have more equal donations than programs can make.
    let equals = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM donation WHERE user = ? AND time = ? AND identity = ?",
      arguments: [user, time, stored.identity])
    return donation.canBeNamed(identifier, equals: equals ?? 0)
  }

  /// Returns the name of a user whose payloads are read next; empty if the column cannot be read.
  private func user(_ column: String, _ reader: inout PayloadReader) -> String {
    reader.user = (try? cipher.user(in: column)) ?? ""
    return reader.user
  }

  private func feedbackLines() throws -> [StoreProblem] {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT sequence, payload, time, name, digest FROM feedback JOIN user ON number = user")
    var problems: [StoreProblem] = []
    var reader = PayloadReader(cipher)
    while let row = try rows.next() {
      let time: Int64 = try row[2]
      let name = user(try row[3], &reader)
      let (payload, digest): (Data, Data) = (try row[1], try row[4])
      let feedback = try? reader.feedback(payload, digest: digest)
      let line = try? cipher.decrypted(payload, at: .feedback(digest, of: name))
      let agrees =
        feedback?.instant.milliseconds == time && feedback?.user.name == name
        && line.flatMap { try? FeedbackRow.columns(for: $0, of: name, cipher).digest } == digest
      if !agrees { problems.append(.unreadable(table: "feedback", row: try row[0])) }
    }
    return problems
  }

  private func hints() throws -> [StoreProblem] {
    var reader = PayloadReader(cipher)
    return try HintRow.all(in: db).filter { (try? $0.stated(&reader, cipher)) == nil }
      .map { .unreadable(table: "hint", row: $0.number) }
  }

  private func namedPlaces() throws -> [StoreProblem] {
    var reader = PayloadReader()
    return try NamedPlaceRow.all(in: db).filter { (try? $0.place(&reader, cipher)) == nil }
      .map { .unreadable(table: "namedPlace", row: $0.number) }
  }

  private func phraseLines() throws -> [StoreProblem] {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT sequence, payload, time, identity, name FROM phrase JOIN user ON number = user")
    var problems: [StoreProblem] = []
    var reader = PayloadReader(cipher)
    while let row = try rows.next() {
      let (time, identity): (Int64, Data) = (try row[2], try row[3])
      let name = user(try row[4], &reader)
      let phrase = try? reader.phrase(row[1], identity: identity)
      let agrees =
        phrase?.instant.milliseconds == time && phrase?.user.name == name && phrase?.phrase != nil
        && phrase.map { cipher.identity($0.identity.rawValue, of: name).bytes } == identity
      if !agrees { problems.append(.unreadable(table: "phrase", row: try row[0])) }
    }
    return problems
  }

  /// A checkpoint must be intact and cover exactly the donations up to its own.
  private func checkpoints() throws -> [StoreProblem] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(CheckpointRow.columns), number,
          EXISTS (SELECT 1 FROM donation AS d WHERE d.sequence = c.sequence AND d.user = c.user AND d.time = c.time)
          AND donations = (SELECT count(*) FROM donation AS d
            WHERE d.user = c.user AND (d.time, d.sequence) <= (c.time, c.sequence)),
          (SELECT name FROM user AS u WHERE u.number = c.user)
        FROM checkpoint AS c ORDER BY number
        """)
    var problems: [StoreProblem] = []
    while let row = try rows.next() {
      let name = (try row[9] as String?).flatMap { try? cipher.user(in: $0) } ?? ""
      if try (try? CheckpointRow.checkpoint(row, of: name, cipher)) == nil || row[8] == false {
        problems.append(.checkpoint(row: try row[7]))
      }
    }
    return problems
  }
}
