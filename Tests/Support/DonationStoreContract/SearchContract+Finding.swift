import Activities
import Foundation

extension SearchContract {
  static let finding = [
    DonationStoreContract("row 59: a donation that is eligible for search is found as soon as it is appended")
    {
      makeLog in
      let log = try await makeLog()
      try expect(try await log.titles("report"), equals: [], "in an empty log")
      let donation = try Findable.donation("Open the report")
      _ = try await log.add([donation])
      let hits = try await log.hits("report")
      try expect(hits.map(\.donation), equals: [donation], "donation")
      try expect(hits.map(\.link), equals: [.notLinked], "link")
      try expect(hits.map(\.program), equals: ["org.example.notes"], "program")
      try expect(hits.map(\.lastUse), equals: [donation.context.instant], "last use")
    },
    DonationStoreContract("row 73: a donation that is not eligible for search is not found") { makeLog in
      let log = try await makeLog()
      _ = try await log.add([Findable.donation("Open the report", isFindable: false)])
      try expect(try await log.titles("report"), equals: [], "by its words")
      try expect(try await log.titles(""), equals: [], "among everything")
    },
    DonationStoreContract("an activity without a title is found by its type, its program and its keywords") {
      makeLog in
      let log = try await makeLog()
      for title in [nil, "", " \n"] {
        _ = try await log.add([
          Findable.donation(title, program: "org.example.diary", id: title ?? "-") {
            $0.keywords = ["report"]
          }
        ])
      }
      for text in ["report", "open", "diary", "dia", ""] {
        try expect(
          try await log.titles(text), equals: Array(repeating: "org.example.notes.open", count: 3), text)
      }
      try expect(try await log.titles("example"), equals: [], "the rest of the names")
    },
    DonationStoreContract("the values of required keys are found, whatever the other texts are") { makeLog in
      let log = try await makeLog()
      let values: [String: ActivityValue] = [
        "author": "Ursula", "tags": ["Dune", ["deep": "Arrakis"]], "page": 4711, "scale": .double(0.5),
        "link": .url(.init(string: "https://shelf.example/le%20guin") ?? .init(filePath: "/")),
        "position": "volatile",
      ]
      let keys: Set = ["author", "tags", "page", "link", "scale"]
      let activity = try UserActivity(
        activityType: "org.example.reader.read", title: "Read", userInfo: values, requiredUserInfoKeys: keys)
      var found = activity
      found.isEligibleForSearch = true
      _ = try await log.add([Donation(of: found, in: Context(at: Samples.instant(0)))])
      for text in ["ursula", "dune", "arrakis", "4711", "shelf", "guin", "read ursula"] {
        try expect(try await log.titles(text), equals: ["Read"], text)
      }
      for text in ["volatile", "author", "tags", "deep"] {
        try expect(try await log.titles(text), equals: [], text)
      }
    },
    DonationStoreContract("rows 6, 14, 40: title, subtitle, keywords and attributes are found") { makeLog in
      let log = try await makeLog()
      _ = try await log.add([
        Findable.donation("Open Alpha") {
          $0.subtitle = "beta"
          $0.keywords = ["gamma", "delta wing"]
          $0.contentAttributes = [
            "city": "Epsilon", "contentDescription": "Zeta", "alternateNames": ["Eta"],
            "nested": ["key": ["Theta"]], "contentURL": "https://iota.example",
          ]
        }
      ])
      for word in [
        "alpha", "beta", "gamma", "delta", "wing", "epsilon", "zeta", "eta", "theta", "iota", "open",
      ] {
        try expect(try await log.titles(word), equals: ["Open Alpha"], word)
      }
      try expect(try await log.titles("alpha theta gamma"), equals: ["Open Alpha"], "in different fields")
      for word in ["key", "nested", "notes", "kappa"] {
        try expect(try await log.titles(word), equals: [], "\(word) is not content")
      }
    },
    DonationStoreContract("the newest donation's words count, and each activity is one result") { makeLog in
      let log = try await makeLog()
      _ = try await log.add([Findable.donation("Draft", second: 5, id: "1")])
      _ = try await log.add([
        Findable.donation("Final", second: 9, id: "1"), Findable.donation("Earlier", second: 1, id: "1"),
        Findable.donation("Hidden", second: 12, isFindable: false, id: "1"),
      ])
      try expect(try await log.titles("final"), equals: ["Final"], "the newest")
      try expect(try await log.hits("final").map(\.uses), equals: [3], "uses: those that can be found")
      for old in ["draft", "earlier", "hidden"] { try expect(try await log.titles(old), equals: [], old) }
    },
    DonationStoreContract("users are separate, and so are programs if one is named") { makeLog in
      let log = try await makeLog()
      let other = try Samples.user("other")
      _ = try await log.add([
        Findable.donation("Report A"), Findable.donation("Report B", by: other),
        Findable.donation("Report C", program: "org.example.viewer"),
      ])
      try expect(Set(try await log.titles("report")), equals: ["Report A", "Report C"], "mine")
      try expect(try await log.titles("report", of: other), equals: ["Report B"], "theirs")
      try expect(
        try await log.titles("report", program: "org.example.viewer"), equals: ["Report C"], "of a program")
      try expect(try await log.titles("report", of: Samples.user("nobody")), equals: [], "nobody's")
    },
    DonationStoreContract("another user's donations do not change a score") { makeLog in
      let (alone, shared) = (try await makeLog(), try await makeLog())
      let mine = try (0..<5).map { try Findable.donation("Report \($0) of many") }
      let other = try Samples.user("other")
      _ = try await alone.add(mine)
      _ = try await shared.add(
        (0..<50).map { try Findable.donation("Report report \($0)", by: other) } + mine)
      try expect(try await shared.hits("report"), equals: try await alone.hits("report"), "hits")
    },
    DonationStoreContract("a duplicate does not count as a use") { makeLog in
      let log = try await makeLog()
      let donation = try Findable.donation("Report")
      for _ in 0..<3 { _ = try await log.add([donation, donation]) }
      try expect(try await log.hits("report").map(\.uses), equals: [1], "uses")
    },
  ]

