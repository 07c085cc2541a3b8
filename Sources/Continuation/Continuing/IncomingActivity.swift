public import Activities
public import Suggestions

/// An activity that is to be continued, with what is known of the way it came.
public struct IncomingActivity: Hashable, Sendable {
  /// What to go on with.
  public var activity: UserActivity
  /// From where; `nil`: told by the activity itself.
  public var source: ContinuationSource?
  /// Who makes the program that it comes from, as the transport has proven with `Publisher.verifies`; `nil`: it has not.
  ///
  /// It goes before what the activity says of itself, which anybody can write.
  public var provenPublisher: String?
  /// Names this delivery, so that the same one is continued once though it may arrive several times.
  public var deliveryIdentifier: String?

  /// An activity of which nothing else is known.
  public init(_ activity: UserActivity, from source: ContinuationSource? = nil) {
    self.activity = activity
    self.source = source
  }

  /// Who makes the program that it comes from, as proven, else as the activity says; `nil`: nothing is said of that.
  public var publisher: String? { provenPublisher ?? activity.publisher }

  /// A suggestion that the user accepted.
  public init(_ suggestion: Suggestion) {
    self.init(suggestion.activity, from: .suggestion)
  }
}
