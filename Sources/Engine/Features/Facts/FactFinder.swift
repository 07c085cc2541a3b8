internal import Activities

/// Finds facts about activities at one moment by scanning the last donations.
///
/// Each fact comes with whether it speaks for the activity: a share well above the usual one does.
package struct FactFinder: Sendable {
  /// A fact, and whether it speaks for the activity.
  package struct Finding: Sendable {
    /// The fact.
    package let fact: Fact
    /// A Boolean value that indicates whether it makes the activity convincingly more likely than
    /// usual.
    package let speaksFor: Bool
  }

  /// A donation of the window.
  struct Candidate: Sendable {
    let item: Int32
    /// Milliseconds since 1970; nil if its time is unknown.
    let milliseconds: Int64?
    /// The quarter of an hour of the local day.
    let quarter: Int
    /// Days of local wall time since 1970-01-01.
    let day: Int
    /// The code of the last known place at the time.
    let place: UInt16
    let attributes: UInt16
  }

  /// The maximum number of donations that a fact calls "the last".
  static let reach = 100
  /// The maximum distance of a nearby place, in metres.
  static let nearby = 500.0
  /// The time for which a last known position counts as the current one, in seconds: half an hour.
  static let freshness = 1_800.0
  /// The maximum age of a recent activity, in seconds: two days.
  static let lately = 172_800.0

  let evidence: EvidenceState
  let moment: QueryContext
  let attributeKeys: [String]
  /// The donations of the window, after some that only precede them.
  let candidates: [Candidate]
  /// The index of the window's first donation.
  let first: Int
  let placeIsRecent: Bool

  /// A Boolean value that indicates whether the window holds every donation ever made.
  var isWhole: Bool { first == 0 }
  /// The donations of the window.
  var window: ArraySlice<Candidate> { candidates[first...] }

  /// Creates a finder over the last donations.
  ///
  /// - Complexity: O(window).
  init(_ evidence: EvidenceState, at asked: AskedMoment) {
    self.evidence = evidence
    let context = asked.context
    moment = QueryContext(asked, after: evidence.history)
    attributeKeys = context.attributes.keys.sorted()
    first = evidence.window.preceding
    let offset = moment.localMilliseconds - context.instant.milliseconds
    candidates = evidence.window.slice.map { Candidate($0, in: evidence.window, offset: offset) }
    placeIsRecent = context.place != nil || Self.hasRecentPlace(candidates, at: moment.milliseconds)
  }

  /// Returns whether a donation had a position lately: it changed the place that is carried from
  /// donation to donation.
  private static func hasRecentPlace(_ candidates: [Candidate], at now: Int64) -> Bool {
    for (index, candidate) in candidates.enumerated().reversed() {
      guard let time = candidate.milliseconds, Double(now - time) <= freshness * 1_000, index > 0 else {
        return false
      }
      if candidate.place != 0, candidates[index - 1].place != candidate.place { return true }
    }
    return false
  }

  /// Returns the fact behind a group of evidence, or nil if there is nothing to count.
  ///
  /// - Parameter items: The activity's items; several if they are offered as one.
  /// - Complexity: O(window).
  package func finding(for group: FeatureGroup, about items: Set<Int>) -> Finding? {
    switch group {
    case .habit: share(of: items)
    case .time: timeOfDay(of: items)
    case .previous: following(items)
    case .rhythm: rhythm(of: items)
    case .place: nearHere(items)
    case .context: alike(items)
    case .recency: recency(of: items)
    case .sharedParameters, .agreement: nil
    }
  }

  // MARK: Shares

  /// Returns how often it was done.
  package func count(of items: Set<Int>) -> Fact { .done(times: times(of: items)) }

  private func times(of items: Set<Int>) -> Int { items.reduce(0) { $0 + evidence.count(ofItem: $1) } }

  /// Returns its share of all donations or, if that tells more, of the last ones.
  private func share(of items: Set<Int>) -> Finding? {
    let (times, all) = (times(of: items), evidence.donationCount)
    guard all > 0 else { return nil }
    let usual = Double(times) / Double(all)
    for length in [20, 50, Self.reach] where window.count > length {
      let done = window.suffix(length).count { items.contains(Int($0.item)) }
      guard done >= 3, Double(done) / Double(length) >= 2 * usual else { continue }
      return Finding(fact: .lately(times: done, of: length), speaksFor: true)
    }
    let average = Double(items.count) / Double(max(1, evidence.identities.count))
    return Finding(fact: .habit(times: times, of: all), speaksFor: times > 1 && usual >= 2 * average)
  }

  /// Returns whether a share is above the usual one of the window, and at least a tenth.
  private func isMore(_ times: Int, of all: Int, than items: Set<Int>) -> Bool {
    let usual = Double(window.count { items.contains(Int($0.item)) }) / Double(max(1, window.count))
    return times >= 2 && 10 * times >= all && Double(times) > 1.2 * usual * Double(all)
  }

  private func following(_ items: Set<Int>) -> Finding? {
    guard let previous = candidates.last?.item else { return nil }
    let after = candidates.indices.filter { $0 > 0 && $0 >= first && candidates[$0 - 1].item == previous }
    let counted = after.suffix(Self.reach)
    guard !counted.isEmpty else { return nil }
    let times = counted.count { items.contains(Int(candidates[$0].item)) }
    return Finding(
      fact: .previous(
        activity: evidence.identities[Int(previous)], times: times, of: counted.count,
        isAll: isWhole && counted.count == after.count),
      speaksFor: isMore(times, of: counted.count, than: items))
  }

  /// Returns its share near here, if the position is recent.
  private func nearHere(_ items: Set<Int>) -> Finding? {
    guard placeIsRecent, let here = (moment.place ?? moment.lastPlace).flatMap(Self.place) else {
      return nil
    }
    var near: [UInt16: Bool] = [0: false]
    let there = window.filter { candidate in
      if let known = near[candidate.place] { return known }
      let place = evidence.window.places.key(of: Int(candidate.place)).map(PlaceKey.init(key:)).flatMap(
        Self.place)
      let isNear = place.map { $0.distance(to: here) <= Self.nearby } ?? false
      near[candidate.place] = isNear
      return isNear
    }
    let counted = there.suffix(Self.reach)
    guard !counted.isEmpty else { return nil }
    let times = counted.count { items.contains(Int($0.item)) }
    return Finding(
      fact: .place(
        metres: Self.nearby, times: times, of: counted.count, isAll: isWhole && counted.count == there.count),
      speaksFor: isMore(times, of: counted.count, than: items))
  }

  private func alike(_ items: Set<Int>) -> Finding? {
    let code = evidence.window.attributes.code(of: moment.attributes)
    guard code != 0 else { return nil }
    let there = window.filter { $0.attributes == code }
    let counted = there.suffix(Self.reach)
    guard !counted.isEmpty else { return nil }
    let times = counted.count { items.contains(Int($0.item)) }
    return Finding(
      fact: .context(
        keys: attributeKeys, times: times, of: counted.count,
        isAll: isWhole && counted.count == there.count),
      speaksFor: isMore(times, of: counted.count, than: items))
  }

  private static func place(_ key: PlaceKey) -> Place? {
    try? Place(latitude: key.latitude, longitude: key.longitude)
  }

  // MARK: The last time

  /// Returns when it was last done, if the window covers it.
  func recency(of items: Set<Int>) -> Finding? {
    guard let index = candidates.lastIndex(where: { items.contains(Int($0.item)) }), index >= first else {
      return nil
    }
    let seconds = candidates[index].milliseconds.map { Double(max(0, moment.milliseconds - $0)) / 1_000 }
    let since = candidates.count - 1 - index
    return Finding(
      fact: .recency(secondsSince: seconds, donationsSince: since),
      speaksFor: seconds.map { $0 <= Self.lately } ?? (since < 20))
  }

  /// Returns a parameter that the activity shares with one of the last ten donations of other
  /// activities, the newest first.
  ///
  /// - Complexity: O(parameters).
  package func sharedParameter(ofItem item: Int) -> SharedParameter? {
    var seen: Set<Int> = [item]
    for candidate in candidates.suffix(10).reversed() where seen.insert(Int(candidate.item)).inserted {
      guard let shared = evidence.sharedEntry(ofItem: item, with: Int(candidate.item)) else { continue }
      return SharedParameter(
        item: Int(candidate.item), key: shared.key, value: shared.value,
        secondsSince: candidate.milliseconds.map { Double(max(0, moment.milliseconds - $0)) / 1_000 })
    }
    return nil
  }
}

