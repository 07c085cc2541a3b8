public import Activities

/// For whom, under which circumstances and how an action was invoked.
public struct ActionContext: Hashable, Sendable {
  /// Who wants it.
  public let user: UserIdentifier
  /// When, where, and what else is known.
  public let circumstances: Context
  /// How it was invoked.
  public let source: ActionSource

  /// Puts a context together.
  public init(user: UserIdentifier = .me, circumstances: Context, source: ActionSource = .user) {
    self.user = user
    self.circumstances = circumstances
    self.source = source
  }
}

/// How an action was invoked.
public enum ActionSource: Hashable, Sendable {
  /// The user did it unasked.
  case user
  /// The user accepted a suggestion.
  case suggestion

  /// How the donation is marked: an accepted suggestion is not counted as spontaneous.
  var donationSource: DonationSource {
    switch self {
    case .user: .user
    case .suggestion: .suggestion
    }
  }
}
