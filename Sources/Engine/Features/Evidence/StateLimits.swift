/// The limits for values in a restored state, which prevent overflows in further learning.
enum StateLimits {
  /// Counts of events.
  static let counts: ClosedRange<Int32> = 0...Int32.max / 2
}
