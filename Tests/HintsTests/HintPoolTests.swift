import Activities
import TestSupport
import Testing

@testable import Suggestions

@Suite("Hints and what was learned make one probability")
struct HintPoolTests {
  private static func pool(_ values: [(name: String, relevance: Double)]) throws -> HintPool {
    let context = Context(at: try Sample.instant("09:00"))
    return HintPool(
      try values.map { value in
        AssessedHint(
          try Sample.hint(value.name, [.routine(.home)]), in: context,
          by: StatedRoutines([.home: value.relevance]))
      })
  }

  @Test(
    "probabilities, of what was done and of what was not, and of none of these, sum to 1", arguments: 1...20)
  func sums(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let pool = try Self.pool(
      (0..<Int.random(in: 0...9, using: &numbers)).map {
        ("h\($0)", Double.random(in: 0...1, using: &numbers))
      })
    let raw = (0..<Int.random(in: 0...6, using: &numbers)).map { _ in
      Double.random(in: 0...1, using: &numbers)
    }
    let novelty = raw.isEmpty ? 1 : Double.random(in: 0...1, using: &numbers)
    let sum = raw.reduce(0, +)
    let learned = raw.map { $0 / max(sum, 1e-9) * (1 - novelty) }
    // The first of the hinted activities are those that were done.
    var total = pool.novelty(novelty)
    for index in 0..<max(learned.count, pool.members.count) {
      let weight = index < pool.members.count ? pool.members[index].weight : 0
      let own = index < learned.count ? learned[index] : 0
      let heeded = pool.probability(learned: own, novelty: novelty, weight: weight)
      #expect((0...1).contains(heeded), "seed \(seed)")
      if weight == 0 {
        #expect(heeded >= own * (1 - HintPool.trust), "seed \(seed): at most a tenth is taken")
      }
      total += heeded
    }
    #expect(abs(total - 1) < 1e-12, "seed \(seed)")
  }

  @Test("a probability rises with its own hint, and falls with another's, without a jump", arguments: 1...20)
  func monotone(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let other = Double.random(in: 0...1, using: &numbers)
    let novelty = Double.random(in: 0.001...1, using: &numbers)
    let learned = Double.random(in: 0...(1 - novelty), using: &numbers)
    var last: (own: Double, other: Double)?
    for step in 0...200 {
      let relevance = Double(step) / 200
      let pool = try Self.pool([("a", relevance), ("b", other)])
      let weight = pool.members.first { $0.strongest.stated.hint.activity.title == "Show the a" }?.weight ?? 0
      let own = pool.probability(learned: learned, novelty: novelty, weight: weight)
      let theirs = pool.probability(learned: 0, novelty: novelty, weight: other)
      #expect(own >= pool.probability(learned: 0, novelty: novelty, weight: weight), "done counts for more")
      if let last {
        #expect(own > last.own && own - last.own < 0.006, "seed \(seed), step \(step)")
        #expect(theirs <= last.other && last.other - theirs < 0.006, "seed \(seed), step \(step)")
      } else {
        #expect(abs(own - learned * pool.rest) < 1e-15, "no relevance, no gain")
      }
      last = (own, theirs)
    }
  }

  @Test("of one activity the strongest hint counts, and a second one gains nothing")
  func union() throws {
    let (weak, strong) = (try Self.pool([("a", 0.25)]), try Self.pool([("a", 0.75)]))
    let both = try Self.pool([("a", 0.25), ("a", 0.75), ("a", 0.75)])
    #expect(both.members.count == 1)
    #expect(both.total == strong.total && both.total > weak.total)
    #expect(try Self.pool([("a", 0)]) == .empty)
    #expect(HintPool.empty.probability(learned: 0.3, novelty: 0.1, weight: 0) == 0.3)
    #expect(HintPool.empty.novelty(0.1) == 0.1)
  }
}
