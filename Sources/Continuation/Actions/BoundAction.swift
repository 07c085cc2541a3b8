/// An action in a feature, ready to be given what it works on.
///
/// It makes an ``ActionCall``: the one value that everything takes which performs actions, so that leaving out an input or
/// a presenter that an action does not have is said once, here.
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
