import Activities
internal import Foundation

/// The promises about hints.
enum HintContract {
  static let all = keeping + refusing + forgetting

  private static let keeping = [
    DonationStoreContract.onEmpty("a log without hints returns none, for any user") { log in
      for list in HintList.allCases {
        try expect(await log.hints(in: list, of: .me).isEmpty, "none")
        try await log.setHints([], in: list, of: "org.example.none", for: Samples.user("nobody"))
      }
      try expect(await log.users().isEmpty, "clearing a missing list creates no user")
    },
    DonationStoreContract.onEmpty("hints are read back unchanged, ordered by program") { log in
      let (rail, air) = (try hints(["a", "b", "c"]), try hints(["z"]))
      try await log.setHints(rail, in: .hints, of: "org.example.rail", for: .me)
      try await log.setHints(air, in: .hints, of: "org.example.air", for: .me)
      let expected =
        air.map { StatedHint(by: "org.example.air", $0) }
        + rail.map { StatedHint(by: "org.example.rail", $0) }
      try expect(await log.hints(in: .hints, of: .me), equals: expected, "hints")
      try expect(await log.hints(in: .appCatalog, of: .me).isEmpty, "the app catalog is another list")
      try expect(await log.hints(in: .hints, of: Samples.user("mia")).isEmpty, "of another user")
      try expect(await log.users().isEmpty, "hints are not donations")
    },
    DonationStoreContract.onEmpty(
      "P15: setting hints replaces a program's whole list; an empty list clears it"
    ) {
      log in
      for list in HintList.allCases {
        for program in ["org.example.rail", "org.example.air"] {
          try await log.setHints(try plain(["a", "b"]), in: list, of: program, for: .me)
        }
      }
      try await log.setHints(try plain(["c"]), in: .hints, of: "org.example.rail", for: .me)
      try expect(await titles(in: .hints, of: log), equals: ["air a", "air b", "rail c"], "replaced")
      try await log.setHints([], in: .hints, of: "org.example.rail", for: .me)
      try expect(await titles(in: .hints, of: log), equals: ["air a", "air b"], "cleared")
      try expect(
        await titles(in: .appCatalog, of: log), equals: ["air a", "air b", "rail a", "rail b"], "app catalog")
    },
    DonationStoreContract.onEmpty("a program's name is the same however its accents are composed") { log in
      try await log.setHints(try plain(["a"]), in: .hints, of: "org.example.caf\u{E9}", for: .me)
      try await log.setHints(try plain(["b"]), in: .hints, of: "org.example.cafe\u{301}", for: .me)
      try expect(await log.hints(in: .hints, of: .me).count, equals: 1, "one program")
    },
    DonationStoreContract.onEmpty(
      "hints that the rules filter are not kept; rules with times do not apply to hints"
    ) { log in
      let now = try Samples.instant(0)
      var rail = Deletion.Criteria()
      rail.program = "org.example.rail"
      var words = Deletion.Criteria()
      words.text = "b"
      let rules = [
        try PrivacyRule(.drop, matching: rail), try PrivacyRule(.redactText, matching: words),
        try PrivacyRule.pause(from: now),
      ]
      try await log.changePrivacyRules { known in for rule in rules { _ = known.add(rule) } }
      for program in ["org.example.rail", "org.example.air"] {
        let filtered = try await log.setHints(plain(["a", "b"]), in: .hints, of: program, for: .me)
        try expect(filtered, equals: program == "org.example.rail" ? 2 : 1, "filtered of \(program)")
      }
      try expect(await titles(in: .hints, of: log), equals: ["air a"], "admitted")
    },
    DonationStoreContract.onEmpty("hints do not change the version of the log") { log in
      _ = try await log.add([Samples.donation("a", at: 1)])
      let before = try await log.version(of: .me)
      try await log.setHints(try plain(["a"]), in: .hints, of: "org.example.rail", for: .me)
      try expect(await log.version(of: .me), equals: before, "version")
    },
  ]

  private static let refusing = [
    DonationStoreContract.onEmpty("invalid hints are rejected, and nothing is replaced") { log in
      try await log.setHints(try plain(["a"]), in: .hints, of: "org.example.rail", for: .me)
      let many = try plain((0...HintList.hints.limit).map { "n\($0)" })
      try await expectRefused(.tooManyHints(limit: 64)) {
        try await log.setHints(many, in: .hints, of: "org.example.rail", for: .me)
      }
      try await expectRefused(.tooManyHints(limit: 16)) {
        try await log.setHints(Array(many.prefix(17)), in: .appCatalog, of: "org.example.rail", for: .me)
      }
      try await expectRefused(.noProgram) { try await log.setHints([], in: .hints, of: "", for: .me) }
      let timed = try hints(["a"])
      try await expectRefused(.appCatalogWithRelevance) {
        try await log.setHints(timed, in: .appCatalog, of: "org.example.rail", for: .me)
      }
      try expect(await titles(in: .hints, of: log), equals: ["rail a"], "as before")
      try await log.setHints(Array(many.prefix(64)), in: .hints, of: "org.example.rail", for: .me)
      try await log.setHints(Array(many.prefix(16)), in: .appCatalog, of: "org.example.rail", for: .me)
      try expect(
        await log.hints(in: .hints, of: .me).map(\.hint), equals: Array(many.prefix(64)), "64 in order")
    }
  ]

