internal import Kernels

/// The evidence of when each activity was last done, and of how much that tells about this user.
struct RecencyEvidence: Sendable {
  static let columns: [FeatureSchema.Column] = [
    "minutes-since", "donations-since", "recency-rank", "recency-habit", "is-previous", "is-one-before",
    "uses-today",
    "uses-in-session", "familiarity",
  ].map { FeatureSchema.Column(name: $0, group: .recency) }

  /// A pause that ends a session: half an hour.
  static let sessionGap = 1_800.0

  /// The state that is kept of one activity.
  struct Use: BitwiseCopyable {
    var lastHours = 0.0
    var count: Int32 = 0
    var lastDonation: Int32 = 0
    var day = Int32.min
    var usesOnDay: Int32 = 0
    var session = Int32.min
    var usesInSession: Int32 = 0
  }

  private(set) var uses: [Use] = []
  /// The rows by recency, the newest first.
  private(set) var newestFirst: [Int32] = []
  /// The counts of how often the next activity had which rank by recency.
  private(set) var rankHabit = RankHabit()
  private(set) var session: Int32 = 0

  init() {}

  /// Counts a use; O(rank of the row by recency).
  mutating func observe(row: Int32, at moment: QueryContext, donation: Int) {
    follow(at: moment)
    if let rank = newestFirst.firstIndex(of: row) {
      rankHabit.observe(rank: rank)
      // Rotated in place: whoever is newer moves one back.
      for position in stride(from: rank, to: 0, by: -1) { newestFirst[position] = newestFirst[position - 1] }
      newestFirst[0] = row
    } else {
      uses.append(Use())
      newestFirst.insert(row, at: 0)
    }
    var use = uses[Int(row)]
    let day = Int32(clamping: moment.localDay)
    use.count += 1
    use.lastHours = moment.hours
    use.lastDonation = Int32(clamping: donation)
    use.usesOnDay = use.day == day ? use.usesOnDay + 1 : 1
    use.usesInSession = use.session == session ? use.usesInSession + 1 : 1
    (use.day, use.session) = (day, session)
    uses[Int(row)] = use
  }

  /// Notes that something was done, without counting it: a pause before it ends a session; O(1).
  mutating func follow(at moment: QueryContext) {
    if let gap = moment.gap, gap > Self.sessionGap { session += 1 }
  }

  /// Finds how long ago each row was last done, on the scale on which times are compared; O(rows).
  func findAges(scratch: inout FeatureScratch) {
    let hours = scratch.moment.hours
    scratch.logarithmicAges.resize(to: uses.count)
    var ages = scratch.logarithmicAges.mutableSpan
    for (row, use) in uses.enumerated() { ages[row] = Float(1 + max(0, hours - use.lastHours) * 60) }
    VectorLoops.logarithm(inPlace: &ages)
  }

  /// Writes the columns for all rows; O(rows).
  ///
  /// - Parameter scratch: Holds shares and ages.
  func write(
    donations: Int, into matrix: inout Matrix, from column: Int, scratch: inout FeatureScratch
  ) {
    let gap = scratch.moment.gap ?? 0
    let currentSession = gap > Self.sessionGap ? session + 1 : session
    let today = Int32(clamping: scratch.moment.localDay)
    rankHabit.write(ranks: newestFirst.count, into: &scratch.numbers)
    let logged = 5
    // For each rank: what the columns from the second to the fourth and the two counts of uses are logarithms of.
    scratch.buffer.resize(to: newestFirst.count * logged)
    for (rank, row) in newestFirst.enumerated() {
      let (use, first) = (uses[Int(row)], rank * logged)
      scratch.buffer[first] = Float(donations - Int(use.lastDonation))
      scratch.buffer[first + 1] = Float(1 + rank)
      scratch.buffer[first + 2] = scratch.numbers[rank] / scratch.shares[Int(row)]
      scratch.buffer[first + 3] = Float(use.day == today ? 1 + use.usesOnDay : 1)
      scratch.buffer[first + 4] = Float(use.session == currentSession ? 1 + use.usesInSession : 1)
    }
    VectorLoops.logarithm(inPlace: &scratch.buffer)
    let width = matrix.columns
    let (logarithms, ages) = (scratch.buffer.span, scratch.logarithmicAges.span)
    matrix.withElements { elements in
      for (rank, row) in newestFirst.enumerated() {
        let (first, from) = (Int(row) * width + column, rank * logged)
        elements[first] = ages[Int(row)]
        for index in 0..<3 { elements[first + 1 + index] = logarithms[from + index] }
        elements[first + 4] = rank == 0 ? 1 : 0
        elements[first + 5] = rank == 1 ? 1 : 0
        elements[first + 6] = logarithms[from + 3]
        elements[first + 7] = logarithms[from + 4]
        let count = Float(uses[Int(row)].count)
        elements[first + 8] = count / (count + 5)
      }
    }
  }
}

extension RecencyEvidence {
  func write(into writer: inout StateWriter) {
    writer.write(uses)
    writer.write(newestFirst)
    writer.write(session)
    rankHabit.write(into: &writer)
  }

  init(from reader: inout StateReader, rows: Int, donations: Int) throws(StateError) {
    uses = try reader.readTable(count: rows)
    newestFirst = try reader.readTable(count: rows)
    session = try reader.read()
    rankHabit = try RankHabit(from: &reader)
    guard newestFirst.sorted() == Array(0..<Int32(rows)), StateLimits.counts.contains(session),
      uses.allSatisfy({ use in
        use.count > 0 && QueryContext.possibleHours.contains(use.lastHours)
          && (0..<donations).contains(Int(use.lastDonation))
          && [use.count, use.usesOnDay, use.usesInSession].allSatisfy(StateLimits.counts.contains)
      })
    else { throw StateError() }
  }

  /// The bytes of its tables.
  var memoryFootprint: Int { MemoryLayout<Use>.stride * uses.capacity + 4 * newestFirst.capacity }
}

/// The counts of how often what a user does next is the last, the second last, … of what they did: some
/// switch to and fro, others never repeat.
struct RankHabit: Sendable {
  /// The first rank of each bin; bins widen as ranks grow.
  static let bins = [0, 1, 2, 3, 4, 5, 6, 8, 11, 16, 24, 36, 64, 128, 512, 4_096]
  /// After how many repetitions one counts half.
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

  /// Writes the probability of each rank: a bin's share, spread evenly over the ranks in it; the prior falls with 1 / (rank + 2).
  func write(ranks: Int, into result: inout [Float]) {
    result.removeAll(keepingCapacity: true)
    var priorSum: Float = 0
    for rank in 0..<ranks { priorSum += 1 / Float(rank + 2) }
    let total = hits.reduce(0, +) + Self.smoothing
    for bin in Self.bins.indices where Self.bins[bin] < ranks {
      let end = min(ranks, bin + 1 < Self.bins.count ? Self.bins[bin + 1] : ranks)
      let share = Float(hits[bin] / Double(end - Self.bins[bin]) / total)
      let prior = Float(Self.smoothing / total) / priorSum
      for rank in Self.bins[bin]..<end { result.append(share + prior / Float(rank + 2)) }
    }
  }

  private static func bin(of rank: Int) -> Int {
    (bins.lastIndex { $0 <= rank }) ?? 0
  }

  func write(into writer: inout StateWriter) { writer.write(hits) }

  init(from reader: inout StateReader) throws(StateError) {
    hits = try reader.readTable(count: Self.bins.count)
    guard hits.allSatisfy({ $0 >= 0 && $0.isFinite }) else { throw StateError() }
  }
}
