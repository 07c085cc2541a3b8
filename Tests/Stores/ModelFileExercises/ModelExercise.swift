import Foundation
import Kernels
import ModelFile
import Ranking

/// The result of one file.
struct ModelOutcome: Equatable {
  var isModel = false
  var isCheckpoint = false
}

/// A promise of model files that one input broke.
enum ModelPromise: Error {
  /// A file that was read is written as another one, or cannot be written.
  case roundTrip
  /// There are more numbers than bytes for them.
  case allocation
  /// A score or a probability is not a number, or is out of range.
  case notFinite
  /// A file was accepted whose scores overflow.
  case overflow
  /// A file was accepted that cannot be scored.
  case notScored(RankingError)
  /// A message is empty or excessively long.
  case message
}

/// Reads arbitrary bytes as a model and as a training checkpoint, and checks their promises.
///
/// The fuzzer and the tests of its corpus share this function.
func exerciseModel(_ bytes: [UInt8]) throws -> ModelOutcome {
  let data = Data(bytes)
  var outcome = ModelOutcome()
  if let file = try read({ () throws(ModelFileError) in try ModelFile(decoding: data, expecting: nil) }) {
    outcome.isModel = true
    try check(file, size: bytes.count)
  }
  if let file = try read({ () throws(ModelFileError) in try CheckpointFile(decoding: data) }) {
    outcome.isCheckpoint = true
    guard let again = try? file.encoded(), try CheckpointFile(decoding: again) == file else {
      throw ModelPromise.roundTrip
    }
    let lists = [
      file.checkpoint.parameters, file.checkpoint.average, file.checkpoint.mean, file.checkpoint.square,
    ]
    guard 4 * lists.reduce(0, { $0 + $1.count }) <= bytes.count else { throw ModelPromise.allocation }
  }
  return outcome
}

/// Returns the decoded value; `nil` if it was refused with a reason.
private func read<Value>(_ body: () throws(ModelFileError) -> Value) throws -> Value? {
  do {
    return try body()
  } catch {
    guard (1...600).contains(error.description.count) else { throw ModelPromise.message }
    return nil
  }
}

private func check(_ file: ModelFile, size: Int) throws {
  guard let bytes = try? file.encoded(), try ModelFile(decoding: bytes, expecting: nil) == file else {
    throw ModelPromise.roundTrip
  }
  let model = file.model
  guard 4 * (model.featureCount + model.noveltyFeatureCount) <= size else { throw ModelPromise.allocation }
  // Features at the limits for two kinds of rows, and zero features.
  for magnitude in [0, 1, -0.5, RankingLimits.magnitude] {
    var matrix = Matrix(rows: 3, columns: model.featureCount)
    for column in 0..<model.featureCount {
      (matrix[0, column], matrix[1, column]) = (magnitude, column % 2 == 0 ? magnitude : -magnitude)
    }
    let novelty = [Float](repeating: magnitude, count: model.noveltyFeatureCount)
    var scratch = ScoringScratch()
    let ranked: RankedQuery
    do {
      ranked = try model.rank(candidates: matrix, novelty: novelty, scratch: &scratch)
    } catch {
      throw error == .scoreNotFinite ? ModelPromise.overflow : ModelPromise.notScored(error)
    }
    let probabilities = ranked.rows.map(\.probability) + [ranked.noneProbability]
    guard probabilities.allSatisfy({ $0 >= 0 && $0 <= 1 }), abs(probabilities.reduce(0, +) - 1) < 1e-3,
      ranked.rows.allSatisfy({ $0.score.isFinite }), ranked.noneScore.isFinite
    else { throw ModelPromise.notFinite }
  }
  try checkFollowing(model)
}

/// Adapts a model to a person whose choices have features of all sizes.
private func checkFollowing(_ model: RankingModel) throws {
  var (person, scratch) = (PersonalModel(model), ScoringScratch())
  var matrix = Matrix(rows: 3, columns: model.featureCount)
  for (choice, magnitude) in [1, -0.5, 30, RankingLimits.magnitude, 1].enumerated() {
    for column in 0..<model.featureCount {
      (matrix[0, column], matrix[1, column]) = (magnitude, column % 2 == 0 ? magnitude : -magnitude)
    }
    let novelty = [Float](repeating: magnitude, count: model.noveltyFeatureCount)
    do {
      try person.learn(
        choice == 2 ? nil : choice % 3, candidates: matrix, novelty: novelty, circumstances: SparseVector(),
        scratch: &scratch)
      let scores = try person.score(
        candidates: matrix, novelty: novelty, circumstances: SparseVector(), scratch: &scratch)
      guard scores.candidates.allSatisfy(\.isFinite), scores.none.isFinite else {
        throw ModelPromise.notFinite
      }
    } catch let error as RankingError {
      throw error == .scoreNotFinite ? ModelPromise.overflow : ModelPromise.notScored(error)
    }
  }
}
