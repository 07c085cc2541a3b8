/// The limits of what a state that is read back may hold, so that nothing overflows when it goes on
/// learning.
enum StateLimits {
  /// Numbers of things that happened.
  static let counts: ClosedRange<Int32> = 0...Int32.max / 2
}
