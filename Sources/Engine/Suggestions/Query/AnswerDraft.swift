internal import Activities
internal import Features
internal import Foundation
internal import Phrases
internal import Ranking

/// The answer to a query before its texts are read from the log: items, numbers and reasons.
struct AnswerDraft: Sendable {
  /// An offered activity.
  struct Offer: Sendable {
    /// The item; `nil` for an activity that was never done and that a hint names.
    var item: Int?
    let identity: ActivityIdentity
    let probability: Double
    let isPinned: Bool
    let reasons: Reasons?
    /// The hint without which it would not be offered.
    var hint: StatedHint?
  }

  /// The offers, most likely first.
  let offers: [Offer]
  /// The probability of something new; `nil` with a horizon.
  let noveltyProbability: Double?
  /// The horizon of the probabilities, in seconds; `nil` if they are conditional.
  let horizon: Double?
  let candidates: Int
  let donations: Int
  /// The gate that stopped the most likely activity, if nothing is offered.
  let abstentionReason: GateReport?
  /// The log position of the newest donation of each item that is offered, or named by a reason.
  let places: [Int: LogCursor]

  /// Puts the answer into words.
  ///
  /// - Parameters:
  ///   - activities: The activity in the newest donation of each item in ``places``. Items without
  ///     one are not offered.
  ///   - phrases: The user's phrases.
  func worded(by activities: [Int: UserActivity], phrases: PhraseBook) -> SuggestionList {
    var suggestions: [Suggestion] = []
    for offer in offers {
      let done = offer.item.flatMap { activities[$0] }?.offered(as: offer.identity)
      guard let activity = done ?? offer.hint?.hint.activity else { continue }
      suggestions.append(
        Suggestion(
          activity: activity, identity: offer.identity, rank: suggestions.count + 1,
          probability: offer.probability, isPinned: offer.isPinned,
          origin: offer.hint.map { .hint(program: $0.program) } ?? .learned,
          displayTitle: phrases.displayTitle(for: activity, offer.identity),
          phrase: phrases.phrase(for: activity, offer.identity),
          explanation: offer.reasons.map { $0.worded(by: activities, phrases: phrases) }))
    }
    return SuggestionList(
      suggestions: suggestions, noveltyProbability: noveltyProbability, horizon: horizon,
      candidates: candidates, donations: donations, abstentionReason: abstentionReason)
  }
}

extension UserModel {
  /// Ranks and filters the candidates; O(activities of the user).
  func answer(
    _ request: SuggestionRequest, applying hints: HintPool = .empty, scratch: inout UserModelScratch
  ) throws -> AnswerDraft {
    let query = try rankDescribing(request, applying: hints, scratch: &scratch)
    let explainer = request.explains ? try explainer(of: query, scratch: &scratch) : nil
    let known = try query.items.map { item in
      AnswerDraft.Offer(
        item: item, identity: offeredIdentity(ofItem: item, in: query),
        probability: query.probability(ofItem: item), isPinned: feedback.pins(subject(ofItem: item)),
        reasons: try explainer.map { try reasons(for: item, in: query, by: $0) })
    }
    let offers = try merge(newcomers(of: query, by: explainer), into: known, limit: request.limit)
    let named = offers.flatMap { $0.reasons?.namedItems ?? [] }
    let scored = query.ruled.scored
    let draft = AnswerDraft(
      offers: offers,
      noveltyProbability: scored.horizon == nil ? Double(scored.noveltyProbability) : nil,
      horizon: scored.horizon,
      candidates: query.candidates.items.count, donations: evidence.donationCount,
      abstentionReason: offers.isEmpty ? abstentionReason(in: query) : nil,
      places: places(of: offers.compactMap(\.item) + named))
    scratch.reuse(query)
    return draft
  }

  /// Returns the identity that an item is offered as: its own, or the combination of parameters
  /// that it represents.
  func offeredIdentity(ofItem item: Int, in query: RankedCandidates) -> ActivityIdentity {
    query.ruled.merged[item]?.identity ?? evidence.identities[item]
  }

  // MARK: Newcomers

