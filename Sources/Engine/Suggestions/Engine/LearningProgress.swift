public import Activities

/// How far an engine has come with learning what a log has of a user: for a first answer that takes
/// a while.
public struct LearningProgress: Hashable, Sendable {
  /// What is told of it; called on no particular thread, and to return soon.
  public typealias Handler = @Sendable (LearningProgress) -> Void

  /// Whose donations are learned.
  public let user: UserIdentifier
  /// The number of donations that were learned, those that a checkpoint covers included.
  public let donations: Int
  /// The number of donations that there are; those after the moment that is asked about are not
  /// learned.
  public let total: Int
}
