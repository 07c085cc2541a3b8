internal import Kernels

/// The candidates of a description: which items of a person it describes, and for how many each
/// stands.
///
/// Of a person with few items each has a candidate, the same as its number. Of one with many there
/// is a candidate for each item that can matter, and some for a *sample* of the rest, behind them,
/// each of which stands for some more (``logWeights``). What the rest has together is estimated by
/// the sample (importance sampling, as Bengio and Senécal use it for a softmax over a vocabulary:
/// Adaptive importance sampling to accelerate training of a neural probabilistic language model,
/// IEEE Transactions on Neural Networks 19, 2008).
public struct DescribedCandidates: Sendable {
  /// The candidates of a sample: of items of the window, and of others.
  static let sampleSizes = (recent: 16, others: 8)

  /// The item of each candidate.
  public private(set) var items: [Int32] = []
  /// The first candidate of the sample; the number of candidates if there is none.
  public private(set) var sampleStart = 0
  /// For each candidate of the sample the logarithm of the number of items that it stands for.
  public private(set) var logWeights: [Float] = []
  /// The rest's items of the window.
  public private(set) var restItems: [Int32] = []
  /// For each of them its share of what they have together, by their evidence; they sum to 1.
  public private(set) var restShares: [Float] = []
  /// The number of candidates of the sample that stand for those; the others stand for all further
  /// items, which share evenly.
  public private(set) var recentSample = 0
  /// The number of items that there are.
  public private(set) var itemCount = 0
  /// A Boolean value that indicates whether each item has the candidate of its number.
  public private(set) var isWhole = true
  /// For each item its candidate, or a number that is no candidate; not kept up while each item has
  /// that of its number.
  public private(set) var candidateOfItem: [UInt32] = []

  /// In place of a candidate of an item that has none.
  private static let none = UInt32.max

  /// No candidates.
  init() {}

  /// The number of candidates.
  public var count: Int { items.count }

  /// The candidate of an item; `nil` if it has none.
  public func candidate(ofItem item: Int) -> Int? {
    guard item >= 0, item < itemCount else { return nil }
    if isWhole { return item }
    return candidateOfItem[item] < items.count ? Int(candidateOfItem[item]) : nil
  }

  /// Gives each item the candidate of its number; O(items that are new).
  mutating func setWhole(items count: Int) {
    if !isWhole {
      clear()
      items.removeAll(keepingCapacity: true)
    }
    if items.count > count { items.removeLast(items.count - count) }
    while items.count < count { items.append(Int32(items.count)) }
    (isWhole, itemCount, sampleStart, recentSample) = (true, count, count, 0)
    restItems.removeAll(keepingCapacity: true)
    restShares.removeAll(keepingCapacity: true)
    logWeights.removeAll(keepingCapacity: true)
  }

  /// Begins to give candidates to some of the items.
  mutating func begin(items count: Int) {
    clear()
    items.removeAll(keepingCapacity: true)
    (isWhole, itemCount, sampleStart, recentSample) = (false, count, .max, 0)
    restItems.removeAll(keepingCapacity: true)
    restShares.removeAll(keepingCapacity: true)
    logWeights.removeAll(keepingCapacity: true)
    if candidateOfItem.count > count { candidateOfItem.removeLast(candidateOfItem.count - count) }
    candidateOfItem.reserveGrowth(of: count - candidateOfItem.count)
    while candidateOfItem.count < count { candidateOfItem.append(Self.none) }
  }

  /// Gives an item a candidate, if it has none.
  mutating func insert(_ item: Int32) {
    if candidateOfItem[Int(item)] == Self.none { append(item) }
  }

  private mutating func append(_ item: Int32) {
    candidateOfItem[Int(item)] = UInt32(items.count)
    items.append(item)
  }

  /// Appends the sample: of the rest's items of the window in proportion to their evidence, of all
  /// others at equal distances, so that those are the same from query to query, but for some that
  /// come to matter.
  ///
  /// - Parameters:
  ///   - rest: The numbers of the window's items that have no candidate but evidence.
  ///   - evidence: For each number what speaks for it.
  mutating func appendSample(of rest: [Int32], in window: borrowing WindowItems, evidence: [Float]) {
    sampleStart = items.count
    restItems.resize(to: rest.count)
    restShares.resize(to: rest.count)
    var total: Float = 0
    for number in rest { total += evidence[Int(number)] }
    let size = Float(Self.sampleSizes.recent)
    var (passed, next) = (Float(0), 1 / (2 * size))
    for (place, number) in rest.enumerated() {
      let (item, share) = (window.items[Int(number)], evidence[Int(number)] / total)
      (restItems[place], restShares[place]) = (item, share)
      passed += share
      guard passed > next, items.count - sampleStart < Self.sampleSizes.recent else { continue }
      // One with more evidence than a part of the sample stands for as often as it is drawn.
      let draws = ((passed - next) * size).rounded(.up)
      next += draws / size
      append(item)
      logWeights.append(Float(Elementary.logarithm(Double(max(1, draws / (size * share))))))
    }
    recentSample = items.count - sampleStart
    appendOthers(itemCount - sampleStart - rest.count) { item in
      let number = window.number(ofItem: item)
      return number >= 0 && evidence[Int(number)] > 0
    }
  }

  private mutating func appendOthers(_ count: Int, unless hasEvidence: (Int32) -> Bool) {
    let size = min(Self.sampleSizes.others, count)
    for place in 0..<size {
      var item = (2 * place + 1) * itemCount / (2 * size)
      while candidateOfItem[item] != Self.none || hasEvidence(Int32(item)) {
        item = item + 1 == itemCount ? 0 : item + 1
      }
      append(Int32(item))
      logWeights.append(Float(Elementary.logarithm(Double(count) / Double(size))))
    }
  }

  private mutating func clear() {
    guard !isWhole else { return }
    for item in items where item < candidateOfItem.count { candidateOfItem[Int(item)] = Self.none }
  }
}
