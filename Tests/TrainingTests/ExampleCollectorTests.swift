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
    "a query for every donation of the fitted share, then for the next share to judge by",
    arguments: [
      (0.6, 0.1, 60, 10), (0.9, 0.1, 90, 10), (1, 0.1, 100, 0), (0.55, 0, 55, 0), (0.011, 0.5, 2, 50),
    ])
  func split(_ until: Double, _ validation: Double, _ fitted: Int, _ judged: Int) async throws {
    let plan = World.plan { ($0.until, $0.validationShare) = (until, validation) }
    let collector = try await Self.collected(World.history(100), plan)
    #expect(collector[.fit].queryCount == fitted && collector[.choose].queryCount == judged)
  }

  @Test("what an example says is what the evidence said just before, with what then happened")
  func contents() async throws {
    let donations = try World.history(60)
    let collector = try await Self.collected(donations, World.plan())
    var (evidence, scratch) = (EvidenceState(), FeatureScratch())
    var (matrix, novelty): (Matrix, [Float]) = (Matrix(), [])
    let sets = [(collector[.fit], donations[..<36]), (collector[.choose], donations[36..<42])]
    for (set, part) in sets {
      for (query, donation) in part.enumerated() {
        evidence.describe(donation.context, into: &matrix, novelty: &novelty, scratch: &scratch)
        let rows = set.rows(ofQuery: query)
        #expect(rows.count == matrix.rows)
        #expect(Int(set.targets[query]) == evidence.row(of: donation.identity) ?? -1)
        let width = set.featureCount
        #expect(Array(set.features[rows.lowerBound * width..<rows.upperBound * width]) == matrix.elements)
        evidence.observe(donation, foreseenBy: scratch)
      }
    }
  }

  @Test(
    "no query has more candidates than the limit, and what happened is one of them",
    arguments: [12, 3, 0, 40])
  func candidateLimit(drawn: Int) async throws {
    let donations = try World.history(400, activities: 60)
    let plan = World.plan {
      ($0.candidateLimit, $0.randomCandidates, $0.validationCandidateLimit) = (16, drawn, 20)
    }
    let collector = try await Self.collected(donations, plan)
    var known: Set<ActivityIdentity> = []
    for (index, donation) in donations.prefix(280).enumerated() {
      let (set, query, limit) =
        index < 240 ? (collector[.fit], index, 16) : (collector[.choose], index - 240, 20)
      #expect(set.rows(ofQuery: query).count == min(known.count, limit), "query \(index)")
      #expect((set.targets[query] >= 0) == known.contains(donation.identity), "query \(index)")
      known.insert(donation.identity)
    }
    #expect(known.count == 60)
  }

  @Test("the same seed draws the same candidates, another seed others")
  func seeds() async throws {
    let donations = try World.history(300, activities: 60)
    let plan = World.plan { ($0.candidateLimit, $0.randomCandidates) = (16, 8) }
    var features: [[Float]] = []
    for seed in [1, 1, 2] as [UInt64] {
      features.append(try await Self.collected(donations, plan, seed: seed)[.fit].features)
    }
    #expect(features[0] == features[1] && features[0] != features[2])
  }

  @Test("of the queries to judge by every so many is kept, and all carry the log's weight")
  func stride() async throws {
    let collector = try await Self.collected(World.history(200), World.plan(), weight: 2.5, stride: 4)
    #expect(collector[.fit].queryCount == 120 && collector[.choose].queryCount == 5)
    #expect((collector[.fit].weights + collector[.choose].weights).allSatisfy { $0 == 2.5 })
  }

  @Test("rows are selected as they are")
  func selecting() throws {
    let matrix = try Matrix(rows: 3, columns: 2, elements: [1, 2, 3, 4, 5, 6])
    #expect(matrix.selecting([0, 2]).elements == [1, 2, 5, 6])
    #expect(matrix.selecting([0, 1, 2]) == matrix)
  }
}
