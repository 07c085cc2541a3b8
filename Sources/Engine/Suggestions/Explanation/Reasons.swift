internal import Activities
internal import Features
internal import Phrases
internal import Ranking

/// The reasons for an item's score, before they are worded.
struct Reasons: Sendable {
  /// The ground for a reason, before its texts are read from the log.
  enum Ground: Sendable {
    /// A fact, and the item of the activity that it names.
    case fact(Fact, namedItem: Int?)
    /// A parameter in common with another activity.
    case shared(SharedParameter)
    /// The words for a rule's ground, as a phrase and as a clause.
    case words(String, clause: String)
    /// The savings that its program states.
    case savings

    /// Returns a rule's ground, with words that are a clause.
    static func rule(_ words: String) -> Ground { .words(words, clause: words) }

    /// The item of the activity that it names.
    var namedItem: Int? {
      switch self {
      case .fact(_, let item): item
      case .shared(let parameter): parameter.item
      case .words, .savings: nil
      }
    }
  }

  /// The contribution of one group, in nats.
  struct Part: Sendable {
    let group: ReasonGroup
    let amount: Double
    /// A ground that the log confirms and that has the same sign as the amount; `nil` if none does.
    var ground: Ground?
  }

  /// The explained item; `nil` for an activity that was never done.
  let item: Int?
  let score: Double
  /// The parts, the largest in absolute value first.
  let parts: [Part]
  /// Facts that are true of every activity, used if there are no others.
  let plain: [Fact]

  /// The items of the activities whose titles the words need.
  var namedItems: [Int] { parts.compactMap { $0.ground?.namedItem } }

  /// Puts the reasons into words.
  func worded(by activities: [Int: UserActivity], phrases: PhraseBook) -> Explanation {
    let contributions = parts.map { part in
      Explanation.Contribution(
        group: part.group, amount: part.amount,
        fact: part.ground.flatMap { stated($0, activities, phrases) })
    }
    return Explanation(score: score, contributions: contributions, facts: told(contributions))
  }

  private func stated(
    _ ground: Ground, _ activities: [Int: UserActivity], _ phrases: PhraseBook
  ) -> Explanation.StatedFact? {
    let title =
      ground.namedItem.map { $0 == item ? "itself" : phrases.title(ofItem: $0, in: activities) } ?? ""
    func stated(_ fact: Fact) -> Explanation.StatedFact {
      Explanation.StatedFact(fact, title: title)
    }
    switch ground {
    case .fact(let fact, _): return stated(fact)
    case .words(let words, let clause): return Explanation.StatedFact(words: words, clause: clause)
    case .savings:
      return item.flatMap { activities[$0] }.flatMap(BenefitWording.words).map {
        Explanation.StatedFact(words: $0, clause: $0)
      }
    case .shared(let parameter):
      guard let own = item.flatMap({ activities[$0] }), let other = activities[parameter.item] else {
        return nil
      }
      return parameter.fact(between: own, and: other).map(stated)
    }
  }

  /// Returns at most three facts for the activity, the strongest first.
  ///
  /// They should set the activity apart from others: an hour, a day, a place, a preceding activity.
  /// If no weighty fact does, lighter ones may. If none does at all, the facts are how often the
  /// activity was done, and when it was last done.
  private func told(_ contributions: [Explanation.Contribution]) -> [Explanation.StatedFact] {
    var told: [Explanation.StatedFact] = []
    func tell(_ stated: Explanation.StatedFact) {
      let isTold = told.contains { $0.words == stated.words || $0.fact?.isAbout(stated.fact) == true }
      if told.count < Explanation.mostFacts, !isTold { told.append(stated) }
    }
    let weighty = contributions.filter { $0.amount >= Self.leastAmount }.compactMap(\.fact)
    let slight = contributions.filter { $0.amount > 0 }.compactMap(\.fact)
    for fact in [weighty, slight].first(where: { $0.contains(where: \.setsApart) }) ?? [] where fact.setsApart
    {
      tell(fact)
    }
    // If only a program's word supports it, that word is the only fact.
    for fact in contributions.compactMap(\.fact) where plain.isEmpty { tell(fact) }
    if told.isEmpty {
      for fact in plain { tell(Explanation.StatedFact(fact, title: "")) }
    } else if let often = weighty.first(where: { $0.fact?.isFrequency == true }) {
      tell(often)
    }
    return told
  }

  /// The minimum amount of a reason, in nats, unless there is no better one: less hardly changes
  /// the odds.
  private static let leastAmount = 0.15
}

extension Fact {
  /// Returns whether another fact is about the same thing, so that one of them is enough.
  fileprivate func isAbout(_ other: Fact?) -> Bool {
    switch (self, other) {
    case (.days, .days), (.habit, .done), (.recency, .recency),
      (.interval, .recency), (.recency, .interval):
      true
    default: false
    }
  }

  /// A Boolean value that indicates whether it says only how often something was done.
  var isFrequency: Bool {
    switch self {
    case .habit, .done, .lately: true
    case .days, .previous, .interval, .place, .context, .recency, .shared: false
    }
  }

  /// The maximum number of other activities since an activity that the user is still busy with.
  private static let atHand = 2

