/// Which content an owner can show, by `targetContentIdentifier`: `UISceneActivationConditions`.
public struct ActivationConditions: Hashable, Sendable {
  /// Content that this owner shows better than others.
  public var prefers: ContentPredicate
  /// Content that it can show.
  public var canActivate: ContentPredicate

  /// Conditions; without any it can show everything and prefers nothing.
  public init(prefers: ContentPredicate = .nothing, canActivate: ContentPredicate = .anything) {
    self.prefers = prefers
    self.canActivate = canActivate
  }
}
