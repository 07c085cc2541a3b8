public import Activities
internal import Features
public import Phrases

/// The path of an activity through a query: its score, the gates that it passed, the one that
/// stopped it, and the changes that would bring it first.
public struct SuggestionDiagnosis: Hashable, Sendable {
  /// The activity, as it was last donated.
  public let activity: UserActivity
  /// The identity of the activity.
  public let identity: ActivityIdentity
  /// Its rank among all that may be offered, counted from 1; an activity that may not be offered is
  /// ranked as if it might.
  public let rank: Int
  /// The probability, 0 to 1, that the user does it within the ``horizon``, or, without a horizon,
  /// that the user does it next.
  public let probability: Double
  /// The horizon of all probabilities, in seconds; `nil` if they assume that the user does
  /// something now.
  public let horizon: Double?
  /// Its title, with words that distinguish it from others with the same title.
  public let displayTitle: DisplayTitle
  /// The short words to invoke it by.
  public let phrase: String
  /// The contributions to its score, which is always conditional, even with a horizon.
  public let explanation: Explanation
  /// The gates that it had to pass, in order.
  public let gates: [GateReport]
  /// Other circumstances in which it would come first, or failing that, rank higher than now.
  ///
  /// In all of them it is more likely than now. Each was tried, and would lead to a suggestion.
  /// Empty if it is already suggested first, or if a gate stops it in all circumstances: for
  /// example, because the user forbade it.
  public let alternatives: [Alternative]

  /// The gate that stopped it; `nil` if it is suggested.
  public var firstClosedGate: GateReport? { gates.first { !$0.isPassed } }
}

/// Circumstances that differ from those of the query, with the engine's answer in them.
public struct Alternative: Hashable, Sendable {
  /// An activity done before.
  public struct Predecessor: Hashable, Sendable {
    /// The activity.
    public let identity: ActivityIdentity
    /// The user's name for it.
    public let title: String
    /// The seconds that usually pass between it and the activity.
    public let seconds: Double
  }

  /// A difference in circumstances.
  public enum Change: Hashable, Sendable {
    /// The moment, if nothing else is done before it.
    case time(Instant)
    /// The place.
    case place(Place)
    /// An activity done now, with the query asked some seconds after it.
    case previous(Predecessor)
    /// The usual moment, place and preceding activity.
    case usual(Instant, Place?, Predecessor?)
  }

  /// The difference.
  public let change: Change
  /// Its rank in these circumstances, counted from 1.
  public let rank: Int
  /// Its probability in these circumstances, 0 to 1, with the same horizon.
  public let probability: Double
}

extension UserModel {
  /// Diagnoses an activity in a query; a combination of parameters is diagnosed as its most likely
  /// activity.
  ///
  /// - Returns: `nil` if it was never done.
  func diagnosis(
    of identity: ActivityIdentity, _ request: SuggestionRequest, applying hints: HintPool,
    scratch: inout UserModelScratch
  ) throws -> DiagnosisDraft? {
    let query = try rank(request, applying: hints, requiring: items(of: identity), scratch: &scratch)
    guard let item = offeredItem(of: identity, in: query.ruled) else { return nil }
    let reasons = try reasons(for: item, in: query, by: explainer(of: query, scratch: &scratch))
    let rank = try fullRank(ofItem: item, in: query)
    let gates = query.gates.reports(candidate(item, of: query.ruled, rank: rank))
    let (offered, probability) = (
      offeredIdentity(ofItem: item, in: query), query.probability(ofItem: item)
    )
    scratch.reuse(query)
    let isSuggested = gates.allSatisfy(\.isPassed)
    // A lasting gate that stops the activity stops it in all circumstances.
    let isForbidden = gates.contains { !$0.isPassed && $0.gate.isLasting }
    let search = (isSuggested && rank == 1) || isForbidden ? nil : predecessors(ofItem: item)
    return DiagnosisDraft(
      item: item, identity: offered, rank: rank, probability: probability, horizon: request.horizon,
      reasons: reasons, gates: gates, isSuggested: isSuggested, predecessors: search,
      identities: evidence.identities,
      places: places(of: [item] + reasons.namedItems + (search ?? []).map(\.item)))
  }

