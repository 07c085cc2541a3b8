/// The answer to "this", said while looking at the screen.
public enum OnScreen<Content: Hashable & Sendable>: Hashable, Sendable {
  /// Nothing current is meant by it.
  case nothing
  /// This is meant.
  case one(Content)
  /// Several owners have something current, and none is in front: ask the user, the one that was active last first.
  case ambiguous([ActivityOwner])

  /// What is meant, if it is one thing.
  public var content: Content? {
    if case .one(let content) = self { content } else { nil }
  }
}
