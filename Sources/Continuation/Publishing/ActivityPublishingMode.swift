/// Whose rules an activity's eligibility follows.
///
/// A title is required in both where users would see it: for search, hand-off and prediction. A phrase is advised for
/// predictions in both.
public enum ActivityPublishingMode: Hashable, Sendable {
  /// Each eligibility stands for itself: what is predicted is searched only if that is listed too.
  case native
  /// As in Flint, and on Apple systems in 2018: what is predicted is searched as well.
  case flint

  /// What an activity is marked with.
  ///
  /// In both modes hand-off is off unless it is listed, because the set is explicit; a `UserActivity` of one's own has
  /// the defaults of its type instead.
  func marks(for eligibility: ActivityEligibility) -> ActivityEligibility {
    guard self == .flint, eligibility.contains(.prediction) else { return eligibility }
    return eligibility.union(.search)
  }
}
