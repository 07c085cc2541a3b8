import Testing

@testable import Evaluation
@testable import Reports

@Suite("Reports: the page of an evaluation at moments")
struct MomentPageTests {
  /// Some hours of moments of a user of two activities; all rankers but none are as sure as the
  /// hour is late.
  private static func evaluation(moments: Int = 30, rules: [MomentRule] = MomentRule.allCases) throws
    -> MomentEvaluation
  {
    let identities = try SampleMoments.identities()
    let tallies = try rules.map { rule in
      var tally = MomentTally(every: 3_600, within: 3_600)
      for moment in 0..<moments {
        let said = rule == .nothing ? [0, 0] : [Double(moment % 10) / 10, 0.25]
        let instant = try SampleMoments.instant(hour: moment)
        let done = moment % 3 == 0 ? [0] : []
        tally.count(said, done: Set(done), novel: 0, identities: identities)
        tally.week.count(said, done: done.count, at: instant)
        tally.underPolicy.count(
          said, at: instant, upcoming: done.map { ($0, instant) }, donations: [9, 9], identities: identities)
      }
      return tally
    }
    return MomentEvaluation(of: [tallies], rules: rules, step: 3_600, horizon: 3_600)
  }

  private static func page(
    _ names: [String], _ evaluation: MomentEvaluation, isInSample: Bool = false
  ) -> MomentPage {
    MomentPage(
      logs: names.map { MomentPage.Log(name: $0, evaluation: evaluation, isInSample: isInSample) },
      model: "<model>", scoreFrom: 0.7)
  }

  @Test(
    "the page is well-formed, and each of its three pictures has a description and a table")
  func accessible() throws {
    let page = try ParsedPage(Self.page(["a.jsonl", "<b>"], Self.evaluation()).html)
    let pictures = page.all("svg").filter { $0.attributes["role"] == "img" }
    #expect(pictures.count == 2 * 3 && page.all("figure").count == 6 && page.all("details").count == 6)
    #expect(page.all("table").count { $0.around.contains("details") } == 6)
    let identifiers = page.elements.compactMap { $0.attributes["id"] }
    #expect(Set(identifiers).count == identifiers.count, "no identifier twice")
    #expect(page.all("desc").count == 6 && page.all("desc").allSatisfy { !$0.text.isEmpty })
    #expect(page.texts("h2") == ["Meaning of the figures", "Contents", "a.jsonl", "<b>"])
    #expect(page.all("a").compactMap { $0.attributes["href"] } == ["#log-1", "#log-2"])
    #expect(page.texts("p").contains { $0.contains("Model: <model>.") })
    #expect(page.texts("p").contains { $0.contains("30 moments of 1 user.") })
    let policy =
      "at least 50 % likely, was done 3 times and its last interruption was not ignored recently; at most 3 a day, 60 "
      + "minutes apart, "
    #expect(page.texts("p").contains { $0.contains(policy + "and not from 22:00 to 07:00.") })
  }

  @Test("the page needs no other resource, and the same figures give the same bytes")
  func selfContained() throws {
    let html = Self.page(["a", "b"], try Self.evaluation()).html
    for word in [
      "http:", "https:", "//", "<script", "src=", "url(", "@import", "<link", "<img", "nan", "inf\"",
    ] {
      #expect(!html.contains(word), "\(word)")
    }
    #expect(try html == Self.page(["a", "b"], Self.evaluation()).html)
  }

  @Test("the week is of the last ranker that is not a baseline, which stands out in every picture")
  func engine() throws {
    let rules = MomentRule.allCases.filter { !MomentRule.baselines.contains($0) }
    let engine = try #require(rules.last).rawValue
    let page = try ParsedPage(Self.page(["a"], Self.evaluation()).html)
    #expect(page.texts("figcaption").contains { $0.hasPrefix("\(engine). The expected number is the sum") })
    let week = page.all("rect").filter { $0.around.contains("g") && $0.text != "" }
    #expect(week.count == 2 * 7 * 24 && week.contains { $0.text == "Tue 5: 1.15" })
    let bare = try Self.evaluation(rules: MomentRule.baselines)
    #expect(try ParsedPage(Self.page(["a"], bare).html).all("figure").count == 2, "no week")
    let silent = try ParsedPage(Self.page(["a"], Self.evaluation(rules: [.nothing])).html)
    #expect(silent.all("figure").count == 1, "no reliability either")
  }

  @Test("in-sample figures are marked, except those of baselines")
  func inSample() throws {
    let page = try ParsedPage(Self.page(["a"], Self.evaluation(), isInSample: true).html)
    #expect(page.texts("p").contains { $0.hasPrefix("In-sample: ") })
    let names = Set(page.texts("th")).filter { $0.contains("in-sample") }
    let models = MomentRule.allCases.filter { !MomentRule.baselines.contains($0) }
    #expect(names == Set(models.map { $0.rawValue + " (in-sample)" }))
    #expect(!Self.page(["a"], try Self.evaluation()).html.lowercased().contains("in-sample"))
  }

  @Test("few moments, or no logs, give a valid page", arguments: [0, 1, 2])
  func tiny(moments: Int) throws {
    let evaluation = try Self.evaluation(moments: moments)
    let html = Self.page(["a"], evaluation).html
    #expect(!html.contains("nan") && !html.contains("inf\""))
    #expect(try ParsedPage(html).all("h2").count == 2)
    #expect(try ParsedPage(Self.page([], evaluation).html).all("h1").count == 1)
  }

  @Test(
    "a span is in the largest unit that it is a whole number of, and a minute of a day is a clock time")
  func spans() {
    let spans = [900.0, 3_600, 5_400, 86_400, 90, 0.5]
    #expect(spans.map(SpanText.words) == ["15 min", "1 h", "90 min", "1 d", "90 s", "0.5 s"])
    #expect([0, 425, 1_320].map(SpanText.clock) == ["00:00", "07:05", "22:00"])
  }
}