  private static let forgetting = [
    DonationStoreContract.onEmpty("a deletion removes the hints that meet all of its criteria") {
      log in
      let area = try Deletion.Area(latitude: 1, longitude: 2, within: 10)
      let cases: [(what: String, change: (inout Deletion.Criteria) -> Void, left: [String])] = [
        ("a program", { $0.program = "org.example.rail" }, ["air a", "air b"]),
        ("a type", { $0.activityType = "org.example.b" }, ["air a", "rail a"]),
        (
          "both", { ($0.program, $0.activityType) = ("org.example.air", "org.example.a") },
          ["air b", "rail a", "rail b"]
        ),
        ("a name", { $0.persistentIdentifier = "p-b" }, ["air a", "rail a"]),
        (
          "an activity", { $0.identity = try? UserActivity(activityType: "org.example.a").identity },
          ["air b", "rail b"]
        ),
        ("words", { $0.text = "B" }, ["air a", "rail a"]),
        ("types", { $0.activityType = "org.example.*" }, []),
        ("an area", { $0.area = area }, ["air a", "air b", "rail a", "rail b"]),
        ("everything", { $0.all = true }, []),
        ("a donation", { $0.externalIdentifier = "x" }, ["air a", "air b", "rail a", "rail b"]),
        (
          "a time", { ($0.program, $0.since) = ("org.example.rail", try? Samples.instant(0)) },
          ["air a", "air b", "rail a", "rail b"]
        ),
        ("another program", { $0.program = "org.example" }, ["air a", "air b", "rail a", "rail b"]),
      ]
      for (what, change, left) in cases {
        for list in HintList.allCases {
          for program in ["org.example.rail", "org.example.air"] {
            try await log.setHints(try plain(["a", "b"]), in: list, of: program, for: .me)
            try await log.setHints(try plain(["a"]), in: list, of: program, for: Samples.user("mia"))
          }
        }
        var criteria = Deletion.Criteria()
        change(&criteria)
        try expect(
          await log.forget(Deletion(at: Samples.instant(9), matching: criteria)), equals: 0, "no donation")
        for list in HintList.allCases {
          try expect(await titles(in: list, of: log), equals: left, "\(what), \(list)")
          try expect(
            await log.hints(in: list, of: Samples.user("mia")).count, equals: 2, "other users' hints stay")
        }
      }
    }
  ]

  /// Returns hints with every property set.
  private static func hints(_ names: [String]) throws -> [Hint] {
    try names.enumerated().map { index, name in
      var activity = try UserActivity(
        activityType: "org.example.\(name)", title: "Show \(name)",
        userInfo: ["name": .string("Å\u{0}\n\(name)"), "when": .date(Samples.instant(5).date)],
        requiredUserInfoKeys: ["name"])
      activity.expirationDate = try Samples.instant(99).date
      let relevance: [Relevance] = [
        .date(try DateRelevance(from: Samples.instant(1), to: index == 0 ? Samples.instant(2) : nil)),
        .daily(try DailyRelevance(from: 0, to: 1_439)), .daily(try DailyRelevance(from: 61, to: 61)),
        .place(
          try PlaceRelevance(center: Place(latitude: -33.5, longitude: 0.1, name: "Büro"), radius: 150)),
        .routine(DailyRoutine.allCases[index]),
      ]
      return try Hint(
        of: activity, relevance: relevance, role: Hint.Role.allCases[index % 2],
        kind: Hint.Kind.allCases[index % 3])
    }
  }

  /// Returns hints without relevance.
  private static func plain(_ names: [String]) throws -> [Hint] {
    try names.map { name in
      var activity = try UserActivity(activityType: "org.example.\(name)", title: name)
      activity.persistentIdentifier = "p-\(name)"
      return try Hint(of: activity)
    }
  }

  /// Returns titles such as "rail a" for the hint a of org.example.rail.
  private static func titles(in list: HintList, of log: any DonationStore) async throws -> [String] {
    try await log.hints(in: list, of: .me).map { stated in
      "\(stated.program.dropFirst("org.example.".count)) \(stated.hint.activity.title ?? "")"
    }
  }

  private static func expectRefused(
    _ expected: HintError, file: StaticString = #fileID, line: UInt = #line, _ body: () async throws -> Void
  ) async throws {
    do {
      try await body()
    } catch let error as HintError {
      return try expect(error, equals: expected, "refused", file: file, line: line)
    }
    throw ContractViolation(description: "\(file):\(line): not rejected")
  }
}
