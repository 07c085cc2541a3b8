internal import Activities
package import Files
internal import Kernels
internal import Ranking

/// The examples of many people, which are one log: features are in a temporary file, and memory
/// holds a few bytes a query.
package struct ExampleSpool: Sendable {
  /// The name of the log in messages, records and cards.
  package static let name = "examples"

  /// Queries of one person, in the order of time.
  private struct Part {
    let rowCounts: [Int32]
    let targets: [Int32]
    /// 1 or 0.5.
    let weights: [Float]
    /// The position of their features in the file.
    let features: Int
    /// The position of their novelty features in the file.
    let novelty: Int
  }

  private struct Place {
    let number: Int
    let fit: Part
    let choose: Part
    let chooseNumbers: [Int32]
    let digest: [UInt8]
  }

  /// The plan that the examples were made with.
  package let plan: FittingPlan
  private let file: UnnamedFile
  /// The end of the file.
  private var end = 0
  private var places: [Place] = []
  /// The number of people who donated something.
  package private(set) var people = 0
  private(set) var counts = FittingCounts()
  /// The lines that were read.
  var origins = ExampleOrigins()

  /// Creates a spool without examples.
  ///
  /// - Parameter folder: The folder of the temporary file, which has no name there.
  /// - Throws: `UnnamedFile.Refusal`.
  package init(by plan: FittingPlan, in folder: String) throws(UnnamedFile.Refusal) {
    self.plan = plan
    file = try UnnamedFile(in: folder)
  }

  /// The number of donations of all people.
  package var donations: Int { counts.donations }

  /// Adds a person; the order does not matter.
  mutating func add(_ examples: PersonExamples) throws(UnnamedFile.Refusal) {
    let (fit, choose) = (try append(examples.fit), try append(examples.choose))
    places.append(
      Place(
        number: examples.number, fit: fit, choose: choose, chooseNumbers: examples.chooseNumbers,
        digest: Array(examples.digest)))
    counts += examples.counts
    people += examples.donations > 0 ? 1 : 0
  }

  private mutating func append(_ set: TrainingSet) throws(UnnamedFile.Refusal) -> Part {
    let features = end
    let novelty = try file.write(set.features, at: features)
    end = try file.write(set.noveltyFeatures, at: novelty)
    return Part(
      rowCounts: (0..<set.queryCount).map { Int32(clamping: set.rows(ofQuery: $0).count) },
      targets: set.targets, weights: set.weights, features: features, novelty: novelty)
  }

  /// The entry in a model's record.
  ///
  /// The digest is of the examples in the order of the people's numbers, however they came.
  package var log: TrainingRecord.Log {
    var hash = SHA256()
    for place in ordered { hash.update(place.digest) }
    return TrainingRecord.Log(
      name: Self.name, digest: hash.finalize().hexadecimal, users: people, donations: donations)
  }

  private var ordered: [Place] { places.sorted { $0.number < $1.number } }

  /// Returns the examples of all people in the order of their numbers, as `ModelFitting` collects
  /// them from a log: those to fit to, whose features stay in the file, and those to choose by.
  ///
  /// - Throws: `UnnamedFile.Refusal`, or a `TrainingError`.
  func sets() throws -> (fit: TrainingSet, validation: TrainingSet) {
    let weight = plan.weight(ofDonations: counts.donations)
    let places = ordered
    let empty = TrainingSet.emptyOfFeatures
    let fit = try TrainingSet(
      featureCount: empty.featureCount, noveltyFeatureCount: empty.noveltyFeatureCount,
      stored: SpooledRows(
        file: file, featureCount: empty.featureCount, noveltyFeatureCount: empty.noveltyFeatureCount,
        parts: Self.positions(of: places.map(\.fit))),
      rowCounts: places.flatMap(\.fit.rowCounts), targets: places.flatMap(\.fit.targets),
      weights: places.flatMap { $0.fit.weights.map { $0 * weight } })
    return (fit, try validation(of: places, weight: weight))
  }

  private static func positions(of parts: [Part]) -> [SpooledRows.Part] {
    var (query, row) = (0, 0)
    return parts.map { part in
      defer {
        query += part.rowCounts.count
        row += part.rowCounts.reduce(0) { $0 + Int($1) }
      }
      return SpooledRows.Part(
        firstQuery: query, firstRow: row, features: part.features, novelty: part.novelty)
    }
  }

  private func validation(of places: [Place], weight: Float) throws -> TrainingSet {
    let stride = plan.validationStride(ofDonations: counts.donations)
    var set = TrainingSet.emptyOfFeatures
    var (features, novelty): ([Float], [Float]) = ([], [])
    for place in places {
      let part = place.choose
      var row = 0
      for (query, number) in place.chooseNumbers.enumerated() {
        let rows = Int(part.rowCounts[query])
        defer { row += rows }
        guard Int(number) % stride == 0 else { continue }
        try file.read(
          rows * set.featureCount, at: part.features + row * set.featureCount * SpooledRows.size,
          into: &features)
        try file.read(
          set.noveltyFeatureCount, at: part.novelty + query * set.noveltyFeatureCount * SpooledRows.size,
          into: &novelty)
        try set.append(
          candidates: Matrix(rows: rows, columns: set.featureCount, elements: features), novelty: novelty,
          target: part.targets[query] < 0 ? nil : Int(part.targets[query]),
          weight: part.weights[query] * weight)
      }
    }
    return set
  }
}

/// The rows of a set in the file of a spool.
private struct SpooledRows: StoredRows {
  /// The queries of one person.
  struct Part {
    /// The indices of the first query and its first row in the set.
    let firstQuery: Int
    let firstRow: Int
    /// The positions in the file.
    let features: Int
    let novelty: Int
  }

  /// The size of a number in the file, in bytes.
  static let size = MemoryLayout<Float>.size

  let file: UnnamedFile
  let featureCount: Int
  let noveltyFeatureCount: Int
  /// In the order of the queries; a part may have none.
  let parts: [Part]

  func readFeatures(ofQuery query: Int, rows: Range<Int>, into features: inout [Float]) throws {
    let part = parts[index(of: query)]
    try file.read(
      rows.count * featureCount,
      at: part.features + (rows.lowerBound - part.firstRow) * featureCount * Self.size, into: &features)
  }

  func readNovelty(ofQuery query: Int, into features: inout [Float]) throws {
    let part = parts[index(of: query)]
    try file.read(
      noveltyFeatureCount, at: part.novelty + (query - part.firstQuery) * noveltyFeatureCount * Self.size,
      into: &features)
  }

  /// Returns the index of the last part that begins at a query or before it.
  private func index(of query: Int) -> Int {
    var (low, high) = (0, parts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if parts[middle].firstQuery <= query { low = middle } else { high = middle }
    }
    return low
  }
}
