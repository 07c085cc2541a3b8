internal import Activities
internal import Kernels

struct MostFrequent: Ranker {
  private(set) var counts: [Float] = []

  func scores(for context: Context, precision: TimePrecision) -> [Float] { counts }

  mutating func observe(_ donation: Donation, row: Int) {
    if row == counts.count { counts.append(0) }
    counts[row] += 1
  }
}

struct MostRecent: Ranker {
  private var last: [Float] = []
  private var donations: Float = 0

  func scores(for context: Context, precision: TimePrecision) -> [Float] { last }

  mutating func observe(_ donation: Donation, row: Int) {
    donations += 1
    if row == last.count { last.append(0) }
    last[row] = donations
  }
}

struct Frecency: Ranker {
  private static let halfLifeHours = 7.0 * 24
  private var values: [Double] = []
  private var hours: [Double] = []
  /// The donations of each row without an exact time, which cannot decay: they only break ties.
  private var timeless: [Float] = []

  func scores(for context: Context, precision: TimePrecision) -> [Float] {
    // Without an exact time, use the last one, so that all decay alike.
    let now = precision == .exact ? context.instant.hours : hours.max() ?? 0
    return values.indices.map {
      Float(values[$0] * Elementary.powerOfTwo((hours[$0] - now) / Self.halfLifeHours)) + timeless[$0]
        * backOff
    }
  }

  mutating func observe(_ donation: Donation, row: Int) {
    let now = donation.context.instant.hours
    if row == values.count {
      values.append(0)
      hours.append(now)
      timeless.append(0)
    }
    guard donation.hasExactTime else {
      timeless[row] += 1
      return
    }
    values[row] = values[row] * Elementary.powerOfTwo((hours[row] - now) / Self.halfLifeHours) + 1
    hours[row] = now
  }
}

struct HourOfDay: Ranker {
  private var frequency = MostFrequent()
  private var hours: [[Float]] = []

  func scores(for context: Context, precision: TimePrecision) -> [Float] {
    let hour = Int(context.instant.localHour)
    let counts = frequency.counts
    guard precision == .exact else { return counts }
    return hours.indices.map { row in
      let beside = hours[row][(hour + 1) % 24] + hours[row][(hour + 23) % 24]
      return hours[row][hour] + beside / 2 + counts[row] * backOff
    }
  }

  mutating func observe(_ donation: Donation, row: Int) {
    frequency.observe(donation, row: row)
    if row == hours.count { hours.append(Array(repeating: 0, count: 24)) }
    if donation.hasExactTime { hours[row][Int(donation.context.instant.localHour)] += 1 }
  }
}

/// A weight so small that it only breaks ties of the rule itself.
private let backOff: Float = 1e-6

struct Markov: Ranker {
  let order: Int
  private var frequency = MostFrequent()
  private var recent: [Int] = []
  private var followers: [[Int]: [Int: Float]] = [:]

  init(order: Int) {
    self.order = order
  }

  func scores(for context: Context, precision: TimePrecision) -> [Float] {
    let donations = max(1, frequency.counts.reduce(0, +))
    var scores = frequency.counts.map { $0 / donations }
    for length in 1...order where recent.count >= length {
      // The shorter history counts as one donation: it decides only if the longer one has little
      // evidence.
      let counts = followers[Array(recent.suffix(length))] ?? [:]
      let total = counts.values.reduce(0, +)
      for row in scores.indices { scores[row] = ((counts[row] ?? 0) + scores[row]) / (total + 1) }
    }
    return scores
  }

  mutating func observe(_ donation: Donation, row: Int) {
    frequency.observe(donation, row: row)
    for length in 1...order where recent.count >= length {
      followers[Array(recent.suffix(length)), default: [:]][row, default: 0] += 1
    }
    recent.append(row)
    if recent.count > order { recent.removeFirst() }
  }
}

struct NaiveBayes: Ranker {
  private var frequency = MostFrequent()
  private var hours: [[Float]] = []
  /// The donations of each row that have a time.
  private var timed: [Float] = []
  private var previous: [[Int: Float]] = []
  private var last: Int?

  func scores(for context: Context, precision: TimePrecision) -> [Float] {
    let hour = Int(context.instant.localHour)
    let counts = frequency.counts
    let rows = Float(counts.count)
    return counts.indices.map { row in
      let hourLikelihood = precision == .exact ? (hours[row][hour] + 1) / (timed[row] + 24) : 1
      let previousLikelihood = last.map { ((previous[row][$0] ?? 0) + 1) / (counts[row] + rows) } ?? 1
      return Float(Elementary.logarithm(Double(counts[row] * hourLikelihood * previousLikelihood)))
    }
  }

  mutating func observe(_ donation: Donation, row: Int) {
    frequency.observe(donation, row: row)
    if row == hours.count {
      hours.append(Array(repeating: 0, count: 24))
      timed.append(0)
      previous.append([:])
    }
    if donation.hasExactTime {
      hours[row][Int(donation.context.instant.localHour)] += 1
      timed[row] += 1
    }
    if let last { previous[row][last, default: 0] += 1 }
    last = row
  }
}

extension Instant {
  /// The hours since 1970.
  var hours: Double { Double(milliseconds) / 3_600_000 }
}
