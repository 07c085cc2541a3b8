public import Activities

extension EvidenceState {
  /// The question that each column answers in a context, in the order of the schema.
  ///
  /// Usually that is the column's own group. But an expert whose signal is missing (no place, no attributes) says just what it
  /// backs off to, and then its evidence counts for that one's question.
  ///
  /// - Complexity: O(columns).
  public func groups(in context: Context) -> [FeatureGroup] {
    var groups = FeatureSchema.current.columns.map(\.group)
    let occasion = Occasion(context, placeKnown: true, after: history)
    for (number, parent) in ExpertLanes.backOff.enumerated() {
      let isKnown = ExpertPanel.experts[number].circumstances.allSatisfy { $0.isKnown(at: occasion) }
      if let parent, !isKnown { groups[number] = groups[parent] }
    }
    return groups
  }
}
