public import Activities
public import Kernels

extension EvidenceState {
  /// One kind of circumstance in which a person may do otherwise than the evidence makes a model think.
  private struct Kind {
    let group: FeatureGroup
    let circumstances: [Circumstance]

    init(_ group: FeatureGroup, _ circumstances: [Circumstance] = []) {
      self.group = group
      self.circumstances = circumstances
    }
  }

  private static let partOfDay = Circumstance.timeOfDay(binHours: 3)

  /// The kinds that are learned of; to add one, add a line.
  ///
  /// On logs of kinds that were not fitted more of them (the last three activities, the weekday, the place with the hour)
  /// brought nothing.
  private static let kinds = [
    Kind(.habit),
    Kind(.previous, [.previous(1)]),
    Kind(.previous, [.previous(2)]),
    Kind(.time, [partOfDay]),
    Kind(.time, [partOfDay, .kindOfDay]),
    Kind(.rhythm, [.gap]),
    Kind(.rhythm, [.previous(1), .gap]),
    Kind(.place, [.place(metres: 1_000)]),
    Kind(.context, [.allAttributes]),
  ]

  /// The circumstances of a context as a sparse vector: the same entries in like circumstances, whatever the candidate.
  ///
  /// Each kind of circumstance (what came before, time of day, pause, place, attributes, some of them together) is a part of
  /// Euclidean length 1, or zero if the signal is missing: so all kinds are learned from at the same pace, however many
  /// cells a moment belongs to.
  ///
  /// - Parameter groups: The questions whose circumstances are left out.
  /// - Complexity: O(1).
  public func circumstances(
    of context: Context, without groups: Set<FeatureGroup> = [], into vector: inout SparseVector
  ) {
    vector.removeAll()
    forEachCircumstance(of: context, without: groups) { cell, _ in
      vector.append(Float(cell.weight), at: cell.key)
    }
  }

  /// The question that each entry of ``circumstances(of:without:into:)`` belongs to, in the same order.
  public func circumstanceGroups(
    of context: Context, without groups: Set<FeatureGroup> = []
  ) -> [FeatureGroup] {
    var found: [FeatureGroup] = []
    forEachCircumstance(of: context, without: groups) { _, group in found.append(group) }
    return found
  }

  private func forEachCircumstance(
    of context: Context, without groups: Set<FeatureGroup>, _ body: (WeightedCell, FeatureGroup) -> Void
  ) {
    let occasion = Occasion(context, placeKnown: true, after: history)
    for (number, kind) in Self.kinds.enumerated() where !groups.contains(kind.group) {
      var cells = [WeightedCell(key: StableHash.mix(0, UInt64(number)), weight: 1)]
      for circumstance in kind.circumstances {
        let factors = circumstance.cells(of: occasion)
        cells = cells.flatMap { cell in
          factors.map {
            WeightedCell(key: StableHash.mix(cell.key, $0.key), weight: cell.weight * $0.weight)
          }
        }
      }
      let length = cells.reduce(0) { $0 + $1.weight * $1.weight }.squareRoot()
      for cell in cells { body(WeightedCell(key: cell.key, weight: cell.weight / length), kind.group) }
    }
  }
}
