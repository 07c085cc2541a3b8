import Activities
import Foundation

extension SearchContract {
  static let ranking = [
    DonationStoreContract("a word in the title counts more than in keywords, subtitle and attributes") {
      makeLog in
      let log = try await makeLog()
      _ = try await log.add([
        Findable.donation("Fourth") { $0.contentAttributes = ["city": "report"] },
        Findable.donation("Third") { $0.subtitle = "report" },
        Findable.donation("Second") { $0.keywords = ["report"] },
        Findable.donation("Report"),
      ])
      try expect(try await log.titles("report"), equals: ["Report", "Second", "Third", "Fourth"], "order")
    },
    DonationStoreContract("a whole word ranks above the beginning of one, and a short title above a long one")
    {
      makeLog in
      let log = try await makeLog()
      _ = try await log.add([
        Findable.donation("Reporting"), Findable.donation("A long title that somewhere has a report in it"),
        Findable.donation("Report"),
      ])
      try expect(
        try await log.titles("report"),
        equals: ["Report", "A long title that somewhere has a report in it", "Reporting"], "order")
    },
    DonationStoreContract(
      "a whole word ranks above a beginning, and that above a part, whatever their use"
    ) {
      makeLog in
      let log = try await makeLog()
      let often = try (1...20).map { try Findable.donation("Reporters", day: $0) }
      _ = try await log.add(
        often + [
          Findable.donation("Note", day: 1) { $0.contentAttributes = ["city": "Report"] },
          Findable.donation("A misreported number", day: 20),
        ])
      try expect(
        try await log.titles("report", day: 21), equals: ["Note", "Reporters", "A misreported number"],
        "order")
      try expect(
        try await log.titles("repotr", day: 21), equals: ["Note"], "a typing error in a whole word")
      let scores = try await log.hits("report", day: 21).map { Int($0.score * 4) }
      try expect(scores, equals: [3, 2, 1], "scores by kind of match")
    },
    DonationStoreContract("among equal texts, the more frequently used one comes first") { makeLog in
      let log = try await makeLog()
      let often = try (0..<4).map { try Findable.donation("Report B", second: $0) }
      _ = try await log.add(often + [Findable.donation("Report A", second: 3)])
      try expect(try await log.titles("report"), equals: ["Report B", "Report A"], "order")
      try expect(try await log.hits("report").map(\.uses), equals: [4, 1], "uses")
    },
    DonationStoreContract("among equal texts and uses, the most recently used one comes first") { makeLog in
      let log = try await makeLog()
      _ = try await log.add([
        Findable.donation("Report old", day: 1), Findable.donation("Report new", day: 9),
        Findable.donation("Report mid", day: 5),
      ])
      let order = ["Report new", "Report mid", "Report old"]
      try expect(try await log.titles("report", day: 10), equals: order, "order")
      let scores = try await log.hits("report", day: 10).map(\.score)
      try expect(scores == scores.sorted(by: >) && Set(scores).count == 3, "\(scores)")
    },
    DonationStoreContract("the score follows the documented formula") { makeLog in
      let log = try await makeLog()
      _ = try await log.add((0..<4).map { try Findable.donation("Alpha beta gamma delta", second: $0) })
      let hit = try await log.search(
        SearchQuery("alpha", at: Samples.instant(3 + 7 * 86_400))
      ).hits.first
      // title: weight 8 at the usual length of 4 words; the same words as a value: weight 1 at an
      // eighth of the usual length of 32; a whole word; 4 uses of 4 + 4; one half-life old
      let weight = 8 + 1 / (0.7 + 0.3 / 8)
      let expected = (3 + 0.5 * weight / (weight + 1.2) * (1 + 0.5 * 0.5 + 0.5 * 0.5)) / 4
      try expect(abs((hit?.score ?? 0) - expected) < 1e-12, "\(hit?.score ?? 0), expected \(expected)")
    },
    DonationStoreContract("row 98: a blank query finds everything, newest use first") {
      makeLog in
      let log = try await makeLog()
      _ = try await log.add([
        Findable.donation("Often", day: 1), Findable.donation("Often", day: 2),
        Findable.donation("Newest", day: 4),
        Findable.donation("Middle", day: 3), Findable.donation("Not eligible", day: 5, isFindable: false),
      ])
      for text in ["", "  \n"] {
        try expect(try await log.titles(text, day: 6), equals: ["Newest", "Middle", "Often"], "order")
      }
    },
    DonationStoreContract(
      "equal scores have the same order whatever the order of arrival, also with a limit"
    ) { makeLog in
      let donations = try (0..<6).map { try Findable.donation("Report", program: "p\($0 % 3)", id: "\($0)") }
      var orders: [[SearchHit]] = []
      for shift in [0, 2, 5] {
        let log = try await makeLog()
        for donation in donations[shift...] + donations[..<shift] { _ = try await log.add([donation]) }
        orders.append(try await log.hits("report"))
        try expect(try await log.hits("report", limit: 4), equals: Array(orders[0].prefix(4)), "limit")
        try expect(try await log.hits("report", limit: 0).count, equals: 1, "at least one")
      }
      try expect(orders[0].map(\.program), equals: ["p0", "p0", "p1", "p1", "p2", "p2"], "by program")
      try expect(Set(orders).count, equals: 1, "the same order each time")
    },
  ]

