import Testing

@testable import Importers

@Suite("Counters in titles")
struct TitleCountersTests {
  @Test(
    "counters are removed wherever they are, and numbers that belong to the name stay",
    arguments: [
      ("(12) YouTube", "YouTube"), ("[4] Slack", "Slack"), ("(99+) Home | Chat", "Home | Chat"),
      ("• notes.txt", "notes.txt"), ("● notes.txt - Editor", "notes.txt - Editor"),
      ("* notes.txt", "notes.txt"),
      ("🔴 (3) Board", "Board"), ("Inbox (3) – Mail", "Inbox – Mail"),
      ("Mail – Inbox (1,204)", "Mail – Inbox"),
      ("Posteingang (7)", "Posteingang"), ("受信トレイ (5) - ada@example.org", "受信トレイ - ada@example.org"),
      ("#general (4) | Roofers", "#general | Roofers"), ("You have 2 new matches!", "You have new matches!"),
      ("3 unread messages – Chat", "Unread messages – Chat"), ("2 neue Nachrichten", "Neue Nachrichten"),
      ("Inbox (3 unread) - Mail", "Inbox - Mail"), ("Ocean's 11", "Ocean's 11"), ("Apollo 13", "Apollo 13"),
      ("Chapter (2)", "Chapter (2)"), ("Kapitel (2) – Buch", "Kapitel (2) – Buch"),
      ("Dune (2021) - Films", "Dune (2021) - Films"), ("Report (2)", "Report (2)"),
      ("10 new ideas for dinner", "10 new ideas for dinner"), ("7 Days", "7 Days"), ("(3)", "(3)"),
      ("*args in Python", "*args in Python"), ("2 + 2", "2 + 2"),
    ]) func counters(_ title: String, _ shown: String)
  {
    #expect(TitleCounters().removed(from: title) == shown)
  }

  @Test("a number in the address belongs to the name, and a site's name is not countable")
  func address() throws {
    let film = try #require(PageTemplate(url: "https://films.example.org/500-days"))
    #expect(TitleCounters().removed(from: "(500) Days of Summer", of: film) == "(500) Days of Summer")
    let chat = try #require(PageTemplate(url: "https://web.whatsapp.com/"))
    #expect(TitleCounters().removed(from: "WhatsApp (3)", of: chat) == "WhatsApp")
  }

  @Test("a number that changes while the page stays the same is a counter")
  func changing() throws {
    let page = try #require(PageTemplate(url: "https://example.org/board"))
    let other = try #require(PageTemplate(url: "https://example.org/reader"))
    var counters = TitleCounters()
    for title in ["Board 4 open, 17 done", "Board 6 open, 17 done", "Board"] {
      counters.note(title, of: page)
    }
    #expect(counters.removed(from: "Board 9 open, 17 done", of: page) == "Board open, 17 done")
    #expect(counters.removed(from: "Board 9 open, 17 done", of: other) == "Board 9 open, 17 done")
    counters.note("Chapter (2)", of: other)
    counters.note("Chapter (2)", of: other)
    #expect(counters.removed(from: "Chapter (2)", of: other) == "Chapter (2)")
    counters.note("Chapter (3)", of: other)
    #expect(counters.removed(from: "Chapter (4)", of: other) == "Chapter")
  }
}
