internal import Kernels

/// Counts of the activities that were done soon after earlier silences as long as the current one.
///
/// A pair of neighbouring donations counts if the time between them is at least as long as the
/// current silence. Once the earlier silence had lasted that long, which donations came within the
/// horizon? It is the method of analogues (Lorenz: Atmospheric predictability as revealed by
/// naturally occurring analogues, Journal of the Atmospheric Sciences 26, 1969). The current
/// silence itself is not counted, so the end of a log teaches nothing. For a moment ahead, the
/// silence ends when the user was last observed, and the horizon begins later by the lead. The last
/// candidate counts donations of any item.
struct SilenceCounts: Sendable {
  /// The kinds of silence.
  enum Kind: Int, CaseIterable {
    /// All of them.
    case all
    /// Silences after the same activity as now.
    case same
    /// Silences that reached the current length within an hour and a half of this time of day.
    case hour
  }

  private static let kinds = Kind.allCases.count
  /// The maximum number of silences read, the latest ones, and of donations read after each.
  private static let limit = (silences: 384, followers: 48)
  private static let width: Int64 = 5_400_000

  /// For each candidate, and for anything at all, a count of each kind.
  private var counts: [Float] = []
  /// For each kind the number of silences.
  private(set) var totals = [Float](repeating: 0, count: kinds)
  /// The share of the intervals between donations that were as long as the silence, smoothed.
  private(set) var survival: Float = 1
  /// The mean number of donations within the horizon after the silences of this time of day.
  private(set) var followers: Float = 0
  /// For each candidate the silence after which it was counted last.
  private var lastSilence: [Int32] = []

  /// Counts the activities after all silences that are long enough.
  ///
  /// - Parameters:
  ///   - last: The candidate of the last activity.
  ///   - silence: The time from the last activity until the user was last observed, in
  ///     milliseconds.
  ///   - lead: The time from then until the moment, in milliseconds.
  ///   - now: The moment, in milliseconds on the wall clock.
  ///   - horizon: The length of the horizon in milliseconds.
  /// - Complexity: O(candidates + records).
  mutating func count(
    _ timeline: HorizonTimeline, candidates: Int, after last: Int?, lasting silence: Int64, lead: Int64 = 0,
    local now: Int64, within horizon: Int64
  ) {
    counts.resize(to: (candidates + 1) * Self.kinds)
    counts.fill(with: 0)
    totals.fill(with: 0)
    lastSilence.resize(to: candidates + 1)
    for candidate in lastSilence.indices { lastSilence[candidate] = -1 }
    var (lasting, intervals, followed) = (0, 0, 0)
    let times = timeline.times
    // With a lead, a silence counts only if its horizon had ended when the user was last observed.
    let latest = lead > 0 ? (times.last ?? 0) + silence : Int64.max
    var next = times.count
    for index in times.indices.dropLast().reversed() {
      intervals += 1
      guard times[index + 1] - times[index] >= silence else { continue }
      lasting += 1
      let start = times[index] + silence + lead
      let end = start + horizon
      guard lasting <= Self.limit.silences, end <= latest else { continue }
      let isNear = Self.isNear(timeline.localTimes[index] + silence + lead, to: now)
      let isSame = last != nil && Int(timeline.candidateIndices[index]) == last
      add(isSame: isSame, isNear: isNear, to: &totals, at: 0)
      while next > index + 1, times[next - 1] >= start { next -= 1 }
      for follower in next..<min(times.count, next + Self.limit.followers) {
        guard times[follower] < end else { break }
        if isNear { followed += 1 }
        guard timeline.candidateIndices[follower] >= 0 else { continue }
        count(Int(timeline.candidateIndices[follower]), after: Int32(index), isSame: isSame, isNear: isNear)
        count(candidates, after: Int32(index), isSame: isSame, isNear: isNear)
      }
    }
    survival = (Float(lasting) + 0.5) / (Float(intervals) + 1)
    followers = Float(followed) / (totals[Kind.hour.rawValue] + 1)
  }

  private mutating func count(_ candidate: Int, after silence: Int32, isSame: Bool, isNear: Bool) {
    guard lastSilence[candidate] != silence else { return }
    lastSilence[candidate] = silence
    add(isSame: isSame, isNear: isNear, to: &counts, at: candidate * Self.kinds)
  }

  private static func isNear(_ time: Int64, to now: Int64) -> Bool {
    let away = abs(time - now) % HorizonTimeline.day
    return min(away, HorizonTimeline.day - away) <= width
  }

  private func add(isSame: Bool, isNear: Bool, to counts: inout [Float], at place: Int) {
    counts[place + Kind.all.rawValue] += 1
    if isSame { counts[place + Kind.same.rawValue] += 1 }
    if isNear { counts[place + Kind.hour.rawValue] += 1 }
  }

  /// The share of the silences, smoothed towards a probability that is worth two of them.
  func share(ofCandidate candidate: Int, _ kind: Kind, prior: Float) -> Float {
    (counts[candidate * Self.kinds + kind.rawValue] + 2 * prior) / (totals[kind.rawValue] + 2)
  }

  /// Returns whether a candidate's item was done after any of the silences.
  func knows(_ candidate: Int) -> Bool { counts[candidate * Self.kinds + Kind.all.rawValue] > 0 }
}
