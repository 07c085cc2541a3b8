/// An action in a feature, which can be performed.
///
/// It is a value without content, so it can be created anywhere: `Places.action(ViewPlace.self)`.
/// The dispatcher checks on performing it whether the feature declares the action and is available.
public struct ActionBinding<Declaring: Feature, Performed: Action>: BoundAction {
  init() {}
}

extension Feature {
  /// Returns one of its actions, to be performed.
  public static func action<Performed: Action>(_ action: Performed.Type) -> ActionBinding<Self, Performed> {
    ActionBinding()
  }
}

/// An action in a feature, ready for its input and presenter.
///
/// It makes an ``ActionCall``, the one value that all performing functions take, so that leaving
/// out an input or a presenter is defined only here.
public protocol BoundAction<Declaring, Performed>: Hashable, Sendable {
  /// The feature.
  associatedtype Declaring: Feature
  /// The action.
  associatedtype Performed: Action
}

extension BoundAction {
  /// Returns a call with an input and a presenter.
  public func with(
    _ input: Performed.Input, on presenter: Performed.Presenter
  ) -> ActionCall<Declaring, Performed> {
    ActionCall(input: input, presenter: presenter)
  }
}

extension BoundAction where Performed.Presenter == NoPresenter {
  /// Returns a call with an input.
  public func with(_ input: Performed.Input) -> ActionCall<Declaring, Performed> {
    with(input, on: NoPresenter())
  }
}

extension BoundAction where Performed.Input == NoInput {
  /// Returns a call with a presenter.
  public func on(_ presenter: Performed.Presenter) -> ActionCall<Declaring, Performed> {
    with(NoInput(), on: presenter)
  }
}

extension BoundAction where Performed.Input == NoInput, Performed.Presenter == NoPresenter {
  /// The call without input and presenter.
  public var call: ActionCall<Declaring, Performed> { with(NoInput(), on: NoPresenter()) }
}

/// An action of a conditional feature that was available when requested.
///
/// ``ActionDispatcher/request(_:)`` returns one, and programs show the button if it does. It is
/// checked again when performed, because its conditions may have changed by then.
public struct VerifiedActionBinding<Declaring: ConditionalFeature, Performed: Action>: BoundAction {
  init() {}
}

/// An action in a feature, with its input and presenter.
public struct ActionCall<Declaring: Feature, Performed: Action>: Sendable {
  /// The input to work on.
  public let input: Performed.Input
  /// The presenter to show the result on.
  public let presenter: Performed.Presenter
}

extension ActionCall: CustomStringConvertible {
  /// The feature, the action, and the input as logs may show it.
  public var description: String { "\(Declaring.self).\(Performed.self) on \(LoggedInput(input))" }
}
