import Activities
import Features
import Foundation
import Kernels
import Ranking
import Testing

@testable import Suggestions
@testable import SuggestionsExercises

/// Scores stay finite, however large the numbers of programs and models are.
@Suite struct ExtremeNumbersTests {
  /// The extremes of all values in a donation.
  private static func donations() throws -> [Donation] {
    let (first, last) = (Int64(-62_135_596_800_000), Int64(253_402_300_799_000))
    let numbers: [Double] = [
      0, -0.0, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    return try (0..<120).map { index in
      var activity = try UserActivity(
        activityType: "org.example.a\(index % 7)", userInfo: ["n": .double(numbers[index % 5])])
      activity.effortSaved = numbers[index % 5]
      activity.runsInBackground = index % 2 == 0
      activity.expirationDate = Date(timeIntervalSinceReferenceDate: abs(numbers[index % 5]))
      var details = Donation.Details()
      details.duration = abs(numbers[(index + 1) % 5])
      let milliseconds =
        [first, 0, 1_704_067_200_000, last][index / 30] + Int64(index % 30) * (index < 90 ? 1 : 0)
      let place = try Place(
        latitude: index % 2 == 0 ? 90 : -90, longitude: index % 3 == 0 ? 180 : -180,
        horizontalAccuracy: .greatestFiniteMagnitude)
      let context = try Context(
        at: Instant(milliseconds: milliseconds), place: place,
        attributes: ["x": .double(numbers[index % 5]), "y": .integer(index % 2 == 0 ? .max : .min)])
      return try Donation(of: activity, in: context, details: details)
    }
  }

  private static func models() throws -> [SuggestionModel] {
    [try World.model(), try World.curvedModel(seed: 1), try World.constantModel()]
  }

  @Test("donations with extreme numbers give valid probabilities", arguments: 0..<3)
  func donations(number: Int) throws {
    let model = try Self.models()[number]
    var (profile, scratch) = (UserModel(model), UserModelScratch())
    for (index, donation) in try Self.donations().enumerated() {
      try profile.observe(LoggedDonation(sequence: Int64(index + 1), donation: donation), scratch: &scratch)
      let context = try Context(
        at: donation.context.instant, place: donation.context.place, attributes: donation.context.attributes)
      let assessment = try profile.score(AskedMoment(context), scratch: &scratch)
      let all = assessment.probabilities + [assessment.noveltyProbability]
      let isEach = all.allSatisfy { $0 >= 0 && $0 <= 1 }
      #expect(isEach && abs(all.reduce(0, +) - 1) < 1e-2, "donation \(index)")
    }
  }

  /// A loadable model gives finite answers, however large its weights are.
  @Test("a model within the bound gives finite answers", arguments: [1, 1e3, 1e6] as [Float])
  func weights(factor: Float) throws {
    var random = SeededRandom(seed: 5)
    let base = try World.curvedModel(seed: 2).ranking
    func scaled(_ numbers: [Float]) -> [Float] { numbers.map { $0 * factor * (1 + random.uniform()) } }
    let layer = base.candidateNetwork.hidden[0]
    let network = try Network(
      hidden: [
        DenseLayer(
          weights: Matrix(
            rows: layer.weights.rows, columns: layer.weights.columns, elements: scaled(layer.weights.elements)
          ),
          bias: scaled(layer.bias))
      ], output: scaled(base.candidateNetwork.output), skip: scaled(base.candidateNetwork.skip), bias: factor)
    let model = try RankingModel(
      candidateNetwork: network, candidateStandardizer: base.candidateStandardizer,
      noveltyNetwork: base.noveltyNetwork, noveltyStandardizer: base.noveltyStandardizer)
    #expect(model.greatestScore <= RankingLimits.score)
    var scratch = ScoringScratch()
    for magnitude in [1, RankingLimits.magnitude] {
      var matrix = Matrix(rows: 4, columns: model.featureCount)
      for column in 0..<model.featureCount {
        matrix[column % 4, column] = column % 2 == 0 ? magnitude : -magnitude
      }
      let novelty = [Float](repeating: magnitude, count: model.noveltyFeatureCount)
      let ranked = try model.rank(candidates: matrix, novelty: novelty, scratch: &scratch)
      let all = ranked.rows.map(\.probability) + [ranked.noneProbability]
      let isEach = all.allSatisfy { $0 >= 0 && $0 <= 1 }
      #expect(isEach && abs(all.reduce(0, +) - 1) < 1e-3)
    }
  }
}
