internal import Kernels

/// How far a person does otherwise than a model thinks: for each candidate and each circumstance a number that is added to
/// the candidate's score.
///
///     correction(row) = Σ over the entries of the circumstances: value · weight[entry, row]
///
/// Weights start at 0 and are learned by AdaGrad (Duchi, Hazan & Singer: Adaptive subgradient methods, JMLR 2011) on
/// the listwise cross-entropy: with the gradient g = error(row) · value, G ← G + g² and weight ← weight − rate · g / √(1 + G).
/// The sharpness, a factor of the true derivative, is left out: it would only change the pace. Only weights that ever moved
/// are kept, and not more than ``Rates/weightLimit``: when there are, the smaller half of them is dropped.
public struct CorrectionTable: Sendable {
  /// What can be chosen.
  public struct Rates: Equatable, Sendable {
    /// Size of the first steps, in nats per unit of error.
    ///
    /// 0.05: on logs of kinds that were not fitted, 0.03 to 0.1 are level on the mean.
    public var learningRate: Float = 0.05
    /// Errors below this teach nothing.
    ///
    /// 0.01: no worse than 0.001, and it keeps the table small.
    public var leastError: Float = 0.01
    /// At most so many weights are kept of a person.
    ///
    /// 65,536, some megabytes: a person with 21,000 donations of 143 activities reaches it, and loses nothing by it. Who is never
    /// twice in the same circumstances (a new place and a new value at each donation) would else need hundreds a donation.
    public var weightLimit = 65_536

    /// The defaults.
    public init() {}
  }

  private struct Entry: Sendable {
    let row: Int32
    let circumstance: Int32
    /// The next entry of the same circumstance; -1 at the end.
    let next: Int32
    var weight: Float = 0
    var squares: Float = 1
  }

  private let rates: Rates
  private var circumstanceNumbers = KeyNumbers()
  /// For each circumstance its newest entry; -1 if it has none.
  private var firstEntries: [Int32] = []
  private var circumstanceIndices: [UInt64] = []
  private var entryNumbers = KeyNumbers()
  private var entries: [Entry] = []

  /// Corrects nothing yet.
  public init(rates: Rates = Rates()) {
    self.rates = rates
  }

  /// How many weights there are.
  public var count: Int { entries.count }

  /// One more than the highest row that was learned of.
  private(set) var rowCount = 0

  /// Adds the corrections of all candidates to their scores.
  ///
  /// - Parameter scores: one a row, for at least all rows that were ever learned of.
  /// - Complexity: O(weights of these circumstances).
  func add(_ circumstances: SparseVector, to scores: inout [Float]) {
    for (position, index) in circumstances.indices.enumerated() {
      forEachEntry(of: index) { scores[Int($0.row)] += circumstances.values[position] * $0.weight }
    }
  }

  /// What each entry of the circumstances adds to a candidate's score, and to the average candidate's.
  ///
  /// - Complexity: O(weights of these circumstances).
  func parts(
    _ circumstances: SparseVector, row: Int, of rows: Int
  ) -> [(own: Float, average: Float)] {
    circumstances.indices.enumerated().map { position, index in
      var (own, sum): (Float, Float) = (0, 0)
      forEachEntry(of: index) { entry in
        sum += entry.weight
        if Int(entry.row) == row { own = entry.weight }
      }
      let value = circumstances.values[position]
      return (value * own, value * sum / Float(rows))
    }
  }

  /// Learns from the derivatives of the loss by the candidates' scores.
  ///
  /// - Parameter errors: probability − [was chosen], one a row.
  /// - Complexity: O(rows + rows in doubt · circumstances).
  mutating func learn(_ errors: [Float], in circumstances: SparseVector) {
    guard rates.learningRate > 0 else { return }
    if entries.count >= max(rates.weightLimit, 2) { dropSmallerHalf() }
    let numbers = circumstances.indices.map { circumstance($0) }
    for (row, error) in errors.enumerated() where abs(error) >= rates.leastError {
      for (position, number) in numbers.enumerated() {
        let gradient = error * circumstances.values[position]
        let index = entry(circumstance: number, row: row)
        entries[index].squares += gradient * gradient
        entries[index].weight -= rates.learningRate * gradient / entries[index].squares.squareRoot()
      }
    }
  }

  private mutating func entry(circumstance: Int, row: Int) -> Int {
    let (number, isNew) = entryNumbers.insert(UInt64(circumstance) << 32 | UInt64(row))
    if isNew {
      rowCount = max(rowCount, row + 1)
      entries.append(
        Entry(row: Int32(row), circumstance: Int32(circumstance), next: firstEntries[circumstance]))
      firstEntries[circumstance] = Int32(number)
    }
    return number
  }

  /// Keeps the larger half of the weights, and forgets circumstances that have none left; O(n log n), once in n / 2 new weights.
  private mutating func dropSmallerHalf() {
    let (old, indices) = (entries, circumstanceIndices)
    let order = old.indices.sorted { (abs(old[$1].weight), $0) < (abs(old[$0].weight), $1) }
    self = CorrectionTable(rates: rates)
    for index in order.prefix(old.count / 2).sorted() {
      let kept = entry(
        circumstance: circumstance(indices[Int(old[index].circumstance)]), row: Int(old[index].row))
      (entries[kept].weight, entries[kept].squares) = (old[index].weight, old[index].squares)
    }
  }

  /// The number of a circumstance; it gets the next one if it is new.
  private mutating func circumstance(_ index: UInt64) -> Int {
    let (number, isNew) = circumstanceNumbers.insert(index)
    if isNew {
      firstEntries.append(-1)
      circumstanceIndices.append(index)
    }
    return number
  }

  private func forEachEntry(of index: UInt64, _ body: (Entry) -> Void) {
    guard let number = circumstanceNumbers[index] else { return }
    var next = firstEntries[number]
    while next >= 0 {
      let entry = entries[Int(next)]
      body(entry)
      next = entry.next
    }
  }
}
