import Activities
import Kernels
import Testing

@testable import Features

/// The evidence for a horizon, except for the counts, which the slow twin checks.
@Suite struct HorizonEvidenceTests {
  private static let hour = 3_600.0
  private static let horizons = [60, 900, hour, 26 * hour, 31 * 24 * hour]

  /// Buffers that are reused.
  private struct Buffers {
    var (matrix, novelty, scratch) = (Matrix(), [Float](), FeatureScratch())
    var evidence = HorizonEvidence()

    mutating func describe(
      _ state: EvidenceState, at context: Context, precision: TimePrecision = .exact, lead: Double = 0,
      within seconds: Double, conditional: [Float]? = nil
    ) {
      let even = [Float](repeating: 1 / Float(state.identities.count + 1), count: state.identities.count)
      state.describe(
        AskedMoment(context, precision: precision, lead: lead), into: &matrix, novelty: &novelty,
        scratch: &scratch)
      state.describe(
        within: seconds, conditional: conditional ?? even, into: &evidence, scratch: scratch)
    }
  }

  private static func bytes(_ state: EvidenceState) -> [UInt8] {
    var writer = StateWriter()
    state.write(into: &writer)
    return writer.bytes
  }

  @Test func columnsHaveNamesOfTheirOwn() {
    let columns = HorizonSchema.columns
    #expect(Set(columns).count == columns.count)
    #expect(HorizonSchema.opinions.count == 6)
    #expect(HorizonSchema.momentColumns.map { columns[$0] } == HorizonSchema.ofMoment)
    let kinds = TimeOfDayCounts.Kind.allCases.map { "day/\($0)" }
    #expect(Array(columns.prefix(kinds.count)) == kinds)
    #expect(
      columns.dropFirst(kinds.count).prefix(5) == [
        "habit", "habit/weekly", "silence/all", "silence/same", "silence/hour",
      ])
    #expect(columns[HorizonSchema.habit] == "habit" && HorizonSchema.opinions.contains(HorizonSchema.habit))
  }

  @Test(arguments: UInt64(0)..<10)
  func linesAreFiniteAndOfItemsInOrder(seed: UInt64) throws {
    var log = try RandomLog(seed: seed, count: 150, timeless: seed % 2 == 0 ? 0 : 0.3)
    let donations = log.donations
    var (state, buffers) = (EvidenceState(), Buffers())
    for (number, donation) in donations.enumerated() {
      state.observe(donation)
      guard number % 25 == 0 || number == donations.count - 1 else { continue }
      let last = number == donations.count - 1
      let moment = last ? try log.nextContext() : Context(at: donation.context.instant)
      for (place, horizon) in Self.horizons.enumerated() {
        let lead: Double = [0, 0, 3_600, 90_000, 0][(place + number) % 5]
        let asked = try Context(
          at: moment.instant.advanced(bySeconds: lead), place: moment.place, attributes: moment.attributes)
        buffers.describe(state, at: asked, lead: lead, within: horizon)
        let evidence = buffers.evidence
        #expect(
          evidence.items == evidence.items.sorted() && Set(evidence.items).count == evidence.items.count)
        #expect(evidence.items.allSatisfy(state.identities.indices.contains))
        #expect(evidence.matrix.rows == evidence.items.count)
        #expect(evidence.matrix.columns == HorizonSchema.columns.count)
        #expect(VectorLoops.allFinite(evidence.matrix.elements), "seed \(seed), within \(horizon)")
        #expect((0...1).contains(evidence.anything))
        for column in HorizonSchema.momentColumns {
          let values = Set((0..<evidence.matrix.rows).map { evidence.matrix[$0, column] })
          #expect(values.count <= 1, "\(HorizonSchema.columns[column])")
        }
        var again = Buffers()
        again.describe(state, at: asked, lead: lead, within: horizon)
        #expect(again.evidence.matrix == evidence.matrix && again.evidence.anything == evidence.anything)
      }
    }
  }

  /// Returns three weeks with one activity at nine every day, and another once at three: it has no
  /// evidence for the evening, and so no line.
  private static func mornings() throws -> (state: EvidenceState, evening: Int64) {
    var state = EvidenceState()
    for day in 0..<21 as Range<Int64> {
      let midnight = Samples.monday - 8 * Samples.hour + day * 24 * Samples.hour
      state.observe(try Samples.donation("nine", in: Samples.context(midnight + 9 * Samples.hour)))
      if day == 1 {
        state.observe(try Samples.donation("three", in: Samples.context(midnight + 15 * Samples.hour)))
      }
    }
    return (state, Samples.monday + 20 * 24 * Samples.hour + 12 * Samples.hour)
  }

  @Test func onlyWhatSomethingSpeaksForHasALine() throws {
    let (state, evening) = try Self.mornings()
    var buffers = Buffers()
    buffers.describe(
      state, at: try Samples.context(evening), within: Self.hour, conditional: [0.002, 0.002])
    #expect(buffers.evidence.items == [0], "done every day")
    buffers.describe(
      state, at: try Samples.context(evening), within: Self.hour, conditional: [0.002, 0.004])
    #expect(buffers.evidence.items == [0, 1], "likely to come next")
    // Three in the afternoon of the next day.
    buffers.describe(
      state, at: try Samples.context(evening + 19 * Samples.hour), within: Self.hour,
      conditional: [0.002, 0.002])
    #expect(buffers.evidence.items == [0, 1], "done at this time of a day")
  }

  @Test func theHabitOfAnHourShowsThenAndNotElsewhere() throws {
    let (state, evening) = try Self.mornings()
    var buffers = Buffers()
    func number(_ name: String, at milliseconds: Int64) throws -> Float {
      buffers.describe(state, at: try Samples.context(milliseconds), within: Self.hour)
      let column = try #require(HorizonSchema.columns.firstIndex(of: name))
      let line = try #require(buffers.evidence.items.firstIndex(of: 0))
      return buffers.evidence.matrix[line, column]
    }
    let nine = evening + 12 * Samples.hour + 45 * 60_000
    for name in ["day/like", "day/recent", "silence/same", "any/like"] {
      let (then, elsewhere) = (try number(name, at: nine), try number(name, at: evening))
      #expect(then > 1 && elsewhere < -1, "\(name): \(then), \(elsewhere)")
    }
    #expect(abs(try number("horizon", at: nine)) < 1e-6, "the logarithm of an hour")
  }

  /// An activity done in the last two hours is likely again if other days had such pairs: the first
  /// coffee of the morning predicts the second.
  @Test func aHabitIsToldByWhetherItHadJustBeenDone() throws {
    var state = EvidenceState()
    let midnight = Samples.monday - 8 * Samples.hour
    func observe(_ day: Int64, _ hour: Double) throws {
      let time = midnight + day * 24 * Samples.hour + Int64(hour * 3_600_000)
      state.observe(try Samples.donation("coffee", in: Samples.context(time)))
    }
    // Every other day has coffee at nine and at half past ten; the other days have none.
    for day in stride(from: 0, to: 28, by: 2) as StrideTo<Int64> {
      try observe(day, 9)
      try observe(day, 10.5)
    }
    func habit(at hour: Double, lead: Double = 0, of state: EvidenceState) throws -> Float {
      var buffers = Buffers()
      let moment = try Samples.context(midnight + 28 * 24 * Samples.hour + Int64(hour * 3_600_000))
      buffers.describe(state, at: moment, lead: lead, within: Self.hour)
      let line = try #require(buffers.evidence.items.firstIndex(of: 0))
      return buffers.evidence.matrix[line, HorizonSchema.habit]
    }
    let idle = try habit(at: 10, of: state)
    let ahead = try habit(at: 10, lead: 7_200, of: state)
    try observe(28, 9)
    let busy = try habit(at: 10, of: state)
    #expect(idle < -2.5 && busy > 1.5, "\(idle), \(busy)")
    #expect(abs(ahead) < 0.6, "half of the days, because the hours before are unknown: \(ahead)")
  }

  @Test func nothingIsSaidWithoutDonationsOrWithoutATime() throws {
    var buffers = Buffers()
    let (state, evening) = try Self.mornings()
    buffers.describe(state, at: try Samples.context(evening), within: Self.hour)
    #expect(!buffers.evidence.items.isEmpty && buffers.evidence.anything > 0)
    for precision in [TimePrecision.day, .order] {
      buffers.describe(state, at: try Samples.context(evening), precision: precision, within: Self.hour)
      #expect(buffers.evidence.items.isEmpty && buffers.evidence.anything == 0)
      #expect(buffers.evidence.matrix.rows == 0)
    }
    buffers.describe(state, at: try Samples.context(evening), within: Self.hour)
    buffers.describe(EvidenceState(), at: try Samples.context(evening), within: Self.hour)
    #expect(buffers.evidence.items.isEmpty && buffers.evidence.anything == 0)
    #expect(buffers.evidence.matrix.rows == 0)
    #expect(buffers.evidence.matrix.columns == HorizonSchema.columns.count)
  }

  /// Only donations without a time: items that are likely next still have numbers.
  @Test(arguments: [TimePrecision.day, .order])
  func withoutAnyTimeNumbersAreFinite(precision: TimePrecision) throws {
    let donations = try (0..<20 as Range<Int64>).map {
      try Samples.donation(
        "a\($0 % 3)", in: Samples.context(Samples.monday + $0 * Samples.hour), precision: precision)
    }
    var buffers = Buffers()
    for horizon in Self.horizons {
      buffers.describe(
        Samples.state(after: donations), at: try Samples.context(Samples.monday + 90 * Samples.hour),
        within: horizon)
      #expect(buffers.evidence.items == [0, 1, 2])
      #expect(VectorLoops.allFinite(buffers.evidence.matrix.elements))
    }
  }

  /// The evidence of a pause does not depend on the donation that will end it.
  @Test func theFutureIsNotReadAndAskingTeachesNothing() throws {
    let log = try HorizonLog(seed: 11, count: 200)
    var (state, buffers) = (EvidenceState(), Buffers())
    for (number, donation) in log.donations.enumerated() {
      if number % 40 == 39 {
        let before = Self.bytes(state)
        let moment = Context(at: donation.context.instant)
        buffers.describe(state, at: moment, within: Self.hour)
        #expect(Self.bytes(state) == before)
        // A state that learned only the earlier donations gives the same evidence.
        var fresh = Buffers()
        fresh.describe(
          Samples.state(after: log.donations[..<number]), at: moment, within: Self.hour)
        #expect(fresh.evidence.matrix == buffers.evidence.matrix)
      }
      state.observe(donation)
    }
  }

  /// An activity is done every minute until the log ends.
  ///
  /// There was no silence of an hour before, so there is no evidence of what follows one.
  @Test func aLogThatEndsIsNoSilence() throws {
    let donations = try (0..<100 as Range<Int64>).map {
      try Samples.donation("a", in: Samples.context(Samples.monday + $0 * 60_000))
    }
    let state = Samples.state(after: donations)
    var counts = HorizonCountsTests.Counts()
    let later = try Samples.context(Samples.monday + 99 * 60_000 + 2 * Samples.hour).instant
    counts.count(state, at: later, within: Samples.hour)
    #expect(counts.silences.totals == [0, 0, 0])
    #expect(counts.silences.share(ofCandidate: 0, .all, prior: 0.3) == 0.3)
  }

  @Test(arguments: UInt64(0)..<8)
  func returnsAreTheMoreProbableTheLongerTheHorizon(seed: UInt64) throws {
    let state = Samples.state(after: try RandomLog(seed: seed, count: 200).donations)
    for item in state.identities.indices {
      for age in [-0.7, 0, 0.4, 3, 8.25, 14, 30] as [Float] {
        var (own, any): (Float, Float) = (0, 0)
        for minutes in [1, 15, 60, 61, 1_560, 44_640, 1e7] {
          let said = state.returns.probabilities(
            ofItem: item, age: age, within: ReturnEvidence.Span(start: 0, minutes: minutes))
          #expect(said.own >= own && said.any >= any && said.own <= 1 && said.any <= 1)
          (own, any) = said
        }
      }
    }
  }

  /// The returns in a later span, together with those before it, are the returns of the whole time.
  @Test(arguments: UInt64(0)..<8)
  func returnsOfALaterSpanAreThoseOfTheWholeWithoutThoseBefore(seed: UInt64) throws {
    let state = Samples.state(after: try RandomLog(seed: seed, count: 200).donations)
    for item in state.identities.indices {
      for age in [-0.7, 0, 0.4, 3, 8.25, 14] as [Float] {
        func said(_ start: Double, _ minutes: Double) -> (own: Float, any: Float) {
          state.returns.probabilities(
            ofItem: item, age: age, within: ReturnEvidence.Span(start: start, minutes: minutes))
        }
        let none = said(0, 0)
        for (start, minutes) in [(0, 60), (60, 60), (1_440, 15), (10_080, 1_440), (1e6, 1)]
          as [(Double, Double)]
        {
          let (later, before, whole) = (said(start, minutes), said(0, start), said(0, start + minutes))
          #expect(abs(later.own - (whole.own - before.own + none.own)) < 1e-4, "seed \(seed), \(start)")
          #expect(abs(later.any - (whole.any - before.any + none.any)) < 1e-4, "seed \(seed), \(start)")
        }
      }
    }
  }

  /// The window is not the whole past once it has lost a donation.
  ///
  /// The count of donations does not show this, because accepted suggestions do not count but take
  /// room in the window.
  @Test func aWindowThatLostDonationsIsNotTheWholePast() throws {
    var (state, timeline, lines) = (EvidenceState(), HorizonTimeline(), DescribedCandidates())
    lines.setWhole(items: 1)
    for number in 0...DonationWindow.size as ClosedRange<Int> {
      var details = Donation.Details()
      details.source = number % 2 == 1 ? .suggestion : .user
      let donation = try Donation(
        of: UserActivity(activityType: "org.example.a"),
        in: Samples.context(Samples.monday + Int64(number) * 60_000), details: details)
      let moment = QueryContext(AskedMoment(donation.context), after: state.history)
      timeline.set(state.window, of: lines, at: moment)
      if number % 512 == 0 { #expect(timeline.isComplete) }
      state.observe(donation)
    }
    let now = QueryContext(
      AskedMoment(try Samples.context(Samples.monday + 9_000 * 60_000)), after: state.history)
    timeline.set(state.window, of: lines, at: now)
    #expect(!timeline.isComplete && state.donationCount < DonationWindow.size)
  }
}
