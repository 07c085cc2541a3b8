import Activities
import Kernels
import Testing

@testable import Features

/// `EvidenceState` against its slow twin.
@Suite struct SlowTwinTests {
  /// How far both may be apart: 1e-5, absolute below 1 and relative above.
  static let tolerance = 1e-5

  @Test(arguments: UInt64(0)..<26)
  func everyNumberIsThatOfTheScan(seed: UInt64) throws {
    let count = seed < 2 ? 300 : 20 + Int(seed) * 5
    var log = try RandomLog(seed: seed, count: count)
    let donations = log.donations
    let twin = SlowTwin(donations)
    var state = EvidenceState()
    var scratch = FeatureScratch()
    for prefix in 0...count {
      if prefix < 5 || prefix % (count / 6) == 0 || prefix == count {
        // As it was asked when the next donation happened, or some time after the last one.
        let context = prefix < count ? donations[prefix].context : try log.nextContext()
        let slow = twin.query(context, after: prefix)
        let differences = Self.differences(state, slow, context, &scratch)
        #expect(differences.isEmpty, "seed \(seed), after \(prefix): \(differences.prefix(8))")
      }
      if prefix < count { state.observe(donations[prefix]) }
    }
  }

  /// Weights that grow by 2^(visits / half-life) are scaled down again, cell by cell.
  @Test func aCellThatIsVisitedVeryOftenKeepsItsShares() throws {
    let visits = Expert.all.compactMap { expert in
      if case .visits(let halfLife) = expert.memory { halfLife } else { nil }
    }
    let count = 540 * Int(visits.min() ?? 3) + 40
    let donations = try (0..<count).map { number in
      try Donation(
        of: UserActivity(activityType: number % 50 == 29 ? "org.example.b" : "org.example.a"),
        in: Context(
          at: Instant(milliseconds: Int64(number) * 600_000), attributes: ["wifi": "home"]))
    }
    var state = EvidenceState()
    for donation in donations { state.observe(donation) }
    let context = try Context(
      at: Instant(milliseconds: Int64(count) * 600_000), attributes: ["wifi": "home"])
    var scratch = FeatureScratch()
    let differences = Self.differences(
      state, SlowTwin(donations).query(context, after: count), context, &scratch, withAgreement: false)
    #expect(differences.isEmpty, "\(differences.prefix(8))")
  }

  /// What the state says that the twin does not, in words.
  static func differences(
    _ state: EvidenceState, _ slow: SlowQuery, _ context: Context, _ scratch: inout FeatureScratch,
    withAgreement: Bool = true
  ) -> [String] {
    var matrix = Matrix(rows: slow.rowCount, columns: FeatureSchema.current.width, repeating: .nan)
    var novelty: [Float] = []
    state.describe(context, into: &matrix, novelty: &novelty, scratch: &scratch)
    guard matrix.rows == slow.rowCount else { return ["\(matrix.rows) rows, not \(slow.rowCount)"] }
    guard novelty.count == FeatureSchema.current.noveltyNames.count else {
      return ["\(novelty.count) numbers"]
    }
    var found: [String] = []
    func compare(_ name: String, _ fast: Float, _ slow: Double?) {
      guard let slow else { return found.append("\(name): not known to the twin") }
      let near = abs(Double(fast) - slow) <= tolerance * max(1, abs(slow))  // NaN is near nothing
      if !near { found.append("\(name): \(fast), not \(slow)") }
    }
    let columns = slow.columns(withAgreement: withAgreement)
    for (index, column) in FeatureSchema.current.columns.enumerated()
    where withAgreement || column.group != .agreement {
      for row in 0..<matrix.rows {
        compare("\(column.name)[\(row)]", matrix[row, index], columns[column.name]?[row])
      }
    }
    let numbers = slow.novelty()
    for (name, number) in zip(FeatureSchema.current.noveltyNames, novelty) {
      compare(name, number, numbers[name])
    }
    return found
  }
}
