/// Which candidates the rows of a query are: all of them, or some, of which the last may be a *sample* that stands for others besides itself.
///
/// Each of a sample counts as many candidates with the same score would: to that score the logarithm of their number is added wherever
/// probabilities are made, after any temperature.
public struct CandidateRows: Sendable {
  /// For each row of the query the number of the candidate.
  private let numbers: [Int32]
  /// For each candidate its row; of what has none a number that is no row.
  private let rows: [UInt32]
  /// The first row of the sample.
  let sampleStart: Int
  /// For each row of the sample the logarithm of the number of candidates that it stands for.
  let logWeights: [Float]
  /// A Boolean value that indicates whether each candidate has a row, which is its number.
  let isWhole: Bool

  /// Each candidate has a row, which is its number, and stands for itself.
  public static let whole = CandidateRows(
    numbers: [], rows: [], sampleStart: .max, logWeights: [], isWhole: true)

  /// Some of the candidates have rows.
  ///
  /// - Parameters:
  ///   - numbers: For each row the number of its candidate.
  ///   - rows: For each candidate its row, or a number that is no row.
  ///   - logWeights: For each row of the sample the logarithm of the number of candidates that it stands for; at least 0.
  public init(numbers: [Int32], rows: [UInt32], logWeights: [Float]) {
    self.init(
      numbers: numbers, rows: rows, sampleStart: numbers.count - logWeights.count, logWeights: logWeights,
      isWhole: false)
  }

  private init(
    numbers: [Int32], rows: [UInt32], sampleStart: Int, logWeights: [Float], isWhole: Bool
  ) {
    (self.numbers, self.rows, self.isWhole) = (numbers, rows, isWhole)
    (self.sampleStart, self.logWeights) = (sampleStart, logWeights)
  }

  /// The row of a candidate; `nil` if it has none, or if that stands for others as well.
  func row(of number: UInt32) -> Int? {
    if isWhole { return Int(number) }
    guard number < rows.count, rows[Int(number)] < sampleStart else { return nil }
    return Int(rows[Int(number)])
  }

  /// The number of the candidate of a row.
  func number(ofRow row: Int) -> UInt32 { isWhole ? UInt32(row) : UInt32(numbers[row]) }

  /// Adds a share of the logarithms to the scores of the sample.
  func addWeight(_ share: Float = 1, to scores: inout [Float]) {
    for (place, logWeight) in logWeights.enumerated() { scores[sampleStart + place] += share * logWeight }
  }
}
