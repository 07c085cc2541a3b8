/// The question that a feature answers, by which contributions are summed when a suggestion is
/// explained.
public enum FeatureGroup: String, Hashable, Sendable, CaseIterable {
  /// The question of how often it is done, lately and ever.
  case habit
  /// The question of whether it is done at such times.
  case time
  /// The question of whether it follows what was just done.
  case previous
  /// The question of whether it comes after such pauses, and of when it is due again.
  case rhythm
  /// The question of whether it is done here.
  case place
  /// The question of whether it is done under such circumstances.
  case context
  /// The question of when it was last done.
  case recency
  /// The question of which parameters it shares with what was just done.
  case sharedParameters = "kinship"
  /// The question of what all experts together say, weighted by how right they have been for this
  /// user.
  case agreement
}