  /// Returns the activities that were never done and that only hints name, as far as they may be
  /// offered, in order.
  ///
  /// Activities that were never done cannot interrupt.
  ///
  /// - Complexity: O(hints).
  func newcomers(
    of query: RankedCandidates, by finder: ReasonFinder?
  ) throws -> [AnswerDraft.Offer] {
    let hints = query.candidates.hints
    guard !hints.isEmpty, query.request.surface != .interrupt else { return [] }
    let novelty = Double(query.ruled.scored.noveltyProbability) * (1 + hints.total.whole)
    let average = try finder.flatMap { try averageScore(in: query, by: $0.explainer) }
    let offers = hints.members.compactMap { member -> AnswerDraft.Offer? in
      guard items(of: member.identity).isEmpty, let subject = subject(of: member.strongest.stated) else {
        return nil
      }
      let conditional = hints.probability(learned: 0, novelty: novelty, weight: member.weight)
      let probability =
        query.ruled.scored.horizon.map {
          hints.probability(learned: 0, within: $0, weight: member.weight)
        } ?? conditional
      guard query.gates.pass(.init(subject: subject, probability: probability), for: .newcomer) else {
        return nil
      }
      let score = finder == nil ? 0 : log(conditional) - (average ?? log(hints.novelty(novelty)))
      let words = HintWording.words(for: member.strongest)
      let part = Reasons.Part(group: .hint, amount: score, ground: .rule(words))
      return AnswerDraft.Offer(
        identity: member.identity, probability: probability, isPinned: feedback.pins(subject),
        reasons: finder == nil ? nil : Reasons(item: nil, score: score, parts: [part], plain: []),
        hint: member.strongest.stated)
    }
    return offers.enumerated().sorted { one, other in
      if one.element.precedes(isPinned: other.element.isPinned, other.element.probability) { return true }
      if other.element.precedes(isPinned: one.element.isPinned, one.element.probability) { return false }
      return one.offset < other.offset
    }.map(\.element)
  }

  /// Ranks, and ranks again while an offered item was not described individually: one that a hint
  /// names, or the user pinned.
  private func rankDescribing(
    _ request: SuggestionRequest, applying hints: HintPool, scratch: inout UserModelScratch
  ) throws -> RankedCandidates {
    var query = try rank(request, applying: hints, scratch: &scratch)
    var required: [Int] = []
    for _ in 0..<8 {
      let missing = query.items.filter { !query.features.describes($0) }
      if missing.isEmpty { break }
      required += missing
      scratch.reuse(query)
      query = try rank(request, applying: hints, requiring: required, scratch: &scratch)
    }
    return query
  }

  /// Merges newcomers with activities done before, which come first among equals.
  private func merge(
    _ newcomers: [AnswerDraft.Offer], into known: [AnswerDraft.Offer], limit: Int
  ) -> [AnswerDraft.Offer] {
    var offers: [AnswerDraft.Offer] = []
    var waiting = newcomers[...]
    for offer in known {
      while let next = waiting.first, next.precedes(isPinned: offer.isPinned, offer.probability) {
        offers.append(waiting.removeFirst())
      }
      offers.append(offer)
    }
    return newcomers.isEmpty ? known : Array((offers + waiting).prefix(limit))
  }

  /// Returns the logarithm of the probability that corresponds to the average candidate's score, or
  /// `nil` without candidates.
  private func averageScore(in query: RankedCandidates, by explainer: PersonalModel.Explainer) throws
    -> Double?
  {
    let (probabilities, scores) = (query.ruled.scored.probabilities, query.ruled.scored.scores)
    guard
      let best = scores.indices.filter(query.features.describes).max(by: { scores[$0] < scores[$1] })
    else { return nil }
    let moment = query.request.moment
    let contributions = try explainer.contributions(
      to: query.features.candidate(forItem: best), groups: evidence.groups(at: moment).map { _ in 0 },
      circumstanceGroups: evidence.circumstanceGroups(of: moment, without: silentGroups).map { _ in 0 })
    let unit =
      Double(scores[best]) - log(max(Double(probabilities[best]), Double(Float.leastNormalMagnitude)))
    return Double(contributions.averageScore) - unit
  }
}

extension AnswerDraft.Offer {
  /// Returns whether a newcomer comes before another activity: pinned ones come first, then more
  /// likely ones.
  func precedes(isPinned other: Bool, _ otherProbability: Double) -> Bool {
    isPinned == other ? probability > otherProbability : isPinned
  }
}

extension UserActivity {
  /// Returns the activity as offered: restricted to the combination of parameters that the identity
  /// denotes, if any.
  func offered(as identity: ActivityIdentity) -> UserActivity {
    combinationIdentities.first { $0.identity == identity }.map { restricted(to: $0.combination) } ?? self
  }
}

extension PhraseBook {
  /// Returns the title of an item's activity, with distinguishing words in parentheses; if it has
  /// no title, one is composed.
  func title(ofItem item: Int, in activities: [Int: UserActivity]) -> String {
    guard let activity = activities[item] else { return "something else" }
    let title = displayTitle(for: activity, activity.identity)
    return title.disambiguation.map { "\(title.title) (\($0))" } ?? title.title
  }
}
