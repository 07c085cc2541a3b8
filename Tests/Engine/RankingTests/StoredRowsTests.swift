import Kernels
import Testing

@testable import Ranking

@Suite("Features of a training set that are not in memory")
struct StoredRowsTests {
  /// The features of another set, read query by query.
  private struct Rows: StoredRows {
    struct Unreadable: Error {}

    let set: TrainingSet
    var unreadable = -1

    func readFeatures(ofQuery query: Int, rows: Range<Int>, into features: inout [Float]) throws {
      if query == unreadable { throw Unreadable() }
      features = try set.candidates(ofQuery: query).elements
    }

    func readNovelty(ofQuery query: Int, into features: inout [Float]) {
      features = set.novelty(ofQuery: query)
    }
  }

  private static func stored(_ set: TrainingSet, unreadable: Int = -1) throws -> TrainingSet {
    try TrainingSet(
      featureCount: set.featureCount, noveltyFeatureCount: set.noveltyFeatureCount,
      stored: Rows(set: set, unreadable: unreadable),
      rowCounts: (0..<set.queryCount).map { Int32(set.rows(ofQuery: $0).count) }, targets: set.targets,
      weights: set.weights)
  }

  @Test("training and calibration give the same bytes as from memory, with a silent column, too")
  func same() async throws {
    var set = try World.checkerboard(queries: 90, seed: 3)
    set.silentColumns = [2]
    var stored = try Self.stored(set)
    stored.silentColumns = [2]
    #expect(stored.features.isEmpty && stored.candidateCount == set.candidateCount)
    let trainer = try Trainer(.sample)
    let other = try await trainer.train(on: stored, validation: Self.stored(set))
    let expected = try await trainer.train(on: set, validation: set)
    #expect(other == expected)
    #expect(try other.model.calibrateTemperature(on: stored) == expected.model.calibrateTemperature(on: set))
  }

  @Test("an unreadable query stops training with the error of the source")
  func unreadable() async throws {
    let set = try Self.stored(World.checkerboard(queries: 20, seed: 3), unreadable: 13)
    await #expect(throws: Rows.Unreadable.self) { try await Trainer(.sample).train(on: set) }
  }

  @Test("a target beyond its query is rejected")
  func target() throws {
    let rows = Rows(set: try World.checkerboard(queries: 1, seed: 3))
    #expect(throws: TrainingError.target(6, rows: 6)) {
      try TrainingSet(
        featureCount: 3, noveltyFeatureCount: 2, stored: rows, rowCounts: [6], targets: [6], weights: [1])
    }
  }
}