  /// Returns the rank of an item among all that may be offered, including newcomers.
  func fullRank(ofItem item: Int, in query: RankedCandidates) throws -> Int {
    try rank(ofItem: item, in: query) + newcomersAhead(ofItem: item, in: query)
  }

  /// The number of newcomers that come before an item.
  private func newcomersAhead(ofItem item: Int, in query: RankedCandidates) throws -> Int {
    let (isPinned, probability) = (feedback.pins(subject(ofItem: item)), query.probability(ofItem: item))
    return try newcomers(of: query, by: nil).count { $0.precedes(isPinned: isPinned, probability) }
  }

  /// The gate that kept the most likely activity from being offered; `nil` if nothing is known.
  func abstentionReason(in query: RankedCandidates) -> GateReport? {
    guard let likeliest = first(of: query.candidates.items, in: query.ruled) else { return nil }
    let rank = rank(ofItem: likeliest, in: query)
    return query.gates.firstClosed(candidate(likeliest, of: query.ruled, rank: rank))
  }
}

/// A diagnosis before the log has given the texts to it.
struct DiagnosisDraft: Sendable {
  let item: Int
  let identity: ActivityIdentity
  let rank: Int
  let probability: Double
  let horizon: Double?
  let reasons: Reasons
  let gates: [GateReport]
  let isSuggested: Bool
  /// The activities after which it is to be tried; `nil` if nothing is to be tried.
  let predecessors: [Counterfactual.Predecessor]?
  let identities: [ActivityIdentity]
  /// The place of the newest donation of each item that is named.
  let places: [Int: LogCursor]

  /// Finds the circumstances in which the activity would fare better.
  func counterfactuals(
    in user: UserModel, _ request: SuggestionRequest, texts: [Int: ShownActivities.Text],
    hints: @escaping @Sendable (Context) -> HintPool, scratch: inout UserModelScratch
  ) throws -> [Counterfactual] {
    guard let predecessors else { return [] }
    let question = CounterfactualQuestion(
      identity: identity, item: item, request: request, rank: isSuggested ? rank : nil,
      probability: probability, predecessors: predecessors, hints: hints, texts: texts)
    return try CounterfactualSearch(user: user, question: question).counterfactuals(scratch: &scratch)
  }

  /// Puts the diagnosis into words; `nil` if the activity has been forgotten in the meantime.
  func worded(
    by activities: [Int: UserActivity], phrases: PhraseBook, counterfactuals: [Counterfactual]
  ) -> SuggestionDiagnosis? {
    guard let activity = activities[item]?.offered(as: identity) else { return nil }
    return SuggestionDiagnosis(
      activity: activity, identity: identity, rank: rank, probability: probability, horizon: horizon,
      displayTitle: phrases.displayTitle(for: activity, identity),
      phrase: phrases.phrase(for: activity, identity),
      explanation: reasons.worded(by: activities, phrases: phrases), gates: gates,
      alternatives: counterfactuals.map { counterfactual in
        Alternative(
          change: change(counterfactual, activities, phrases), rank: counterfactual.rank,
          probability: counterfactual.probability)
      })
  }

  private func change(
    _ counterfactual: Counterfactual, _ activities: [Int: UserActivity], _ phrases: PhraseBook
  ) -> Alternative.Change {
    let circumstances = counterfactual.circumstances
    let previous = circumstances.previous.map {
      Alternative.Predecessor(
        identity: identities[$0.item], title: phrases.title(ofItem: $0.item, in: activities),
        seconds: $0.seconds
      )
    }
    switch (counterfactual.kind, circumstances.place, previous) {
    case (.place, let place?, _): return .place(place)
    case (.previous, _, let previous?): return .previous(previous)
    case (.usual, let place, _): return .usual(circumstances.instant, place, previous)
    default: return .time(circumstances.instant)
    }
  }
}