  /// A Boolean value that indicates whether it sets an activity apart from others that the user
  /// does as often.
  var setsApart: Bool {
    switch self {
    case .habit, .done, .lately: false
    case .recency(_, let donations): donations.map { $0 <= Self.atHand } ?? false
    case .days, .previous, .interval, .place, .context, .shared: true
    }
  }
}

extension Explanation.StatedFact {
  /// A Boolean value that indicates whether it sets an activity apart from others that the user
  /// does as often; a rule's words do.
  var setsApart: Bool { fact?.setsApart ?? true }
}

extension UserModel {
  /// Prepares to explain the scores of a query.
  func explainer(of query: RankedCandidates, scratch: inout UserModelScratch) throws
    -> ReasonFinder
  {
    let features = query.features
    return ReasonFinder(
      explainer: try rankings[features.mode].explainer(
        of: features.matrix, items: features.items, novelty: features.novelty,
        circumstances: features.circumstances,
        scratch: &scratch.scoring),
      facts: evidence.factFinder(at: query.request.moment))
  }

  /// Returns the contributions to an item's score, from evidence and from rules, with the facts
  /// that the log confirms.
  func reasons(for item: Int, in query: RankedCandidates, by finder: ReasonFinder) throws -> Reasons {
    let moment = query.request.moment
    let groups = FeatureGroup.allCases
    func number(_ group: FeatureGroup) -> Int { groups.firstIndex(of: group) ?? 0 }
    let contributions = try finder.explainer.contributions(
      to: query.features.candidate(forItem: item), groups: evidence.groups(at: moment).map(number),
      circumstanceGroups: evidence.circumstanceGroups(of: moment, without: silentGroups).map(number))
    let items = Set(query.ruled.merged[item]?.items ?? [item])
    let shown = zip(groups, contributions.groups).map { group, amount in
      Reasons.Part(
        group: .evidence(group), amount: Double(amount),
        ground: ground(of: group, item: item, among: items, speakingFor: amount > 0, finder.facts))
    }
    let stated = ruleParts(for: item, in: query) + hintPart(for: item, in: query)
    return Reasons(
      item: item,
      score: Double(contributions.score) - Double(contributions.averageScore)
        + stated.reduce(0) { $0 + $1.amount },
      parts: (shown + stated).filter { $0.amount != 0 }.sorted { abs($0.amount) > abs($1.amount) },
      plain: plainFacts(about: items, finder.facts))
  }

  /// Returns the fact behind a group of evidence if it has the same sign as the group.
  private func ground(
    of group: FeatureGroup, item: Int, among items: Set<Int>, speakingFor: Bool, _ facts: FactFinder
  ) -> Reasons.Ground? {
    if group == .sharedParameters {
      return speakingFor ? facts.sharedParameter(ofItem: item).map(Reasons.Ground.shared) : nil
    }
    guard let finding = facts.finding(for: group, about: items), finding.speaksFor == speakingFor else {
      return nil
    }
    return .fact(finding.fact, namedItem: namedItem(of: finding.fact))
  }

  /// Returns how often it was done, and when it was last done if the log is sure to confirm that.
  private func plainFacts(about items: Set<Int>, _ facts: FactFinder) -> [Fact] {
    [facts.count(of: items)] + (facts.finding(for: .recency, about: items).map { [$0.fact] } ?? [])
  }

  private func namedItem(of fact: Fact) -> Int? {
    if case .previous(let activity, _, _, _) = fact { evidence.item(of: activity) } else { nil }
  }

  /// Returns the contributions of rules to an item's score.
  private func ruleParts(for item: Int, in query: RankedCandidates) -> [Reasons.Part] {
    let merged = query.ruled.merged[item]
    let subject = subject(ofItem: item)
    let showings = feedback.showings(of: subject)
    let said = FeedbackWording.words(
      dismissals: feedback.dismissals(of: subject), shown: showings.shown, accepted: showings.accepted)
    let isOfSeveral = (merged?.items.count ?? 1) > 1
    let amount = Double(merged?.amount ?? 0)
    return [
      Reasons.Part(
        group: .feedback, amount: Double(Float(feedback.amount(subject, at: query.gates.instant))),
        ground: .words(said, clause: "it was \(said)")),
      Reasons.Part(
        group: .benefit, amount: Double(subject.entry.benefit) + (isOfSeveral ? 0 : amount),
        ground: .savings),
      Reasons.Part(
        group: .combination, amount: isOfSeveral ? amount : 0,
        ground: .rule("\(merged?.items.count ?? 1) ways of doing it count as one")),
    ]
  }

  /// Returns the contribution of hints to an item's score.
  private func hintPart(for item: Int, in query: RankedCandidates) -> [Reasons.Part] {
    guard let gain = query.ruled.hintGains[item], let member = query.ruled.hints[item] else { return [] }
    return [
      Reasons.Part(group: .hint, amount: gain, ground: .rule(HintWording.words(for: member.strongest)))
    ]
  }
}

/// Finds the contributions to a query's scores, and the facts behind them.
struct ReasonFinder {
  let explainer: PersonalModel.Explainer
  let facts: FactFinder
}
