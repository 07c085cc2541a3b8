import Activities

extension DonationStoreContract {
  /// Each criterion alone, some combined, and some without matches.
  private static let criteria: [(String, @Sendable (inout Deletion.Criteria) throws -> Void)] = [
    ("persistentIdentifier", { $0.persistentIdentifier = "p1" }),
    ("id", { $0.externalIdentifier = "id-3" }),
    ("activityType", { $0.activityType = "org.example.shell.run" }),
    ("program that follows from the type", { $0.program = "org.example.player" }),
    ("program that was named", { $0.program = "org.example.widget" }),
    ("since", { $0.since = try Samples.instant(4) }),
    ("until", { $0.until = try Samples.instant(4) }),
    ("all", { $0.all = true }),
    (
      "all in an interval",
      { ($0.all, $0.since, $0.until) = (true, try Samples.instant(2), try Samples.instant(6)) }
    ),
    ("type and time", { ($0.activityType, $0.until) = ("org.example.player.play", try Samples.instant(5)) }),
    (
      "type and program",
      { ($0.activityType, $0.program) = ("org.example.player.play", "org.example.widget") }
    ),
    (
      "persistentIdentifier of a type",
      { ($0.persistentIdentifier, $0.activityType) = ("p1", "org.example.shell.run") }
    ),
    ("the beginning of a type", { $0.activityType = "org.example.shell.*" }),
    ("identity", { $0.identity = try history(of: .me)[5].identity }),
    ("the name of one donation", { $0.donation = try history(of: .me)[4].identifier }),
    ("a name in the userInfo", { $0.userInfoKey = "track" }),
    ("a name in no userInfo", { $0.userInfoKey = "trac" }),
    (
      "a place and a distance", { $0.area = try Deletion.Area(latitude: 52.52, longitude: 13.405, within: 5) }
    ),
    (
      "a place without donations",
      { $0.area = try Deletion.Area(latitude: -52.52, longitude: 13.405, within: 1_000) }
    ),
    ("words", { $0.text = "T3 play" }),
    ("words with accents, of the name of the place", { $0.text = "BURO" }),
    ("words without a match", { $0.text = "t3 nothing" }),
    ("expiration", { $0.expiredBy = try Samples.instant(99) }),
    (
      "words, place and time",
      {
        ($0.text, $0.since) = ("t1", try Samples.instant(2))
        $0.area = try Deletion.Area(latitude: 52.52, longitude: 13.405, within: 0)
      }
    ),
    (
      "identity and another type",
      {
        ($0.identity, $0.activityType) = (try history(of: .me)[5].identity, "org.example.shell.run")
      }
    ),
    ("an unknown id", { $0.externalIdentifier = "none" }),
    ("an empty interval", { ($0.since, $0.until) = (try Samples.instant(5), try Samples.instant(5)) }),
  ]

  private static func history(of user: UserIdentifier) throws -> [Donation] {
    try (0..<10).map { (index: Int) throws -> Donation in
      let identifier: String? = index % 3 == 0 ? "id-\(index)" : nil
      let program: String? = index % 4 == 1 ? "org.example.widget" : nil
      let type = index % 5 == 2 ? "org.example.shell.run" : "org.example.player.play"
      let persistentIdentifier: String? = index % 2 == 0 ? "p\(index % 3)" : nil
      return try Samples.donation(
        "t\(index % 4)", at: Int64(index), by: user, id: identifier, program: program, type: type,
        persistentIdentifier: persistentIdentifier)
    }
  }

  static let forgetting =
    criteria.map { name, fill in
      DonationStoreContract("forgets by \(name), and nothing else") { makeLog in
        var criteria = Deletion.Criteria()
        try fill(&criteria)
        try await verifyForgetting(criteria, in: makeLog())
      }
    }

