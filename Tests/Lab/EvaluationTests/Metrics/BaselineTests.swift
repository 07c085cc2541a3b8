import Activities
import Testing

@testable import Evaluation

@Suite("Evaluation: the rules to beat")
struct BaselineTests {
  /// Returns the ranking of a rule at an hour, after a log.
  private static func order(
    _ baseline: Baseline, _ log: [(name: String, hour: Double)], at hour: Double,
    timeless: Set<Int> = [], asked: TimePrecision = .exact
  ) throws -> String {
    var ranker = baseline.makeRanker()
    var names: [String] = []
    for (number, (name, hour)) in log.enumerated() {
      let row = names.firstIndex(of: name) ?? names.count
      if row == names.count { names.append(name) }
      let precision: TimePrecision = timeless.contains(number) ? .order : .exact
      try ranker.observe(World.donation(name, hour: hour, precision: precision), row: row)
    }
    let scores = try ranker.scores(for: Context(at: World.instant(hour: hour)), precision: asked)
    #expect(scores.count == names.count)
    return names.indices.sorted { scores[$0] > scores[$1] }.map { names[$0] }.joined()
  }

  private static func hourly(_ names: String) -> [(name: String, hour: Double)] {
    names.enumerated().map { (String($0.element), Double($0.offset)) }
  }

  @Test("most-frequent ranks the activity with the most donations first")
  func mostFrequent() throws {
    #expect(try Self.order(.mostFrequent, Self.hourly("aabbbc"), at: 6) == "bac")
  }

  @Test("most-recent ranks the last activity first")
  func mostRecent() throws {
    #expect(try Self.order(.mostRecent, Self.hourly("aabbca"), at: 6) == "acb")
  }

  @Test("frecency halves the weight of a use after a week")
  func frecency() throws {
    let week = 168.0
    // Three weeks later three uses are worth 3/8 (a), one of a week ago 1/2 (b), one of two weeks
    // ago 1/4 (c).
    let log = [("a", 0), ("a", 0), ("a", 0), ("c", week), ("b", 2 * week)]
    #expect(try Self.order(.frecency, log, at: 3 * week) == "bac")
    #expect(try Self.order(.frecency, Array(log.prefix(4)), at: week) == "ac")
  }

  @Test("hour-of-day counts this hour in full and adjacent ones by half, then the most frequent")
  func hourOfDay() throws {
    // On other days: a twice at 8; b once at 8 and once at 9; c three times at 20; d once at 20.
    let log = [
      ("a", 8), ("a", 32), ("b", 56), ("b", 57), ("c", 68), ("c", 69 + 23), ("c", 116), ("d", 140),
    ].map { ($0.0, Double($0.1)) }
    #expect(try Self.order(.hourOfDay, log, at: 200) == "abcd")
    #expect(try Self.order(.hourOfDay, log, at: 24 * 9 + 10) == "bcad")
    #expect(try Self.order(.hourOfDay, [("a", 23), ("b", 12), ("b", 36)], at: 48) == "ab", "across midnight")
  }

  @Test("markov-1 ranks followers of the last activity first, then the most frequent")
  func markov1() throws {
    // After a came b twice and c once; last is a. d is the most frequent but never came after a.
    #expect(try Self.order(.markov1, Self.hourly("ababacddddda"), at: 12) == "bcda")
    #expect(try Self.order(.markov1, Self.hourly("aabbbc"), at: 6) == "bac", "nothing followed c")
  }

  @Test("markov-2 ranks followers of the last two activities above followers of the last one")
  func markov2() throws {
    // After "xa" came c, though after a alone b came more often.
    let log = Self.hourly("yabyabyabxacxa")
    #expect(try Self.order(.markov2, log, at: 14).prefix(2) == "cb")
    #expect(try Self.order(.markov1, log, at: 14).first == "b")
  }

  @Test("naive-bayes combines share, hour and previous activity")
  func naiveBayes() throws {
    // b follows a at 9, c follows a at 21.
    let log = (0..<5).flatMap { day -> [(name: String, hour: Double)] in
      let day = Double(day) * 24
      return [("a", day + 8), ("b", day + 9), ("a", day + 20), ("c", day + 21)]
    }
    let morning = log + [("a", 128)]
    #expect(try Self.order(.naiveBayes, morning, at: 129).first == "b")
    #expect(try Self.order(.naiveBayes, morning, at: 141).first == "c")
  }

  @Test("a rule learns no hour from an inexact time, and uses none without an exact time")
  func timePrecision() throws {
    // b at 8 more often than a, but when is not known.
    let log = Self.hourly("a") + [("b", 8), ("b", 32), ("a", 56), ("b", 80)].map { ($0.0, Double($0.1)) }
    let timeless: Set = [1, 2, 4]
    #expect(try Self.order(.hourOfDay, log, at: 104) == "ba")
    #expect(try Self.order(.hourOfDay, log, at: 104, timeless: timeless) == "ab")
    #expect(try Self.order(.hourOfDay, log, at: 104, timeless: timeless, asked: .order) == "ba")
    #expect(try Self.order(.frecency, log, at: 104) == "ba")
    #expect(try Self.order(.frecency, log, at: 104, timeless: timeless) == "ab")
    #expect(try Self.order(.frecency, Self.hourly("abb"), at: 9, timeless: [0, 1, 2], asked: .day) == "ba")
    // At 9 follows b, at 21 c: without an hour the more frequent one.
    let days = (0..<3).flatMap { day in
      [("a", 8), ("b", 9), ("a", 20), ("c", 21)].map { ($0.0, Double($0.1 + day * 24)) }
    }
    let known = days + [("c", 80), ("a", 81)]
    #expect(try Self.order(.naiveBayes, known, at: 105).first == "b")
    #expect(try Self.order(.naiveBayes, known, at: 105, asked: .order).first == "c")
    #expect(try Self.order(.naiveBayes, known, at: 105, timeless: Set(0..<14)).first == "c")
    for baseline in [Baseline.mostFrequent, .mostRecent, .markov1, .markov2] {
      #expect(
        try Self.order(baseline, known, at: 105, timeless: [1, 5, 9])
          == Self.order(baseline, known, at: 105), "\(baseline)")
    }
  }

  @Test("a rule without donations has no scores", arguments: Baseline.allCases)
  func empty(_ baseline: Baseline) throws {
    #expect(try Self.order(baseline, [], at: 0) == "")
  }
}
