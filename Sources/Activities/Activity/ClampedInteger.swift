extension FixedWidthInteger {
  /// Creates the integer nearest to zero of a number, or the nearest one that there is; 0 for what is not a number.
  ///
  /// `Int(_:)` ends the process for a number without such an integer, and numbers come from logs, histories and clocks.
  @inlinable
  package init(clamping number: Double) {
    if number.isNaN {
      self = 0
    } else if number >= Double(Self.max) {
      self = .max
    } else if number <= Double(Self.min) {
      self = .min
    } else {
      self.init(number)  // audit: checked
    }
  }
}
