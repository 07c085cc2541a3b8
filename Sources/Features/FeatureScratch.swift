internal import Kernels

/// Buffers that are reused from query to query, one per caller.
///
/// Beside room it holds what the last description found, until the next one: by that facts are told, and experts judged.
public struct FeatureScratch: Sendable {
  var occasion = Occasion()
  var question = EvidenceQuestion()
  /// For each row `PastQuestion.lanes` weights: how much each expert counted for it.
  var weights: [Float] = []
  /// The sums of the lanes.
  var totals = [Float](repeating: 0, count: PastQuestion.lanes)
  var rule = ExpertPanel.blankRule
  /// The overall share of each row.
  var shares: [Float] = []
  /// What logarithms are taken of.
  var numbers: [Float] = []
  var buffer: [Float] = []
  /// Hashes of the values of a context's attributes.
  var values: [UInt64] = []
  /// All false between two uses.
  var flags: [Bool] = []
  /// How many donations there were when the last description was made; `nil` before the first one.
  var donations: Int?

  /// Empty buffers.
  public init() {}
}

extension Array {
  /// Makes room for more elements at its end: a quarter more than there are, where an array by itself doubles.
  mutating func reserveGrowth(of additional: Int) {
    guard count + additional > capacity else { return }
    reserveCapacity(count + Swift.max(additional, count / 4))
  }
}

extension [Bool] {
  /// Changes the length; what is new is false.
  mutating func resize(to count: Int) {
    if count < self.count { removeLast(self.count - count) }
    if count > self.count { append(contentsOf: repeatElement(false, count: count - self.count)) }
  }
}

extension [Int32] {
  /// Changes the length; what is new is 0.
  mutating func resize(to count: Int) {
    if count < self.count { removeLast(self.count - count) }
    if count > self.count { append(contentsOf: repeatElement(0, count: count - self.count)) }
  }
}
