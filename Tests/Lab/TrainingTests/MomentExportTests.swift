import Activities
import Evaluation
import Features
import Kernels
import Ranking
import Suggestions
import Testing

@testable import Training

@Suite("Training: evidence at moments for other programs")
struct MomentExportTests {
  private static let model = Result {
    let (width, novelties) = (FeatureSchema.current.width, FeatureSchema.current.noveltyNames.count)
    func network(_ inputs: Int) throws -> Network {
      try Network(hidden: [], output: [], skip: [Float](repeating: 0.01, count: inputs), bias: 0)
    }
    return try SuggestionModel(
      RankingModel(
        candidateNetwork: network(width), candidateStandardizer: Standardizer(identity: width),
        noveltyNetwork: network(novelties), noveltyStandardizer: Standardizer(identity: novelties)),
      fittedFor: FeatureSchema.current.fingerprint)
  }

  private static func users() throws -> [[Donation]] {
    try [World.history(160, by: "ada"), World.history(120, by: "kai", seed: 2), World.history(60, by: "leo")]
  }

  private static func export(_ users: [[Donation]]) async throws -> MomentExport {
    try await ExampleExport(World.plan()).moments(
      of: FittingLog(name: "log", donations: users.flatMap(\.self)), ranking: model.get())
  }

  @Test("the report part has the moments of an evaluation, and all activities done at each")
  func reported() async throws {
    let (users, model) = (try Self.users(), try Self.model.get())
    let export = try await Self.export(users)
    let width = HorizonSchema.columns.count
    #expect(export.evidence.count == export.done.count * width && export.evidence.allSatisfy(\.isFinite))
    #expect(export.done.count == export.moments.count && export.done.count == export.parts.count)
    #expect(export.moments == export.moments.sorted())

    var evaluator = MomentEvaluator(model: model)
    evaluator.rules = [.nothing]
    let evaluation = try await evaluator.measure(users)
    let moments = Set(zip(export.moments, export.parts).filter { $0.1 == 2 }.map(\.0))
    // A moment without rows belongs to no part by its rows; here each has some.
    #expect(moments.count == evaluation.asked)
    // The squared error of saying nothing is the number of activities that were done.
    let done = zip(export.done, export.parts).count { $0 == 1 && $1 == 2 }
    let novel = moments.reduce(0) { $0 + Int(export.novel[Int($1)]) }
    let brier = try #require(evaluation.rankers.first?.brier)
    #expect(abs(Double(done + novel) - brier * Double(evaluation.asked)) < 0.5)
  }

  @Test("the parts follow one another in time, so another end of the log does not change earlier ones")
  func parts() async throws {
    let users = try Self.users()
    let before = try await Self.export(users)
    let after = try await Self.export(
      users.map { donations in
        donations.enumerated().map { number, donation in
          number < donations.count * 7 / 10 ? donation : donations[donations.count * 7 / 10 - 1]
        }
      })
    func rows(_ export: MomentExport, _ part: Int32) -> [Float] {
      zip(export.parts, export.done).filter { $0.0 == part }.map { Float($0.1) }
    }
    for part in [Int32(0), 1] {
      #expect(!rows(before, part).isEmpty && rows(before, part) == rows(after, part))
    }
    #expect(rows(before, 2) != rows(after, 2))
  }

  @Test("a log that is too short is rejected, as for fitting")
  func short() async throws {
    await #expect(throws: FittingError.self) { try await Self.export([World.history(60)]) }
  }
}
