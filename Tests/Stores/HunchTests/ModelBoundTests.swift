import Foundation
import Hunch
import Testing

/// The shipped model with one number changed is refused, or answers with numbers whatever it has
/// learned.
///
/// Scores of such models were bounded, but not the model of a person, which squares them: a query
/// ended with a bug of the program.
@Suite("Models at the bound")
struct ModelBoundTests {
  private static let names = [
    "candidate.bias", "candidate.factor", "candidate.hidden.0.bias", "candidate.hidden.0.weights",
    "candidate.hidden.1.bias", "candidate.hidden.1.weights", "candidate.mean", "candidate.output",
    "candidate.skip", "horizon.bias", "horizon.factor", "horizon.hidden.0.bias", "horizon.hidden.0.weights",
    "horizon.hidden.1.bias", "horizon.hidden.1.weights", "horizon.mean", "horizon.output", "horizon.skip",
    "none_bias", "novelty.bias", "novelty.factor", "novelty.hidden.0.bias",
    "novelty.hidden.0.weights", "novelty.mean", "novelty.output", "novelty.skip", "temperature",
  ]

  /// The bytes of the shipped model, with the offset of each tensor.
  private struct ShippedBytes {
    private let bytes: Data
    private(set) var places: [String: Range<Int>] = [:]

    init() throws {
      bytes = try ModelFile.open().encoded()
      let length = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
      let header = try #require(
        try JSONSerialization.jsonObject(with: bytes[8..<8 + length]) as? [String: [String: Any]])
      for (name, entry) in header {
        guard let offsets = entry["data_offsets"] as? [Int] else { continue }
        places[name] = 8 + length + offsets[0]..<8 + length + offsets[1]
      }
    }

    /// Returns the model with a number of a tensor replaced; `nil` if it is refused.
    func model(_ name: String, _ value: Float) throws -> SuggestionModel? {
      let place = try #require(places[name])
      var changed = bytes
      let at = place.lowerBound + 4 * (11 % (place.count / 4))
      for byte in 0..<4 { changed[at + byte] = UInt8(truncatingIfNeeded: value.bitPattern >> (8 * byte)) }
      do {
        return try ModelFile(decoding: changed, expecting: nil).suggestionModel()
      } catch let error as ModelFileError {
        #expect(error.description.contains("train"))
        return nil
      }
    }
  }

  private static func log() async throws -> (log: InMemoryDonationStore, end: Int64) {
    let (log, history) = (InMemoryDonationStore(), try RandomHistory(seed: 7))
    for batch in history.batches { _ = try await log.ingest(verbatim: batch) }
    _ = try await log.ingest(verbatim: history.feedback)
    return (log, history.end)
  }

  private static func check(_ model: SuggestionModel, _ words: String) async throws {
    let (log, end) = try await log()
    let engine = SuggestionEngine(log: log, model: model)
    for minutes in [end / 2, end + 90] {
      let list = try await engine.suggestions(
        SuggestionRequest(in: Context(at: RandomHistory.instant(minutes)), limit: 100, explains: true))
      let all = list.suggestions.map(\.probability) + [list.noveltyProbability ?? .nan]
      #expect(all.allSatisfy { $0 >= 0 && $0 <= 1 }, "\(words)")
      let within = try await engine.suggestions(
        SuggestionRequest(in: Context(at: RandomHistory.instant(minutes)), limit: 100, horizon: 3_600))
      #expect(within.suggestions.allSatisfy { $0.probability >= 0 && $0.probability <= 1 }, "\(words)")
      for explanation in list.suggestions.compactMap(\.explanation) {
        let amounts = explanation.contributions.map(\.amount)
        #expect(explanation.score.isFinite && amounts.allSatisfy(\.isFinite), "\(words)")
      }
    }
  }

  /// Returns the largest power of two that is accepted in this tensor.
  private static func bound(_ bytes: ShippedBytes, _ name: String) throws -> Float {
    var (low, high) = (0, 128)
    while high - low > 1 {
      let middle = (low + high) / 2
      if try bytes.model(name, Float(sign: .plus, exponent: middle, significand: 1)) != nil {
        low = middle
      } else {
        high = middle
      }
    }
    return Float(sign: .plus, exponent: low, significand: 1)
  }

  @Test("a number at or below the bound gives finite answers", arguments: names)
  func numbers(name: String) async throws {
    let bytes = try ShippedBytes()
    let bound = try Self.bound(bytes, name)
    for value in [bound, -bound, bound.squareRoot(), 1e12, 1e-10] {
      guard let model = try bytes.model(name, value) else { continue }
      try await Self.check(model, "\(name) = \(value)")
    }
  }

  @Test("every tensor of the shipped model is tried")
  func complete() throws {
    #expect(try ShippedBytes().places.keys.sorted() == Self.names)
  }
}
