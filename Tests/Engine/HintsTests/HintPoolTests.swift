import Activities
import TestSupport
import Testing

@testable import Suggestions

@Suite("Hints and learned habits combine into one probability")
struct HintPoolTests {
  private static func pool(
    _ values: [(name: String, relevance: Double)], further: [Relevance] = []
  ) throws -> HintPool {
    let context = Context(at: try Sample.instant("09:00"))
    return HintPool(
      try values.map { value in
        AssessedHint(
          try Sample.hint(value.name, [.routine(.home)] + further), in: context,
          by: StatedRoutines([.home: value.relevance]))
      })
  }

  private static func date(hours: Double?) throws -> Relevance {
    let start = try Sample.instant("09:00")
    return .date(try DateRelevance(from: start, to: hours.map { start.advanced(bySeconds: $0 * 3_600) }))
  }

  @Test(
    "the probabilities of known activities, new ones and none of these sum to 1", arguments: 1...20)
  func sums(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let isDated = seed % 2 == 0
    let pool = try Self.pool(
      (0..<Int.random(in: 0...9, using: &numbers)).map {
        ("h\($0)", Double.random(in: 0...1, using: &numbers))
      }, further: isDated ? [Self.date(hours: 1)] : [])
    let raw = (0..<Int.random(in: 0...6, using: &numbers)).map { _ in
      Double.random(in: 0...1, using: &numbers)
    }
    let novelty = raw.isEmpty ? 1 : Double.random(in: 0...1, using: &numbers)
    let sum = raw.reduce(0, +)
    let learned = raw.map { $0 / max(sum, 1e-9) * (1 - novelty) }
    // The first hinted activities are the known ones.
    var total = pool.novelty(novelty)
    for index in 0..<max(learned.count, pool.members.count) {
      let weight = index < pool.members.count ? pool.members[index].weight : .none
      let own = index < learned.count ? learned[index] : 0
      let heeded = pool.probability(learned: own, novelty: novelty, weight: weight)
      #expect((0...1).contains(heeded), "seed \(seed)")
      if weight == .none {
        let trust = isDated ? HintPool.trustInDate : HintPool.trust
        #expect(heeded >= own * (1 - trust), "seed \(seed): hints take at most a tenth, or half")
      }
      total += heeded
    }
    #expect(abs(total - 1) < 1e-12, "seed \(seed)")
  }

  @Test("a probability rises with its own hint and falls with another's, without a jump", arguments: 1...20)
  func monotone(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let other = Double.random(in: 0...1, using: &numbers)
    let novelty = Double.random(in: 0.001...1, using: &numbers)
    let learned = Double.random(in: 0...(1 - novelty), using: &numbers)
    var last: (own: Double, other: Double)?
    for step in 0...200 {
      let relevance = Double(step) / 200
      let pool = try Self.pool([("a", relevance), ("b", other)])
      func weighed(_ title: String) -> HintPool.Weight {
        pool.members.first { $0.strongest.stated.hint.activity.title == title }?.weight ?? .none
      }
      let weight = weighed("Show the a")
      let own = pool.probability(learned: learned, novelty: novelty, weight: weight)
      let theirs = pool.probability(learned: 0, novelty: novelty, weight: weighed("Show the b"))
      #expect(own >= pool.probability(learned: 0, novelty: novelty, weight: weight), "at least as likely")
      if let last {
        #expect(own > last.own && own - last.own < 0.006, "seed \(seed), step \(step)")
        #expect(theirs <= last.other && last.other - theirs < 0.006, "seed \(seed), step \(step)")
      } else {
        #expect(abs(own - learned * pool.rest) < 1e-15, "no relevance, no gain")
      }
      last = (own, theirs)
    }
  }

  @Test("only the strongest hint of an activity counts")
  func union() throws {
    let (weak, strong) = (try Self.pool([("a", 0.25)]), try Self.pool([("a", 0.75)]))
    let both = try Self.pool([("a", 0.25), ("a", 0.75), ("a", 0.75)])
    #expect(both.members.count == 1)
    #expect(both.total == strong.total && both.total.whole > weak.total.whole)
    #expect(try Self.pool([("a", 0)]) == .empty)
    #expect(HintPool.empty.probability(learned: 0.3, novelty: 0.1, weight: .none) == 0.3)
    #expect(HintPool.empty.probability(learned: 0.25, within: 3_600, weight: .none) == 0.25)
    #expect(HintPool.empty.novelty(0.1) == 0.1)
  }

  @Test(
    "a date of up to a day gets half the trust, a lasting hint a tenth, and a union the larger trust")
  func trusted() throws {
    func weight(_ further: [Relevance]) throws -> HintPool.Weight {
      try Self.pool([("a", 0.5)], further: further).total
    }
    #expect(try weight([]) == HintPool.Weight(whole: 0.5, trusted: 0.05))
    for hours in [nil, 0, 1, 24] as [Double?] {
      #expect(try weight([Self.date(hours: hours)]) == HintPool.Weight(whole: 0.5, trusted: 0.25))
    }
    #expect(try weight([Self.date(hours: 25)]) == weight([]), "too long to count as a date")
    let standing = try AssessedHint(
      Sample.hint("a", [.routine(.home)]), in: Context(at: Sample.instant("09:00")),
      by: StatedRoutines([.home: 0.75]))
    let dated = try AssessedHint(
      Sample.hint("a", [.routine(.home), Self.date(hours: 1)]), in: Context(at: Sample.instant("09:00")),
      by: StatedRoutines([.home: 0.5]))
    for hints in [[standing, dated], [dated, standing]] {
      let pool = HintPool(hints)
      #expect(pool.total == HintPool.Weight(whole: 0.75, trusted: 0.25))
      #expect(pool.members.map(\.strongest) == [standing])
    }
  }

  @Test(
    "within a horizon, a date comes true 1 time in 3, a lasting hint 1 in 11, and each of several less often"
  )
  func withinHorizon() throws {
    func alone(_ count: Int, _ further: [Relevance], within seconds: Double = 3_600) throws -> Double {
      let pool = try Self.pool((0..<count).map { ("h\($0)", 1) }, further: further)
      return pool.probability(learned: 0, within: seconds, weight: pool.members[0].weight)
    }
    let date = [try Self.date(hours: 1)]
    #expect(try abs(alone(1, date) - 1.0 / 3) < 1e-12 && abs(alone(1, []) - 1.0 / 11) < 1e-12)
    #expect(try abs(alone(2, date) - 1.0 / 4) < 1e-12)
    #expect(try alone(1, date, within: 86_400) == alone(1, date), "relevance describes the present")
    let minutes = try [60.0, 600, 1_800, 3_600].map { try alone(1, date, within: $0) }
    #expect(minutes == minutes.sorted() && minutes[0] > 0 && minutes[0] < 0.01)
    let pool = try Self.pool([("a", 1)], further: date)
    let weight = pool.members[0].weight
    #expect(abs(pool.probability(learned: 0.4, within: 3_600, weight: weight) - 0.6) < 1e-12)
  }
}
