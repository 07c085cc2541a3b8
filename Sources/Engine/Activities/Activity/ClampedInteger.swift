extension FixedWidthInteger {
  /// Creates an integer by rounding a number towards zero and clamping it to the type's range; 0
  /// for NaN.
  ///
  /// `Int(_:)` traps on a number without such an integer, and numbers come from logs, histories and
  /// clocks. This converts by way of 64 bits, which takes one processor instruction; the
  /// initialiser for all integer types takes a hundred.
  @inlinable
  package init(clamping number: Double) {
    if number.isNaN {
      self = 0
    } else if number >= 0x1p63 {
      self.init(clamping: number < 0x1p64 ? UInt64(number) : .max)  // audit: checked
    } else {
      self.init(clamping: number > -0x1p63 ? Int64(number) : .min)  // audit: checked
    }
  }
}
