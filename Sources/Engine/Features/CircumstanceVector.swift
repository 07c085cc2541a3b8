internal import Activities
public import Kernels

/// The circumstances of a moment as a sparse vector, by which a model follows a person.
extension EvidenceState {
  /// One kind of circumstance in which a person may do otherwise than the evidence makes a model
  /// think.
  private struct Kind {
    let group: FeatureGroup
    let grids: [Grid]

    init(_ group: FeatureGroup, _ grids: [Grid] = []) {
      self.group = group
      self.grids = grids
    }
  }

  /// The kinds that are learned of; to add one, add a line.
  ///
  /// On logs of kinds that were not fitted more of them (the last three activities, the weekday,
  /// the place with the hour) brought nothing.
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

  /// The circumstances of a context as a sparse vector: the same entries in like circumstances,
  /// whatever the candidate.
  ///
  /// Each kind of circumstance (what came before, time of day, pause, place, attributes, some of
  /// them together) is a part of Euclidean length 1, or zero if the signal is missing: so all kinds
  /// are learned from at the same pace, however many cells a moment belongs to. It is shorter where
  /// less is left of what it tells.
  ///
  /// - Parameters:
  ///   - moment: The moment; of what is not known of its time there are no circumstances.
  ///   - groups: The questions whose circumstances are left out.
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

  /// The question that each entry of ``circumstances(of:without:into:scratch:)`` belongs to, in the
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
    at moment: QueryContext, without groups: Set<FeatureGroup>, _ body: (UInt64, Double, FeatureGroup) -> Void
  ) {
    let sequence = sequenceRemainder(at: moment)
    for (number, kind) in Self.kinds.enumerated() where !groups.contains(kind.group) {
      let left = kind.grids.reduce(1) { $0 * $1.remainder(at: moment, sequence: sequence) }
      guard left > 0.001 else { continue }
      let key = StableHash.mix(0, UInt64(number))
      var squares = 0.0
      Grid.forEachCell(of: kind.grids[...], at: moment, key: key) { squares += $1 * $1 }
      guard squares > 0 else { continue }
      let length = squares.squareRoot() / left
      Grid.forEachCell(of: kind.grids[...], at: moment, key: key) { body($0, $1 / length, kind.group) }
    }
  }
}
