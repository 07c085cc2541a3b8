internal import Activities

/// The amount that an activity gains in the ranking from the benefits that its program states.
///
/// It is small on purpose: of two activities with the same evidence, the one that saves the user
/// more comes first, and no substantial evidence is overruled.
enum Benefit {
  /// The amount for an activity that runs without opening the program, in nats: a tenth of the
  /// odds.
  static let background: Float = 0.1
  /// The maximum amount for saving time, in nats.
  static let effort: Float = 0.1
  /// The number of saved seconds worth half of ``effort``: a minute.
  static let halfEffort = 60.0
  /// The range of their sum.
  static let range: ClosedRange<Float> = 0...(background + effort)

  /// Returns the amount to add to the score of an activity, in nats.
  static func amount(of activity: UserActivity) -> Float {
    let seconds = max(0, activity.effortSaved ?? 0)
    let saved = seconds.isFinite ? Float(seconds / (seconds + halfEffort)) : 1
    return (activity.runsInBackground ? background : 0) + effort * saved
  }
}