  private static let atTheEdges = [
    DonationStoreContract("a rehearsal reports what would be forgotten, and changes nothing") { makeLog in
      let log = try await makeLog()
      let donations = try history(of: .me)
      _ = try await log.add(donations)
      let feedback = try Samples.feedback(on: ["t1", "t2"], at: 50)
      _ = try await log.add([feedback])
      let version = try await log.version(of: .me)
      var criteria = Deletion.Criteria()
      criteria.identity = donations[1].identity
      let deletions = [try Deletion(at: Samples.instant(99), matching: criteria)]
      let rehearsed = try await log.forget(deletions, rehearsing: true)
      try expect(try await log.everything(), equals: donations, "donations")
      try expect(try await log.feedback(of: .me), equals: [feedback], "feedback")
      try expect(try await log.version(of: .me), equals: version, "version")
      let receipt = try await log.forget(deletions, rehearsing: false)
      try expect(receipt, equals: rehearsed, "receipt")
      try expect(try await log.everything().count, equals: donations.count - receipt.donations, "left")
    },
    DonationStoreContract("a receipt lists the forgotten activities with their counts and the range of times")
    {
      makeLog in
      let log = try await makeLog()
      let donations = try history(of: .me)
      _ = try await log.add(donations)
      _ = try await log.add([
        Samples.feedback(on: ["t1", "t2"], at: 50), Samples.feedback(on: ["t1"], at: 51),
        Samples.feedback(on: ["t2"], at: 52),
      ])
      let wanted = donations[1]
      let forgotten = donations.filter { $0.identity == wanted.identity }
      var criteria = Deletion.Criteria()
      criteria.identity = wanted.identity
      let deletion = try Deletion(at: Samples.instant(99), matching: criteria)
      let receipt = try await log.forget([deletion], rehearsing: false)
      try expect(receipt.donations, equals: forgotten.count, "donations")
      try expect(receipt.activities.map(\.identity), equals: [wanted.identity], "activities")
      try expect(receipt.activities.map(\.title), equals: ["Play t1"], "titles")
      try expect(receipt.activities.map(\.donations), equals: [forgotten.count], "donations of each")
      try expect(receipt.activities.allSatisfy(\.isGone), "gone")
      try expect(receipt.types.map(\.donations), equals: [forgotten.count], "types")
      try expect(receipt.first, equals: forgotten.first?.context.instant, "first")
      try expect(receipt.last, equals: forgotten.last?.context.instant, "last")
      try expect([receipt.feedbackShortened, receipt.feedbackRemoved], equals: [1, 1], "feedback")
      try expect(try await log.forget([deletion], rehearsing: false), equals: ForgettingReceipt(), "again")
    },
    DonationStoreContract("shortened feedback that equals other feedback is merged with it") { makeLog in
      let log = try await makeLog()
      _ = try await log.add(["a", "b"].map { try Samples.donation($0, at: 0) })
      _ = try await log.add([
        Samples.feedback(on: ["a", "b"], at: 1), Samples.feedback(on: ["a"], at: 1),
        Samples.feedback(on: ["b", "a"], at: 1),
      ])
      var criteria = Deletion.Criteria()
      criteria.text = "b"
      let deletion = try Deletion(at: Samples.instant(9), matching: criteria)
      let receipt = try await log.forget([deletion], rehearsing: false)
      try expect(try await log.feedback(of: .me), equals: [Samples.feedback(on: ["a"], at: 1)], "feedback")
      try expect(try await log.version(of: .me).feedbackCount, equals: 1, "count")
      try expect([receipt.feedbackShortened, receipt.feedbackRemoved], equals: [1, 2], "receipt")
    },
    DonationStoreContract("retracting the last donation forgets nothing else") { makeLog in
      let log = try await makeLog()
      try expect(try await log.lastArrival(of: .me) == nil, "empty log")
      let donations = try history(of: .me)
      _ = try await log.add(donations)
      let late = try Samples.donation("late", at: 3)
      _ = try await log.add([late])
      for expected in [late, donations[9], donations[8]] {
        let last = try await log.lastArrival(of: .me)?.donation
        try expect(last, equals: expected, "the last")
        try expect(try await log.forget(expected.retraction()), equals: 1, "retracted")
      }
      try expect(try await log.everything(), equals: Array(donations.prefix(8)), "what stays")
    },
    DonationStoreContract("donations at or after the deletion stay") { makeLog in
      let log = try await makeLog()
      let donations = try history(of: .me)
      _ = try await log.add(donations)
      let deletion = try Deletion(at: Samples.instant(6), matching: .everything)
      try expect(try await log.forget(deletion), equals: 6, "forgotten")
      try expect(try await log.everything(), equals: Array(donations[6...]), "what stays")
    },
    DonationStoreContract("a user without donations is no longer listed") { makeLog in
      let log = try await makeLog()
      let other = try Samples.user("other")
      _ = try await log.add(history(of: .me) + history(of: other))
      _ = try await log.forget(Deletion(at: Samples.instant(99), matching: .everything))
      try expect(try await log.users().map(\.user), equals: [other], "users")
    },
    DonationStoreContract("a sequence number is never reused") { makeLog in
      let log = try await makeLog()
      _ = try await log.add(history(of: .me))
      let before = try await log.version(of: .me).lastSequence
      _ = try await log.forget(Deletion(at: Samples.instant(99), matching: .everything))
      _ = try await log.add(history(of: .me))
      let sequences = try await log.arrivals(of: .me, after: 0, limit: 100).map(\.sequence)
      try expect(
        sequences.count == 10 && sequences.allSatisfy { $0 > before }, "\(sequences) after \(before)")
    },
  ]

  private static func verifyForgetting(_ criteria: Deletion.Criteria, in log: any DonationStore) async throws
  {
    let other = try Samples.user("other")
    let (mine, theirs) = (try history(of: .me), try history(of: other))
    _ = try await log.add(mine + theirs)
    let (before, othersBefore) = (try await log.version(of: .me), try await log.version(of: other))
    let deletion = try Deletion(at: Samples.instant(99), matching: criteria)
    let gone = mine.filter(deletion.matches)
    let kept = mine.filter { !deletion.matches($0) }

    try expect(try await log.forget(deletion), equals: gone.count, "forgotten")
    try expect(try await log.everything(), equals: kept, "in time order")
    let arrivals = try await log.arrivals(of: .me, after: 0, limit: 100).map(\.donation)
    try expect(arrivals, equals: kept, "in arrival order")
    let generation = try await log.version(of: .me).generation
    if !gone.isEmpty { try expect(generation != before.generation, "the generation changes") }
    try expect(try await log.everything(of: other), equals: theirs, "the other user's donations")
    try expect(try await log.version(of: other), equals: othersBefore, "the other user's version")
    let counts = try await log.users().filter { $0.user == .me }.map(\.donations)
    try expect(counts, equals: kept.isEmpty ? [] : [kept.count], "count")
    // The same log imported again is the user's decision: hashes of forgotten donations do not
    // filter it.
    let receipt = try await log.add(mine)
    try expect(receipt, equals: AppendReceipt(added: gone.count, duplicates: kept.count), "imported again")
    try expect(try await log.everything(), equals: mine, "restored")
    try expect(try await log.forget(deletion), equals: gone.count, "forgotten a second time")
  }
}
