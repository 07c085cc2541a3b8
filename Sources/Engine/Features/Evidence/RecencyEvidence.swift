internal import Kernels

/// The evidence of when each activity was last done, and of how much that tells about this user.
///
/// A use without a time counts only for order: for the ranks, and for the number of donations
/// since. The age of the activity is then unknown until its next use with a time, and counts per
/// session and day skip it.
struct RecencyEvidence: EvidencePart {
  static let columns: [FeatureSchema.Column] = [
    ("minutes-since", unknownAge), ("donations-since", 3), ("recency-rank", 2), ("recency-habit", 0),
    ("is-previous", 0), ("is-one-before", 0), ("uses-today", 0), ("uses-in-session", 0), ("familiarity", nil),
  ].map { FeatureSchema.Column(name: $0, group: .recency, neutral: $1) }

  /// A pause that ends a session: half an hour.
  static let sessionGap = 1_800.0

  /// The logarithm of the assumed age of an activity, in minutes plus one, if it is unknown: a day.
  static let unknownAge = Float(Elementary.logarithm(1 + 24 * 60))

  /// The state of one activity.
  struct Use: BitwiseCopyable {
    /// The session of an activity whose last use has no time.
    private static let noSession = Int32.min

    /// Hours since 1970 at the last use with a time; if none has one, at the first use, so that it
    /// is a number.
    private(set) var lastHours = 0.0
    private(set) var count: Int32 = 0
    private(set) var lastDonation: Int32 = 0
    private(set) var day = Int32.min
    private(set) var usesOnDay: Int32 = 0
    private(set) var session = noSession
    private(set) var usesInSession: Int32 = 0
    /// The number of its uses without a time.
    private(set) var timeless: Int32 = 0
    private let unused: Int32 = 0

    /// A Boolean value that indicates whether the time of its last use is known.
    var hasTime: Bool { session != Self.noSession }

    /// Returns the hours from its last use to a moment, or nil if its time is unknown.
    func hours(until moment: borrowing QueryContext) -> Double? {
      hasTime ? max(0, moment.hours - lastHours) : nil
    }

    mutating func observe(at moment: borrowing QueryContext, session now: Int32, donation: Int) {
      if moment.hasTime {
        let today = Int32(clamping: moment.localDay)
        usesOnDay = day == today ? usesOnDay + 1 : 1
        usesInSession = session == now ? usesInSession + 1 : 1
        (day, session) = (today, now)
      } else {
        session = Self.noSession
        timeless += 1
      }
      if moment.hasTime || count == 0 { lastHours = moment.hours }
      count += 1
      lastDonation = Int32(clamping: donation)
    }
  }

  private(set) var uses: [Use] = []
  /// The items by recency.
  private(set) var order = RecencyOrder()
  /// The most frequent items, in no particular order; at most ``frequentLimit``.
  private(set) var frequent: [Int32] = []
  /// The counts of the recency ranks of each next activity.
  private(set) var rankHabit = RankHabit()
  private(set) var session: Int32 = 0
  /// The number of uses without a time.
  private(set) var timeless = 0

  /// The maximum number of items in ``frequent``.
  private static let frequentLimit = 32

  init() {}

  /// Counts a use; O(log items).
  mutating func observe(_ use: ObservedUse) {
    let (item, moment) = (use.item, use.happened)
    follow(item: item, at: moment)
    if Int(item) < uses.count {
      rankHabit.observe(rank: order.rank(of: item))
    } else {
      uses.append(Use())
    }
    order.moveToFront(item)
    if !moment.hasTime { timeless += 1 }
    uses[Int(item)].observe(at: moment, session: session, donation: use.donation)
    rankByCount(item)
  }

  /// Puts an item among the most frequent if it belongs there; among equals the earlier one stays;
  /// O(1).
  private mutating func rankByCount(_ item: Int32) {
    guard !frequent.contains(item) else { return }
    guard frequent.count == Self.frequentLimit else { return frequent.append(item) }
    var (least, place) = (uses[Int(item)].count, -1)
    for (index, other) in frequent.enumerated() where uses[Int(other)].count < least {
      (least, place) = (uses[Int(other)].count, index)
    }
    if place >= 0 { frequent[place] = item }
  }

  /// Notes that an activity was done without counting it; a pause before it ends a session; O(1).
  mutating func follow(item: Int32, at moment: borrowing QueryContext) {
    if let gap = moment.gap, gap > Self.sessionGap { session += 1 }
  }

