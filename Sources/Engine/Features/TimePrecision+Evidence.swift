internal import Activities

extension TimePrecision {
  /// Returns whether what this precision tells is told by another one, too.
  func isKnown(by other: TimePrecision) -> Bool {
    switch self {
    case .exact: other == .exact
    case .day: other != .order
    case .order: true
    }
  }
}