extension FactFinder.Candidate {
  /// The range in milliseconds by which the start of a quarter of an hour of local time can be
  /// ahead of UTC: zones are from 12 hours behind to 14 ahead.
  private static let offsets: ClosedRange<Int64> = -12 * 3_600_000 - 900_000...14 * 3_600_000

  /// - Parameter offset: Milliseconds by which local time is ahead of UTC at the query. The day of
  ///   the week of an accepted suggestion is not kept; its day is the most likely one by this
  ///   offset.
  init(_ record: WindowRecord, in window: DonationWindow, offset: Int64) {
    (item, place, attributes) = (record.item, record.knownPlace, record.attributes)
    guard record.hasTime else {
      (milliseconds, quarter, day) = (nil, 0, 0)
      return
    }
    let time = window.milliseconds(of: record)
    let quarterLength: Int64 = 900_000
    let utcDay = Int(clamping: (Double(time) / 86_400_000).rounded(.down))
    var best: (day: Int, distance: Int64)?
    for candidate in utcDay - 1...utcDay + 1 {
      if let weekday = record.weekday, ((candidate + 3) % 7 + 7) % 7 != weekday { continue }
      let local = Int64(candidate) * 86_400_000 + Int64(record.hour) * quarterLength
      if record.weekday == nil, !Self.offsets.contains(local - time) { continue }
      let distance = abs(local - time - offset)
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    (milliseconds, quarter, day) = (time, Int(record.hour), best?.day ?? utcDay)
  }
}

extension EvidenceState {
  /// Returns a finder of facts for a query.
  ///
  /// - Complexity: O(window).
  package func factFinder(at moment: AskedMoment) -> FactFinder { FactFinder(self, at: moment) }
}
