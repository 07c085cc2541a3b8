public import Activities

/// The progress of an engine in learning a user's log, for a first answer that takes a while.
public struct LearningProgress: Hashable, Sendable {
  /// A handler of progress, called on no particular thread; it should return soon.
  public typealias Handler = @Sendable (LearningProgress) -> Void

  /// The user whose donations are learned.
  public let user: UserIdentifier
  /// The number of donations learned, including those that a checkpoint covers.
  public let donations: Int
  /// The number of donations in the log; those after the moment in question are not learned.
  public let total: Int
}
