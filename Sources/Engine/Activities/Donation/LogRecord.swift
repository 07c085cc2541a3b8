/// One line of a donation log.
public enum LogRecord: Hashable, Sendable {
  case donation(Donation)
  case feedback(Feedback)
  case deletion(Deletion)
  case phrase(OwnPhrase)

  /// The owner of the line.
  public var user: UserIdentifier {
    switch self {
    case .donation(let donation): donation.user
    case .feedback(let feedback): feedback.user
    case .deletion(let deletion): deletion.user
    case .phrase(let phrase): phrase.user
    }
  }

  /// The time of the line.
  package var instant: Instant {
    switch self {
    case .donation(let donation): donation.context.instant
    case .feedback(let feedback): feedback.instant
    case .deletion(let deletion): deletion.instant
    case .phrase(let phrase): phrase.instant
    }
  }
}
