internal import Activities

/// The donations of the window by the clock, for evidence of a horizon: the time of each one in UTC
/// and in local time.
///
/// It omits donations without a time. Its arrays are reused.
struct HorizonTimeline: Sendable {
  /// A day in milliseconds.
  static let day: Int64 = 86_400_000
  private static let quarterHour: Int64 = 900_000
  /// How many milliseconds too early a ``WindowRecord/Time`` may be.
  private static let precision: Int64 = 4

  /// Milliseconds since 1970 in UTC, in order.
  private(set) var times: [Int64] = []
  /// Milliseconds since 1970 on the wall clock of each donation.
  private(set) var localTimes: [Int64] = []
  /// The candidate of each donation's item, or the number of candidates if it is not one; -1 for a
  /// donation that teaches no habit.
  private(set) var candidateIndices: [Int32] = []
  /// A Boolean value that indicates whether the window holds all donations ever made.
  private(set) var isComplete = true

  /// Replaces the contents with the donations of a window.
  ///
  /// A record has its UTC time and its quarter of an hour of the local day. Several UTC offsets
  /// agree with both; the one nearest to the moment's offset is used.
  ///
  /// - Complexity: O(records).
  mutating func set(
    _ window: DonationWindow, of candidates: borrowing DescribedCandidates, at moment: borrowing QueryContext
  ) {
    isComplete = window.preceding == 0
    times.removeAll(keepingCapacity: true)
    localTimes.removeAll(keepingCapacity: true)
    candidateIndices.removeAll(keepingCapacity: true)
    let offset = moment.localMilliseconds - moment.milliseconds
    for record in window.slice.dropFirst(window.preceding) where record.hasTime {
      let time = window.milliseconds(of: record)
      let here = time + offset
      // Rounding makes a record's time up to `precision` early, which can move it into the quarter
      // of an hour before its own.
      let quarters = Self.quarters(from: here, toHour: record.hour)
      let shift = quarters == 0 ? 0 : Self.quarters(from: here + Self.precision, toHour: record.hour)
      times.append(time)
      localTimes.append(here + shift * Self.quarterHour)
      let candidate = candidates.candidate(ofItem: Int(record.item)) ?? candidates.count
      candidateIndices.append(record.day == WindowRecord.notCounted ? -1 : Int32(candidate))
    }
  }

  /// The number of quarters of an hour, -48 to 47, from a moment on the wall clock to the nearest
  /// occurrence of a time of day.
  private static func quarters(from local: Int64, toHour hour: UInt8) -> Int64 {
    let away = Int64(hour) - floor(local, quarterHour) % 96
    return ((away + 48) % 96 + 96) % 96 - 48
  }

  /// The quotient rounded down.
  static func floor(_ number: Int64, _ divisor: Int64) -> Int64 {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
  }
}
