import Foundation
import TestSupport
import Testing

/// The report of `hunch stats --suggestions --json`.
private struct Report: Decodable {
  let lists: Int
  let shown: Int
  let taken: Int
  let ignored: Int
  let surfaces: [Row]
  let weeks: [Row]
  let probabilities: Probabilities

  struct Row: Decodable {
    let week: String?
    let surface: String?
    let lists: Int
    let shown: Int
    let taken: Int
    let ignored: Int
  }

  struct Probabilities: Decodable {
    let bins: [Bin]
    let undecided: Int
    let unstated: Int
  }

  struct Bin: Decodable {
    let from: Double
    let suggestions: Int
    let said: Double
    let done: Int
    let cameTrue: Double
  }
}

/// The numbers of an exported log, counted line by line.
private struct Recount {
  struct Key: Hashable {
    let week: String
    let surface: String
  }

  /// Lists, shown and taken by week and surface; the surface is empty if none is named.
  var rows: [Key: [Int]] = [:]
  /// The number of suggestions, and of those that came true, by tenth.
  var bins: [Int: [Int]] = [:]
  var undecided = 0
  var unstated = 0

  /// Counts a log in which activities differ by type, and undone feedback is about whole lists.
  init(_ records: [[String: Any]], now: Date) throws {
    let donations = try records.filter { $0["verdict"] == nil }.map { record in
      (time: try Self.time(record), type: try #require(record["activityType"] as? String))
    }
    let feedback = try records.filter { $0["verdict"] != nil }.sorted { try Self.time($0) < Self.time($1) }
    let undone = Set(feedback.filter { $0["verdict"] as? String == "undone" }.map(Self.name))
    var isCounted: Set<String> = []
    for record in feedback where !undone.contains(Self.name(record)) || Self.name(record).isEmpty {
      let name = Self.name(record)
      guard name.isEmpty || isCounted.insert(name).inserted else { continue }
      let shown = try #require(record["shown"] as? [[String: Any]])
      let types = shown.compactMap { $0["activityType"] as? String }
      let same = name.isEmpty ? [record] : feedback.filter { Self.name($0) == name }
      let taken = Set(
        same.filter { $0["verdict"] as? String == "accepted" }.map { types[$0["chosen"] as? Int ?? 0] })
      let time = try Self.time(record)
      let key = Key(week: Self.week(time), surface: record["surface"] as? String ?? "")
      let old = rows[key] ?? [0, 0, 0]
      rows[key] = [old[0] + 1, old[1] + types.count, old[2] + types.count { taken.contains($0) }]
      for (entry, type) in zip(shown, types) {
        guard let said = entry["probability"] as? Double else {
          unstated += 1
          continue
        }
        let later = donations.filter { $0.time > time }.sorted { $0.time < $1.time }
        var outcome: Bool?
        if let horizon = record["within_seconds"] as? Double {
          let end = time.addingTimeInterval(horizon)
          if end <= now {
            outcome = taken.contains(type) || later.contains { $0.time <= end && $0.type == type }
          }
        } else if !taken.isEmpty {
          outcome = taken.contains(type)
        } else if let next = later.first, next.time <= time.addingTimeInterval(3_600) {
          outcome = next.type == type
        }
        guard let outcome else {
          undecided += 1
          continue
        }
        let old = bins[Int(said * 10)] ?? [0, 0]
        bins[Int(said * 10)] = [old[0] + 1, old[1] + (outcome ? 1 : 0)]
      }
    }
  }

  private static func name(_ record: [String: Any]) -> String { record["suggestion"] as? String ?? "" }

  private static func time(_ record: [String: Any]) throws -> Date {
    try Date(try #require(record["time"] as? String), strategy: .iso8601)
  }

  /// The week by Foundation's calendar, an hour ahead of UTC.
  private static func week(_ time: Date) -> String {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(secondsFromGMT: 3_600) ?? .gmt
    let fields = calendar.dateComponents([.yearForWeekOfYear, .weekOfYear], from: time)
    return String(format: "%04d-W%02d", fields.yearForWeekOfYear ?? 0, fields.weekOfYear ?? 0)
  }
}

@Suite("Statistics of suggestions")
struct SuggestionStatisticsTests {
  private static let (mail, news, music) = (
    "org.example.mail.open", "org.example.news.read", "org.example.player.play"
  )

  private static func feedback(
    _ time: String, _ verdict: String, named name: String? = nil, _ shown: [(type: String, said: Double?)],
    chosen: Int? = nil, surface: String? = nil, within: Double? = nil
  ) throws -> String {
    var record: [String: Any] = ["v": 1, "type": "feedback", "time": time, "verdict": verdict]
    record["shown"] = shown.map { type, said in
      var entry: [String: Any] = ["activityType": type]
      entry["probability"] = said
      return entry
    }
    record["suggestion"] = name
    record["chosen"] = chosen
    record["surface"] = surface
    record["within_seconds"] = within
    return String(decoding: try JSONSerialization.data(withJSONObject: record), as: UTF8.self)
  }

  /// A day with a list, a search, something that was undone, and feedback that names no list.
  private static func day() throws -> String {
    let list = [(mail, 0.8), (news, 0.2)] as [(String, Double?)]
    let search = [(news, 0.6), (mail, 0.3)] as [(String, Double?)]
    return try [
      SampleLog.line("me", "2026-03-02T08:10:00+01:00", mail, "Open the inbox"),
      SampleLog.line("me", "2026-03-02T12:00:00+01:00", news, "Read the news"),
      feedback("2026-03-02T08:00:00+01:00", "shown", named: "a", list, surface: "list", within: 3_600),
      feedback(
        "2026-03-02T08:10:00+01:00", "accepted", named: "a", list, chosen: 0, surface: "list", within: 3_600),
      feedback("2026-03-02T11:30:00+01:00", "shown", named: "b", search, surface: "search"),
      feedback("2026-03-02T13:00:00+01:00", "shown", named: "c", [(mail, 0.5)], surface: "search"),
      feedback("2026-03-02T14:00:00+01:00", "ignored", [(mail, nil)]),
      feedback("2026-03-02T15:00:00+01:00", "shown", named: "d", [(mail, 0.9)], surface: "list"),
      feedback("2026-03-02T15:01:00+01:00", "undone", named: "d", [(mail, nil)]),
    ].joined(separator: "\n") + "\n"
  }

  private static func importing(_ log: String) async throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", log)
    let outcome = try await Program.run(["import", "log.jsonl"], in: scratch)
    try #require(outcome.code == 0, "\(outcome.errors)")
    return scratch
  }

  @Test("shown, taken and ignored are counted by surface and week, and probabilities meet outcomes")
  func day() async throws {
    let scratch = try await Self.importing(Self.day())
    let outcome = try await Program.run(["stats", "--suggestions"], in: scratch)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      outcome.lines == [
        "kind\tweek\tsurface\tlists\tshown\ttaken\tignored\tfrom\tto\tsaid\tdone",
        "all\t\t\t4\t6\t1\t5\t\t\t\t", "surface\t\tlist\t1\t2\t1\t1\t\t\t\t",
        "surface\t\tsearch\t2\t3\t0\t3\t\t\t\t", "surface\t\t\t1\t1\t0\t1\t\t\t\t",
        "week\t2026-W10\tlist\t1\t2\t1\t1\t\t\t\t", "week\t2026-W10\tsearch\t2\t3\t0\t3\t\t\t\t",
        "week\t2026-W10\t\t1\t1\t0\t1\t\t\t\t", "probability\t\t\t\t1\t\t\t0.2\t0.3\t0.2000\t0",
        "probability\t\t\t\t1\t\t\t0.3\t0.4\t0.3000\t0", "probability\t\t\t\t1\t\t\t0.6\t0.7\t0.6000\t1",
        "probability\t\t\t\t1\t\t\t0.8\t0.9\t0.8000\t1", "undecided\t\t\t\t1\t\t\t\t\t\t",
        "unstated\t\t\t\t1\t\t\t\t\t\t",
      ], "\(outcome.text)")
    let log = try await Program.run(["stats", "--suggestions", "--log", "log.jsonl"], in: scratch)
    #expect(log.text == outcome.text)
    let top = try await Program.run(["stats", "--suggestions", "--top", "1"], in: scratch)
    #expect(top.lines.count { $0.hasPrefix("week\t") } == 1)
  }

