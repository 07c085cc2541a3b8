/// An action in a feature: what can be performed.
///
/// It is a value without content, so it can be made anywhere: `Places.action(ViewPlace.self)`.
/// Whether the feature declares the action, and is available, is checked when it is performed.
public struct ActionBinding<Declaring: Feature, Performed: Action>: BoundAction {
  init() {}
}

extension Feature {
  /// One of its actions, to be performed.
  public static func action<Performed: Action>(_ action: Performed.Type) -> ActionBinding<Self, Performed> {
    ActionBinding()
  }
}

/// An action in a feature, ready to be given what it works on.
///
/// It makes an ``ActionCall``: the one value that everything takes which performs actions, so that
/// leaving out an input or a presenter that an action does not have is said once, here.
public protocol BoundAction<Declaring, Performed>: Hashable, Sendable {
  /// The feature.
  associatedtype Declaring: Feature
  /// The action.
  associatedtype Performed: Action
}

extension BoundAction {
  /// To be performed on an input, shown on a presenter.
  public func with(
    _ input: Performed.Input, on presenter: Performed.Presenter
  ) -> ActionCall<Declaring, Performed> {
    ActionCall(input: input, presenter: presenter)
  }
}

extension BoundAction where Performed.Presenter == NoPresenter {
  /// To be performed on an input.
  public func with(_ input: Performed.Input) -> ActionCall<Declaring, Performed> {
    with(input, on: NoPresenter())
  }
}

extension BoundAction where Performed.Input == NoInput {
  /// To be performed, shown on a presenter.
  public func on(_ presenter: Performed.Presenter) -> ActionCall<Declaring, Performed> {
    with(NoInput(), on: presenter)
  }
}

extension BoundAction where Performed.Input == NoInput, Performed.Presenter == NoPresenter {
  /// To be performed.
  public var call: ActionCall<Declaring, Performed> { with(NoInput(), on: NoPresenter()) }
}

/// An action of a conditional feature that was available when it was asked for.
///
/// ``ActionDispatcher/request(_:)`` gives one; programs show the button if there is one. It is
/// checked again when it is performed, because what made it available can be gone by then.
public struct VerifiedActionBinding<Declaring: ConditionalFeature, Performed: Action>: BoundAction {
  init() {}
}

/// An action in a feature, with what it works on and what it shows it on.
public struct ActionCall<Declaring: Feature, Performed: Action>: Sendable {
  /// The value to work on.
  public let input: Performed.Input
  /// The presenter to show the result on.
  public let presenter: Performed.Presenter
}

extension ActionCall: CustomStringConvertible {
  /// Feature, action and the input as logs may show it.
  public var description: String { "\(Declaring.self).\(Performed.self) on \(LoggedInput(input))" }
}
