import Activities
import Kernels
import Testing

@testable import Features

/// `TimeOfDayCounts` and `SilenceCounts` against their slow twin.
@Suite struct HorizonCountsTests {
  static let hour: Int64 = 3_600_000
  static let horizons = [hour / 4, hour, 26 * hour, 31 * 24 * hour]
  static let leads = [0, hour / 6, 5 * hour, 23 * hour, 24 * hour, 170 * hour]

  /// The counts of days and of silences from the evidence.
  struct Counts {
    var days = TimeOfDayCounts()
    var silences = SilenceCounts()

    mutating func count(
      _ state: EvidenceState, at moment: Instant, lead: Int64 = 0, daysOff: DaysOff = .usual,
      within horizon: Int64
    ) {
      let context = QueryContext(
        AskedMoment(Context(at: moment), lead: Double(lead) / 1_000), after: state.history)
      let ahead = Int64(context.lead * 1_000)
      var (timeline, candidates) = (HorizonTimeline(), DescribedCandidates())
      let items = state.identities.count
      candidates.setWhole(items: items)
      timeline.set(state.window, of: candidates, at: context)
      days.count(
        timeline, candidates: items, local: context.localMilliseconds, lead: ahead, within: horizon,
        daysOff: daysOff)
      silences.count(
        timeline, candidates: items, after: context.recent.first.map(Int.init),
        lasting: Int64((context.gap ?? 0) * 1_000), lead: ahead,
        local: context.localMilliseconds, within: horizon)
    }
  }

  /// Returns the differences between the counts and the twin, in words.
  private static func differences(
    _ counts: Counts, _ slow: SlowHorizon, items: Int, within horizon: Int64
  ) -> [String] {
    var found: [String] = []
    func compare(_ name: String, _ fast: Float, _ slow: Double) {
      if !(abs(Double(fast) - slow) <= 2e-6 * max(1, slow)) { found.append("\(name): \(fast), not \(slow)") }
    }
    for candidate in 0...items {
      let item = candidate == items ? nil : candidate
      for kind in TimeOfDayCounts.Kind.allCases {
        let share = slow.share(of: item, kind, within: horizon)
        compare("day/\(kind)[\(candidate)]", counts.days.share(ofCandidate: candidate, kind), share)
      }
      for kind in SilenceCounts.Kind.allCases {
        let share = slow.share(of: item, kind, prior: 0.25, within: horizon)
        compare(
          "silence/\(kind)[\(candidate)]", counts.silences.share(ofCandidate: candidate, kind, prior: 0.25),
          share)
      }
      guard let item else { continue }
      if counts.days.knows(item) != slow.knowsDay(of: item, within: horizon) {
        found.append("knows[\(item)]")
      }
      let (habit, expected) = (counts.days.habit(ofCandidate: item), slow.habit(of: item, within: horizon))
      compare("habit[\(item)]", habit.probability, Double(expected.probability))
      compare("habit/weekly[\(item)]", habit.weekly, Double(expected.weekly))
    }
    compare("survival", counts.silences.survival, slow.survival)
    compare("followers", counts.silences.followers, slow.meanFollowers(within: horizon))
    return found
  }

  private static func compare(_ log: HorizonLog, steps: Int, _ label: String) throws {
    var log = log
    let donations = log.donations
    // All moments share the storage: no number may remain from an earlier one.
    var (state, counts) = (EvidenceState(), Counts())
    for prefix in 0...donations.count {
      if prefix % max(1, donations.count / steps) == 0 || prefix == donations.count {
        let next = prefix < donations.count ? donations[prefix].context.instant : try log.next()
        // The time of the next donation, and a moment ahead.
        for (number, lead) in leads.enumerated() where number == 0 || (number + prefix) % 3 == 0 {
          let moment = next.advanced(bySeconds: Double(lead) / 1_000)
          let daysOff = DaysOff.candidates[(prefix + number) % DaysOff.candidates.count]
          let slow = SlowHorizon(Array(donations[..<prefix]), at: moment, lead: lead, daysOff: daysOff)
          for horizon in horizons {
            counts.count(state, at: moment, lead: lead, daysOff: daysOff, within: horizon)
            let differences = differences(counts, slow, items: state.identities.count, within: horizon)
            #expect(differences.isEmpty, "\(label), after \(prefix), \(lead): \(differences.prefix(4))")
          }
        }
      }
      if prefix < donations.count { state.observe(donations[prefix]) }
    }
  }

  @Test(arguments: UInt64(0)..<24, [true, false])
  func everyCountIsThatOfTheScan(seed: UInt64, journeys: Bool) throws {
    let log = try HorizonLog(
      seed: seed, count: 40 + Int(seed) * 8, journeys: journeys, pause: seed % 2 == 0 ? 300 : 1_500)
    try Self.compare(log, steps: 5, "seed \(seed)")
  }

  /// Some donations share an instant, so some silences have no length, and there are more silences
  /// than the limit.
  @Test func whatLeftTheWindowIsNotCounted() throws {
    let log = try HorizonLog(seed: 5, count: DonationWindow.size + 400, journeys: false, pause: 20)
    try Self.compare(log, steps: 2, "full")
  }

  /// The window keeps times to 1/256 second after the first one, which may be between two quarters
  /// of an hour.
  @Test(arguments: [0, 1, 3, 123, 999] as [Int64])
  func aDonationOnTheQuarterHourIsDoneThen(origin: Int64) throws {
    var state = EvidenceState()
    let day = 24 * Self.hour
    state.observe(try Samples.donation("first", in: Samples.context(Samples.monday - day - 7 * origin)))
    for number in 1...8 as ClosedRange<Int64> {
      state.observe(try Samples.donation("a", in: Samples.context(Samples.monday + number * day)))
    }
    var (timeline, candidates) = (HorizonTimeline(), DescribedCandidates())
    candidates.setWhole(items: state.identities.count)
    let moment = QueryContext(
      AskedMoment(try Samples.context(Samples.monday + 9 * day)), after: state.history)
    timeline.set(state.window, of: candidates, at: moment)
    for (index, local) in timeline.localTimes.enumerated().dropFirst() {
      let away = Samples.monday + Int64(index) * day - local
      #expect((0...4).contains(away), "\(away) ms away")
    }
  }
}
