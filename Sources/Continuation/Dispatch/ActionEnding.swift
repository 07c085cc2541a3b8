/// How a request ended, as logs may say it.
public enum ActionEnding: Hashable, Sendable {
  /// It was done.
  case success
  /// It failed, with an error of this type: what errors say may be about the user.
  case failure(errorType: String)
  /// It was called off, which counts as not done.
  case cancelled
}

extension ActionEnding: CustomStringConvertible {
  /// How it ended.
  public var description: String {
    switch self {
    case .success: "success"
    case .failure(let errorType): "failure (\(errorType))"
    case .cancelled: "cancelled"
    }
  }
}
