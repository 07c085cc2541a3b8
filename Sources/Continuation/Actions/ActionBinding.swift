/// An action in a feature: what can be performed.
///
/// It is a value without content, so it can be made anywhere: `Places.action(ViewPlace.self)`. Whether the feature declares
/// the action, and is available, is checked when it is performed.
public struct ActionBinding<Declaring: Feature, Performed: Action>: BoundAction {
  init() {}
}

extension Feature {
  /// One of its actions, to be performed.
  public static func action<Performed: Action>(_ action: Performed.Type) -> ActionBinding<Self, Performed> {
    ActionBinding()
  }
}
