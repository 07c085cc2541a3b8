/// The recent times of activities, which tell whether one continues or begins again.
///
/// - Complexity: O(1) on average, in memory of bounded size.
struct RecentTimes<Key: Hashable> {
  /// The time within which an activity continues, in any unit.
  let span: Int64
  private var times: [Key: Int64] = [:]

  /// The maximum number of keys in memory.
  private static var mostKeys: Int { 1_024 }

  init(within span: Int64) { self.span = span }

  /// Notes the time of a key, and returns whether it continues from an earlier time.
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
