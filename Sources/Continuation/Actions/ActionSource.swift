internal import Activities

/// How an action was invoked.
public enum ActionSource: Hashable, Sendable {
  /// By the program, because the user did it there.
  case application
  /// By an intent: a shortcut or something said.
  case intent
  /// By an activity that is continued, of a type, which the user chose where ``ContinuationSource`` says.
  case continueActivity(type: String, from: ContinuationSource)
  /// By a URL.
  case openURL

  /// Whether the program was entered from outside: the user asked for it, and what it opens it also closes.
  public var isContinuation: Bool {
    switch self {
    case .continueActivity, .openURL: true
    case .application, .intent: false
    }
  }

  /// How the donation is marked: an accepted suggestion is not counted as spontaneous.
  var donationSource: DonationSource {
    switch self {
    case .continueActivity(_, from: .suggestion): .suggestion
    case .application, .intent, .continueActivity, .openURL: .user
    }
  }
}
