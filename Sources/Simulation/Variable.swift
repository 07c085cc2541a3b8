internal import Activities

/// Something that several activities are about at the same time: the document at hand, the project, the episode.
struct Variable: Hashable, Sendable {
  /// The values to choose from; weights count unless `order` is `sequence`.
  let values: [Weighted<ActivityValue>]
  /// When the value changes.
  let order: Order
  /// The probability that a change brings a value that never was before.
  let novelty: Double
  /// How such a value is called; `{n}` counts them.
  let noveltyName: TextTemplate

  /// When a variable's value changes.
  enum Order: Hashable, Sendable {
    /// It stays from one use to the next with a probability, and else is drawn by weight.
    case stays(Double)
    /// It is drawn by weight at the first use of each day.
    case daily
    /// It goes on to the next value, after the last to the first, unless it stays.
    case sequence(stays: Double)
  }
}
