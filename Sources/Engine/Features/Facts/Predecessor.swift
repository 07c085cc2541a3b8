/// An activity that another one directly followed, within the window.
package struct Predecessor: Sendable {
  /// The item of the preceding activity.
  package let item: Int
  /// The number of donations directly after it, of any activity.
  package let count: Int
  /// The sorted seconds from it to the other activity, wherever both have a time; never empty.
  package let gaps: [Double]

  /// The median of the gaps, in seconds.
  package var usualGap: Double { gaps.median }
}

extension EvidenceState {
  /// Returns the other activities that an item directly followed in the window, at known times.
  ///
  /// - Complexity: O(window log window).
  package func predecessors(ofItem item: Int) -> [Predecessor] {
    var counts: [Int32: Int] = [:]
    var gaps: [Int32: [Double]] = [:]
    var previous: WindowRecord?
    for record in window.slice {
      defer { previous = record }
      guard let before = previous else { continue }
      counts[before.item, default: 0] += 1
      guard record.item == item, before.item != item, before.hasTime, record.hasTime else { continue }
      let passed = window.milliseconds(of: record) - window.milliseconds(of: before)
      gaps[before.item, default: []].append(Double(max(0, passed)) / 1_000)
    }
    return gaps.map { Predecessor(item: Int($0.key), count: counts[$0.key] ?? 0, gaps: $0.value.sorted()) }
  }
}
