extension FixedWidthInteger {
  /// Creates an integer by rounding a number towards zero, or the nearest existing one; 0 for what
  /// is not a number.
  ///
  /// `Int(_:)` ends the process for a number without such an integer, and numbers come from logs,
  /// histories and clocks. It goes by way of 64 bits, which the processor converts at once; the
  /// initialiser for every kind of integer takes a hundred instructions.
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
