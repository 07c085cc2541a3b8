internal import Activities
internal import Features
internal import Foundation
internal import Hints
internal import Ranking

/// What programs say may matter, beside what was learned.
extension Profile {
  /// Gives hints their part of the query that is being assessed.
  ///
  /// - Complexity: O(activities of the user) if there are hints that are relevant now, else O(1).
  func heed(_ pool: HintPool, in assessment: inout Assessment, scratch: inout ProfileScratch) {
    guard !pool.isEmpty || !scratch.gains.isEmpty else { return }
    let rows = pool.members.compactMap { member in
      evidence.row(of: member.identity).map { ($0, member.weight) }
    }
    scratch.gains =
      pool.isEmpty ? [:] : assessment.heed(pool, rows: Dictionary(uniqueKeysWithValues: rows))
  }

  /// What a hint says of a row, as a reason.
  func hintPart(for row: Int, in pool: HintPool, scratch: ProfileScratch) -> [Answer.Reasons.Part] {
    guard let gain = scratch.gains[row], let member = pool.member(evidence.identities[row]) else { return [] }
    return [Answer.Reasons.Part(group: .hint, amount: gain, words: HintWording.words(for: member.strongest))]
  }

  /// The hints that take part: of what may be offered, weighing as much as the user's feedback leaves of them.
  ///
  /// What a program says sinks and rises by the same rules as what was learned: each dismissal takes the odds to a third.
  func admitted(_ pool: HintPool, at instant: Instant) -> HintPool {
    guard !pool.isEmpty else { return pool }
    return pool.weighted { member in
      let row = evidence.row(of: member.identity)
      let identity = member.identity
      guard let entry = row.map({ catalogue.entries[$0] }) ?? Catalogue.Entry(member.strongest.stated),
        case let subject = Verdicts.Subject(
          entry: entry, identity: identity, combinations: row.map { combinations[$0] } ?? []),
        Self.gatesOfActivities.allSatisfy({ passes($0, subject, at: instant) })
      else { return 0 }
      return exp(verdicts.amount(subject, at: instant))
    }
  }

  /// Puts what was never done, and only hints name, among what is offered: pinned ones first, then the likeliest.
  ///
  /// Nothing that was never done interrupts.
  ///
  /// - Parameters:
  ///   - pool: The hints that are admitted.
  ///   - offers: The rows that are offered, in their order.
  /// - Complexity: O(hints + limit).
  func welcome(
    _ pool: HintPool, among offers: [Answer.Offer], _ request: SuggestionRequest,
    scratch: inout ProfileScratch
  ) throws -> [Answer.Offer] {
    guard !pool.isEmpty, request.surface != .interrupt else { return offers }
    let novelty = Double(scratch.assessment.noveltyProbability) * (1 + pool.total)
    let average = request.explains ? try averageScore(in: request.context, scratch: &scratch) : nil
    let strangers = pool.members.compactMap { member -> Answer.Offer? in
      guard evidence.row(of: member.identity) == nil else { return nil }
      let entry = Catalogue.Entry(member.strongest.stated)
      let isPinned =
        entry.map {
          verdicts.pins(Verdicts.Subject(entry: $0, identity: member.identity, combinations: []))
        } ?? false
      let probability = pool.probability(learned: 0, novelty: novelty, weight: member.weight)
      guard probability >= request.threshold || isPinned else { return nil }
      let score = request.explains ? log(probability) - (average ?? log(pool.novelty(novelty))) : 0
      let part = Answer.Reasons.Part(
        group: .hint, amount: score, words: HintWording.words(for: member.strongest))
      return Answer.Offer(
        identity: member.identity, probability: probability, isPinned: isPinned,
        reasons: request.explains ? Answer.Reasons(score: score, parts: [part]) : nil,
        hint: member.strongest.stated)
    }
    let all = (offers + strangers).enumerated().sorted { one, other in
      if one.element.isPinned != other.element.isPinned { return one.element.isPinned }
      return one.element.probability != other.element.probability
        ? one.element.probability > other.element.probability : one.offset < other.offset
    }
    return all.prefix(request.limit).map(\.element)
  }

  /// The logarithm of the probability that the average candidate's score stands for; `nil` if there are no candidates.
  private func averageScore(in context: Context, scratch: inout ProfileScratch) throws -> Double? {
    guard let probability = scratch.assessment.probabilities.first,
      let score = scratch.assessment.scores.first
    else { return nil }
    let contributions = try explainer(scratch: &scratch).contributions(
      to: 0, groups: evidence.groups(in: context).map { _ in 0 },
      circumstanceGroups: evidence.circumstanceGroups(of: context, without: silentGroups).map { _ in 0 })
    let unit = Double(score) - log(max(Double(probability), Double(Float.leastNormalMagnitude)))
    return Double(contributions.averageScore) - unit
  }

  /// Whether the user may see what a catalogue names: it is neither expired, nor forbidden, nor put off, nor was its program unable
  /// to read it.
  func mayShow(_ stated: StatedHint, at instant: Instant) -> Bool {
    let identity = stated.hint.activity.identity
    guard let entry = Catalogue.Entry(stated) else { return false }
    let subject = Verdicts.Subject(entry: entry, identity: identity, combinations: [])
    return [.current, .permitted, .readable, .due].allSatisfy { passes($0, subject, at: instant) }
  }
}

extension Catalogue.Entry {
  /// Stands for what was never done, as if it had been donated before everything else.
  fileprivate init?(_ stated: StatedHint) {
    var details = Donation.Details()
    details.program = stated.program
    guard let start = try? Instant(milliseconds: -62_167_219_200_000),
      let donation = try? Donation(of: stated.hint.activity, in: Context(at: start), details: details)
    else { return nil }
    self.init(donation, sequence: 0)
  }
}

extension HintPool {
  /// The member with an identity; O(log n).
  fileprivate func member(_ identity: ActivityIdentity) -> Member? {
    var (low, high) = (0, members.count)
    while low < high {
      let middle = (low + high) / 2
      if members[middle].identity < identity { low = middle + 1 } else { high = middle }
    }
    return low < members.count && members[low].identity == identity ? members[low] : nil
  }
}