  @Test("every number equals a recount of the exported log", arguments: 0..<3 as Range<UInt64>)
  func recount(seed: UInt64) async throws {
    var random = SeededNumbers(seed: seed)
    func number(below limit: UInt64) -> Int { Int(random.next() % limit) }
    var lines: [String] = []
    for list in 0..<80 {
      let time = String(
        format: "2026-%02d-%02dT%02d:%02d:00+01:00", 1 + number(below: 3), 1 + number(below: 20),
        number(below: 24), number(below: 60))
      let types = [Self.mail, Self.news, Self.music].shuffled(using: &random)
      let shown = types.prefix(1 + number(below: 3)).map { type in
        (type: type, said: number(below: 5) == 0 ? nil : Double(number(below: 1_000)) / 1_000)
      }
      let surface = ["list", "search", "interrupt", nil][number(below: 4)]
      let within = ([nil, 3_600, 86_400, 400 * 86_400] as [Double?])[number(below: 4)]
      let verdict = ["shown", "ignored"][number(below: 2)]
      lines.append(
        try Self.feedback(time, verdict, named: "list \(list)", shown, surface: surface, within: within))
      if number(below: 3) == 0 {
        lines.append(
          try Self.feedback(
            time.replacing("00+", with: "30+"), "accepted", named: "list \(list)", shown,
            chosen: number(below: UInt64(shown.count)), surface: surface, within: within))
      }
      if number(below: 10) == 0 {
        lines.append(
          try Self.feedback(time.replacing("00+", with: "45+"), "undone", named: "list \(list)", shown))
      }
    }
    let scratch = try await Self.importing(SampleLog.days(20) + lines.joined(separator: "\n") + "\n")
    let exported = try await Program.run(["export"], in: scratch).objects()
    let counted = try Recount(exported, now: Date())
    let outcome = try await Program.run(["stats", "--suggestions", "--json", "--top", "1000"], in: scratch)
    let report = try outcome.json(as: Report.self)
    let rows = report.weeks.reduce(into: [Recount.Key: [Int]]()) { rows, row in
      rows[Recount.Key(week: row.week ?? "", surface: row.surface ?? "")] = [row.lists, row.shown, row.taken]
    }
    #expect(rows == counted.rows, "seed \(seed)")
    func sum(_ index: Int, surface: String? = nil) -> Int {
      counted.rows.filter { surface == nil || $0.key.surface == surface }.reduce(0) { $0 + $1.value[index] }
    }
    let totals: [Int] = [0, 1, 2].map { sum($0) }
    #expect([report.lists, report.shown, report.taken] == totals)
    #expect(report.ignored == report.shown - report.taken && report.taken > 0)
    for row in report.surfaces {
      let surface = row.surface ?? ""
      let counts: [Int] = [0, 1, 2].map { sum($0, surface: surface) }
      #expect([row.lists, row.shown, row.taken] == counts, "\(surface)")
      #expect(row.ignored == row.shown - row.taken)
    }
    let bins = report.probabilities.bins.reduce(into: [Int: [Int]]()) {
      $0[Int(($1.from * 10).rounded())] = [$1.suggestions, $1.done]
    }
    #expect(bins == counted.bins, "seed \(seed)")
    #expect(report.probabilities.undecided == counted.undecided && counted.undecided > 0)
    #expect(report.probabilities.unstated == counted.unstated && counted.unstated > 0)
    for bin in report.probabilities.bins {
      #expect(bin.said >= bin.from && bin.said <= bin.from + 0.1 + 1e-9)
      #expect(bin.cameTrue == Double(bin.done) / Double(bin.suggestions))
    }
  }

  @Test("without recorded suggestions it exits with 1 and a sentence")
  func nothing() async throws {
    let scratch = try await Self.importing(SampleLog.days(2))
    for arguments in [["stats", "--suggestions"], ["stats", "--suggestions", "--json"]] {
      let outcome = try await Program.run(arguments, in: scratch)
      #expect(outcome.code == 1 && outcome.text.isEmpty)
      #expect(outcome.errors.contains("no suggestions were recorded yet"), "\(outcome.errors)")
    }
  }

  @Test("a terminal gets two tables that fit", .enabled(if: TerminalRun.isPossible), arguments: [44, 100])
  func drawn(columns: Int) async throws {
    let scratch = try await Self.importing(Self.day())
    let screen = try await TerminalRun.run(
      "hunch stats --suggestions", in: scratch, columns: columns, hasColours: false)
    #expect(screen.code == 0)
    #expect(screen.lines.allSatisfy { $0.count <= columns }, "\(screen.lines)")
    #expect(screen.lines.contains { $0.hasPrefix("2026-W10  list") })
    #expect(screen.lines.contains { $0.hasPrefix("80 to 90 %") })
  }
}
