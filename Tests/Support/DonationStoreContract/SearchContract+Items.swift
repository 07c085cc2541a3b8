import Activities
import Foundation

extension SearchContract {
  private static let notes = "org.example.notes"

  private static func item(
    _ identifier: String, _ title: String, domain: String? = nil, attributes: [String: ActivityValue] = [:],
    fill: (inout SearchableItem) throws -> Void = { _ in }
  ) throws -> SearchableItem {
    var item = try SearchableItem(
      uniqueIdentifier: identifier, domainIdentifier: domain, title: title, attributes: attributes)
    try fill(&item)
    return item
  }

  private static func linked(by donations: [Donation], to identifiers: Set<String>) -> Set<Donation> {
    Set(donations.filter { $0.activity.relatedUniqueIdentifier.map(identifiers.contains) ?? false })
  }

  static let items = [
    DonationStoreContract("row 61: items are found without ever being used, with every field") { makeLog in
      let log = try await makeLog()
      let item = try item(
        "1", "Quarterly report", domain: "a.b",
        attributes: [
          "city": "Berlin", "pages": 3, "level": .double(1), "when": .date(.init(timeIntervalSince1970: 5)),
          "none": .null,
          "data": .data(.init([1, 2])),
        ]
      ) {
        $0.contentDescription = "Numbers"
        $0.keywords = ["finance", "Q3"]
        $0.expirationDate = try Findable.day(3).date
      }
      try await log.index([item], of: notes, by: .me, at: Findable.day(0))
      for text in ["quarterly", "numbers", "finance q3", "berlin", ""] {
        let hits = try await log.hits(text)
        try expect(hits.map(\.item), equals: [item], text)
        try expect(hits.map(\.uses), equals: [0], "uses")
        try expect(hits.map(\.link), equals: [.notLinked], "link")
        try expect(hits.compactMap(\.donation), equals: [], "donation")
        try expect(hits.map(\.title), equals: ["Quarterly report"], "title")
        try expect(hits.map(\.program), equals: [notes], "program")
      }
      try expect(try await log.items(.all, of: notes, by: .me), equals: [item], "read back")
      try expect(try await log.users().count, equals: 0, "an item is not a donation")
      try expect(try await log.titles("report", of: Samples.user("other")), equals: [], "for others")
    },
    DonationStoreContract("indexing an item again replaces the earlier one") { makeLog in
      let log = try await makeLog()
      try await log.index([item("1", "Draft"), item("2", "Other")], of: notes, by: .me, at: Findable.day(0))
      try await log.index([item("1", "Final")], of: notes, by: .me, at: Findable.day(0))
      try await log.index([item("1", "Foreign")], of: "org.example.mail", by: .me, at: Findable.day(0))
      try expect(try await log.titles("draft"), equals: [], "the old words")
      try expect(try await log.titles("final"), equals: ["Final"], "the new ones")
      try expect(
        try await log.items(.all, of: notes, by: .me).map(\.title), equals: ["Final", "Other"], "items")
      try expect(try await log.titles("foreign"), equals: ["Foreign"], "of another program")
    },
    DonationStoreContract(
      "row 75: an item expires by its date, or 30 days after it was last indexed, and is purged"
    ) { makeLog in
      let log = try await makeLog()
      let dated = try item("1", "Report dated") { $0.expirationDate = try Findable.day(5).date }
      try await log.index([dated, item("2", "Report")], of: notes, by: .me, at: Findable.day(0))
      try expect(try await log.titles("report", day: 4).count, equals: 2, "before")
      try expect(try await log.titles("report", day: 5), equals: ["Report"], "after its date")
      try expect(try await log.titles("report", day: 30), equals: [], "after 30 days")
      try expect(try await log.items(.all, of: notes, by: .me).count, equals: 2, "not purged yet")
      try await log.index([item("3", "New")], of: notes, by: .me, at: Findable.day(5))
      try expect(
        try await log.items(.all, of: notes, by: .me).map(\.title), equals: ["Report", "New"], "purged")
      try await log.index([item("2", "Report")], of: notes, by: .me, at: Findable.day(20))
      try expect(try await log.titles("report", day: 49), equals: ["Report"], "indexed again")
    },
    DonationStoreContract("row 50: an activity and the item it is linked to are one result") { makeLog in
      let log = try await makeLog()
      let report = try item("r", "Quarterly report")
      try await log.index([report, item("x", "Report unused")], of: notes, by: .me, at: Findable.day(0))
      let donations = [
        try Findable.donation("Open Q3 numbers", second: 1, item: "r"),
        try Findable.donation("Print Q3 numbers", second: 2, item: "r"),
        try Findable.donation("Open Q3 numbers", second: 0, item: "r"),
      ]
      _ = try await log.add(donations)
      for text in ["quarterly", "q3", "numbers print"] {
        let hits = try await log.hits(text)
        try expect(hits.map(\.item), equals: [report], text)
        try expect(hits.map(\.donation), equals: [donations[1]], "the activity that was used last")
        try expect(hits.map(\.uses), equals: [3], "uses of all of them")
        try expect(hits.map(\.link), equals: [.linked], "link")
        try expect(hits.map(\.title), equals: ["Print Q3 numbers"], "title")
      }
      try expect(
        try await log.hits("report").map(\.item?.uniqueIdentifier), equals: ["r", "x"], "use counts")
      try expect(try await log.titles("").count, equals: 2, "each once")
    },
    DonationStoreContract("row 50: a link to a missing item does not hide the activity") { makeLog in
      let log = try await makeLog()
      _ = try await log.add([Findable.donation("Open report", item: "r")])
      try expect(try await log.hits("report").map(\.link), equals: [.missing], "no item")
      try await log.index([item("r", "Foreign")], of: "org.example.mail", by: .me, at: Findable.day(0))
      try expect(try await log.hits("report").map(\.link), equals: [.missing], "another program's item")
      try await log.index([item("r", "Paper")], of: notes, by: .me, at: Findable.day(0))
      try expect(try await log.hits("report").map(\.link), equals: [.linked], "indexed later")
      _ = try await log.add([Findable.donation("Open report", day: 40, item: "r")])
      try expect(
        try await log.hits("report", day: 41).map(\.link), equals: [.missing], "the item has expired")
    },
    DonationStoreContract("an activity is linked to the item that its newest donation names") {
      makeLog in
      let log = try await makeLog()
      try await log.index([item("a", "Alpha"), item("b", "Beta")], of: notes, by: .me, at: Findable.day(0))
      _ = try await log.add([
        Findable.donation("Open", second: 1, item: "a"), Findable.donation("Open", second: 2, item: "b"),
      ])
      try expect(try await log.hits("open").map(\.item?.uniqueIdentifier), equals: ["b"], "the newest link")
      try expect(try await log.hits("alpha").map(\.link), equals: [.notLinked], "the old one")
    },
    DonationStoreContract(
      "identifiers that are equal in Unicode are equal, and any text can identify an item"
    ) {
      makeLog in
      let log = try await makeLog()
      let names = ["A\u{30A}", "a\u{0}b", "a", "", " ", "'\"", String(repeating: "n", count: 5_000)].filter {
        !$0.isEmpty
      }
      try await log.index(
        names.map { try item($0, "Item") }, of: "prog ram", by: .me, at: Findable.day(0))
      _ = try await log.add([Findable.donation("Open", program: "prog ram", item: "\u{C5}")])
      try expect(try await log.items(.all, of: "prog ram", by: .me).count, equals: names.count, "items")
      try expect(try await log.items(.all, of: "prog", by: .me).count, equals: 0, "of another program")
      try expect(try await log.hits("open").map(\.link), equals: [.linked], "composed differently")
      try expect(
        try await log.items(.identifiers(["\u{C5}", "a"]), of: "prog ram", by: .me).count, equals: 2,
        "by name")
    },
    DonationStoreContract("an item needs a program with a name") { makeLog in
      let log = try await makeLog()
      var refusal: ActivityError?
      do { try await log.index([item("1", "Item")], of: "", by: .me, at: Findable.day(0)) } catch {
        refusal = error as? ActivityError
      }
      try expect(refusal, equals: .empty(field: "program"), "refusal")
    },
  ]