  static let expiring = [
    DonationStoreContract("P16: an expired activity is not found, from its expiration on") { makeLog in
      let log = try await makeLog()
      let end = try Samples.instant(50)
      _ = try await log.add([
        Findable.donation("Report") { $0.expirationDate = end.date },
        Findable.donation("Kept report") { $0.expirationDate = try Findable.day(900).date },
      ])
      for (milliseconds, count) in [(-1, 2), (0, 1)] as [(Int64, Int)] {
        let now = try Instant(milliseconds: end.milliseconds + milliseconds)
        for text in ["report", ""] {
          try expect(
            try await log.search(SearchQuery(text, at: now)).hits.count, equals: count, "\(milliseconds)")
        }
      }
      try expect(try await log.titles("report", day: 800), equals: ["Kept report"], "its own date counts")
      try expect(try await log.everything().count, equals: 2, "the donations stay")
    },
    DonationStoreContract("without a date an activity is found until it is forgotten") { makeLog in
      let log = try await makeLog()
      _ = try await log.add([Findable.donation("Report")])
      for day in [1, 30, 9_000] as [Int64] {
        try expect(try await log.hits("report", day: day).map(\.uses), equals: [1], "day \(day)")
      }
    },
    DonationStoreContract("a search considers nothing later than its moment") { makeLog in
      let log = try await makeLog()
      _ = try await log.add([
        Findable.donation("Draft", day: 1, id: "1"), Findable.donation("Draft", day: 2, id: "1"),
        Findable.donation("Final report", day: 5, item: "r", id: "1"),
        Findable.donation("Other draft", day: 3), Findable.donation("Later draft", day: 6),
        Findable.donation("Hidden", day: 1, isFindable: false, id: "h"),
        Findable.donation("Hidden draft", day: 7, id: "h"),
      ])
      try await log.index(
        [SearchableItem(uniqueIdentifier: "r", title: "Paper draft")], of: "org.example.notes", by: .me,
        at: Findable.day(5))
      for (day, titles) in [
        (0, []), (1, ["Draft"]), (4, ["Draft", "Other draft"]),
        (5, ["Final report", "Other draft"]), (6, ["Final report", "Later draft", "Other draft"]),
        (7, ["Final report", "Hidden draft", "Later draft", "Other draft"]),
      ] as [(Int64, Set<String>)] {
        try expect(Set(try await log.titles("draft", day: day)), equals: titles, "day \(day)")
        try expect(Set(try await log.titles("", day: day)), equals: titles, "everything, day \(day)")
      }
      let hit = try await log.hits("draft", day: 4).first { $0.title == "Draft" }
      try expect(hit?.uses, equals: 2, "uses")
      try expect(hit?.lastUse, equals: try Findable.day(2), "last use")
      try expect(hit?.link, equals: .notLinked, "link")
      let never = try await makeLog()
      _ = try await never.add([
        Findable.donation("Draft", day: 1, id: "1"), Findable.donation("Draft", day: 2, id: "1"),
      ])
      try expect(
        try await log.hits("draft", day: 2), equals: try await never.hits("draft", day: 2),
        "as if later donations had never existed")
      try expect(try await log.titles("final", day: 4), equals: [], "later words")
      func cities(_ day: Int64) async throws -> [String] {
        try await log.values(TextFieldQuery(.addressCity, at: Findable.day(day))).map(\.text)
      }
      _ = try await log.add([
        Findable.donation("Visit", day: 1, id: "v") { $0.contentAttributes = ["city": "Berlin"] },
        Findable.donation("Visit", day: 3, id: "v") { $0.contentAttributes = ["city": "Bonn"] },
        Findable.donation("Look", day: 2) { $0.contentAttributes = ["city": "Bern"] },
      ])
      try expect(try await cities(0), equals: [], "values before")
      try expect(try await cities(2), equals: ["Bern", "Berlin"], "values then")
      try expect(try await cities(3), equals: ["Bonn", "Bern"], "values now")
    },
    DonationStoreContract("dates in the far past and future are handled") { makeLog in
      let log = try await makeLog()
      _ = try await log.add([
        Findable.donation("Report future") { $0.expirationDate = .distantFuture },
        Findable.donation("Report past") { $0.expirationDate = .distantPast },
        Findable.donation("Report never") { $0.expirationDate = .init(timeIntervalSince1970: 1e300) },
      ])
      try expect(
        Set(try await log.titles("report", day: 9_000)), equals: ["Report future", "Report never"], "found")
    },
  ]

  static let recents = [
    DonationStoreContract(
      "row 98: recent activities are the newest donations, one per activity, whatever their eligibility"
    ) { makeLog in
      let log = try await makeLog()
      let donations = [
        try Findable.donation("Often", day: 1), try Findable.donation("Often", day: 2),
        try Findable.donation("Often", day: 3), try Findable.donation("Once", day: 4, isFindable: false),
        try Findable.donation("Gone", day: 5) { $0.expirationDate = try Findable.day(6).date },
        try Findable.donation("Often", day: 0),
      ]
      _ = try await log.add(donations)
      let now = try Findable.day(7)
      func recents(_ now: Instant, _ limit: Int = 10) async throws -> [Donation] {
        try await log.recentActivities(of: .me, at: now, limit: limit)
      }
      try expect(try await recents(now), equals: [donations[3], donations[2]], "without the expired")
      try expect(try await recents(now, 1), equals: [donations[3]], "limit")
      try expect(try await recents(Findable.day(2)), equals: [donations[1]], "as of an earlier moment")
      try expect(
        try await recents(Findable.day(5)).map(\.activity.title), equals: ["Gone", "Once", "Often"],
        "before expiry")
      try expect(
        try await log.recentActivities(of: Samples.user("other"), at: now, limit: 9), equals: [], "others")
    }
  ]
}
