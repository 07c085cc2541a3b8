/// The smoothing by which the weights of an item become ratios to its share, and their combination.
///
///     ratio[e] = weight[e] / share · scale[e] + floor[e] · prior[e]
///
/// where the prior is 1 or, for an expert that backs off, the ratio of another one.
struct BackoffSmoothing: Sendable {
  /// A lane whose prior is the ratio of another lane.
  struct Backing: Hashable, Sendable {
    /// The lane.
    let expert: Int
    /// The lane of its prior.
    let prior: Int

    /// Creates a backing.
    init(expert: Int, prior: Int) {
      (self.expert, self.prior) = (expert, prior)
    }
  }

  /// A backing with its floor, as the loops read it.
  struct Backed: BitwiseCopyable, Sendable {
    let expert: Int32
    let prior: Int32
    var floor: Float
  }

  /// The lanes of the experts.
  let experts: Range<Int>
  private(set) var scales = [Float](repeating: 0, count: WindowQuery.lanes)
  private(set) var floors = [Float](repeating: 1, count: WindowQuery.lanes)
  private(set) var backed: [Backed]
  /// For each lane the number of its backing; -1 if it has none.
  private let backingOfLane: [Int]
  /// Two sets of weights of the lanes, by which ratios are averaged.
  var trust = [Float](repeating: 0, count: 2 * WindowQuery.lanes)
  /// Further numbers that are written to every item.
  var shared: [Float] = []

  /// Creates a rule for some experts, which so far consider everything to be as likely as usual.
  ///
  /// `backings` must be ordered so that each prior is known before it is needed. Three lanes after
  /// the experts must be free.
  init(experts: Range<Int>, backings: [Backing]) {
    precondition(experts.lowerBound >= 0 && experts.upperBound + 3 <= WindowQuery.lanes)
    precondition(backings.allSatisfy { experts.contains($0.expert) && experts.contains($0.prior) })
    self.experts = experts
    backingOfLane = (0..<WindowQuery.lanes).map { lane in
      backings.firstIndex { $0.expert == lane } ?? -1
    }
    backed = backings.map {
      Backed(
        expert: Int32(truncatingIfNeeded: $0.expert), prior: Int32(truncatingIfNeeded: $0.prior), floor: 0)
    }
  }

  /// Sets how much an expert's counts weigh against its prior.
  ///
  /// - Parameters:
  ///   - smoothing: The number of donations that the prior is worth.
  ///   - total: The weight of all items.
  ///   - remainder: The remaining share of the expert's own ratio, 0 to 1; the prior supplies the
  ///     rest.
  mutating func set(expert lane: Int, smoothing: Float, total: Float, remainder: Float = 1) {
    scales[lane] = remainder / (total + smoothing)
    floors[lane] = 1 - remainder + smoothing * scales[lane]
    let index = backingOfLane[lane]
    guard index >= 0 else { return }
    backed[index].floor = floors[lane]
    floors[lane] = 0
  }
}
