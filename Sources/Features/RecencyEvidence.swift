internal import Kernels

/// When each activity was last done, and how much that tells about this user.
struct RecencyEvidence: Sendable {
  static let columns: [FeatureSchema.Column] = [
    "minutes-since", "donations-since", "recency-rank", "recency-habit", "is-previous", "is-one-before",
    "uses-today",
    "uses-in-session", "familiarity",
  ].map { FeatureSchema.Column(name: $0, group: .recency) }

  /// A pause that ends a session: half an hour.
  static let sessionGap = 1_800.0

  /// What is kept of one activity.
  struct Use: Sendable {
    var count = 0
    var lastHours = 0.0
    var lastDonation = 0
    var day = Int.min
    var usesOnDay = 0
    var session = Int.min
    var usesInSession = 0
  }

  private(set) var uses: [Use] = []
  /// The rows by recency, the newest first.
  private(set) var newestFirst: [Int32] = []
  /// How often what came next had which rank by recency.
  private(set) var rankHabit = RankHabit()
  private(set) var session = 0

  /// Counts a use; O(rank of the row by recency).
  mutating func observe(row: Int32, at occasion: Occasion, donation: Int) {
    if let gap = occasion.gap, gap > Self.sessionGap { session += 1 }
    if let rank = newestFirst.firstIndex(of: row) {
      rankHabit.observe(rank: rank, of: newestFirst.count)
      newestFirst.remove(at: rank)
    } else {
      uses.append(Use())
    }
    newestFirst.insert(row, at: 0)
    let index = Int(row)
    uses[index].count += 1
    uses[index].lastHours = occasion.hours
    uses[index].lastDonation = donation
    if uses[index].day != occasion.localDay {
      uses[index].day = occasion.localDay
      uses[index].usesOnDay = 0
    }
    uses[index].usesOnDay += 1
    if uses[index].session != session {
      uses[index].session = session
      uses[index].usesInSession = 0
    }
    uses[index].usesInSession += 1
  }

  /// Writes the columns for all rows; O(rows).
  func write(
    _ occasion: Occasion, shares: [Double], donations: Int, into matrix: inout Matrix, from column: Int
  ) {
    let currentSession = (occasion.gap ?? 0) > Self.sessionGap ? session + 1 : session
    let habit = rankHabit.ratios(ranks: newestFirst.count)
    let width = matrix.columns
    matrix.withElements { elements in
      for (rank, row) in newestFirst.enumerated() {
        let use = uses[Int(row)]
        let first = Int(row) * width + column
        elements[first] = Float(Elementary.logarithm(1 + max(0, occasion.hours - use.lastHours) * 60))
        elements[first + 1] = Float(Elementary.logarithm(Double(donations - use.lastDonation)))
        elements[first + 2] = Float(Elementary.logarithm(Double(1 + rank)))
        elements[first + 3] = Float(Elementary.logarithm(habit[rank] / shares[Int(row)]))
        elements[first + 4] = rank == 0 ? 1 : 0
        elements[first + 5] = rank == 1 ? 1 : 0
        elements[first + 6] =
          use.day == occasion.localDay ? Float(Elementary.logarithm(Double(1 + use.usesOnDay))) : 0
        elements[first + 7] =
          use.session == currentSession ? Float(Elementary.logarithm(Double(1 + use.usesInSession))) : 0
        elements[first + 8] = Float(Double(use.count) / (Double(use.count) + 5))
      }
    }
  }
}

/// How often what a user does next is the last, the second last, … of what they did: some switch to and fro, others
/// never repeat.
struct RankHabit: Sendable {
  /// The first rank of each bin; bins widen as ranks grow.
  static let bins = [0, 1, 2, 3, 4, 5, 6, 8, 11, 16, 24, 36, 64, 128, 512, 4_096]
  /// After how many repetitions one counts half.
  static let halfLife = 200.0
  private static let decay = Elementary.powerOfTwo(-1 / halfLife)
  /// How many donations the prior is worth.
  static let smoothing = 4.0

  private var hits = [Double](repeating: 0, count: bins.count)

  mutating func observe(rank: Int, of ranks: Int) {
    for index in hits.indices { hits[index] *= Self.decay }
    hits[Self.bin(of: rank)] += 1
  }

  /// The probability of each rank: a bin's share, spread evenly over the ranks in it; the prior falls with 1 / (rank + 2).
  func ratios(ranks: Int) -> [Double] {
    guard ranks > 0 else { return [] }
    let priors = (0..<ranks).map { 1 / Double($0 + 2) }
    let priorSum = priors.reduce(0, +)
    let total = hits.reduce(0, +)
    var result: [Double] = []
    result.reserveCapacity(ranks)
    for bin in Self.bins.indices where Self.bins[bin] < ranks {
      let end = min(ranks, bin + 1 < Self.bins.count ? Self.bins[bin + 1] : ranks)
      let width = Double(end - Self.bins[bin])
      for rank in Self.bins[bin]..<end {
        result.append(
          (hits[bin] / width + Self.smoothing * priors[rank] / priorSum) / (total + Self.smoothing))
      }
    }
    return result
  }

  private static func bin(of rank: Int) -> Int {
    (bins.lastIndex { $0 <= rank }) ?? 0
  }
}
