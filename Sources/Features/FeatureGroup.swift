/// The question that a feature answers, by which contributions are summed when a suggestion is explained.
public enum FeatureGroup: String, Hashable, Sendable, CaseIterable {
  /// How often it is done, lately and ever.
  case habit
  /// Whether it is done at such times.
  case time
  /// Whether it follows what was just done.
  case previous
  /// Whether it comes after such pauses, and when it is due again.
  case rhythm
  /// Whether it is done here.
  case place
  /// Whether it is done under such circumstances.
  case context
  /// When it was last done.
  case recency
  /// What it has in common with what was just done.
  case kinship
  /// What all experts together say, weighted by how right they have been for this user.
  case agreement
}
