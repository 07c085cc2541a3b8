import Activities

/// The promises about names: names with control characters are rejected, and none gives access to
/// another user.
enum NameContract {
  static let all = refusing + separating

  private static let refusing = [
    DonationStoreContract.onEmpty("a name with a control character rejects its whole batch") {
      store in
      for character in ["\u{0}", "\u{1B}", "\n", "\u{7F}", "\u{85}", "\u{9F}"] {
        for (field, record) in try records("a\(character)b") {
          let codePoint = character.unicodeScalars.first?.value ?? 0
          let expected = ActivityError.controlCharacter(field: field, codePoint: codePoint)
          try await expectRefused(expected) {
            let beside = LogRecord.donation(try Samples.donation("beside", at: 1))
            _ = try await store.ingest(IngestionBatch([beside, record]), at: Samples.instant(20))
          }
        }
      }
      try expect(try await store.users().isEmpty, "nothing is stored")
      try expect(try await store.phrases(of: .me).isEmpty, "no phrase either")
    },
    DonationStoreContract.onEmpty("titles, values and identifiers may have control characters") { store in
      var activity = try UserActivity(
        activityType: "a.b", title: "a\u{0}\u{1B}\n", userInfo: ["key": "a\u{0}\u{9B}"])
      activity.persistentIdentifier = "a\u{0}b"
      let donation = try Donation(of: activity, in: Context(at: Samples.instant(1)))
      try await store.add([donation])
      try expect(try await store.everything(), equals: [donation], "as it was")
    },
    DonationStoreContract.onEmpty("names in hints, items and rules have no control characters either") {
      store in
      let activity = try UserActivity(activityType: "a.b", userInfo: ["a\u{1}": 1])
      let error = ActivityError.controlCharacter(field: "userInfo", codePoint: 1)
      try await expectRefused(HintError.invalidName(error)) {
        try await store.setHints([Hint(of: activity)], in: .hints, of: "a", for: .me)
      }
      let plain = try Hint(of: UserActivity(activityType: "a.b"))
      let program = ActivityError.controlCharacter(field: "program", codePoint: 0x9B)
      try await expectRefused(HintError.invalidName(program)) {
        try await store.setHints([plain], in: .hints, of: "a\u{9B}", for: .me)
      }
      try await expectRefused(program) {
        let item = try SearchableItem(uniqueIdentifier: "a", title: "b")
        try await store.index([item], of: "a\u{9B}", by: .me, at: Samples.instant(1))
      }
      var criteria = Deletion.Criteria()
      criteria.program = "a\u{9B}"
      let rule = try PrivacyRule(.drop, matching: criteria)
      try await expectRefused(program) { try await store.changePrivacyRules { _ = $0.add(rule) } }
      try expect(try await store.hints(in: .hints, of: .me).isEmpty, "no hint")
      try expect(try await store.privacyRules().rules.isEmpty, "no rule")
    },
  ]

  private static let separating = [
    // A plain store once cut the name at U+0000: one user's donations were suggested to the other,
    // and forgotten with theirs.
    DonationStoreContract.onEmpty(
      "a name that continues after U+0000 belongs to another user, who has no data"
    ) {
      store in
      let other = try Samples.user("me\u{0}x")
      let donation = try Samples.donation("a", at: 1)
      try await store.add([donation])
      try await store.add([Samples.phrase("Words", for: "a", at: 1)])
      try expect(try await store.everything(of: other).isEmpty, "donations")
      try expect(try await store.phrases(of: other).isEmpty, "phrases")
      try expect(
        try await store.version(of: other),
        equals: LogVersion(generation: 0, lastSequence: 0, feedbackCount: 0), "version")
      let receipt = try await store.forget(
        [Deletion(by: other, at: Samples.instant(10), matching: .everything)], rehearsing: false)
      try expect(receipt.isEmpty, "it forgets nothing")
      try expect(try await store.everything(), equals: [donation], "the other user's donation")
      try expect(try await store.phrases(of: .me).count, equals: 1, "the other user's phrase")
    }
  ]

  /// Returns records with the name in one place each, and the field that the error must name.
  private static func records(_ name: String) throws -> [(field: String, LogRecord)] {
    let activity = try UserActivity(activityType: "a.b")
    let context = try Context(at: Samples.instant(1))
    func donation(
      of activity: UserActivity = activity, by user: UserIdentifier = .me, in context: Context = context,
      fill: (inout Donation.Details) -> Void = { _ in }
    ) throws -> LogRecord {
      var details = Donation.Details()
      fill(&details)
      return .donation(try Donation(of: activity, by: user, in: context, details: details))
    }
    var attributes = activity
    attributes.contentAttributes = [name: 1]
    let inner: [String: ActivityValue] = ["list": .array([.object([name: 1])])]
    let shown = try Feedback.Impression(activityType: "a.b", userInfo: [name: 1])
    let place = try Place(latitude: 1, longitude: 2, name: name)
    return [
      ("user", try donation(by: UserIdentifier(name))),
      ("program", try donation { $0.program = name }), ("device", try donation { $0.device = name }),
      ("source", try donation { $0.source = .imported(from: name) }),
      ("", try donation { $0.additionalFields = [name: 1] }),
      ("contentAttributes", try donation(of: attributes)),
      ("userInfo", try donation(of: UserActivity(activityType: "a.b", userInfo: [name: 1]))),
      ("userInfo", try donation(of: UserActivity(activityType: "a.b", userInfo: inner))),
      (
        "requiredUserInfoKeys",
        try donation(of: UserActivity(activityType: "a.b", requiredUserInfoKeys: [name]))
      ),
      ("context", try donation(in: Context(at: Samples.instant(1), attributes: [name: 1]))),
      ("location.name", try donation(in: Context(at: Samples.instant(1), place: place))),
      ("userInfo", .feedback(try Feedback(at: Samples.instant(1), shown: [shown], verdict: .ignored))),
      (
        "user",
        .feedback(
          try Feedback(by: UserIdentifier(name), at: Samples.instant(1), shown: [], verdict: .ignored))
      ),
      (
        "userInfo",
        .phrase(try OwnPhrase(at: Samples.instant(1), activityType: "a.b", userInfo: [name: 1], phrase: "p"))
      ),
    ]
  }

  private static func expectRefused<Refusal: Error & Equatable>(
    _ expected: Refusal, _ body: () async throws -> Void
  ) async throws {
    do { try await body() } catch let error as Refusal {
      return try expect(error, equals: expected, "the error")
    }
    throw ContractViolation(description: "not rejected: \(expected)")
  }
}