  /// Selections, and the identifiers of the deleted items.
  private static let selections: [(ItemSelection, Set<String>)] = [
    (.identifiers(["1", "4"]), ["1", "4"]), (.identifiers(["none"]), []), (.domains(["a"]), ["1", "2"]),
    (.domains(["a.b"]), ["2"]), (.domains(["a", "a.b", "c"]), ["1", "2", "4"]),
    (.all, ["1", "2", "3", "4", "5"]),
  ]

  static let forgetting =
    selections.map { selection, names in
      DonationStoreContract("deleting \(selection) forgets linked donations, and nothing else") {
        makeLog in
        let log = try await makeLog()
        let domains = ["1": "a", "2": "a.b", "3": "ab", "4": "c"]
        let all = try ["1", "2", "3", "4", "5"].map { try item($0, "Item \($0)", domain: domains[$0]) }
        let other = try Samples.user("other")
        for (user, program) in [(.me, notes), (.me, "org.example.mail"), (other, notes)]
          as [(UserIdentifier, String)]
        {
          try await log.index(all, of: program, by: user, at: Findable.day(0))
        }
        var mine = try (1...5).map { try Findable.donation("Open \($0)", item: "\($0)") }
        mine.append(try Findable.donation("Hidden", item: "1", isFindable: false))
        mine.append(try Findable.donation("Named", item: "none"))
        let rest = [
          try Findable.donation("Open mail", program: "org.example.mail", item: "1"),
          try Findable.donation("Unlinked"),
          try Findable.donation("Theirs", by: other, item: "1"),
        ]
        _ = try await log.add(mine + rest)
        var reach = names
        if case .identifiers(let named) = selection { reach.formUnion(named) }
        let gone = linked(by: mine, to: reach)
        let receipt = try await log.deleteItems(selection, of: notes, by: .me)
        try expect(receipt, equals: ItemDeletion(items: names.count, donations: gone.count), "receipt")
        let left = try await log.everything() + log.everything(of: other)
        try expect(Set(left), equals: Set(mine + rest).subtracting(gone), "donations")
        let items = try await log.items(.all, of: notes, by: .me)
        try expect(items, equals: all.filter { !names.contains($0.uniqueIdentifier) }, "items")
        try expect(
          try await log.items(.all, of: "org.example.mail", by: .me).count, equals: 5, "another program's")
        try expect(try await log.items(.all, of: notes, by: other).count, equals: 5, "another user's")
        let found = try await log.hits("", limit: 100).compactMap(\.donation)
        try expect(Set(found).isDisjoint(with: gone), "no deleted item is found")
      }
    } + deletions

