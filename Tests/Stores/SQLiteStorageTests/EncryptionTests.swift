import Activities
import Foundation
import GRDB
import Storage
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Encryption at rest")
struct EncryptionTests {
  @Test("the files of an encrypted store never contain any text of a user's activities")
  func neverWritten() async throws {
    let sample = try EncryptedSample()
    let log = try sample.open()
    try await sample.fill(log)
    #expect(try sample.tellingBytes() == 0, "in the file and its journal")
    #expect(try await log.integrityProblems() == [])
    _ = try await log.forget(Deletion(at: Sample.instant(9), matching: .everything))
    try log.close()
    #expect(try sample.tellingBytes() == 0)
  }

  @Test("encrypting a plain store leaves no plain byte; decrypting gives the same rows")
  func thereAndBack() async throws {
    let sample = try EncryptedSample()
    let plain = try sample.open(nil)
    try await sample.fill(plain)
    let (rows, lines) = (try await EncryptedSample.rows(plain), try await EncryptedSample.lines(plain))
    #expect(try sample.tellingBytes() > 40, "the needles are found before")
    try plain.close()

    try await SQLiteDonationStore.encrypt(path: sample.scratch.path(), with: sample.key)
    #expect(try sample.tellingBytes() == 0)
    let store = try sample.open()
    #expect(try await store.integrityProblems() == [])
    #expect(try await EncryptedSample.lines(store) == lines)
    #expect(try await store.information().isEncrypted)
    #expect(try await store.users().map(\.user.name) == [EncryptedSample.user, "me"])
    #expect(try await store.search(SearchQuery("zebra", at: Sample.instant(9))).hits.count > 0)
    try store.close()

    try await SQLiteDonationStore.decrypt(path: sample.scratch.path(), key: sample.key)
    let again = try sample.open(nil)
    #expect(try await EncryptedSample.rows(again) == rows)
    #expect(try await again.integrityProblems() == [])
    #expect(try await !again.information().isEncrypted)
  }

  @Test("another key changes all encrypted values, and the old key is refused")
  func rotation() async throws {
    let sample = try EncryptedSample()
    let log = try sample.open()
    try await sample.fill(log)
    let lines = try await EncryptedSample.lines(log)
    let old = try await log.pool.read { db in
      try Data.fetchAll(
        db,
        sql: """
          SELECT payload FROM donation UNION SELECT identity FROM donation UNION SELECT identifier FROM donation
          UNION SELECT payload FROM hint UNION SELECT payload FROM phrase UNION SELECT payload FROM searchEntry
          UNION SELECT state FROM checkpoint UNION SELECT payload FROM doorRule UNION SELECT digest FROM feedback
          UNION SELECT payload FROM namedPlace UNION SELECT digest FROM namedPlace
          UNION SELECT CAST(name AS BLOB) FROM user UNION SELECT salt FROM encryption
          """
      ).map { $0.prefix(32) }  // longer ones take several pages
    }
    try log.close()
    #expect(old.count > 100 && old.allSatisfy { $0.count >= 16 })
    #expect(try sample.tellingBytes(old) >= old.count)
    let other = StoreKey.makeRandom().key
    try await SQLiteDonationStore.encrypt(path: sample.scratch.path(), with: other, replacing: sample.key)
    #expect(try sample.tellingBytes(old) == 0)
    #expect(reason { try sample.open() } == .wrongKey)
    let again = try sample.open(other)
    #expect(try await EncryptedSample.lines(again) == lines)
    #expect(try await again.integrityProblems() == [])
  }

