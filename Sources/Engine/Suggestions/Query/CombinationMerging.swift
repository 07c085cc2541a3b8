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

/// Offers combinations of parameters in place of the activities that have them.
extension UserModel {
  /// The share of a general combination's probability that a more specific one has to have to be
  /// offered in its place.
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

  /// Puts combinations in the place of the items that have them.
  ///
  /// A combination is as likely as all of its items together, so conditional probabilities go on
  /// summing to 1. Beginning with the likeliest, it descends to the most specific combination that
  /// has ``specificShare`` of the one above it, and offers that through its likeliest item; what
  /// remains is treated in the same way, as long as it has nothing in common with what was taken.
  ///
  /// - Complexity: O(r² · c²) for r items with c combinations each, in the worst case; nothing for
  ///   people without.
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

  /// The likeliest first; of equally likely ones the more specific, then the lower identity.
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
        // Of what is done now there is one; within a horizon any of them may be done.
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

  /// The item through which an item is offered: itself, or the one that stands for it.
  func standIn(forItem item: Int, in ruled: RuledCandidates) -> Int {
    guard ruled.absorbed.contains(item) else { return item }
    let offered = ruled.merged.first { entry in
      combinations[item].contains { $0.identity == entry.value.identity }
    }
    // Combinations that are offered have no item in common, so there is one at most.
    return offered?.key ?? item
  }
}
