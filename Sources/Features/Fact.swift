public import Activities

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
  /// Where evidence is binned, times are rounded: a donation in the same bins counts as one.
  ///
  /// - Complexity: O(1).
  public func fact(for group: FeatureGroup, row: Int, in context: Context) -> Fact? {
    let use = recency.uses[row]
    let occasion = Occasion(context, placeKnown: true, after: history)
    switch group {
    case .habit: return .habit(times: use.count, of: history.count)
    case .time:
      return counted("hour+kind-of-day", row: row, occasion).map {
        .time(hour: Int(occasion.localHour), isWeekend: occasion.isWeekend, times: $0.times, of: $0.of)
      }
    case .previous:
      guard let previous = history.recent.first else { return nil }
      return counted("after", row: row, occasion).map {
        .previous(row: Int(previous), times: $0.times, of: $0.of)
      }
    case .rhythm:
      let interval = rhythm.time[row]
      guard interval.count > 1 else { return nil }
      return .rhythm(
        usualHours: RhythmEvidence.hours(scaled: interval.mean),
        sinceHours: max(0, occasion.hours - use.lastHours))
    case .place: return counted("place/1km", row: row, occasion).map { .place(times: $0.times, of: $0.of) }
    case .context:
      return counted("attributes", row: row, occasion).map { .context(times: $0.times, of: $0.of) }
    case .recency:
      return .recency(
        sinceHours: max(0, occasion.hours - use.lastHours),
        donationsSince: history.count - use.lastDonation - 1)
    case .kinship, .agreement: return nil
    }
  }

  /// How many donations an expert counts for a row, and for all rows, in units of a donation in the very same circumstances.
  private func counted(_ name: String, row: Int, _ occasion: Occasion) -> (times: Int, of: Int)? {
    guard let expert = panel.number(of: name) else { return nil }
    let cells = CellMap(occasion)[expert]
    let clock = Clock(hours: occasion.hours, donations: history.count)
    let own = cells.reduce(0) { $0 + $1.weight * $1.weight }
    guard own > 0 else { return nil }
    let total = panel.tables[expert].total(in: cells, at: clock)
    let weight = panel.tables[expert].weight(of: Int32(row), in: cells, at: clock)
    // A donation nearer to the middle of a bin than the query weighs more than one in the same circumstances: the unit
    // grows until nothing is counted more often than it happened.
    let unit = max(own, total / Double(history.count), weight / Double(recency.uses[row].count))
    let (times, of) = ((weight / unit).rounded(), (total / unit).rounded())
    return of >= 1 ? (Int(times), Int(of)) : nil
  }
}
