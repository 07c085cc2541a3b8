import Activities
import Foundation
import GRDB
import Storage
import TestSupport

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

/// The answers of a store, for comparison.
struct StoreContents: Equatable {
  /// The donations by user, in the order of arrival.
  var donations: [UserIdentifier: [Donation]] = [:]
  var feedback: Set<Feedback> = []
  var phrases: Set<OwnPhrase> = []
  var hints: [String: [StatedHint]] = [:]
  var places: [UserIdentifier: NamedPlaces] = [:]
  var items: [String: Set<SearchableItem>] = [:]
  var rules = PrivacyRules()

  /// - Throws: ``StoreError`` if any of it cannot be read.
  init(of log: SQLiteDonationStore) async throws {
    for user in DamageSample.users {
      let all = try await log.arrivals(of: user, after: 0, limit: .max)
      if !all.isEmpty { donations[user] = all.map(\.donation) }
      feedback.formUnion(try await log.feedback(of: user))
      phrases.formUnion(try await log.phrases(of: user))
      places[user] = try await log.places(of: user)
      for list in HintList.allCases {
        let found = try await log.hints(in: list, of: user)
        if !found.isEmpty { hints["\(user) \(list)"] = found }
      }
      for program in DamageSample.programs {
        let found = try await log.items(.all, of: program, by: user)
        if !found.isEmpty { items["\(user) \(program)"] = Set(found) }
      }
    }
    rules = try await log.privacyRules()
  }

  /// Every record that could be lost, by its own name.
  var records: Set<AnyHashable> {
    var records: Set<AnyHashable> = []
    for donation in donations.values.joined() { records.insert(donation) }
    for record in feedback { records.insert(record) }
    for phrase in phrases { records.insert(phrase) }
    for (name, list) in hints { for hint in list { records.insert([AnyHashable(name), AnyHashable(hint)]) } }
    for (user, named) in places {
      for place in named.places { records.insert([AnyHashable(user), AnyHashable(place)]) }
    }
    for (name, list) in items { for item in list { records.insert([AnyHashable(name), AnyHashable(item)]) } }
    for rule in rules.rules { records.insert(rule) }
    return records
  }
}

/// A store with records of every kind, as the bytes of its files.
struct DamageSample: Sendable {
  static let users = [UserIdentifier.me, try? UserIdentifier("anna"), try? UserIdentifier("bertrand")]
    .compactMap {
      $0
    }
  static let programs = ["org.example.notes", "org.example.rail"]
  /// A text that all forgotten records contain.
  static let secret = "Zebrafinch"

  /// The bytes by the suffix of the name: empty, `-wal`, `-shm`.
  var files: [String: Data]
  let contents: StoreContents
  /// The table of each page according to SQLite, and the rows of donations on it.
  let pages: PageMap

  /// Creates a store.
  ///
  /// - Parameters:
  /// - donations: The number of donations.
  /// - isOpen: Whether the files are those of a store in use, with half of the rows only in the
  ///   journal.
  /// - key: The key of an encrypted store.
  static func make(
    donations count: Int = 240, isOpen: Bool = false, key: StoreKey? = nil
  ) async throws -> DamageSample {
    let scratch = try Scratch()
    var log = try SQLiteDonationStore(path: scratch.path(), key: key)
    try await log.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    let half = Int64(count / 2)
    _ = try await log.ingest(verbatim: (0..<half).map(donation))
    _ = try await log.ingest(verbatim: (0..<20).map { try forgotten($0) })
    try await fill(log)
    var criteria = Deletion.Criteria()
    criteria.text = secret
    _ = try await log.forget(Deletion(at: Sample.instant(900_000), matching: criteria))
    if isOpen {
      try log.close()
      log = try SQLiteDonationStore(path: scratch.path(), key: key)
      try await log.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
    }
    for first in stride(from: half, to: Int64(count), by: 15) {
      _ = try await log.ingest(verbatim: (first..<min(first + 15, Int64(count))).map(donation))
    }
    _ = try await log.ingest(verbatim: (0..<10).map { try feedback(900 + $0) })
    let contents = try await StoreContents(of: log)
    let pages = try await log.pool.read(PageMap.init)
    if !isOpen { try log.close() }
    var files: [String: Data] = [:]
    for suffix in ["", "-wal", "-shm"] { files[suffix] = try? scratch.contents("donations.sqlite\(suffix)") }
    return DamageSample(files: files, contents: contents, pages: pages)
  }

  /// Most lines are short; some are searched for, some have pages of their own, and some differ
  /// only in their ordinal.
  private static func donation(_ second: Int64) throws -> Donation {
    let user = users[Int(second % 3)]
    var activity = try UserActivity(
      activityType: "org.example.notes.open", title: "Open note \(second % 17)",
      userInfo: ["note": .string("n\(second % 17)"), "visit": .integer(second)],
      requiredUserInfoKeys: ["note"])
    activity.isEligibleForSearch = second.isMultiple(of: 4)
    if second.isMultiple(of: 5) { activity.subtitle = String(repeating: "long \(second) ", count: 600) }
    var details = Donation.Details()
    if second.isMultiple(of: 7) { details.externalIdentifier = "id-\(second)" }
    let isTwin = second % 30 == 3 && second > 3
    return try Donation(
      of: activity, by: user, in: Context(at: Sample.instant(isTwin ? second - 3 : second)), details: details,
      ordinal: isTwin ? 1 : 0)
  }

