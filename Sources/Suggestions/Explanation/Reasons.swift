internal import Activities
internal import Features
internal import Phrases
internal import Ranking

/// The reasons for a row's score, before they are put into words.
struct Reasons: Sendable {
  /// The contribution of one group, in nats.
  struct Part: Sendable {
    let group: ReasonGroup
    let amount: Double
    var fact: Fact?
    /// The words for what a rule goes by.
    var words: String?
  }

  let score: Double
  /// The largest in absolute value first.
  let parts: [Part]

  /// Puts the reasons into words.
  func worded(by activities: [Int: UserActivity], phrases: PhraseBook) -> Explanation {
    func title(of row: Int) -> String { phrases.title(ofRow: row, in: activities) }
    return Explanation(
      score: score,
      contributions: parts.map { part in
        Explanation.Contribution(
          group: part.group, amount: part.amount,
          fact: (part.fact?.words(titleOfRow: title) ?? part.words).map {
            Explanation.StatedFact(fact: part.fact, words: $0)
          })
      })
  }
}

extension UserModel {
  /// Prepares to explain the scores of a query.
  func explainer(of query: RankedCandidates, scratch: inout UserModelScratch) throws
    -> PersonalModel.Explainer
  {
    let features = query.features
    return try ranking.explainer(
      of: features.matrix, novelty: features.novelty, circumstances: features.circumstances,
      scratch: &scratch.scoring)
  }

  /// The contributions to a row's score, those of evidence and those of rules.
  func reasons(
    for row: Int, in query: RankedCandidates, by explainer: PersonalModel.Explainer
  ) throws -> Reasons {
    let context = query.request.context
    let groups = FeatureGroup.allCases
    func number(_ group: FeatureGroup) -> Int { groups.firstIndex(of: group) ?? 0 }
    let contributions = try explainer.contributions(
      to: row, groups: evidence.groups(in: context).map(number),
      circumstanceGroups: evidence.circumstanceGroups(of: context, without: silentGroups).map(number))
    let shown = zip(groups, contributions.groups).map { group, amount in
      Reasons.Part(
        group: .evidence(group), amount: Double(amount), fact: fact(for: group, row: row, in: query))
    }
    let stated = ruleParts(for: row, in: query) + hintPart(for: row, in: query)
    return Reasons(
      score: Double(contributions.score) - Double(contributions.averageScore)
        + stated.reduce(0) { $0 + $1.amount },
      parts: (shown + stated).filter { $0.amount != 0 }.sorted { abs($0.amount) > abs($1.amount) })
  }

  /// The contributions of rules to a row's score.
  private func ruleParts(for row: Int, in query: RankedCandidates) -> [Reasons.Part] {
    let merged = query.ruled.merged[row]
    let subject = subject(ofRow: row)
    let showings = feedback.showings(of: subject)
    let said = FeedbackWording.words(
      dismissals: feedback.dismissals(of: subject), shown: showings.shown, accepted: showings.accepted)
    let isOfSeveral = (merged?.rows.count ?? 1) > 1
    let amount = Double(merged?.amount ?? 0)
    return [
      Reasons.Part(
        group: .feedback, amount: Double(Float(feedback.amount(subject, at: query.gates.instant))),
        words: said),
      Reasons.Part(
        group: .benefit, amount: Double(subject.entry.benefit) + (isOfSeveral ? 0 : amount),
        words: "its program says what it saves"),
      Reasons.Part(
        group: .combination, amount: isOfSeveral ? amount : 0,
        words: "\(merged?.rows.count ?? 1) ways of doing it are one"),
    ]
  }

  /// The contribution of hints to a row's score.
  private func hintPart(for row: Int, in query: RankedCandidates) -> [Reasons.Part] {
    guard let gain = query.ruled.hintGains[row], let member = query.ruled.hints[row] else { return [] }
    return [Reasons.Part(group: .hint, amount: gain, words: HintWording.words(for: member.strongest))]
  }

  /// The fact behind a group of evidence; how often a combination was done counts all that have it.
  private func fact(for group: FeatureGroup, row: Int, in query: RankedCandidates) -> Fact? {
    let fact = evidence.fact(for: group, row: row, from: query.features.evidence)
    guard case .habit(_, let all)? = fact else { return fact }
    return .habit(times: count(ofRow: row, merged: query.ruled.merged[row]), of: all)
  }
}
