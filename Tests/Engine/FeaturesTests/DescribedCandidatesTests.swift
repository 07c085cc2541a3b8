import Activities
import Foundation
import Kernels
import Testing

@testable import Features

/// A description of some candidates agrees with the description of all.
@Suite struct DescribedCandidatesTests {
  private static let activities = 150

  /// Returns donations of many documents, in a few folders and of a few types, with places and
  /// attributes.
  ///
  /// - Parameter timeless: The probability that a donation has only a day or an order.
  private static func donations(_ count: Int, seed: UInt64, timeless: Float = 0) throws -> [Donation] {
    var random = SeededRandom(seed: seed)
    var precisions = SeededRandom(seed: ~seed)
    var milliseconds = Samples.monday
    return try (0..<count).map { _ in
      milliseconds += 1_000 * Int64(1 + random.integer(below: 4_000))
      let number = min(random.integer(below: activities), random.integer(below: activities))
      var details = Donation.Details()
      if precisions.uniform() < timeless { details.timePrecision = number % 2 == 0 ? .day : .order }
      return try Donation(
        of: UserActivity(
          activityType: "org.example.type\(number % 20)",
          userInfo: ["document": .integer(Int64(number)), "folder": .integer(Int64(number % 7))]),
        in: Samples.context(
          milliseconds, place: Place(latitude: 50 + 0.01 * Double(number % 5), longitude: 8),
          attributes: number % 2 == 0 ? ["wifi": .integer(Int64(number % 3))] : [:]), details: details)
    }
  }

  private static func described(
    _ state: EvidenceState, _ context: Context, limit: Int, requiring required: [Int] = [],
    _ scratch: inout FeatureScratch
  ) -> (matrix: Matrix, novelty: [Float]) {
    var (matrix, novelty) = (Matrix(), [Float]())
    state.describe(
      AskedMoment(context), limit: limit, requiring: required, into: &matrix, novelty: &novelty,
      scratch: &scratch)
    return (matrix, novelty)
  }

  @Test(
    "a candidate has the same numbers as in a description of all items", arguments: [1, 2, 3] as [UInt64],
    [0, 0.4] as [Float])
  func candidates(seed: UInt64, timeless: Float) throws {
    // With timeless donations, the log is longer than the window.
    let count = timeless > 0 ? DonationWindow.size + 300 : 700
    let donations = try Self.donations(count, seed: seed, timeless: timeless)
    let state = Samples.state(after: donations)
    let end = try #require(donations.last).context.instant.milliseconds
    let context = try Samples.context(
      end + 600_000, place: Place(latitude: 50.01, longitude: 8), attributes: ["wifi": .integer(0)])
    var (whole, some) = (FeatureScratch(), FeatureScratch())
    let all = Self.described(state, context, limit: .max, &whole)
    let few = Self.described(state, context, limit: 64, requiring: [3, 77], &some)
    let candidates = some.candidates
    #expect(all.matrix.rows == state.identities.count)
    #expect(few.matrix.rows == candidates.count && candidates.count <= 64)
    #expect(Set(candidates.items).count == candidates.count && candidates.items.prefix(2) == [3, 77])
    for (candidate, item) in candidates.items.enumerated() {
      for column in 0..<all.matrix.columns {
        let (own, expected) = (few.matrix[candidate, column], all.matrix[Int(item), column])
        let name = FeatureSchema.current.columns[column].name
        #expect(
          abs(own - expected) <= 1e-4 * max(1, abs(expected)),
          "\(name) of item \(item): \(own), not \(expected)")
      }
    }
    for (name, (own, expected)) in zip(FeatureSchema.current.noveltyNames, zip(few.novelty, all.novelty)) {
      #expect(abs(own - expected) <= 1e-4 * max(1, abs(expected)), "\(name): \(own), not \(expected)")
    }
  }

  @Test("each item is a candidate, part of the window's rest, or represented by the sample")
  func weights() throws {
    let donations = try Self.donations(5_000, seed: 4)
    // Some items were last done before the window starts.
    let early = try (0..<40).map { number in
      try Samples.donation("early\(number)", in: Samples.context(Samples.monday - Int64(1_000 - number)))
    }
    let state = Samples.state(after: early + donations)
    var scratch = FeatureScratch()
    let context = try Samples.context(try #require(donations.last).context.instant.milliseconds + 1_000)
    _ = Self.described(state, context, limit: 64, &scratch)
    let candidates = scratch.candidates
    let weights = candidates.logWeights.map { exp(Double($0)) }
    let others = weights.dropFirst(candidates.recentSample).reduce(0, +)
    let rest = candidates.itemCount - candidates.sampleStart - candidates.restItems.count
    #expect(abs(others - Double(rest)) < 1e-3)
    #expect(abs(candidates.restShares.reduce(0, +) - 1) < 1e-4)
    #expect(candidates.logWeights.count == candidates.count - candidates.sampleStart)
    #expect(weights.allSatisfy { $0 >= 1 })
    let recent = Set(candidates.restItems)
    #expect(recent.count == candidates.restItems.count)
    #expect(recent.isDisjoint(with: candidates.items.prefix(candidates.sampleStart)))
    let sample = candidates.items[candidates.sampleStart...].prefix(candidates.recentSample)
    #expect(sample.allSatisfy(recent.contains))
  }

  @Test("reusing buffers of another user's description changes nothing")
  func reuse() throws {
    let (one, other) = (
      Samples.state(after: try Self.donations(600, seed: 5)),
      Samples.state(after: try Self.donations(300, seed: 6))
    )
    let context = try Samples.context(Samples.monday + 900 * Samples.hour)
    var scratch = FeatureScratch()
    for (state, limit) in [(one, 64), (other, 70), (one, Int.max), (other, 64), (one, 100)] {
      var fresh = FeatureScratch()
      let again = Self.described(state, context, limit: limit, &scratch)
      let first = Self.described(state, context, limit: limit, &fresh)
      #expect(again.matrix == first.matrix && again.novelty == first.novelty)
      #expect(scratch.candidates.items == fresh.candidates.items)
      #expect(scratch.candidates.logWeights == fresh.candidates.logWeights)
    }
  }
}