  static let words = [
    DonationStoreContract("case, accents and width make no difference, and parts of words are found") {
      makeLog in
      let table: [(title: String, found: [String], missed: [String])] = [
        (
          "Ångström Straße",
          [
            "angstrom", "ÅNGSTRÖM", "A\u{30A}ngstro\u{308}m", "strasse", "STRASSE str", "ang", "gstr",
            "ras ngs",
          ],
          ["gs", "nst"]
        ),
        ("ΟΔΟΣ Αθηνάς", ["οδος", "οδοσ", "αθηνας", "δος", "ηνα"], ["δο"]),
        ("İstanbul ISPARTA", ["istanbul", "ısparta", "ISTANBUL isp", "stan"], ["stam"]),
        ("Café №5 ﬁlm Ｗｉｄｅ", ["cafe", "film", "wide caf", "5", "ilm"], ["lm"]),
        ("東京タワー", ["東京", "タワー", "京", "ﾀﾜｰ", "京タ"], ["大阪"]),
        ("ประเทศไทย", ["ประเทศ", "ไทย", "เทศ"], ["ลาว"]),
        ("がくせい", ["がく"], ["かく"]),
        ("हिन्दी किताब", ["हिन्दी", "किताब"], ["कताब"]),
        ("한국어 노래", ["한국어", "노래", "국어", "국어 노", "한국"], ["어"]),
        ("Play 🎷 ❤️", ["🎷", "❤", "play 🎷"], ["🎺"]),
        ("don't C++ a.b", ["don't", "c++", "a.b", "t", "dont"], ["on"]),
        ("Q3 2026-report_v2", ["2026", "q3", "rep", "v2", "026"], ["2025", "q4", "26"]),
      ]
      for (title, found, missed) in table {
        let log = try await makeLog()
        _ = try await log.add([Findable.donation(title)])
        for text in found { try expect(try await log.titles(text), equals: [title], "\(text)") }
        for text in missed { try expect(try await log.titles(text), equals: [], "\(text)") }
      }
    },
    DonationStoreContract("all words must match: whole, as a beginning or as a part") { makeLog in
      let log = try await makeLog()
      _ = try await log.add([Findable.donation("Open the quarterly report")])
      for text in [
        "report open", "quarterly rep", "  open\tREPORT  ", "open open", "rep quarterly", "uarter o",
      ] {
        try expect(try await log.titles(text).count, equals: 1, text)
      }
      for text in ["open missing", "report q4", "ep"] {
        try expect(try await log.titles(text).count, equals: 0, text)
      }
    },
    DonationStoreContract("typing errors are tolerated if nothing matches the text as it was typed") {
      makeLog in
      let log = try await makeLog()
      _ = try await log.add([
        Findable.donation("Spotify premium"), Findable.donation("Calculator"), Findable.donation("Note 2026"),
        Findable.donation("Text"), Findable.donation("Café Ångström"),
      ])
      let table = [
        // One error from four letters on: inserted, omitted, replaced, exchanged, also in the
        // middle.
        ("spootify", "Spotify premium"), ("sptify", "Spotify premium"), ("spotufy", "Spotify premium"),
        ("psotify", "Spotify premium"), ("spoitfy", "Spotify premium"), ("spotiyf", "Spotify premium"),
        ("txet", "Text"), ("etxt", "Text"), ("tex5", nil), ("tst", nil), ("angstrm", "Café Ångström"),
        ("spotify premuim", "Spotify premium"), ("sptify premuim", "Spotify premium"),
        // Two from eight letters on, if the beginning or the end is correct.
        ("calcluatro", "Calculator"), ("kalkulator", "Calculator"), ("claculatro", nil), ("clculto", nil),
        ("spofity", nil), ("nite 2026", "Note 2026"), ("note 2025", nil), ("missing txet", nil),
      ]
      for (text, title) in table {
        try expect(try await log.titles(text), equals: title.map { [$0] } ?? [], text)
      }
      _ = try await log.add([Findable.donation("Test")])
      try expect(try await log.titles("text"), equals: ["Text"], "an exact match excludes others")
      try expect(Set(try await log.titles("texr")), equals: ["Text"], "one error")
      try expect(Set(try await log.titles("teat")), equals: ["Text", "Test"], "in both")
    },
    DonationStoreContract("any typed text is data: it is neither syntax nor an error") { makeLog in
      let log = try await makeLog()
      _ = try await log.add([Findable.donation("AND the report NEAR title OR not")])
      let typed = [
        "\"", "\"report", "report\"", "AND", "OR NOT", "NEAR(report, 2)", "title:report", "-report",
        "^report",
        "report*", "(", ")", "{title}: report", "re*port", "'; DROP TABLE searchEntry; --", "\\", "%", "_",
        "report\u{0}", "\u{0}", "\u{FFFD}", "\u{202E}report", String(repeating: "report ", count: 5_000),
        String(repeating: "x", count: 100_000), String(repeating: "(", count: 1_000), "\u{E000}",
        "é\u{301}\u{301}",
      ]
      for text in typed { _ = try await log.hits(text) }
      for text in ["AND", "near or NOT", "\"report", "report*", "^report", "-report", "report\u{0}"] {
        try expect(try await log.hits(text).count, equals: 1, "\(text)")
      }
      for text in ["\"", "-", "(*)", "\u{0}"] {
        try expect(try await log.hits(text).count, equals: 0, "\(text)")
      }
    },
    DonationStoreContract("words beyond the maximum length are found by their beginning") { makeLog in
      let log = try await makeLog()
      let long = String(repeating: "x", count: 5_000)
      _ = try await log.add([Findable.donation(long + "y" + " end")])
      for text in [long, long + "y", long + " end", "xxx"] {
        try expect(try await log.hits(text).count, equals: 1, String(text.suffix(8)))
      }
    },
  ]
}
