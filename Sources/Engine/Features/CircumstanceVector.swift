internal import Activities
public import Kernels

/// The circumstances of a moment as a sparse vector, by which a model adapts to a user.
extension EvidenceState {
  /// A kind of circumstance in which a user may behave differently from the model's prediction.
  private struct Kind {
    let group: FeatureGroup
    let grids: [Grid]

    init(_ group: FeatureGroup, _ grids: [Grid] = []) {
      self.group = group
      self.grids = grids
    }
  }

  /// The kinds that corrections are learned for; to add one, add a line.
  ///
  /// On logs of kinds that were not used for fitting, more kinds (the last three activities, the
  /// weekday, the place with the hour) did not help.
  private static let kinds = [
    Kind(.habit),
    Kind(.previous, [.previous(1)]),
    Kind(.previous, [.previous(2)]),
    Kind(.time, [.partOfDay]),
    Kind(.time, [.partOfDay, .kindOfDay]),
    Kind(.rhythm, [.gap]),
    Kind(.rhythm, [.previous(1), .gap]),
    Kind(.place, [.lastPlace(metres: 1_000)]),
    Kind(.context, [.attributes]),
    Kind(.place, [.learnedPlace]),
  ]

  /// Fills in the circumstances of a context as a sparse vector: similar circumstances have the
  /// same entries, whatever the candidate.
  ///
  /// Each kind of circumstance (what came before, time of day, pause, place, attributes, some
  /// combinations) is a part of Euclidean length 1, or zero if the signal is missing. So all kinds
  /// are learned at the same pace, however many cells a moment belongs to. A part is shorter where
  /// its information has faded.
  ///
  /// - Parameters:
  ///   - moment: The moment. Unknown parts of its time yield no circumstances.
  ///   - groups: The feature groups whose circumstances are omitted.
  ///   - scratch: Buffers to reuse.
  /// - Complexity: O(1).
  public func circumstances(
    of moment: AskedMoment, without groups: Set<FeatureGroup> = [],
    into vector: inout SparseVector, scratch: inout FeatureScratch
  ) {
    vector.removeAll()
    scratch.moment.set(moment, after: history, in: window.learnedPlaces)
    forEachCircumstance(at: scratch.moment, without: groups) { key, weight, _ in
      vector.append(Float(weight), at: key)
    }
  }

  /// Returns the feature group of each entry of ``circumstances(of:without:into:scratch:)``, in the
  /// same order.
  public func circumstanceGroups(
    of moment: AskedMoment, without groups: Set<FeatureGroup> = []
  ) -> [FeatureGroup] {
    var found: [FeatureGroup] = []
    let moment = QueryContext(moment, after: history, in: window.learnedPlaces)
    forEachCircumstance(at: moment, without: groups) { _, _, group in found.append(group) }
    return found
  }

  private func forEachCircumstance(
    at moment: borrowing QueryContext, without groups: Set<FeatureGroup>,
    _ body: (UInt64, Double, FeatureGroup) -> Void
  ) {
    let sequence = sequenceRemainder(at: moment)
    for (number, kind) in Self.kinds.enumerated() where !groups.contains(kind.group) {
      var left = 1.0
      var cells = Grid.Cells(key: StableHash.mix(0, UInt64(number)))
      for grid in kind.grids {
        left *= grid.remainder(at: moment, sequence: sequence)
        cells = cells.product(with: grid.cells(at: moment))
      }
      guard left > 0.001, cells.count > 0 else { continue }
      var squares = 0.0
      for position in 0..<cells.count { squares += cells[position].weight * cells[position].weight }
      let length = squares.squareRoot() / left
      for position in 0..<cells.count {
        body(cells[position].key, cells[position].weight / length, kind.group)
      }
    }
  }
}
