public import Activities

/// What became of a performed action's activity.
public struct Publication: Sendable {
  /// Why no activity was to be made.
  public enum Omission: Hashable, Sendable {
    /// The action's eligibility is empty.
    case notEligible
    /// The feature is switched off.
    case switchedOff
    /// The action vetoed it.
    case vetoed
  }

  /// The donation that is kept now; `nil` if there was nothing to publish.
  public let donation: Donation?
  /// Why there was nothing to publish.
  public let omission: Omission?
  /// What could be better.
  public let advice: [PublishingAdvice]

  init(_ donation: Donation, advice: [PublishingAdvice]) {
    self.donation = donation
    self.advice = advice
    omission = nil
  }

  init(omitted omission: Omission) {
    donation = nil
    advice = []
    self.omission = omission
  }
}
