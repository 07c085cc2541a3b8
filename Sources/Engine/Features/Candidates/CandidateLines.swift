internal import Kernels

/// The lines of a description: which rows of a person it describes, and for how many each stands.
///
/// Of a person with few rows each has a line, the same as its number. Of one with many there is a line for each row that can matter,
/// and some for a *sample* of the rest, behind them, each of which stands for some more (``logWeights``). What the rest has together
/// is estimated by the sample (importance sampling, as Bengio and Senécal use it for a softmax over a vocabulary: Adaptive importance
/// sampling to accelerate training of a neural probabilistic language model, IEEE Transactions on Neural Networks 19, 2008).
public struct CandidateLines: Sendable {
  /// The lines of a sample: of rows of the window, and of others.
  static let sampleSizes = (recent: 16, others: 8)

  /// The row of each line.
  public private(set) var rows: [Int32] = []
  /// The first line of the sample; the number of lines if there is none.
  public private(set) var sampleStart = 0
  /// For each line of the sample the logarithm of the number of rows that it stands for.
  public private(set) var logWeights: [Float] = []
  /// The rest's rows of the window.
  public private(set) var restRows: [Int32] = []
  /// For each of them its share of what they have together, by their evidence; they sum to 1.
  public private(set) var restShares: [Float] = []
  /// The number of lines of the sample that stand for those; the others stand for all further rows, which share evenly.
  public private(set) var recentSample = 0
  /// The number of rows that there are.
  public private(set) var rowCount = 0
  /// A Boolean value that indicates whether each row has the line of its number.
  public private(set) var isWhole = true
  /// For each row its line, or a number that is no line; not kept up while each row has that of its number.
  public private(set) var lineOfRow: [UInt32] = []

  /// In place of a line of a row that has none.
  private static let none = UInt32.max

  /// No lines.
  init() {}

  /// The number of lines.
  public var count: Int { rows.count }

  /// The line of a row; `nil` if it has none.
  public func line(ofRow row: Int) -> Int? {
    guard row >= 0, row < rowCount else { return nil }
    if isWhole { return row }
    return lineOfRow[row] < rows.count ? Int(lineOfRow[row]) : nil
  }

  /// Gives each row the line of its number; O(rows that are new).
  mutating func setWhole(rows count: Int) {
    if !isWhole {
      clear()
      rows.removeAll(keepingCapacity: true)
    }
    if rows.count > count { rows.removeLast(rows.count - count) }
    while rows.count < count { rows.append(Int32(rows.count)) }
    (isWhole, rowCount, sampleStart, recentSample) = (true, count, count, 0)
    restRows.removeAll(keepingCapacity: true)
    restShares.removeAll(keepingCapacity: true)
    logWeights.removeAll(keepingCapacity: true)
  }

  /// Begins to give lines to some of the rows.
  mutating func begin(rows count: Int) {
    clear()
    rows.removeAll(keepingCapacity: true)
    (isWhole, rowCount, sampleStart, recentSample) = (false, count, .max, 0)
    restRows.removeAll(keepingCapacity: true)
    restShares.removeAll(keepingCapacity: true)
    logWeights.removeAll(keepingCapacity: true)
    if lineOfRow.count > count { lineOfRow.removeLast(lineOfRow.count - count) }
    lineOfRow.reserveGrowth(of: count - lineOfRow.count)
    while lineOfRow.count < count { lineOfRow.append(Self.none) }
  }

  /// Gives a row a line, if it has none.
  mutating func insert(_ row: Int32) {
    if lineOfRow[Int(row)] == Self.none { append(row) }
  }

  private mutating func append(_ row: Int32) {
    lineOfRow[Int(row)] = UInt32(rows.count)
    rows.append(row)
  }

  /// Appends the sample: of the rest's rows of the window in proportion to their evidence, of all others at equal distances,
  /// so that those are the same from query to query, but for some that come to matter.
  ///
  /// - Parameters:
  ///   - rest: The numbers of the window's rows that have no line but evidence.
  ///   - evidence: For each number what speaks for it.
  mutating func appendSample(of rest: [Int32], in window: borrowing WindowRows, evidence: [Float]) {
    sampleStart = rows.count
    restRows.resize(to: rest.count)
    restShares.resize(to: rest.count)
    var total: Float = 0
    for number in rest { total += evidence[Int(number)] }
    let size = Float(Self.sampleSizes.recent)
    var (passed, next) = (Float(0), 1 / (2 * size))
    for (place, number) in rest.enumerated() {
      let (row, share) = (window.rows[Int(number)], evidence[Int(number)] / total)
      (restRows[place], restShares[place]) = (row, share)
      passed += share
      guard passed > next, rows.count - sampleStart < Self.sampleSizes.recent else { continue }
      // One with more evidence than a part of the sample stands for as often as it is drawn.
      let draws = ((passed - next) * size).rounded(.up)
      next += draws / size
      append(row)
      logWeights.append(Float(Elementary.logarithm(Double(max(1, draws / (size * share))))))
    }
    recentSample = rows.count - sampleStart
    appendOthers(rowCount - sampleStart - rest.count) { row in
      let number = window.number(ofRow: row)
      return number >= 0 && evidence[Int(number)] > 0
    }
  }

  private mutating func appendOthers(_ count: Int, unless hasEvidence: (Int32) -> Bool) {
    let size = min(Self.sampleSizes.others, count)
    for place in 0..<size {
      var row = (2 * place + 1) * rowCount / (2 * size)
      while lineOfRow[row] != Self.none || hasEvidence(Int32(row)) {
        row = row + 1 == rowCount ? 0 : row + 1
      }
      append(Int32(row))
      logWeights.append(Float(Elementary.logarithm(Double(count) / Double(size))))
    }
  }

  private mutating func clear() {
    guard !isWhole else { return }
    for row in rows where row < lineOfRow.count { lineOfRow[Int(row)] = Self.none }
  }
}
