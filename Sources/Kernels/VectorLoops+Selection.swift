internal import CKernels

/// What selecting the highest numbers needs (``TopRows``).
extension VectorLoops {
  /// The first index from `start` on whose number is above the threshold; the count if there is none.
  static func nextAbove(_ threshold: Float, in x: [Float], from start: Int) -> Int {
    unsafe x.withUnsafeBufferPointer { x_ in
      guard let base = x_.baseAddress, start >= 0, start < x_.count else { return x_.count }
      return unsafe hunch_next_above(base, start, x_.count, threshold)
    }
  }

  /// The most numbers that ``lowerBound(of:in:)`` can be asked for.
  static let lowerBoundLimit = Int(HUNCH_LOWER_BOUND_LIMIT)

  /// A number that at least so many of the first numbers are not below, and few more; −∞ if there are not so many besides NaN.
  static func lowerBound(of limit: Int, in x: [Float], first count: Int) -> Float {
    precondition((0...lowerBoundLimit).contains(limit), "too many numbers")
    return unsafe x.withUnsafeBufferPointer { x_ in
      guard let base = x_.baseAddress else { return -.infinity }
      return unsafe hunch_lower_bound(base, max(0, min(count, x_.count)), limit)
    }
  }
}
