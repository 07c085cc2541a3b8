internal import Kernels

/// A plain count behind a group of evidence, for people to check.
public enum Fact: Hashable, Sendable {
  /// Done so many times out of all donations.
  case habit(times: Int, of: Int)
  /// Done about so many times out of all that was done around this hour on such days.
  case time(hour: Int, isWeekend: Bool, times: Int, of: Int)
  /// Done so many times after the activity of a row was done.
  case previous(row: Int, times: Int, of: Int)
  /// Comes back after so many hours usually, and was done so many hours ago.
  case rhythm(usualHours: Double, sinceHours: Double)
  /// Done about so many times out of all that was done near here.
  case place(times: Int, of: Int)
  /// Done so many times under these circumstances.
  case context(times: Int, of: Int)
  /// Done so many hours ago, and since then so many other donations.
  case recency(sinceHours: Double, donationsSince: Int)
}

extension EvidenceState {
  /// The fact behind a group of evidence for a candidate; `nil` if there is nothing to count.
  ///
  /// Where similarity is a matter of degree, times are rounded: a donation in the very same circumstances
  /// counts as one.
  ///
  /// - Parameter scratch: That of the description of the query which the fact is about.
  /// - Complexity: O(1).
  public func fact(for group: FeatureGroup, row: Int, from scratch: FeatureScratch) -> Fact? {
    let use = recency.uses[row]
    let moment = scratch.moment
    switch group {
    case .habit: return .habit(times: Int(use.count), of: history.count)
    case .time:
      return counted("hour+kind-of-day", row: row, scratch).map {
        .time(hour: Int(moment.localHour), isWeekend: moment.isWeekend, times: $0.times, of: $0.of)
      }
    case .previous:
      guard let previous = history.recent.first else { return nil }
      return counted("after", row: row, scratch).map {
        .previous(row: Int(previous), times: $0.times, of: $0.of)
      }
    case .rhythm:
      let interval = rhythm.time[row]
      guard interval.count > 1 else { return nil }
      guard let since = use.hours(until: moment) else { return nil }
      return .rhythm(
        usualHours: RhythmEvidence.hours(scaled: Double(interval.mean)), sinceHours: since)
    case .place: return counted("place/1km", row: row, scratch).map { .place(times: $0.times, of: $0.of) }
    case .context:
      return counted("attributes", row: row, scratch).map { .context(times: $0.times, of: $0.of) }
    case .recency:
      guard let since = use.hours(until: moment) else { return nil }
      return .recency(sinceHours: since, donationsSince: history.count - Int(use.lastDonation) - 1)
    case .sharedParameters, .agreement: return nil
    }
  }

  /// Returns the number of donations that an expert counts for a row, and for all rows, in units of a
  /// donation in the very same circumstances.
  private func counted(_ name: String, row: Int, _ scratch: FeatureScratch) -> (times: Int, of: Int)? {
    guard let lane = ExpertPanel.lane(of: name) else { return nil }
    let expert = ExpertPanel.experts[lane - ExpertLayout.first]
    guard expert.circumstances.allSatisfy({ $0.isKnown(at: scratch.moment) }) else { return nil }
    let own = expert.circumstances.reduce(1) { $0 * $1.likenessToItself(of: scratch.moment) }
    let total = Double(scratch.totals[lane])
    let weight = Double(scratch.weights[line: row, lane: lane])
    // Nothing is counted more often than it happened.
    let unit = max(own, total / Double(history.count), weight / Double(recency.uses[row].count))
    let (times, of) = ((weight / unit).rounded(), (total / unit).rounded())
    return of >= 1 ? (Int(times), Int(of)) : nil
  }
}
