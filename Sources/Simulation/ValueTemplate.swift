internal import Activities

/// How a value of `userInfo` or of the context comes about.
indirect enum ValueTemplate: Hashable, Sendable {
  /// Always the same.
  case constant(ActivityValue)
  /// Text with variables in it.
  case text(TextTemplate)
  /// One of several by weight, drawn anew each time.
  case pick([Weighted<ActivityValue>])
  /// A number that hardly ever repeats, such as a scroll offset.
  case noiseNumber(ClosedRange<Double>)
  /// Sixteen random hexadecimal digits, such as a session's identifier.
  case noiseIdentifier
  /// A list of such values.
  case array([ValueTemplate])
  /// An object of such values, in order of their keys.
  case object([Named<ValueTemplate>])
}
