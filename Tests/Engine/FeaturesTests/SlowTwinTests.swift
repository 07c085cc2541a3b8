import Activities
import Kernels
import Testing

@testable import Features

/// `EvidenceState` agrees with its slow twin.
@Suite struct SlowTwinTests {
  /// The tolerance for sums in single precision: absolute below 1, relative above.
  static let tolerance = 3e-5

  @Test(arguments: UInt64(0)..<18)
  func everyNumberIsThatOfTheScan(seed: UInt64) throws {
    try Self.compare(seed: seed, count: seed < 2 ? 300 : 20 + Int(seed) * 5)
  }

  /// Logs that contain donations with only a day or an order, and logs of nothing else.
  @Test(arguments: UInt64(30)..<42)
  func everyNumberIsThatOfTheScanWithoutTimes(seed: UInt64) throws {
    try Self.compare(seed: seed, count: 120, timeless: [0.1, 0.5, 1][Int(seed) % 3])
  }

  private static func compare(seed: UInt64, count: Int, timeless: Float = 0) throws {
    var log = try RandomLog(seed: seed, count: count, timeless: timeless)
    var random = SeededRandom(seed: seed + 1_000)
    let donations = log.donations
    let twin = SlowTwin(donations)
    var state = EvidenceState()
    var (scratch, learning) = (FeatureScratch(), LearningScratch())
    for prefix in 0...count {
      if prefix < 5 || prefix % (count / 6) == 0 || prefix == count {
        // The moment of the next donation, or some time after the last one.
        let context = prefix < count ? donations[prefix].context : try log.nextContext()
        let precision = prefix < count ? donations[prefix].details.timePrecision : .exact
        let later = Context(at: context.instant.advanced(bySeconds: Double(random.integer(below: 900_000))))
        let moments = [
          AskedMoment(context, precision: precision),
          // A moment ahead, and a moment without place and attributes.
          AskedMoment(
            try Context(at: later.instant, place: context.place, attributes: context.attributes),
            precision: precision, lead: [60, 7_200, 200_000][random.integer(below: 3)],
            knowsLastPlace: random.uniform() < 0.7),
          AskedMoment(later, knowsLastPlace: random.uniform() < 0.7),
        ]
        for (number, moment) in moments.enumerated() where number == 0 || prefix % 3 == 0 {
          let slow = twin.query(moment, after: prefix)
          let differences = differences(state, slow, moment, &scratch)
          #expect(differences.isEmpty, "seed \(seed), after \(prefix), \(number): \(differences.prefix(8))")
        }
      }
      if prefix < count { state.learn(donations[prefix], scratch: &learning) }
    }
  }

  /// Only evidence of circumstances forgets donations beyond the window.
  @Test func whatLeftTheWindowIsForgotten() throws {
    let count = DonationWindow.size + 300
    let donations = try (0..<count).map { number in
      let name = number < 200 ? "early" : number % 50 == 29 ? "b" : "a"
      let place = try Place(latitude: Double(number % 7), longitude: number < 250 ? 9 : 10)
      return try Samples.donation(
        name,
        in: Samples.context(
          Samples.monday + Int64(number) * 600_123, place: place,
          attributes: ["wifi": .integer(Int64(number / 9))]),
        precision: [7: .order, 17: .day][number % 40, default: .exact])
    }
    let state = Samples.state(after: donations)
    let context = try AskedMoment(
      Samples.context(
        Samples.monday + Int64(count) * 600_000, attributes: ["wifi": .integer(Int64((count - 1) / 9))]))
    var scratch = FeatureScratch()
    let differences = Self.differences(
      state, SlowTwin(donations).query(context, after: count), context, &scratch, withAgreement: false,
      without: [.rhythm, .recency, .sharedParameters])
    #expect(differences.isEmpty, "\(differences.prefix(8))")
    #expect(state.window.count == DonationWindow.size && state.window.places.limit <= 15)
  }

  /// Returns the differences between the state and the twin, in words.
  static func differences(
    _ state: EvidenceState, _ slow: SlowQuery, _ moment: AskedMoment, _ scratch: inout FeatureScratch,
    withAgreement: Bool = true, without silent: Set<FeatureGroup> = []
  ) -> [String] {
    var matrix = Matrix(rows: slow.itemCount, columns: FeatureSchema.current.width, repeating: .nan)
    var novelty: [Float] = []
    state.describe(moment, into: &matrix, novelty: &novelty, scratch: &scratch)
    guard matrix.rows == slow.itemCount else { return ["\(matrix.rows) items, not \(slow.itemCount)"] }
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
    where (withAgreement || column.group != .agreement) && !silent.contains(column.group) {
      for item in 0..<matrix.rows {
        compare("\(column.name)[\(item)]", matrix[item, index], columns[column.name]?[item])
      }
    }
    let numbers = slow.novelty()
    for (name, number) in zip(FeatureSchema.current.noveltyNames, novelty) {
      compare(name, number, numbers[name])
    }
    return found
  }
}
