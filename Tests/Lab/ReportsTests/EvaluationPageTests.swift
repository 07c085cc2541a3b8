import Testing

@testable import Evaluation
@testable import Reports

@Suite("Reports: the page")
struct EvaluationPageTests {
  @Test("the page is well-formed, and each picture has a description and a table")
  func accessible() throws {
    let page = try ParsedPage(Sample.page(["a.jsonl", "b.jsonl"]).html)
    let pictures = page.all("svg").filter { $0.attributes["role"] == "img" }
    #expect(pictures.count == 2 * 6 + 2, "six a log, two of all users")
    let identifiers = page.elements.compactMap { $0.attributes["id"] }
    #expect(Set(identifiers).count == identifiers.count, "no identifier twice")
    for picture in pictures {
      let words = try #require(picture.attributes["aria-labelledby"]).split(separator: " ").map(String.init)
      #expect(words.count == 2 && words.allSatisfy(identifiers.contains), "\(words)")
    }
    for name in ["title", "desc"] {
      let named = page.all(name).filter { $0.attributes["id"] != nil }
      #expect(named.count == pictures.count && named.allSatisfy { !$0.text.isEmpty })
    }
    #expect(page.all("figure").count == pictures.count && page.all("details").count == pictures.count)
    #expect(page.all("table").count { $0.around.contains("details") } == pictures.count)
    #expect(page.all("html").first?.attributes["lang"] == "en")
  }

