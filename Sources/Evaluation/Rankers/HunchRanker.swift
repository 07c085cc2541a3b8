internal import Activities
internal import Suggestions

/// The engine itself, asked in the same way as the rules: what is measured is what is served.
struct HunchRanker: ProbabilisticRanker {
  private var profile: Profile
  private var scratch = ProfileScratch()
  private(set) var probabilities: (rows: [Float], novelty: Float) = ([], 1)

  init(model: SuggestionModel) {
    profile = Profile(model)
  }

  mutating func scores(for context: Context) throws -> [Float] {
    let assessment = try profile.assess(context, scratch: &scratch)
    probabilities = (assessment.probabilities, assessment.noveltyProbability)
    return assessment.scores
  }

  mutating func observe(_ donation: Donation, row: Int) throws {
    try profile.observe(donation, scratch: &scratch)
  }
}
