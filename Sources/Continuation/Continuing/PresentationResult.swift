/// What a program answers when an action is continued into it.
public enum PresentationResult<Presenter: Sendable>: Sendable {
  /// Go on, on this presenter.
  case ready(Presenter)
  /// The program has nothing to show this action on.
  case unsupported
  /// The user did not want it.
  case userCancelled
  /// The program did not want it.
  case applicationCancelled
  /// The program shows that already, or has done it itself.
  case alreadySatisfied
}
