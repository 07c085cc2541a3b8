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
    scratch.gains = [:]
    scratch.hinted = [:]
    guard !pool.isEmpty else { return }
    var weights: [Int: Double] = [:]
    for member in pool.members {
      guard let row = offeredRow(of: member.identity, assessment, scratch: scratch) else { continue }
      weights[row, default: 0] += member.weight
      scratch.hinted[row] = scratch.hinted[row] ?? member
    }
    scratch.gains = assessment.heed(pool, rows: weights)
  }

  /// The row through which what a hint names is offered: its own, or that of the likeliest activity with this combination of
  /// parameters, or the one that stands for it.
  private func offeredRow(
    of identity: ActivityIdentity, _ assessment: Assessment, scratch: ProfileScratch
  ) -> Int? {
    rows(of: identity).max { assessment.scores[$0] < assessment.scores[$1] }
      .map { standIn(forRow: $0, scratch: scratch) }
  }

  /// What a hint says of a row, as a reason.
  func hintPart(for row: Int, scratch: ProfileScratch) -> [Answer.Reasons.Part] {
    guard let gain = scratch.gains[row], let member = scratch.hinted[row] else { return [] }
    return [Answer.Reasons.Part(group: .hint, amount: gain, words: HintWording.words(for: member.strongest))]
  }

  /// The hints that take part: of what may be offered, weighing as much as the user's feedback leaves of them.
  ///
  /// What a program says sinks and rises by the same rules as what was learned: each dismissal takes the odds to a third.
  func admitted(_ pool: HintPool, at instant: Instant) -> HintPool {
    guard !pool.isEmpty else { return pool }
    return pool.weighted { member in
      let known = rows(of: member.identity).map { subject(ofRow: $0) }
      let subjects = known.isEmpty ? [subject(of: member.strongest.stated)].compactMap(\.self) : known
      let admitted = subjects.filter { subject in
        Self.gatesOfActivities.allSatisfy { passes($0, subject, at: instant) }
      }
      return admitted.map { exp(verdicts.amount($0, at: instant)) }.max() ?? 0
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
      guard rows(of: member.identity).isEmpty else { return nil }
      let isPinned = subject(of: member.strongest.stated).map(verdicts.pins) ?? false
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
    let (probabilities, scores) = (scratch.assessment.probabilities, scratch.assessment.scores)
    guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return nil }
    let contributions = try explainer(scratch: &scratch).contributions(
      to: best, groups: evidence.groups(in: context).map { _ in 0 },
      circumstanceGroups: evidence.circumstanceGroups(of: context, without: silentGroups).map { _ in 0 })
    let unit =
      Double(scores[best]) - log(max(Double(probabilities[best]), Double(Float.leastNormalMagnitude)))
    return Double(contributions.averageScore) - unit
  }

  /// Whether the user may see what a catalogue names: it is neither expired, nor forbidden, nor put off, nor was its program unable
  /// to read it.
  func mayShow(_ stated: StatedHint, at instant: Instant) -> Bool {
    subject(of: stated).map { subject in
      [.current, .permitted, .readable, .due].allSatisfy { passes($0, subject, at: instant) }
    } ?? false
  }

  /// What verdicts may be about that are about something that was never done.
  private func subject(of stated: StatedHint) -> Verdicts.Subject? {
    Catalogue.Entry(stated).map {
      Verdicts.Subject(entry: $0, identity: stated.hint.activity.identity, combinations: [])
    }
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
