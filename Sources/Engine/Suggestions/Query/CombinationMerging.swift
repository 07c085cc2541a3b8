internal import Activities
internal import Features

/// A combination of parameters that is offered through one of the items that have it.
struct MergedCombination: Sendable {
  let identity: ActivityIdentity
  /// The activities that are offered as one.
  let items: [Int]
  /// The amount that offering them as one adds to the score of the item, in nats.
  let amount: Float
}

/// The merging of activities into the combinations of parameters that they share.
extension UserModel {
  /// The minimum share of a general combination's probability with which a more specific one
  /// replaces it.
  ///
  /// A half: then, whenever the general one is right, the specific one is right more often than
  /// not.
  static let specificShare: Float = 0.5

  /// Items that have a combination in common.
  private struct Group {
    let identity: ActivityIdentity
    let keys: Int32
    let benefit: Float
    var items: [Int] = []
    var probability: Float = 0
  }

  /// Replaces items by their combinations.
  ///
  /// A combination is as likely as all of its items together, so conditional probabilities still
  /// sum to 1. Starting with the most likely combination, it descends to the most specific one that
  /// has ``specificShare`` of the one above, and offers that through its most likely item. It
  /// repeats this with the combinations that share no item with those taken.
  ///
  /// - Complexity: O(r² · c²) for r items with c combinations each, in the worst case; nothing for
  ///   users without combinations.
  func mergeCombinations(in ruled: inout RuledCandidates, _ gates: GateEvaluator) {
    guard !combinations.isEmpty else { return }
    let items = combinations.items.filter { gates.pass(.init(subject: subject(ofItem: $0)), for: .hint) }
    let groups = groups(of: items, ruled.scored)
    var taken: Set<Int> = []
    for start in groups.indices where taken.isDisjoint(with: groups[start].items) {
      let chosen = groups[mostSpecific(from: start, in: groups)]
      taken.formUnion(chosen.items)
      merge(chosen, in: &ruled)
    }
  }

  /// Returns groups, most likely first; ties are in order of specificity, most specific first, then
  /// of identity.
  private func groups(of items: [Int], _ scored: ScoredCandidates) -> [Group] {
    var groups: [ActivityIdentity: Group] = [:]
    for item in items {
      for projection in combinations[item] {
        groups[
          projection.identity,
          default: Group(identity: projection.identity, keys: projection.keys, benefit: projection.benefit)
        ].items.append(item)
        let probability = scored.probability(ofItem: item)
        guard var group = groups[projection.identity] else { continue }
        // Only one activity is done now; within a horizon any of them may be done.
        group.probability += scored.horizon == nil ? probability : probability * (1 - group.probability)
        groups[projection.identity] = group
      }
    }
    return groups.values.sorted { one, other in
      one.probability != other.probability
        ? one.probability > other.probability
        : one.keys != other.keys ? one.keys > other.keys : one.identity < other.identity
    }
  }

  /// Descends from a group to the most specific one within it that is likely enough.
  private func mostSpecific(from start: Int, in groups: [Group]) -> Int {
    var current = start
    while true {
      let items = Set(groups[current].items)
      let within = groups.indices.first { candidate in
        let group = groups[candidate]
        let isNarrower =
          group.items.count < items.count
          || group.items.count == items.count && group.keys > groups[current].keys
        return isNarrower && items.isSuperset(of: group.items)
          && group.probability >= Self.specificShare * groups[current].probability
      }
      guard let within else { return current }
      current = within
    }
  }

  private func merge(_ group: Group, in ruled: inout RuledCandidates) {
    guard let best = first(of: group.items, in: ruled) else { return }
    let before = ruled.scored.scores[best]
    let bonus = group.benefit - table.entries[best].benefit
    ruled.scored.merge(group.items, into: best, adding: bonus)
    ruled.merged[best] = MergedCombination(
      identity: group.identity, items: group.items, amount: ruled.scored.scores[best] - before)
    ruled.absorbed.formUnion(group.items.filter { $0 != best })
  }

  /// Returns the item that represents an item: itself, or its stand-in.
  func standIn(forItem item: Int, in ruled: RuledCandidates) -> Int {
    guard ruled.absorbed.contains(item) else { return item }
    let offered = ruled.merged.first { entry in
      combinations[item].contains { $0.identity == entry.value.identity }
    }
    // Offered combinations share no item, so there is at most one.
    return offered?.key ?? item
  }
}
