package import Activities

/// The reason why a verdict cannot be recorded.
package enum FeedbackRequestError: Error, Equatable {
  /// There is no store, so nothing can have been shown.
  case nothingDonated
  /// The user has no such activity.
  case unknownActivity(ActivityIdentity)
  /// The rank is not one of those that were shown.
  case rankOutOfRange(Int, shown: Int)
  /// Several activities were shown, and none is chosen.
  case severalShown
  /// No verdict is in force, so none can be undone.
  case noFeedback
  /// No verdict about that activity, type, program or answer is in force.
  case nothingToUndo
  /// The moment is more than a day in the future.
  case fromTheFuture
}

extension FeedbackRequestError: CustomStringConvertible {
  /// The reason, and how to fix it.
  package var description: String {
    switch self {
    case .nothingDonated: "no donations yet, so there is nothing to give feedback on"
    case .unknownActivity(let identity): "that user has no activity \(identity)"
    case .rankOutOfRange(let rank, let shown):
      "rank: \(rank), but \(shown) were shown; ranks start at 1"
    case .severalShown: "rank: several were shown; give the rank of one"
    case .noFeedback: "no feedback to undo"
    case .nothingToUndo: "nothing to undo; `hunch feedback` lists what still applies"
    case .fromTheFuture: "time: more than a day in the future; give the moment of the verdict"
    }
  }
}
