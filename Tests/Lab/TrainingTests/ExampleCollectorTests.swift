import Activities
import Features
import Kernels
import Testing

@testable import Ranking
@testable import Training

@Suite("Training: examples")
struct ExampleCollectorTests {
  private static func collected(
    _ donations: [Donation], _ plan: FittingPlan, weight: Float = 1, stride: Int = 1, seed: UInt64 = 1
  ) async throws -> ExampleCollector {
    try await .fitting(donations, by: plan, weight: weight, validationStride: stride, seed: seed)
  }

  @Test(
    "every donation of the learning share has a query, and then every one of the share to choose by",
    arguments: [
      (0.6, 0.1, 60, 10), (0.9, 0.1, 90, 10), (1, 0.1, 100, 0), (0.55, 0, 55, 0), (0.011, 0.5, 2, 50),
    ])
  func split(_ until: Double, _ validation: Double, _ fitted: Int, _ judged: Int) async throws {
    let plan = World.plan { ($0.until, $0.validationShare) = (until, validation) }
    let donations = try World.told(World.history(100))
    let collector = try await Self.collected(donations, plan)
    let queries = try World.queries(donations, by: plan, seed: 1)
    for (part, numbers) in [(ExamplePart.fit, 0..<fitted), (.choose, fitted..<fitted + judged)] {
      let weights = queries.filter { numbers.contains($0.number) }.map { Float($0.isUsual ? 1 : 0.5) }
      #expect(collector[part].weights == weights && weights.count { $0 == 1 } == numbers.count)
    }
  }

  @Test(
    "an example has the evidence just before a donation, and the outcome",
    arguments: [true, false])
  func contents(isTold: Bool) async throws {
    let donations = try isTold ? World.told(World.history(200)) : World.history(200)
    let collector = try await Self.collected(donations, World.plan())
    let queries = try World.queries(donations, by: World.plan(), seed: 1)
    var (evidence, scratch) = (EvidenceState(), FeatureScratch())
    var (bare, named) = (FeatureScratch(), FeatureScratch())
    var (matrix, novelty): (Matrix, [Float]) = (Matrix(), [])
    var next = [ExamplePart.fit: 0, .choose: 0]
    for (index, donation) in donations.prefix(140).enumerated() {
      let part = index < 120 ? ExamplePart.fit : .choose
      let set = collector[part]
      for asked in queries where asked.number == index {
        let query = next[part, default: 0]
        next[part] = query + 1
        evidence.describe(asked.moment, into: &matrix, novelty: &novelty, scratch: &scratch)
        let rows = set.rows(ofQuery: query)
        #expect(rows.count == matrix.rows)
        let target = donations[asked.donation]
        #expect(Int(set.targets[query]) == evidence.item(of: target.identity) ?? -1)
        let width = set.featureCount
        #expect(
          Array(set.features[rows.lowerBound * width..<rows.upperBound * width]) == matrix.elements)
        #expect(set.weights[query] == (asked.isUsual ? 1 : 0.5))
      }
      // Experts are judged by queries without a lead, which name nothing, and all that the donation
      // tells.
      let context = donation.context
      evidence.describe(
        AskedMoment(Context(at: context.instant)), into: &matrix, novelty: &novelty, scratch: &bare)
      let tells = context.place != nil || !context.attributes.isEmpty
      if tells { evidence.describe(AskedMoment(context), into: &matrix, novelty: &novelty, scratch: &named) }
      evidence.observe(donation, foreseenBy: bare, naming: tells ? named : bare)
    }
    for (part, count) in next { #expect(collector[part].queryCount == count) }
    let others = queries.filter { $0.number < 140 && !$0.isUsual }
    let leads = others.count { $0.moment.lead > 0 }
    #expect((5...30).contains(leads), "about one in eight, of which the log is too short for some: \(leads)")
    #expect(isTold ? (40...90).contains(others.count) : others.count == leads, "\(others.count)")
    #expect(queries.allSatisfy { $0.number >= 140 || $0.donation < ($0.number < 120 ? 120 : 140) })
  }

  @Test(
    "no query has more candidates than the limit, and the outcome is one of them",
    arguments: [12, 3, 0, 40])
  func candidateLimit(drawn: Int) async throws {
    let donations = try World.history(400, activities: 60)
    let plan = World.plan {
      ($0.candidateLimit, $0.randomCandidates, $0.validationCandidateLimit) = (16, drawn, 20)
    }
    let collector = try await Self.collected(donations, plan)
    let queries = try World.queries(donations, by: plan, seed: 1).filter { $0.number < 280 }
    let first = queries.firstIndex { $0.number >= 240 } ?? 0
    var known: Set<ActivityIdentity> = []
    for (index, asked) in queries.enumerated() {
      let target = donations[asked.donation].identity
      let (set, query, limit) =
        index < first ? (collector[.fit], index, 16) : (collector[.choose], index - first, 20)
      if asked.isUsual, asked.number > 0 { known.insert(donations[asked.number - 1].identity) }
      #expect(set.rows(ofQuery: query).count == min(known.count, limit), "query \(index)")
      #expect((set.targets[query] >= 0) == known.contains(target), "query \(index)")
    }
    #expect(known.count == 60)
  }

  @Test("the same seed draws the same candidates, and another seed draws others")
  func seeds() async throws {
    let donations = try World.history(300, activities: 60)
    let plan = World.plan { ($0.candidateLimit, $0.randomCandidates) = (16, 8) }
    var features: [[Float]] = []
    for seed in [1, 1, 2] as [UInt64] {
      features.append(try await Self.collected(donations, plan, seed: seed)[.fit].features)
    }
    #expect(features[0] == features[1] && features[0] != features[2])
  }

  @Test(
    "the share to choose by keeps every fourth query; queries have the log's weight, unusual ones half")
  func stride() async throws {
    let donations = try World.told(World.history(200))
    let collector = try await Self.collected(donations, World.plan(), weight: 2.5, stride: 4)
    let queries = try World.queries(donations, by: World.plan(), seed: 1)
    func weights(_ numbers: some Collection<Int>) -> [Float] {
      queries.filter { numbers.contains($0.number) }.map { $0.isUsual ? 2.5 : 1.25 }
    }
    #expect(collector[.fit].weights == weights(0..<120))
    #expect(collector[.choose].weights == weights([120, 124, 128, 132, 136]))
    #expect(Set(collector[.choose].weights) == [2.5, 1.25])
  }

  @Test("rows are selected unchanged")
  func selecting() throws {
    let matrix = try Matrix(rows: 3, columns: 2, elements: [1, 2, 3, 4, 5, 6])
    #expect(matrix.selecting([0, 2]).elements == [1, 2, 5, 6])
    #expect(matrix.selecting([0, 1, 2]) == matrix)
  }
}
