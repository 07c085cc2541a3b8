import Activities

/// The promises about the user's own phrases.
enum PhraseContract {
  static let all = keeping + forgetting

  private static let keeping = [
    DonationStoreContract.onEmpty("phrases are read back per user, in the order of identities") {
      log in
      let theirs = try Samples.phrase("Theirs", for: "a", at: 1, by: Samples.user("other"))
      let mine = try ["a", "b", "c"].map { try Samples.phrase("My \($0)", for: $0, at: 1) }
      try expect(try await log.add(mine + [theirs]), equals: AppendReceipt(added: 4), "receipt")
      let ordered = mine.sorted { $0.identity < $1.identity }
      try expect(try await log.phrases(of: .me), equals: ordered, "mine")
      try expect(try await log.phrases(of: Samples.user("other")), equals: [theirs], "theirs")
    },
    DonationStoreContract.onEmpty(
      "the later phrase of an activity stays in any order of arrival; at one moment, the last arrival"
    ) {
      log in
      let late = try Samples.phrase("Late", for: "a", at: 5)
      _ = try await log.add([late, Samples.phrase("Early", for: "a", at: 1)])
      try expect(try await log.phrases(of: .me), equals: [late], "the early one came too late")
      let same = try Samples.phrase("Same moment", for: "a", at: 5)
      try expect(
        try await log.add([same, same]), equals: AppendReceipt(added: 1, duplicates: 1), "receipt")
      try expect(try await log.phrases(of: .me), equals: [same], "the last one")
    },
    DonationStoreContract.onEmpty("a phrase without words removes an earlier phrase, but not a later one") {
      log in
      _ = try await log.add([Samples.phrase("Words", for: "a", at: 5)])
      let early = try Samples.phrase(nil, for: "a", at: 1)
      try expect(try await log.add([early]), equals: AppendReceipt(duplicates: 1), "too early")
      try expect(try await log.phrases(of: .me).count, equals: 1, "unchanged")
      try expect(try await log.add([Samples.phrase(" ", for: "a", at: 6)]).added, equals: 1, "removed")
      try expect(try await log.phrases(of: .me), equals: [], "nothing left")
      let nothing = try Samples.phrase(nil, for: "z", at: 6)
      try expect(try await log.add([nothing]), equals: AppendReceipt(duplicates: 1), "there was no phrase")
    },
    DonationStoreContract.onEmpty(
      "a phrase given by the user here keeps its mark until another one replaces it"
    ) {
      log in
      var own = try Samples.phrase("Mine", for: "a", at: 5)
      try expect(try await log.add([own]).added, equals: 1, "from a log")
      try expect(try await log.phrases(of: .me).map(\.isGivenHere), equals: [false], "from a log")
      own.isGivenHere = true
      try expect(try await log.add([own, own]), equals: AppendReceipt(added: 1, duplicates: 1), "given here")
      own.isGivenHere = false
      try expect(try await log.add([own]), equals: AppendReceipt(duplicates: 1), "also in a log")
      own.isGivenHere = true
      try expect(try await log.phrases(of: .me), equals: [own], "still given here")
      let other = try Samples.phrase("Another", for: "a", at: 6)
      try expect(try await log.add([other]).added, equals: 1, "another one")
      try expect(try await log.phrases(of: .me), equals: [other], "from a log")
      try expect(try await log.phrases(of: .me).map(\.isGivenHere), equals: [false], "another one")
    },
  ]

