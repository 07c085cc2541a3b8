internal import Activities
internal import Features
internal import Ranking

/// Why a row got its score.
extension Profile {
  /// Explains the query that was assessed last with the scratch.
  func explainer(scratch: inout ProfileScratch) throws -> PersonalModel.Explainer {
    try model.explainer(
      of: scratch.matrix, novelty: scratch.novelty, circumstances: scratch.circumstances,
      scratch: &scratch.scoring)
  }

  /// The contributions to a row's score, those of evidence and those of rules.
  func reasons(
    for row: Int, in context: Context, by explainer: PersonalModel.Explainer, scratch: ProfileScratch
  ) throws -> Answer.Reasons {
    let groups = FeatureGroup.allCases
    func number(_ group: FeatureGroup) -> Int { groups.firstIndex(of: group) ?? 0 }
    let contributions = try explainer.contributions(
      to: row, groups: evidence.groups(in: context).map(number),
      circumstanceGroups: evidence.circumstanceGroups(of: context, without: silentGroups).map(number))
    let shown = zip(groups, contributions.groups).map { group, amount in
      Answer.Reasons.Part(
        group: .evidence(group), amount: Double(amount),
        fact: fact(for: group, row: row, scratch: scratch))
    }
    let stated =
      ruleParts(for: row, at: context.instant, merged: scratch.merged[row])
      + hintPart(for: row, scratch: scratch)
    return Answer.Reasons(
      score: Double(contributions.score) - Double(contributions.averageScore)
        + stated.reduce(0) { $0 + $1.amount },
      parts: (shown + stated).filter { $0.amount != 0 }.sorted { abs($0.amount) > abs($1.amount) })
  }

  /// What rules add to a row's score.
  private func ruleParts(for row: Int, at instant: Instant, merged: Merged?) -> [Answer.Reasons.Part] {
    let subject = subject(ofRow: row)
    let showings = verdicts.showings(of: subject)
    let said = FeedbackWording.words(
      dismissals: verdicts.dismissals(of: subject), shown: showings.shown, accepted: showings.accepted)
    let isOfSeveral = (merged?.rows.count ?? 1) > 1
    let amount = Double(merged?.amount ?? 0)
    return [
      Answer.Reasons.Part(
        group: .feedback, amount: Double(Float(verdicts.amount(subject, at: instant))), words: said),
      Answer.Reasons.Part(
        group: .benefit, amount: Double(subject.entry.benefit) + (isOfSeveral ? 0 : amount),
        words: "its program says what it saves"),
      Answer.Reasons.Part(
        group: .combination, amount: isOfSeveral ? amount : 0,
        words: "\(merged?.rows.count ?? 1) ways of doing it are one"),
    ]
  }

  /// The fact behind a group of evidence; how often a combination was done counts all that have it.
  private func fact(for group: FeatureGroup, row: Int, scratch: ProfileScratch) -> Fact? {
    let fact = evidence.fact(for: group, row: row, from: scratch.features)
    guard case .habit(_, let all)? = fact else { return fact }
    return .habit(times: count(ofRow: row, merged: scratch.merged), of: all)
  }
}