  @Test("a wrong, missing or superfluous key and damage have different errors, and change nothing")
  func keys() async throws {
    let (sample, plain) = (try EncryptedSample(), try EncryptedSample())
    let log = try sample.open()
    try await sample.fill(log)
    try plain.open(nil).close()
    let other = StoreKey.makeRandom().key
    let before = try await EncryptedSample.rows(log)
    #expect(reason { try sample.open(nil) } == .keyMissing)
    #expect(reason { try sample.open(other) } == .wrongKey)
    #expect(reason { try plain.open() } == .notEncrypted)
    await #expect(throws: StoreError(.alreadyEncrypted, at: sample.scratch.path())) {
      try await SQLiteDonationStore.encrypt(path: sample.scratch.path(), with: other)
    }
    await #expect(throws: StoreError(.wrongKey, at: sample.scratch.path())) {
      try await SQLiteDonationStore.encrypt(path: sample.scratch.path(), with: sample.key, replacing: other)
    }
    await #expect(throws: StoreError(.notEncrypted, at: plain.scratch.path())) {
      try await SQLiteDonationStore.decrypt(path: plain.scratch.path(), key: plain.key)
    }
    #expect(try await EncryptedSample.rows(sample.open()) == before)
  }

  @Test(
    "damage to the encryption rows is not taken for a wrong key",
    arguments: [
      "salt = zeroblob(16)", "keyIdentifier = zeroblob(16)", "checkValue = zeroblob(33)", "format = 2",
    ])
  func damagedTable(change: String) async throws {
    let sample = try EncryptedSample()
    let log = try sample.open()
    try await sample.fill(log)
    let lines = try await EncryptedSample.lines(log)
    // One of the two is repaired from the other, but only with the key.
    for damage in [
      "UPDATE encryption SET \(change)", "UPDATE encryptionCopy SET \(change)", "DELETE FROM encryption",
    ] {
      try await log.pool.write { db in try db.execute(sql: damage) }
      #expect(reason { try sample.open(nil) } == .keyMissing)
      #expect(reason { try sample.open(StoreKey.makeRandom().key) } == .wrongKey)
      #expect(try await EncryptedSample.lines(sample.open()) == lines)
      let rows = try await log.pool.read { db in
        try EncryptionTable.tables.flatMap { table in
          try String.fetchAll(
            db, sql: "SELECT format || hex(salt || keyIdentifier || checkValue || checksum) FROM \(table)")
        }
      }
      #expect(rows.count == 2 && rows[0] == rows[1])
    }
    try await log.pool.write { db in
      for table in EncryptionTable.tables { try db.execute(sql: "UPDATE \(table) SET \(change)") }
    }
    try log.close()
    for key in [nil, sample.key, StoreKey.makeRandom().key] {
      #expect(reason { try sample.open(key) } == .damaged)
    }
  }

  @Test(
    "a value can be decrypted in its own row only",
    arguments: [
      (
        "UPDATE donation SET payload = (SELECT payload FROM donation WHERE sequence = 2) WHERE sequence = 1",
        "donation"
      ),
      (
        "UPDATE donation SET identity = (SELECT identity FROM donation WHERE sequence = 62) WHERE sequence = 1",
        "donation"
      ),
      ("UPDATE donation SET user = 2 WHERE sequence = 1", "donation"),
      (
        "UPDATE feedback SET payload = (SELECT payload FROM feedback WHERE sequence = 2) WHERE sequence = 1",
        "feedback"
      ),
      ("UPDATE feedback SET payload = zeroblob(length(payload)) WHERE sequence = 1", "feedback"),
      (
        "UPDATE phrase SET payload = (SELECT payload FROM phrase WHERE sequence = 2) WHERE sequence = 1",
        "phrase"
      ),
      ("UPDATE hint SET payload = (SELECT payload FROM hint WHERE number = 2) WHERE number = 1", "hint"),
      (
        "UPDATE namedPlace SET payload = (SELECT payload FROM namedPlace WHERE number = 2) WHERE number = 1",
        "namedPlace"
      ),
      ("UPDATE hint SET list = 9 WHERE number = 1", "hint"),
      (
        "UPDATE searchEntry SET payload = (SELECT payload FROM searchEntry WHERE number = 2) WHERE number = 1",
        "search"
      ),
      ("UPDATE searchEntry SET program = zeroblob(16) WHERE identity IS NULL", "search"),
      ("UPDATE checkpoint SET donations = donations + 1", "checkpoint"),
      (
        "UPDATE doorRule SET payload = (SELECT payload FROM doorRule WHERE number = 2) WHERE number = 1",
        "door"
      ),
    ])
  func swapped(statement: String, table: String) async throws {
    let sample = try EncryptedSample()
    let log = try sample.open()
    try await sample.fill(log)
    try await log.pool.write { db in
      try db.execute(sql: statement)
      #expect(db.changesCount > 0)
    }
    if table == "door" {
      await #expect(throws: StoreError(.damaged, at: log.path)) { try await log.privacyRules() }
    } else {
      let problems = try await log.integrityProblems()
      #expect(
        problems.contains { problem in
          switch problem {
          case .unreadable(let found, row: 1): found == table
          case .searchEntry: table == "search"
          case .checkpoint: table == "checkpoint"
          default: false
          }
        }, "\(problems)")
    }
    // Changing the key must not lose a row that cannot be decrypted, so it is refused.
    guard table != "checkpoint" else { return }
    try log.close()
    await #expect(throws: StoreError(.damaged, at: log.path)) {
      try await SQLiteDonationStore.encrypt(
        path: log.path, with: StoreKey.makeRandom().key, replacing: sample.key)
    }
    try sample.open().close()
  }

  @Test("a process with the store open during encryption, rotation or decryption can no longer use it")
  func meanwhile() async throws {
    let sample = try EncryptedSample()
    let (path, other) = (sample.scratch.path(), StoreKey.makeRandom().key)
    let plain = try sample.open(nil)
    try await sample.fill(plain)
    try await SQLiteDonationStore.encrypt(path: path, with: sample.key)
    try await refuses(plain)
    let store = try sample.open()
    try await SQLiteDonationStore.encrypt(path: path, with: other, replacing: sample.key)
    try await refuses(store)
    let rotated = try sample.open(other)
    try await SQLiteDonationStore.decrypt(path: path, key: other)
    try await refuses(rotated)
    let again = try sample.open(nil)
    #expect(try await again.integrityProblems() == [])
    #expect(try await again.users().count == 2, "they wrote nothing")
  }

  private func refuses(_ log: SQLiteDonationStore) async throws {
    let changed = StoreError(.encryptionChanged, at: log.path)
    let (donation, now) = (try Sample.donation("Zebra", at: 99), try Sample.instant(100))
    let checkpoint = Checkpoint(
      key: "k", cursor: LogCursor(milliseconds: 0, sequence: 1), lastSequence: 1, donations: 1, state: [1])
    let deletion = try Deletion(at: now, matching: .everything)
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await log.ingest(verbatim: [donation]) },
      { _ = try await log.ingest(verbatim: [Sample.feedback(on: ["a"], at: 99)]) },
      { _ = try await log.ingest([donation], at: now) },
      { _ = try await log.ingest(verbatim: [OwnPhrase(for: donation.activity, at: now, phrase: "Zebra")]) },
      { try await log.setHints([Hint(of: donation.activity)], in: .hints, of: "a.b", for: .me) },
      { _ = try await log.save([checkpoint], of: .me, generation: 0) },
      { _ = try await log.forget([deletion], rehearsing: true) },
      { _ = try await log.forget(deletion) },
      { _ = try await log.version(of: .me) }, { _ = try await log.users() },
      { _ = try await log.allDonations(of: .me) }, { _ = try await log.feedback(of: .me) },
      { _ = try await log.phrases(of: .me) }, { _ = try await log.hints(in: .hints, of: .me) },
      { _ = try await log.search(SearchQuery("zebra", at: now)) }, { _ = try await log.privacyRules() },
      { _ = try await log.information() }, { _ = try await EncryptedSample.lines(log) },
    ]
    for call in calls { await #expect(throws: changed) { try await call() } }
  }

  @Test("old bytes that another process is reading are overwritten by the next opening")
  func delayed() async throws {
    let sample = try EncryptedSample()
    let plain = try sample.open(nil)
    try await sample.fill(plain)
    try plain.close()
    let reader = try sample.scratch.foreignConnection()
    try await reader.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN")
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM donation")
    }
    await #expect(throws: StoreError(.erasureDelayed, at: sample.scratch.path())) {
      try await SQLiteDonationStore.encrypt(path: sample.scratch.path(), with: sample.key, busyTimeout: 0.1)
    }
    #expect(try sample.tellingBytes() > 40)
    try await reader.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
    try reader.close()
    try sample.open().close()
    #expect(try sample.tellingBytes() == 0)
  }

  @Test("a nonce is never reused, even for the same content")
  func nonces() async throws {
    let sample = try EncryptedSample()
    var log = try sample.open()
    try await sample.fill(log)
    _ = try await log.ingest(verbatim: (0..<1_000).map { try Sample.donation("same", at: 200 + $0) })
    var seen: Set<Data> = []
    for _ in 0..<2 {
      let nonces = try await log.pool.read { db in
        try Data.fetchAll(
          db,
          sql: """
            SELECT payload FROM donation UNION ALL SELECT payload FROM feedback UNION ALL SELECT payload FROM hint
            UNION ALL SELECT payload FROM phrase UNION ALL SELECT payload FROM searchEntry
            UNION ALL SELECT payload FROM doorRule UNION ALL SELECT state FROM checkpoint
            UNION ALL SELECT checkValue FROM encryption
            """
        ).map { $0.prefix(12) }
      }
      #expect(nonces.count > 1_060)
      for nonce in nonces { #expect(seen.insert(nonce).inserted) }
      try log.close()
      // The same key again gives other keys for the rows, because the salt is new.
      try await SQLiteDonationStore.encrypt(
        path: sample.scratch.path(), with: sample.key, replacing: sample.key)
      log = try sample.open()
    }
  }

  @Test(
    "columns for finding rows differ between users and stores, and keep the order of time")
  func blinded() async throws {
    func columns(_ sample: EncryptedSample) async throws -> [(identifier: Data, identity: Data)] {
      let log = try sample.open()
      let user = try UserIdentifier("other")
      _ = try await log.ingest(verbatim: [
        Sample.donation("a", at: 0), Sample.donation("a", at: 1), Sample.donation("a", at: 0, by: user),
      ])
      return try await log.pool.read { db in
        try Row.fetchAll(db, sql: "SELECT identifier, identity FROM donation ORDER BY sequence")
          .map { (identifier: $0[0], identity: $0[1]) }
      }
    }
    let (one, other) = (try await columns(EncryptedSample()), try await columns(EncryptedSample()))
    #expect(one[0].identity == one[1].identity, "an activity of one user stays the same")
    #expect(Set((one + other).map(\.identity)).count == 4)
    #expect(Set((one + other).map(\.identifier)).count == 6)
    let donation = try Sample.donation("a", at: 0)
    #expect(one[0].identifier.prefix(6) == donation.identifier.rawValue.bytes.prefix(6))
    #expect(one[0].identifier != donation.identifier.rawValue.bytes)
  }

  @Test("the secret of keyed hashes is encrypted too, and makes the same hashes when the key has changed")
  func hashSecret() async throws {
    let sample = try EncryptedSample()
    let log = try sample.open()
    let rule = try PrivacyRule(.hashKeys(["track"]), matching: .everything)
    var random = SystemRandomNumberGenerator()
    let secret = HashSecret(using: &random)
    try await log.changePrivacyRules { _ = $0.add(rule, secretIfNone: secret) }
    let rules = try await log.privacyRules()
    try log.close()
    #expect(try sample.tellingBytes([Data(secret.stored)]) == 0)
    let newKey = StoreKey.makeRandom().key
    try await SQLiteDonationStore.encrypt(path: sample.scratch.path(), with: newKey, replacing: sample.key)
    let again = try sample.open(newKey)
    #expect(try await again.privacyRules() == rules)
    try again.close()
    try await SQLiteDonationStore.decrypt(path: sample.scratch.path(), key: newKey)
    #expect(try await sample.open(nil).privacyRules() == rules)
    #expect(try sample.tellingBytes([Data(secret.stored)]) == 1, "the search finds existing bytes")
  }

  private func reason(_ body: () throws -> SQLiteDonationStore) -> StoreError.Reason? {
    #expect(throws: StoreError.self) { try body() }?.reason
  }
}
