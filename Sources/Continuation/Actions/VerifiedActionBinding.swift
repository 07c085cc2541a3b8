/// An action of a conditional feature that was available when it was asked for.
///
/// ``ActionDispatcher/request(_:)`` gives one; programs show the button if there is one. It is checked again when it is
/// performed, because what made it available can be gone by then.
public struct VerifiedActionBinding<Declaring: ConditionalFeature, Performed: Action>: BoundAction {
  init() {}
}
