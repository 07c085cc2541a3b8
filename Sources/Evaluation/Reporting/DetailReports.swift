/// A paired difference as JSON.
struct DifferenceReport: Encodable {
  let baseline: String
  let mrrDifference: Double
  let interval: [Double]
  let winShare: Double

  init(_ difference: PairedDifference) {
    baseline = difference.baseline
    mrrDifference = difference.mean
    interval = difference.interval.ends
    winShare = difference.winShare
  }

  private enum CodingKeys: String, CodingKey {
    case baseline, interval
    case mrrDifference = "mrr_difference"
    case winShare = "win_share"
  }
}

/// What all slices of queries have in common, as JSON.
struct SliceReport: Encodable {
  let users: Int
  let queries: Int
  let newShare: Double
  let rankers: [Figure]
  let lead: DifferenceReport?

  init(_ slice: QuerySlice) {
    users = slice.users
    queries = slice.queries
    newShare = slice.novelShare
    rankers = slice.figures.map(Figure.init)
    lead = slice.lead.map(DifferenceReport.init)
  }

  private enum CodingKeys: String, CodingKey {
    case users, queries, rankers
    case newShare = "new_share"
    case lead = "best_baseline"
  }

  struct Figure: Encodable {
    let name: String
    let mrr: Double
    let mrrInterval: [Double]

    init(_ figure: QuerySlice.Figure) {
      name = figure.name
      mrr = figure.meanReciprocalRank
      mrrInterval = figure.interval.ends
    }

    private enum CodingKeys: String, CodingKey {
      case name, mrr
      case mrrInterval = "mrr_interval"
    }
  }
}

/// A point of the cold-start curve as JSON: `seen_from` and `seen_to` donations, and the slice's figures.
struct ColdStartReport: Encodable {
  let slice: QuerySlice

  private enum Key: String, CodingKey {
    case seenFrom = "seen_from"
    case seenTo = "seen_to"
  }

  init(_ slice: QuerySlice) {
    self.slice = slice
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(slice.lowest, forKey: .seenFrom)
    try container.encodeIfPresent(slice.highest, forKey: .seenTo)
    try SliceReport(slice).encode(to: encoder)
  }
}

/// An hour as JSON: `hour`, and the slice's figures.
struct HourReport: Encodable {
  let slice: QuerySlice

  private enum Key: String, CodingKey { case hour }

  init(_ slice: QuerySlice) {
    self.slice = slice
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(slice.lowest, forKey: .hour)
    try SliceReport(slice).encode(to: encoder)
  }
}

/// A bin of the reliability diagram as JSON.
struct ReliabilityReport: Encodable {
  let queries: Int
  let said: Double
  let met: Double

  init(_ bin: ReliabilityBin) {
    queries = bin.queries
    said = bin.said
    met = bin.met
  }
}

/// A ranker's distribution over users as JSON.
struct DistributionReport: Encodable {
  let name: String
  let users: Int
  /// By share in percent.
  let quantiles: [String: Double]
  let histogram: [Int]

  init(_ distribution: UserDistribution) {
    name = distribution.name
    users = distribution.users
    let percents = UserDistribution.shares.map { String(Int(($0 * 100).rounded())) }
    quantiles = Dictionary(zip(percents, distribution.quantiles)) { first, _ in first }
    histogram = distribution.histogram
  }
}

extension ClosedRange<Double> {
  /// Both ends, as JSON has no ranges.
  var ends: [Double] { [lowerBound, upperBound] }
}
