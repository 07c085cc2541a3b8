internal import Kernels

/// The candidates of a query: the items that it describes, and how many items each represents.
///
/// For a user with few items, every item is a candidate, with its own index. For a user with many,
/// each item that can matter is a candidate. A *sample* of the rest follows, in which each
/// candidate represents several items (``logWeights``). The sample estimates the total of the rest
/// by importance sampling, as Bengio and Senécal use it for a softmax over a vocabulary (Adaptive
/// importance sampling to accelerate training of a neural probabilistic language model, IEEE
/// Transactions on Neural Networks 19, 2008).
public struct DescribedCandidates: Sendable {
  /// The sizes of the two parts of a sample: items of the window, and others.
  static let sampleSizes = (recent: 16, others: 8)

  /// The item of each candidate.
  public private(set) var items: [Int32] = []
  /// The first candidate of the sample; the number of candidates if there is no sample.
  public private(set) var sampleStart = 0
  /// The logarithm of the number of items that each candidate of the sample represents.
  public private(set) var logWeights: [Float] = []
  /// The window's items that have evidence but are not candidates.
  public private(set) var restItems: [Int32] = []
  /// The share of each of those in their total evidence; they sum to 1.
  public private(set) var restShares: [Float] = []
  /// The number of the sample's candidates that represent those items.
  ///
  /// The other candidates represent all further items, which have equal shares.
  public private(set) var recentSample = 0
  /// The number of items.
  public private(set) var itemCount = 0
  /// A Boolean value that indicates whether every item is the candidate with its own index.
  public private(set) var isWhole = true
  /// The candidate of each item, or a number beyond the candidates.
  ///
  /// It is not maintained while ``isWhole`` is true.
  public private(set) var candidateOfItem: [UInt32] = []

  /// The entry of an item that is not a candidate.
  private static let none = UInt32.max

  /// Creates an empty list of candidates.
  init() {}

  /// The number of candidates.
  public var count: Int { items.count }

  /// Returns the candidate of an item, or nil if the item is not described.
  public func candidate(ofItem item: Int) -> Int? {
    guard item >= 0, item < itemCount else { return nil }
    if isWhole { return item }
    return candidateOfItem[item] < items.count ? Int(candidateOfItem[item]) : nil
  }

  /// Makes every item the candidate with its own index; O(new items).
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

  /// Begins a list with only some of the items.
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

  /// Appends an item unless it already is a candidate.
  mutating func insert(_ item: Int32) {
    if candidateOfItem[Int(item)] == Self.none { append(item) }
  }

  private mutating func append(_ item: Int32) {
    candidateOfItem[Int(item)] = UInt32(items.count)
    items.append(item)
  }

  /// Appends the sample.
  ///
  /// Items of the window are drawn in proportion to their evidence. All others are taken at equal
  /// distances, so that they seldom change from query to query.
  ///
  /// - Parameters:
  ///   - rest: The window numbers of the items that have evidence but are not candidates.
  ///   - evidence: The evidence for each of the window's items.
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
      // An item whose evidence exceeds a part of the sample is weighted by how often it is drawn.
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
