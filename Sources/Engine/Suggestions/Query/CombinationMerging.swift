internal import Activities
internal import Features

/// A combination of parameters that is offered through one of the rows that have it.
struct MergedCombination: Sendable {
  let identity: ActivityIdentity
  /// The activities that are offered as one.
  let rows: [Int]
  /// The amount that offering them as one adds to the score of the row, in nats.
  let amount: Float
}

/// Offers combinations of parameters in place of the activities that have them.
extension UserModel {
  /// The share of a general combination's probability that a more specific one has to have to be offered in its place.
  ///
  /// A half: then, whenever the general one is right, the specific one is right more often than not.
  static let specificShare: Float = 0.5

  /// Rows that have a combination in common.
  private struct Group {
    let identity: ActivityIdentity
    let keys: Int32
    let benefit: Float
    var rows: [Int] = []
    var probability: Float = 0
  }

  /// Puts combinations in the place of the rows that have them.
  ///
  /// A combination is as likely as all of its rows together, so conditional probabilities go on summing to 1. Beginning with the likeliest,
  /// it descends to the most specific combination that has ``specificShare`` of the one above it, and offers that through its
  /// likeliest row; what remains is treated in the same way, as long as it has nothing in common with what was taken.
  ///
  /// - Complexity: O(r² · c²) for r rows with c combinations each, in the worst case; nothing for people without.
  func mergeCombinations(in ruled: inout RuledCandidates, _ gates: GateEvaluator) {
    guard !combinations.isEmpty else { return }
    let rows = combinations.rows.filter { gates.pass(.init(subject: subject(ofRow: $0)), for: .hint) }
    let groups = groups(of: rows, ruled.scored)
    var taken: Set<Int> = []
    for start in groups.indices where taken.isDisjoint(with: groups[start].rows) {
      let chosen = groups[mostSpecific(from: start, in: groups)]
      taken.formUnion(chosen.rows)
      merge(chosen, in: &ruled)
    }
  }

  /// The likeliest first; of equally likely ones the more specific, then the lower identity.
  private func groups(of rows: [Int], _ scored: ScoredCandidates) -> [Group] {
    var groups: [ActivityIdentity: Group] = [:]
    for row in rows {
      for projection in combinations[row] {
        groups[
          projection.identity,
          default: Group(identity: projection.identity, keys: projection.keys, benefit: projection.benefit)
        ].rows.append(row)
        let probability = scored.probability(ofRow: row)
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
      let rows = Set(groups[current].rows)
      let within = groups.indices.first { candidate in
        let group = groups[candidate]
        let isNarrower =
          group.rows.count < rows.count || group.rows.count == rows.count && group.keys > groups[current].keys
        return isNarrower && rows.isSuperset(of: group.rows)
          && group.probability >= Self.specificShare * groups[current].probability
      }
      guard let within else { return current }
      current = within
    }
  }

  private func merge(_ group: Group, in ruled: inout RuledCandidates) {
    guard let best = first(of: group.rows, in: ruled) else { return }
    let before = ruled.scored.scores[best]
    let bonus = group.benefit - table.entries[best].benefit
    ruled.scored.merge(group.rows, into: best, adding: bonus)
    ruled.merged[best] = MergedCombination(
      identity: group.identity, rows: group.rows, amount: ruled.scored.scores[best] - before)
    ruled.absorbed.formUnion(group.rows.filter { $0 != best })
  }

  /// The row through which a row is offered: itself, or the one that stands for it.
  func standIn(forRow row: Int, in ruled: RuledCandidates) -> Int {
    guard ruled.absorbed.contains(row) else { return row }
    let offered = ruled.merged.first { entry in
      combinations[row].contains { $0.identity == entry.value.identity }
    }
    // Combinations that are offered have no row in common, so there is one at most.
    return offered?.key ?? row
  }
}
