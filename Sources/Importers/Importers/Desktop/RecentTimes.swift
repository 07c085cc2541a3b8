/// When some things were last done, as far as that is not long ago: so that what goes on is told
/// from what is done again.
///
/// - Complexity: O(1) on average, in memory of bounded size.
struct RecentTimes<Key: Hashable> {
  /// The time within which something goes on, in any unit.
  let span: Int64
  private var times: [Key: Int64] = [:]

  /// The most things in memory.
  private static var mostKeys: Int { 1_024 }

  init(within span: Int64) { self.span = span }

  /// Notes the time of something, and returns whether it goes on from before.
  mutating func goesOn(_ key: Key, at time: Int64) -> Bool {
    if times.count >= Self.mostKeys {
      times = times.filter { isRecent($0.value, at: time) }
      if times.count >= Self.mostKeys { times.removeAll(keepingCapacity: true) }
    }
    return times.updateValue(time, forKey: key).map { isRecent($0, at: time) } ?? false
  }

  private func isRecent(_ last: Int64, at time: Int64) -> Bool {
    let (gap, isTooLarge) = time.subtractingReportingOverflow(last)
    return !isTooLarge && gap.magnitude <= span
  }
}