  private static let forgetting = [
    DonationStoreContract.onEmpty("P11: a program's deletion leaves the user's own phrase") { log in
      let phrase = try await log.fill()
      var criteria = Deletion.Criteria()
      criteria.persistentIdentifier = "a"
      let deletion = try Deletion(at: Samples.instant(9), matching: criteria, origin: .program)
      try expect(try await log.forget(deletion), equals: 2, "forgotten")
      try expect(try await log.phrases(of: .me).contains(phrase), "it stays")
    },
    DonationStoreContract.onEmpty(
      "forgetting by words searches phrases, too, whether the activity exists or not"
    ) { log in
      let phrase = try await log.fill()
      var criteria = Deletion.Criteria()
      criteria.text = "MY à"
      try expect(
        try await log.forget(Deletion(at: Samples.instant(9), matching: criteria)), equals: 0, "donations")
      let left = try await log.phrases(of: .me)
      try expect(!left.contains(phrase) && left.count == 1, "only the phrase with the words is forgotten")
    },
    DonationStoreContract.onEmpty("forgetting an activity forgets its phrase, and no other") { log in
      let phrase = try await log.fill()
      var criteria = Deletion.Criteria()
      criteria.until = try Samples.instant(2)
      _ = try await log.forget(Deletion(at: Samples.instant(9), matching: criteria))
      try expect(try await log.phrases(of: .me).contains(phrase), "a later donation remains")
      criteria = Deletion.Criteria()
      criteria.persistentIdentifier = "a"
      _ = try await log.forget(Deletion(at: Samples.instant(9), matching: criteria))
      try expect(try await log.phrases(of: .me).compactMap(\.phrase), equals: ["My b"], "left")
    },
    DonationStoreContract.onEmpty("a phrase given after a deletion stays") { log in
      _ = try await log.add([Samples.donation("a", at: 0), Samples.donation("b", at: 0)])
      _ = try await log.add([Samples.phrase("My a", for: "a", at: 7)])
      _ = try await log.forget(Deletion(at: Samples.instant(5), matching: .everything))
      try expect(try await log.phrases(of: .me).count, equals: 1, "given later")
    },
    DonationStoreContract.onEmpty(
      "the phrase of a forgotten activity goes with its type, its program, and everything"
    ) {
      log in
      for field in ["type", "program", "all"] {
        _ = try await log.add([Samples.phrase("My a", for: "a", at: 1)])
        var other = Deletion.Criteria()
        other.activityType = "org.example.other.open"
        _ = try await log.forget(Deletion(at: Samples.instant(9), matching: other))
        try expect(try await log.phrases(of: .me).count, equals: 1, "another type")
        var criteria = Deletion.Criteria()
        criteria.activityType = field == "type" ? "org.example.player.play" : nil
        criteria.program = field == "program" ? "org.example.player" : nil
        criteria.all = field == "all"
        _ = try await log.forget(Deletion(at: Samples.instant(9), matching: criteria))
        try expect(try await log.phrases(of: .me), equals: [], field)
      }
    },
    DonationStoreContract.onEmpty("a deletion never removes another user's phrase") { log in
      let theirs = try Samples.phrase("Theirs", for: "a", at: 1, by: Samples.user("other"))
      _ = try await log.add([theirs, Samples.phrase("Mine", for: "a", at: 1)])
      _ = try await log.forget(Deletion(at: Samples.instant(9), matching: .everything))
      try expect(try await log.phrases(of: Samples.user("other")), equals: [theirs], "theirs")
      try expect(try await log.phrases(of: .me), equals: [], "mine")
    },
  ]
}

extension Samples {
  static func phrase(
    _ phrase: String?, for track: String, at second: Int64, by user: UserIdentifier = .me
  ) throws -> OwnPhrase {
    try OwnPhrase(
      by: user, at: instant(second), activityType: "org.example.player.play",
      userInfo: ["track": .string(track)],
      title: "Play \(track)", phrase: phrase, additionalFields: ["mood": .array([.double(1), .null])])
  }
}

extension DonationStore {
  /// Adds two donations of one activity, one of another, and a phrase for each; returns the
  /// first's.
  fileprivate func fill() async throws -> OwnPhrase {
    _ = try await add(
      ["a", "b"].map { try Samples.donation($0, at: 4, persistentIdentifier: $0) }
        + [Samples.donation("a", at: 0, persistentIdentifier: "a")])
    let phrases = try ["a", "b"].map { try Samples.phrase("My \($0)", for: $0, at: 5) }
    _ = try await add(phrases)
    return phrases[0]
  }
}
