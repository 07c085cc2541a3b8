internal import Activities

extension TimePrecision {
  /// Returns whether another precision is at least as exact as this one.
  func isKnown(by other: TimePrecision) -> Bool {
    switch self {
    case .exact: other == .exact
    case .day: other != .order
    case .order: true
    }
  }
}