  /// The value of an unknown age before taking logarithms; known ages are at least 1.
  private static let noAge: Float = 0.5

  /// Returns whether a logarithmic age is known.
  static func isKnown(_ logarithmicAge: Float) -> Bool { logarithmicAge > -0.5 }

  /// Returns a logarithmic age in minutes plus one; an unknown age counts as a day.
  static func minutes(_ logarithmicAge: Float) -> Float {
    isKnown(logarithmicAge) ? Float(Elementary.exponential(Double(logarithmicAge))) : 1_441
  }

  /// Computes how long ago the item of each candidate was last done, on the scale for comparing
  /// times; O(candidates).
  ///
  /// ``isKnown(_:)`` tells unknown ages from known ones.
  private func findAges(scratch: inout FeatureScratch) {
    let (hours, isKnown) = (scratch.moment.hours, scratch.moment.hasTime)
    scratch.logarithmicAges.resize(to: scratch.candidates.count)
    let items = scratch.candidates.items
    var ages = scratch.logarithmicAges.mutableSpan
    for (candidate, item) in items.enumerated() {
      let use = uses[Int(item)]
      ages[candidate] = isKnown && use.hasTime ? Float(1 + max(0, hours - use.lastHours) * 60) : Self.noAge
    }
    VectorLoops.logarithm(inPlace: &ages)
  }

  /// Writes the columns of all candidates; O(candidates · log items).
  ///
  /// - Parameter scratch: Holds candidates and shares; receives the ages.
  func write(
    _ asked: AskedCandidates, into matrix: inout Matrix, from column: Int, scratch: inout FeatureScratch
  ) {
    findAges(scratch: &scratch)
    let gap = scratch.moment.gap ?? 0
    let currentSession = gap > Self.sessionGap ? session + 1 : session
    let today = Int32(clamping: scratch.moment.localDay)
    let hasTime = scratch.moment.hasTime
    let habit = rankHabit.probabilities(ranks: uses.count)
    let (logged, items) = (5, scratch.candidates.items)
    order.rank(items, areAll: scratch.candidates.isWhole, into: &scratch.ranks)
    // For each candidate, the arguments of the logarithms in the second to fourth columns and the
    // two counts of uses.
    scratch.buffer.resize(to: items.count * logged)
    for (candidate, item) in items.enumerated() {
      let (use, first, rank) = (uses[Int(item)], candidate * logged, Int(scratch.ranks[candidate]))
      scratch.buffer[first] = Float(asked.donations - Int(use.lastDonation))
      scratch.buffer[first + 1] = Float(1 + rank)
      scratch.buffer[first + 2] = habit.probability(ofRank: rank) / scratch.shares[candidate]
      scratch.buffer[first + 3] = Float(hasTime && use.day == today ? 1 + use.usesOnDay : 1)
      let isInSession = hasTime && use.session == currentSession
      scratch.buffer[first + 4] = Float(isInSession ? 1 + use.usesInSession : 1)
    }
    VectorLoops.logarithm(inPlace: &scratch.buffer)
    let width = matrix.columns
    let (logarithms, ages, ranks) = (scratch.buffer.span, scratch.logarithmicAges.span, scratch.ranks.span)
    matrix.withElements { elements in
      for (candidate, item) in items.enumerated() {
        let (first, from, rank) = (candidate * width + column, candidate * logged, ranks[candidate])
        elements[first] = Self.isKnown(ages[candidate]) ? ages[candidate] : Self.unknownAge
        for index in 0..<3 { elements[first + 1 + index] = logarithms[from + index] }
        elements[first + 4] = rank == 0 ? 1 : 0
        elements[first + 5] = rank == 1 ? 1 : 0
        elements[first + 6] = logarithms[from + 3]
        elements[first + 7] = logarithms[from + 4]
        let count = Float(uses[Int(item)].count)
        elements[first + 8] = count / (count + 5)
      }
    }
  }
}

extension RecencyEvidence {
  func write(into writer: inout StateWriter) {
    writer.write(uses)
    writer.write(order.newestFirst)
    writer.write(frequent)
    writer.write(session)
    rankHabit.write(into: &writer)
  }