  private static let deletions = [
    DonationStoreContract("forgetting the newest donation of an activity restores its older words") {
      makeLog in
      let log = try await makeLog()
      _ = try await log.add([
        Findable.donation("Draft", second: 1, id: "1"), Findable.donation("Final", second: 9, id: "1"),
      ])
      var criteria = Deletion.Criteria()
      criteria.since = try Samples.instant(5)
      _ = try await log.forget(Deletion(at: Findable.day(9), matching: criteria))
      try expect(try await log.titles("final"), equals: [], "forgotten")
      try expect(try await log.hits("draft").map(\.uses), equals: [1], "remaining uses")
      criteria.since = nil
      criteria.activityType = "org.example.notes.open"
      _ = try await log.forget(Deletion(at: Findable.day(9), matching: criteria))
      try expect(try await log.titles("draft"), equals: [], "no donations left")
    },
    DonationStoreContract("a deletion removes the items that it matches") { makeLog in
      let table: [(String, @Sendable (inout Deletion.Criteria) throws -> Void, Int)] = [
        ("all", { $0.all = true }, 1), ("program", { $0.program = notes }, 2),
        ("related item", { $0.relatedUniqueIdentifier = "1" }, 2),
        ("since", { $0.since = try Findable.day(2) }, 2),
        ("until", { $0.until = try Findable.day(2) }, 2),
        ("type", { $0.activityType = "org.example.notes.open" }, 3),
        ("persistent", { $0.persistentIdentifier = "1" }, 3),
        ("donation", { $0.externalIdentifier = "1" }, 3),
        ("another program", { ($0.program, $0.relatedUniqueIdentifier) = ("org.example.x", "1") }, 3),
      ]
      for (name, fill, left) in table {
        let log = try await makeLog()
        let mail = "org.example.mail"
        try await log.index([item("1", "Old")], of: notes, by: .me, at: Findable.day(1))
        try await log.index([item("2", "New")], of: mail, by: .me, at: Findable.day(3))
        try await log.index([item("3", "Later")], of: mail, by: .me, at: Findable.day(5))
        var criteria = Deletion.Criteria()
        try fill(&criteria)
        let deletion = try Deletion(at: Findable.day(4), matching: criteria)
        try expect(try await log.forget(deletion), equals: 0, "no donations")
        let items = try await log.items(.all, of: notes, by: .me) + log.items(.all, of: mail, by: .me)
        try expect(items.count, equals: left, name)
      }
    },
    DonationStoreContract("several deletions at once forget everything that any of them matches") { makeLog in
      let log = try await makeLog()
      _ = try await log.add(
        (0..<6).map { number in
          try Findable.donation("Note \(number)", second: Int64(number)) {
            $0.persistentIdentifier = "p\(number)"
          }
        })
      let deletions = try ["p1", "p4", "none"].map { name in
        var criteria = Deletion.Criteria()
        criteria.persistentIdentifier = name
        return try Deletion(at: Findable.day(9), matching: criteria)
      }
      try expect(try await log.forget(deletions), equals: 2, "forgotten")
      try expect(
        try await log.everything().compactMap(\.activity.title),
        equals: ["Note 0", "Note 2", "Note 3", "Note 5"], "left")
      try expect(try await log.forget([Deletion]()), equals: 0, "none")
    },
    DonationStoreContract("deleting an item removes feedback about linked activities") { makeLog in
      let log = try await makeLog()
      let donation = try Findable.donation("Open", item: "r")
      _ = try await log.add([donation, Findable.donation("Other")])
      _ = try await log.add(
        [log.search(SearchQuery("", at: Findable.day(1))).feedback(visible: 5, at: Findable.day(1))]
          .compactMap(\.self))
      try expect(try await log.feedback(of: .me).first?.shown.count, equals: 2, "shown")
      let before = try await log.version(of: .me).generation
      try await log.deleteItems(.identifiers(["r"]), of: notes, by: .me)
      let left = try await log.feedback(of: .me).flatMap(\.shown).map(\.identity)
      try expect(left.count == 1 && left.first != donation.identity, "\(left.count) left")
      try expect(try await log.version(of: .me).generation != before, "the generation changes")
    },
  ]
}