  @Test("the page explains terms first, then sums up in a sentence, and has pictures before tables")
  func order() throws {
    let page = try ParsedPage(Sample.page(["a.jsonl"]).html)
    let headings = page.texts("h2")
    #expect(headings.prefix(3) == ["Meaning of the figures", "At a glance", "a.jsonl"])
    let sentence = try #require(page.texts("p").first { $0.hasPrefix("The first suggestion was right ") })
    #expect(
      sentence.wholeMatch(
        of: /The first suggestion was right \d+ times? in 100; the best simple rule \(.+\) \d+\./) != nil)
    let inLog = page.elements.drop { $0.attributes["id"] != "log-1" }
    let picture = try #require(inLog.firstIndex { $0.name == "svg" })
    let table = try #require(inLog.firstIndex { $0.name == "table" && !$0.around.contains("details") })
    #expect(picture < table)
    let several = try ParsedPage(Sample.page(["a", "b"]).html)
    #expect(several.texts("p").contains { $0.hasPrefix("b: the first suggestion was right ") })
  }

  @Test("the page needs no other resource, and no script")
  func selfContained() {
    let html = Sample.page(["a.jsonl", "b.jsonl"]).html
    for word in ["http:", "https:", "//", "<script", "src=", "url(", "@import", "<link", "<img"] {
      #expect(!html.contains(word), "\(word)")
    }
    #expect(html.contains("prefers-color-scheme: dark") && html.contains("@media print"))
  }

  @Test("names of logs and models cannot become markup or change the text direction")
  func hostileNames() throws {
    let name = "</title><script>alert('1 & \"2\"')</script>\u{0}\u{1B}[2J\u{202E}\u{FFFF}.jsonl"
    let page = try ParsedPage(Sample.page([name, "b"], isInSample: true, model: name).html)
    #expect(page.all("script").isEmpty)
    let shown = "</title><script>alert('1 & \"2\"')</script>\u{FFFD}\u{FFFD}[2J\u{FFFD}\u{FFFD}.jsonl"
    #expect(page.texts("h2").contains(shown))
    #expect(page.texts("a").contains(shown))
    #expect(page.texts("p").contains { $0.contains("Model: \(shown).") })
  }

  @Test(
    "several logs have a table of contents with working links, and a section of all users; one has neither")
  func contents() throws {
    let several = try ParsedPage(Sample.page(["a", "b", "c"]).html)
    let links = several.all("a").compactMap { $0.attributes["href"] }
    #expect(links == ["#log-1", "#log-2", "#log-3", "#pooled"])
    let identifiers = Set(several.elements.compactMap { $0.attributes["id"] })
    #expect(links.allSatisfy { identifiers.contains(String($0.dropFirst())) })
    #expect(several.texts("h2").last == "Cold start, all users of all 3 logs")
    let one = try ParsedPage(Sample.page(["a"]).html)
    #expect(one.all("nav").isEmpty && !one.texts("h2").contains { $0.contains("all users") })
  }

  @Test("in-sample figures are marked everywhere, and others are not")
  func inSample() throws {
    let marked = try ParsedPage(Sample.page(["a", "b"], isInSample: true).html)
    let engine = marked.texts("th").filter { $0.hasPrefix("hunch") && $0 != "hunch: MRR" }
    #expect(engine.count == 2 * 4 + 1 && engine.allSatisfy { $0 == "hunch (in-sample)" })
    #expect(marked.texts("li").filter { $0.hasPrefix("hunch") }.allSatisfy { $0 == "hunch (in-sample)" })
    #expect(marked.texts("p").count { $0.hasPrefix("In-sample: ") } == 3)
    #expect(marked.texts("th").contains("a (in-sample)"))
    #expect(!Sample.page(["a", "b"]).html.lowercased().contains("in-sample"))
  }

  @Test("an in-sample cold start is marked even if the scored queries are not in-sample")
  func inSampleColdStart() throws {
    let page = try ParsedPage(Sample.page(["a", "b"], isColdStartInSample: true).html)
    let engine = page.texts("th").filter { $0.hasPrefix("hunch") && $0 != "hunch: MRR" }
    #expect(engine.count { $0 == "hunch (in-sample)" } == 2 + 1 && engine.contains("hunch"))
    #expect(page.texts("p").count { $0.hasPrefix("In-sample: ") } == 3)
    #expect(!page.texts("th").contains("a (in-sample)"))
  }

  @Test("the same evaluations give the same bytes")
  func deterministic() {
    #expect(Sample.page(["a", "b"]).html == Sample.page(["a", "b"]).html)
  }

  @Test(
    "few users and few queries give a page without invalid numbers",
    arguments: [(1, 1, 0), (1, 2, 1), (2, 1, 1), (1, 0, 0), (0, 0, 0), (1, 60, 40)])
  func tiny(users: Int, queries: Int, scoredFrom: Int) throws {
    let html = Sample.page(["a", "b"], users: Sample.users(users, queries: queries, scoredFrom: scoredFrom))
      .html
    let page = try ParsedPage(html)
    for path in page.all("path") {
      let steps = try #require(path.attributes["d"])
      #expect(steps.allSatisfy { "MLHVZ -.0123456789".contains($0) }, "\(steps)")
    }
    for name in ["nan", "inf"] { #expect(!page.elements.contains { $0.attributes.values.contains(name) }) }
    #expect(page.all("h2").count >= 3)
  }

  @Test("a page without logs, and an evaluation without rules or details, is valid")
  func bare() throws {
    #expect(try ParsedPage(Sample.page([]).html).all("h1").count == 1)
    let users = Sample.users(2).map {
      ReplayedUser(
        queries: $0.queries, outcomes: [$0.outcomes[0]], firstScored: 0, stopwatches: [])
    }
    let conditions = EvaluationPage.Conditions(model: "m", scoreFrom: 0, place: "none", seed: 1)
    let whole = Sample.evaluation(of: users, names: ["hunch"])
    let plain = Evaluation(users: 2, scored: 24, rankers: whole.rankers, details: nil)
    for (evaluation, pictures) in [(whole, 4), (plain, 0)] {
      let log = EvaluationPage.Log(
        name: "a", evaluation: evaluation, isInSample: false, isColdStartInSample: false)
      let page = try ParsedPage(EvaluationPage(logs: [log], pooled: [], under: conditions).html)
      #expect(page.all("figure").count == pictures)
    }
  }

  @Test("one user has no histogram and no mean over users; two have both")
  func users() throws {
    for count in [1, 2] {
      let page = try ParsedPage(Sample.page(["a"], users: Sample.users(count)).html)
      #expect(page.all("figure").contains { $0.attributes["id"] == "log-1-users" } == (count > 1))
      #expect(page.texts("th").contains("per user") == (count > 1))
      #expect(page.all("rect").contains { $0.attributes["class"] == "bar series-0" } == (count > 1))
    }
  }

  @Test("the page names the activities predicted best and worst and those confused, escaped")
  func activities() throws {
    let hostile = "<b>&\"x\"\u{1B}[2J\u{202E}"
    let shown = "<b>&\"x\"\u{FFFD}[2J\u{FFFD}"
    let user = try Sample.user(
      [(hostile, hostile)] + Array(repeating: (hostile, "tea"), count: 6)
        + Array(repeating: ("tea", "tea"), count: 5) + Array(repeating: ("bus", "tea"), count: 4))
    let html = Sample.page(["a"], users: [user]).html
    let page = try ParsedPage(html)
    #expect(page.all("b").isEmpty && !html.contains("\u{1B}") && !html.contains("\u{202E}"))
    let rows = page.all("tr").filter { !$0.around.contains("details") }.map(\.text)
    #expect(rows.contains("tea5100 %1.000") && rows.contains("\(shown)714 %0.571"), "\(rows)")
    #expect(!rows.contains { $0.hasPrefix("bus4") && $0.contains("%") }, "too rare to say")
    #expect(rows.contains("\(shown)tea67") && rows.contains("bustea44"), "\(rows)")
    #expect(page.texts("p").contains { $0.contains("ranked another activity first 10 times") })
    let bare = try ParsedPage(Sample.page(["a"]).html)
    #expect(!bare.texts("h3").contains { $0.hasPrefix("Top") || $0.hasPrefix("Predicted") })
  }

  @Test("captions say where the engine is behind, and where that is uncertain")
  func captions() throws {
    let ahead = ReplayedUser(
      queries: [.init(donationsSeen: 1, hour: 0), .init(donationsSeen: 2, hour: 0)],
      outcomes: [[2, 1], [1, 3]].map {
        $0.map { QueryOutcome(rank: $0, probability: nil, topProbability: nil) }
      },
      firstScored: 0, stopwatches: [])
    let evaluation = Sample.evaluation(of: [ahead, ahead], names: ["hunch", "rule"])
    let log = EvaluationPage.Log(
      name: "a", evaluation: evaluation, isInSample: false, isColdStartInSample: false)
    let conditions = EvaluationPage.Conditions(model: "m", scoreFrom: 0, place: "none", seed: 1)
    let page = try ParsedPage(EvaluationPage(logs: [log], pooled: [], under: conditions).html)
    let captions = page.texts("figcaption")
    #expect(
      captions.contains {
        $0.hasPrefix("Behind the best rule at: 1. Undecided (the band includes 0) at: no point.")
      })
    #expect(
      captions.contains { $0.hasPrefix("Clearly ahead of 1 of 1 rules; undecided: none; behind: none.") })
  }
}