  private static func forgotten(_ second: Int64) throws -> Donation {
    let activity = try UserActivity(
      activityType: "org.example.secret.open", title: "\(secret) \(second)",
      userInfo: ["text": .string(String(repeating: secret, count: second.isMultiple(of: 5) ? 900 : 3))])
    return try Donation(of: activity, in: Context(at: Sample.instant(50_000 + second)))
  }

  private static func feedback(_ second: Int64) throws -> Feedback {
    let shown = try Feedback.Impression(
      activityType: "org.example.notes.open", userInfo: ["note": .string("n\(second % 17)")],
      requiredUserInfoKeys: ["note"])
    return try Feedback(
      by: users[Int(second % 3)], at: Sample.instant(second), shown: [shown], chosen: 0,
      verdict: second.isMultiple(of: 2) ? .accepted : .never)
  }

  private static func fill(_ log: SQLiteDonationStore) async throws {
    _ = try await log.ingest(verbatim: (0..<50).map { try feedback(600 + $0) })
    for user in users {
      _ = try await log.ingest(
        verbatim: (0..<6).map { number in
          try OwnPhrase(
            by: user, at: Sample.instant(700), activityType: "org.example.notes.open",
            userInfo: ["note": .string("n\(number)")], requiredUserInfoKeys: ["note"],
            phrase: "note \(user) \(number)")
        })
      try await log.changePlaces(of: user) { places in
        for number in 0..<4 {
          let place = try Place(latitude: 50 + Double(number) / 7, longitude: 10)
          try places.add(NamedPlace("place \(user) \(number)", at: place, milliseconds: 1_772_000_000_000))
        }
      }
      for program in programs {
        let hints = try (0..<5).map { number in
          try Hint(
            of: UserActivity(
              activityType: "\(program).show", title: "Show \(number)", userInfo: ["ticket": .integer(number)]
            ),
            relevance: [.routine(.commute)])
        }
        try await log.setHints(hints, in: .hints, of: program, for: user)
        let items = try (0..<8).map { number in
          var item = try SearchableItem(uniqueIdentifier: "item \(number)", title: "Ticket to Ulm \(number)")
          item.expirationDate = Date(timeIntervalSince1970: 1_999_000_000)
          return item
        }
        try await log.index(items, of: program, by: user, at: Sample.instant(800))
      }
    }
    try await log.changePrivacyRules { rules in
      for word in ["bank", "doctor", "lawyer"] {
        var criteria = Deletion.Criteria()
        criteria.text = word
        _ = rules.add(try PrivacyRule(.drop, matching: criteria))
      }
      rules.retention = try Retention(days: 4_000, count: 1_000_000)
      var numbers = SeededNumbers(seed: 7)
      rules.secret = HashSecret(using: &numbers)
    }
    for user in users {
      let version = try await log.version(of: user)
      let donations = try await log.donations(of: user, in: .min ..< .max, after: nil, limit: .max)
      guard let newest = donations.last else { continue }
      let checkpoint = Checkpoint(
        key: "k", cursor: newest.cursor, lastSequence: version.lastSequence,
        donations: donations.count,
        state: [UInt8](repeating: 7, count: 20_000))
      _ = try await log.save([checkpoint], of: user, generation: version.generation)
    }
  }

  /// Writes the files into a folder; returns the path of the store.
  func write(into scratch: Scratch) throws -> String {
    for (suffix, bytes) in files {
      try bytes.write(to: URL(filePath: scratch.path() + suffix))
      try scratch.setMode(0o600, of: "donations.sqlite\(suffix)")
    }
    return scratch.path()
  }
}

/// The donations on each page according to SQLite's own `dbstat`, independently of the reader under
/// test.
struct PageMap: Sendable {
  /// The table or index of each page.
  private(set) var owner: [Int: String] = [:]
  /// The sequence numbers of donations with some bytes on a page.
  private(set) var rows: [Int: Set<Int64>] = [:]
  /// The identifiers by sequence number.
  let donations: [Int64: Data]

  init(_ db: Database) throws {
    let sequences = try Int64.fetchAll(db, sql: "SELECT sequence FROM donation ORDER BY sequence")
    donations = try Row.fetchAll(db, sql: "SELECT sequence, identifier FROM donation")
      .reduce(into: [:]) { try $0[$1.decode(Int64.self, atIndex: 0)] = $1.decode(Data.self, atIndex: 1) }
    var next = 0
    var leaves: [String: [Int64]] = [:]
    for row in try Row.fetchAll(
      db, sql: "SELECT name, path, pageno, pagetype, ncell FROM dbstat ORDER BY name, path")
    {
      let (name, path, page, kind, cells): (String, String, Int, String, Int) = (
        try row.decode(atIndex: 0), try row.decode(atIndex: 1), try row.decode(atIndex: 2),
        try row.decode(atIndex: 3),
        try row.decode(atIndex: 4)
      )
      owner[page] = name
      guard name == "donation" else { continue }
      if kind == "leaf" {
        let here = Array(sequences[next..<next + cells])
        next += cells
        leaves[path] = here
        rows[page] = Set(here)
      } else if kind == "overflow", let plus = path.lastIndex(of: "+"), let slash = path.lastIndex(of: "/") {
        let leaf = String(path[...slash])
        let cell = Int(path[path.index(after: slash)..<plus], radix: 16) ?? 0
        let known = leaves[leaf] ?? leaves[String(leaf.dropLast())]
        if let known, cell < known.count { rows[page] = [known[cell]] }
      }
    }
  }
}
