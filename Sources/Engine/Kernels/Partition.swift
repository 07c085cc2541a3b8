extension RandomAccessCollection {
  /// Returns the first index whose element satisfies a predicate that is false, then true, along
  /// the collection; the end if none does.
  ///
  /// - Complexity: O(log n).
  @inlinable
  package func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
    var (start, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(start, offsetBy: half)
      if belongs(self[middle]) {
        count = half
      } else {
        start = index(after: middle)
        count -= half + 1
      }
    }
    return start
  }
}
