import Activities
import Features
import Kernels
import Ranking
import Testing

@testable import Suggestions
@testable import SuggestionsExercises

@Suite struct SuggestionModelTests {
  /// A model trained on all evidence except for some groups.
  private static func model(without groups: Set<FeatureGroup>) throws -> SuggestionModel {
    let schema = FeatureSchema.current
    let (width, novelties) = (schema.width, schema.noveltyNames.count)
    func line(_ inputs: Int) throws -> Network {
      try Network(hidden: [], output: [], skip: [Float](repeating: 0.1, count: inputs), bias: 0)
    }
    let factors: [Float] = schema.columns.map { groups.contains($0.group) ? 0 : 1 }
    return try SuggestionModel(
      RankingModel(
        candidateNetwork: line(width),
        candidateStandardizer: Standardizer(mean: [Float](repeating: 0, count: width), factor: factors),
        noveltyNetwork: line(novelties), noveltyStandardizer: Standardizer(identity: novelties)),
      fittedFor: schema.fingerprint)
  }

  @Test func theEvidenceHasAnOpinionByItsTwoColumns() throws {
    let columns = try Self.model(without: []).evidenceColumns.map { FeatureSchema.current.columns[$0].name }
    #expect(Set(columns) == Set(FeatureSchema.ownEvidence))
  }

  /// Groups that a model was not trained on do not affect it indirectly.
  @Test(arguments: FeatureGroup.allCases)
  func evidenceThatWasLeftOutHasNoOpinion(group: FeatureGroup) throws {
    let model = try Self.model(without: [group])
    #expect(model.silentGroups == [group])
    #expect(model.evidenceColumns.isEmpty == ![.sharedParameters, .recency].contains(group))
  }

  /// Scoring reads these columns from the first candidate only.
  @Test func columnsOfTheQueryAreTheSameForAllCandidates() throws {
    let columns = try Self.model(without: []).ranking.queryColumns
    #expect(columns.count > 10)
    var (evidence, scratch) = (EvidenceState(), FeatureScratch())
    var (matrix, novelty) = (Matrix(), [Float]())
    for donation in try World.history(60, seed: 4) {
      evidence.observe(donation)
      evidence.describe(
        AskedMoment(Context(at: donation.context.instant)), into: &matrix, novelty: &novelty,
        scratch: &scratch)
      for column in columns {
        let values = Set((0..<matrix.rows).map { matrix[$0, column] })
        #expect(values.count == 1, "\(FeatureSchema.current.columns[column].name)")
      }
    }
  }
}