  init(from reader: inout StateReader, of known: StateSize) throws(StateError) {
    let (items, donations) = (known.items, known.donations)
    uses = try reader.readTable(count: items)
    let newestFirst = try reader.readTable(of: Int32.self, count: items)
    frequent = try reader.readTable(count: min(items, Self.frequentLimit))
    session = try reader.read()
    rankHabit = try RankHabit(from: &reader)
    guard newestFirst.sorted() == Array(0..<Int32(items)), Set(frequent).count == frequent.count,
      frequent.allSatisfy({ $0 >= 0 && $0 < items }), StateLimits.counts.contains(session),
      uses.allSatisfy({ use in
        use.count > 0 && QueryContext.possibleHours.contains(use.lastHours)
          && (0..<donations).contains(Int(use.lastDonation))
          && [use.count, use.usesOnDay, use.usesInSession].allSatisfy(StateLimits.counts.contains)
          && (0...use.count).contains(use.timeless)
      })
    else { throw StateError() }
    order = RecencyOrder(newestFirst: newestFirst)
    timeless = uses.reduce(0) { $0 + Int($1.timeless) }
  }

  /// The size of its tables in bytes.
  var memoryFootprint: Int { MemoryLayout<Use>.stride * uses.capacity + order.memoryFootprint }
}

/// The counts of the recency rank of each next activity: some users switch back and forth, others
/// never repeat.
struct RankHabit: Sendable {
  /// The first rank of each bin; bins widen as ranks grow.
  static let bins = [0, 1, 2, 3, 4, 5, 6, 8, 11, 16, 24, 36, 64, 128, 512, 4_096]
  /// The number of repetitions after which a repetition counts half.
  static let halfLife = 200.0
  private static let decay = Elementary.powerOfTwo(-1 / halfLife)
  /// The number of donations that the prior is worth.
  static let smoothing = 4.0

  private var hits = [Double](repeating: 0, count: bins.count)

  init() {}

  mutating func observe(rank: Int) {
    for index in hits.indices { hits[index] *= Self.decay }
    hits[Self.bin(of: rank)] += 1
  }

  /// The probability of each rank.
  struct Probabilities {
    /// The share of one rank in each bin.
    fileprivate var shares = InlineArray<16, Float>(repeating: 0)
    fileprivate var prior: Float = 0

    /// Returns a bin's share, spread evenly over its ranks; the prior falls with 1 / (rank + 2);
    /// O(1).
    func probability(ofRank rank: Int) -> Float {
      shares[RankHabit.bin(of: rank)] + prior / Float(rank + 2)
    }
  }

  /// Returns the probabilities of `ranks` ranks; O(bins).
  func probabilities(ranks: Int) -> Probabilities {
    let total = hits.reduce(0, +) + Self.smoothing
    var found = Probabilities()
    for (bin, first) in Self.bins.enumerated() where first < ranks {
      let end = min(ranks, bin + 1 < Self.bins.count ? Self.bins[bin + 1] : ranks)
      found.shares[bin] = Float(hits[bin] / Double(end - first) / total)
    }
    found.prior = Float(Self.smoothing / total) / Self.priorSum(ranks: ranks)
    return found
  }

  /// The sum of 1 / (rank + 2); for many ranks the expansion of the harmonic numbers, whose error
  /// is below 1 / n⁴.
  private static func priorSum(ranks: Int) -> Float {
    guard ranks > sums.count else { return ranks == 0 ? 0 : sums[ranks - 1] }
    let last = Double(ranks + 1)
    return Float(
      Elementary.logarithm(last) + 0.577_215_664_901_532_9 - 1 + 1 / (2 * last) - 1 / (12 * last * last))
  }

  /// The partial sums for small numbers of ranks.
  private static let sums: [Float] = {
    var (sums, sum): ([Float], Float) = ([], 0)
    for rank in 0..<1_024 {
      sum += 1 / Float(rank + 2)
      sums.append(sum)
    }
    return sums
  }()

  private static func bin(of rank: Int) -> Int {
    rank < binsOfRanks.count ? Int(binsOfRanks[rank]) : bins.count - 1
  }

  /// The bin of each rank below the last bin's first.
  private static let binsOfRanks: [UInt8] = (0..<bins[bins.count - 1]).map { rank in
    UInt8(bins.lastIndex { $0 <= rank } ?? 0)
  }

  func write(into writer: inout StateWriter) { writer.write(hits) }

  init(from reader: inout StateReader) throws(StateError) {
    hits = try reader.readTable(count: Self.bins.count)
    guard hits.allSatisfy({ $0 >= 0 && $0.isFinite }) else { throw StateError() }
  }
}
