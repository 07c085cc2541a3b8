public import Activities
internal import Features
public import Phrases

/// The way of an activity through a query: its score, the gates that it passed and the one that
/// stopped it, and what would bring it to the front.
public struct SuggestionDiagnosis: Hashable, Sendable {
  /// The activity, as it was last donated.
  public let activity: UserActivity
  /// The identity of the activity.
  public let identity: ActivityIdentity
  /// Its place among all that may be offered, counted from 1; what may not be offered is counted as
  /// if it might.
  public let rank: Int
  /// The probability that it is done within the ``horizon``, or, without one, that it is what the
  /// user does next, 0 to 1.
  public let probability: Double
  /// The horizon of all probabilities, in seconds; `nil` if they are conditional: given that the
  /// user does something now.
  public let horizon: Double?
  /// What people see of it: its title, and what tells it apart from others with the same one.
  public let displayTitle: DisplayTitle
  /// The short words to invoke it by.
  public let phrase: String
  /// The contributions to its score, which is conditional with any horizon.
  public let explanation: Explanation
  /// The gates that it had to pass, in order.
  public let gates: [GateReport]
  /// Other circumstances, in which it would come first, or, if it does in none, would come closer
  /// to that than now; in all of them it is more likely than now.
  ///
  /// Each was tried, and only what would be suggested there is named. Empty if it is suggested as
  /// the first already, or if a gate stops it that no circumstances open: what the user forbade,
  /// for one.
  public let alternatives: [Alternative]

  /// The gate that stopped it; `nil` if none did, so that it is suggested.
  public var firstClosedGate: GateReport? { gates.first { !$0.isPassed } }
}

/// Circumstances that differ from those asked about, with what the engine answers in them.
public struct Alternative: Hashable, Sendable {
  /// An activity that is done before.
  public struct Predecessor: Hashable, Sendable {
    /// The activity.
    public let identity: ActivityIdentity
    /// How the user calls it.
    public let title: String
    /// The seconds from it to the question: those that usually pass between the two.
    public let seconds: Double
  }

  /// A difference in circumstances.
  public enum Change: Hashable, Sendable {
    /// The moment, if nothing else is done before.
    case time(Instant)
    /// The place.
    case place(Place)
    /// An activity that is done now, and the question asked so long after it.
    case previous(Predecessor)
    /// Moment, place and what is done before, as they usually are when it is done.
    case usual(Instant, Place?, Predecessor?)
  }

  /// The difference.
  public let change: Change
  /// The place it would have, counted from 1.
  public let rank: Int
  /// The probability it would have, 0 to 1, with the same horizon.
  public let probability: Double
}

extension UserModel {
  /// Diagnoses how an activity fares in a query; a combination of parameters fares as its likeliest
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
    // What stands against the activity itself, and will not pass, stands in all circumstances.
    let isForbidden = gates.contains { !$0.isPassed && $0.gate.isLasting }
    let search = (isSuggested && rank == 1) || isForbidden ? nil : predecessors(ofItem: item)
    return DiagnosisDraft(
      item: item, identity: offered, rank: rank, probability: probability, horizon: request.horizon,
      reasons: reasons, gates: gates, isSuggested: isSuggested, predecessors: search,
      identities: evidence.identities,
      places: places(of: [item] + reasons.namedItems + (search ?? []).map(\.item)))
  }

  /// The place of an item among all that may be offered, what was never done included, counted from 1.
  func fullRank(ofItem item: Int, in query: RankedCandidates) throws -> Int {
    try rank(ofItem: item, in: query) + newcomersAhead(ofItem: item, in: query)
  }

  /// The number of newcomers that come before an item.
  private func newcomersAhead(ofItem item: Int, in query: RankedCandidates) throws -> Int {
    let (isPinned, probability) = (feedback.pins(subject(ofItem: item)), query.probability(ofItem: item))
    return try newcomers(of: query, by: nil).count { $0.precedes(isPinned: isPinned, probability) }
  }

  /// The gate that kept the likeliest activity from being offered; `nil` if nothing is known.
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
