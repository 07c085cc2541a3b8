import Foundation
import TestSupport
import Testing

@Suite("hunch phrase")
struct PhraseTests {
  private static func filled() async throws -> Scratch {
    let scratch = try Scratch()
    let news = ["front", "science"].map {
      #"{"time":"2026-03-20T08:00:00+01:00","activityType":"org.example.news.read","title":"Read the \#($0) page","#
        + #""userInfo":{"section":"\#($0)"},"suggestedInvocationPhrase":"What is new","persistentIdentifier":"\#($0)"}"#
    }
    let log = SampleLog.days(3) + news.joined(separator: "\n") + "\n"
    #expect(try await Program.run(["import", "-", "--quiet"], in: scratch, input: log).code == 0)
    return scratch
  }

  @Test("list prints each phrase with its origin, and the short form of distinguished ones")
  func list() async throws {
    let outcome = try await Program.run(["phrase", "list"], in: Self.filled())
    #expect(outcome.code == 0)
    let rows = outcome.lines.map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(rows.allSatisfy { $0.count == 7 })
    #expect(rows.map { $0[0] } == rows.map { $0[0] }.sorted { $0.lowercased() < $1.lowercased() })
    #expect(rows.contains { $0[0] == "Open the inbox" && $0[1] == "title" && $0[2] == "" && $0[3] == "yes" })
    #expect(rows.contains { $0[0] == "What is new" && $0[1] == "donated" && $0[2] == "" })
    #expect(
      rows.contains { $0[0] == "What is new (science)" && $0[1] == "donated" && $0[2] == "What is new" })
    let json = try await Program.run(["phrase", "--json"], in: Self.filled())
    let object = try json.object()
    #expect((object["phrases"] as? [[String: Any]])?.count == rows.count)
    #expect(object["collisions"] is [Any])
  }

  @Test("a log file has the same phrases as a store")
  func fromFile() async throws {
    let scratch = try Scratch()
    let log = SampleLog.days(3)
    #expect(try await Program.run(["import", "-", "--quiet"], in: scratch, input: log).code == 0)
    let stored = try await Program.run(["phrase", "list"], in: scratch)
    #expect(
      try await Program.run(["phrase", "list", "--log", "-"], in: Scratch(), input: log).text == stored.text)
  }

  @Test("set adds the user's own phrase to suggestions, searches and exports, and removes it")
  func set() async throws {
    let scratch = try await Self.filled()
    let given = try await Program.run(["phrase", "set", "open the INBOX", "Post bitte"], in: scratch)
    #expect(given.code == 0 && given.text == "Post bitte\n" && given.errors == "")
    let suggest = ["suggest", "--phrases"]
    let suggested = try await Program.run(suggest + ["--at", "2026-03-21T08:05:00+01:00"], in: scratch)
    // At that moment no phrase was set yet.
    #expect(suggested.text.contains("\tOpen the inbox\tOpen the inbox\t"))
    #expect(
      try await Program.run(suggest + ["-n", "20"], in: scratch).text.contains(
        "\tOpen the inbox\tPost bitte\t"))
    #expect(
      try await !Program.run(["suggest", "-n", "20"], in: scratch).text.contains("Post bitte"),
      "only if asked for")
    #expect(
      try await Program.run(["phrase", "match", "post", "bite"], in: scratch).text.contains(
        "fuzzy\tPost bitte"))
    let exported = try await Program.run(["export"], in: scratch)
    #expect(try exported.objects().contains { $0["phrase"] as? String == "Post bitte" })
    let copy = try Scratch()
    #expect(
      try await Program.run(["import", "-"], in: copy, input: exported.text).errors.contains("1 phrase"))
    #expect(
      try await Program.run(["phrase", "list"], in: copy).text
        == Program.run(["phrase", "list"], in: scratch).text)
    let taken = try await Program.run(["phrase", "set", "Post bitte", "--remove"], in: scratch)
    #expect(taken.text == "Open the inbox\n")
  }

  @Test("set reports weaknesses and conflicts of a phrase, and rejects invalid ones")
  func advice() async throws {
    let scratch = try await Self.filled()
    let wake = try await Program.run(["phrase", "set", "Open the inbox", "Hey Siri post"], in: scratch)
    #expect(wake.code == 0 && wake.errors.contains("wakes an assistant"))
    _ = try await Program.run(["phrase", "set", "Directions home", "Los"], in: scratch)
    let same = try await Program.run(["phrase", "set", "Open the calendar", "los!"], in: scratch)
    #expect(same.code == 0 && same.errors.contains("another phrase is the same"))
    let which = try await Program.run(["phrase", "set", "los", "Weg"], in: scratch)
    #expect(which.code == 64 && which.errors.contains("several activities"))
    #expect(try await Program.run(["phrase", "set", "Open the inbox", "--"], in: scratch).code == 64)
    #expect(try await Program.run(["phrase", "set", "No such thing", "Weg"], in: scratch).code == 64)
    #expect(try await Program.run(["phrase", "set", "Open the inbox"], in: scratch).code == 64)
  }

  @Test("match ranks several candidates, and exits with 1 if none fits")
  func match() async throws {
    let scratch = try await Self.filled()
    let several = try await Program.run(["phrase", "match", "pages"], in: scratch)
    #expect(
      several.code == 1 && several.lines.count == 2 && several.errors.contains("several activities fit"))
    #expect(several.lines.allSatisfy { $0.contains("\tambiguous\tWhat is new") })
    let one = try await Program.run(["phrase", "match", "--json", "what", "is", "new"], in: scratch)
    let taken = try one.object()
    #expect(one.code == 0 && (taken["match"] as? [String: Any])?["title"] as? String == "Read the front page")
    let near = try await Program.run(["phrase", "match", "scientific inbux"], in: scratch)
    #expect(near.code == 1 && near.lines.contains { $0.contains("\tnearest\t") })
    #expect(near.errors == "hunch: no phrase or title fits; did you mean one of these?\n")
    let none = try await Program.run(["phrase", "match", "water the plants"], in: scratch)
    #expect(none.code == 1 && none.output.isEmpty)
    let json = try await Program.run(["phrase", "match", "--json", "water the plants"], in: scratch)
    let object = try json.object()
    #expect(json.code == 1 && object["kind"] as? String == "none" && object["match"] is NSNull)
  }

  @Test("why accepts a part of a title if one activity is clearly the best, and else lists all that fit")
  func why() async throws {
    let scratch = try await Self.filled()
    let at = ["--at", "2026-03-21T08:05:00+01:00"]
    let whole = try await Program.run(["why", "Open the inbox"] + at, in: scratch)
    #expect(whole.code == 0)
    #expect(try await Program.run(["why", "inboxes"] + at, in: scratch).output == whole.output)
    let front = try await Program.run(["why", "read the front page"] + at, in: scratch)
    #expect(front.code == 0 && front.text.hasPrefix("activity\t"))
    let pages = try await Program.run(["why", "page"] + at, in: scratch)
    #expect(
      pages.code == 64 && pages.lines.count == 2 && pages.errors.contains("several activities fit"))
    let near = try await Program.run(["why", "inbux of science"] + at, in: scratch)
    #expect(near.code == 64 && near.errors.contains("no activity by that name; did you mean one of these?"))
    #expect(!near.lines.isEmpty)
    let json = try await Program.run(["why", "page", "--json"] + at, in: scratch)
    let object = try json.object()
    #expect(json.code == 64 && (object["candidates"] as? [Any])?.count == 2)
  }

  @Test("suggest adds distinguishing words to equal titles, also in JSON")
  func titles() async throws {
    let inboxes = ["private", "work"].flatMap { account in
      (1...3).map {
        #"{"time":"2026-03-0\#($0)T08:00:00+01:00","activityType":"org.example.mail.inbox","title":"Open the inbox","#
          + #""userInfo":{"account":"\#(account)"}}"#
      }
    }
    let log = inboxes.joined(separator: "\n") + "\n"
    let suggest = ["suggest", "--log", "-", "--at", "2026-03-04T08:00:00+01:00"]
    let text = try await Program.run(suggest, in: Scratch(), input: log)
    let shown = Set(text.lines.map { String($0.split(separator: "\t")[2]) })
    #expect(shown == ["Open the inbox · private", "Open the inbox · work"])
    let json = try await Program.run(suggest + ["--json"], in: Scratch(), input: log)
    let object = try json.object()
    let suggestions = try #require(object["suggestions"] as? [[String: Any]])
    #expect(suggestions.allSatisfy { $0["title"] as? String == "Open the inbox" })
    #expect(Set(suggestions.compactMap { $0["displayTitle"] as? String }) == shown)
    #expect(Set(suggestions.compactMap { $0["disambiguation"] as? String }) == ["private", "work"])
  }

  @Test("P11: a deleted activity is no longer available, and a forgotten one does not exist")
  func deleted() async throws {
    let scratch = try await Self.filled()
    _ = try await Program.run(["phrase", "set", "What is new", "Zeitung"], in: scratch)
    let deletion = #"{"type":"delete","time":"2026-04-01T00:00:00Z","persistentIdentifier":"front"}"#
    _ = try await Program.run(["donate"], in: scratch, input: deletion)
    let said = try await Program.run(["phrase", "match", "zeitung"], in: scratch)
    #expect(said.code == 1 && said.errors.contains("no longer available"))
    #expect(try await Program.run(["phrase", "list"], in: scratch).text.contains("Zeitung\town\t\tgone\t"))
    #expect(try await Program.run(["phrase", "check"], in: scratch).text.contains("Zeitung\tgone"))
    _ = try await Program.run(["forget", "--type", "org.example.news.read"], in: scratch)
    #expect(try await !Program.run(["phrase", "list"], in: scratch).text.contains("Zeitung"))
  }

  @Test("check tests given words, or all phrases")
  func check() async throws {
    let scratch = try await Self.filled()
    let bad = try await Program.run(["phrase", "check", "ok google play"], in: scratch)
    #expect(bad.code == 65 && bad.text.hasPrefix("ok google play\trule\t"))
    let good = try await Program.run(["phrase", "check", "Post bitte"], in: scratch)
    #expect(good.code == 0 && good.output.isEmpty && good.errors.contains("no problems found"))
    let all = try await Program.run(["phrase", "check", "--json"], in: scratch)
    let object = try all.object()
    #expect(all.code == 0 && object["isBroken"] as? Bool == false)
  }

  @Test("list exits with 1 without donations")
  func empty() async throws {
    let outcome = try await Program.run(["phrase", "list"], in: Scratch())
    #expect(outcome.code == 1 && outcome.errors.contains("no donations yet"))
  }
}
