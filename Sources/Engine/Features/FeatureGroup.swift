/// The question that a feature answers; explanations sum contributions by these groups.
public enum FeatureGroup: String, Hashable, Sendable, CaseIterable {
  /// How often it is done, lately and overall.
  case habit
  /// Whether it is done at such times.
  case time
  /// Whether it follows the last activities.
  case previous
  /// Whether it comes after such pauses, and when it is due again.
  case rhythm
  /// Whether it is done here.
  case place
  /// Whether it is done under such circumstances.
  case context
  /// When it was last done.
  case recency
  /// Whether it shares parameters with the last activities.
  case sharedParameters = "kinship"
  /// The verdict of all experts together, weighted by how right they have been for this user.
  case agreement
}
