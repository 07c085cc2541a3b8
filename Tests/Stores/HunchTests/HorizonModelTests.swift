import Activities
import Features
import Foundation
import Kernels
import ModelFile
import Ranking
import Storage
import Suggestions
import Testing

@testable import Hunch

/// Weights for horizons in model files, and answers from little evidence.
@Suite("Models with weights for horizons, and without")
struct HorizonModelTests {
  /// The shipped ranking, with neutral weights for horizons, or without any.
  private static func file(fingerprint: String?) throws -> ModelFile {
    let shipped = try ModelFile.open()
    let width = HorizonSchema.columns.count
    let horizon = try HorizonModel(
      network: Network(hidden: [], output: [], skip: [Float](repeating: 0, count: width), bias: -3),
      standardizer: Standardizer(identity: width))
    var metadata = shipped.metadata
    metadata.horizonFingerprint = fingerprint
    return try ModelFile(
      model: shipped.model, horizon: fingerprint == nil ? nil : horizon, metadata: metadata)
  }

  /// Writes a file for the duration of the body.
  private static func written<Result>(_ file: ModelFile, _ body: (String) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).safetensors")
    defer { try? FileManager.default.removeItem(at: url) }
    try file.write(to: url)
    return try body(url.path)
  }

  @Test("weights for other evidence are refused with both names, but can be read to describe them")
  func otherEvidence() throws {
    let file = try Self.file(fingerprint: "0123456789abcdef")
    let error = ModelFileError.schema(expected: HorizonSchema.fingerprint, found: "0123456789abcdef")
    try Self.written(file) { path in
      #expect(throws: error) { try ModelFile.open(path) }
      let described = try ModelFile.open(path, anySchema: true)
      #expect(described == file)
    }
    #expect(error.description.contains("0123456789abcdef"))
    #expect(error.description.contains(HorizonSchema.fingerprint))
    // This holds however it was read.
    #expect(
      throws: SuggestionError.schemaMismatch(model: "0123456789abcdef", program: HorizonSchema.fingerprint)
    ) { try file.suggestionModel() }
  }

  @Test("files with and without weights for horizons open, and answer within a horizon")
  func both() async throws {
    for fingerprint in [nil, HorizonSchema.fingerprint] {
      let file = try Self.file(fingerprint: fingerprint)
      let model = try Self.written(file) { try ModelFile.open($0).suggestionModel() }
      let answer = try await Self.standup(model: model).suggestions(
        SuggestionRequest(in: Context(at: Self.instant(day: 5, hour: 8, minute: 55)), horizon: 3_600))
      #expect(answer.horizon == 3_600 && answer.suggestions.count == 1)
      #expect(answer.suggestions.allSatisfy { (0...1).contains($0.probability) })
    }
  }

  /// Monday, 2 March 2026, is day 0.
  private static func instant(day: Int, hour: Int, minute: Int = 0) throws -> Instant {
    let midnight = try Instant(rfc3339: "2026-03-02T00:00:00+01:00")
    return try Instant(
      milliseconds: midnight.milliseconds + Int64(((day * 24 + hour) * 60 + minute) * 60_000),
      offsetMinutes: 60)
  }

  /// Five mornings, from Monday to Friday, with a stand-up at nine.
  private static func standup(model: SuggestionModel) async throws -> SuggestionEngine {
    let log = InMemoryDonationStore()
    let standup = try UserActivity(activityType: "org.example.calls.join", title: "Join the stand-up")
    _ = try await log.ingest(
      verbatim: try (0..<5).map { try Donation(of: standup, in: Context(at: instant(day: $0, hour: 9))) })
    return SuggestionEngine(log: log, model: model)
  }

  @Test("after five mornings nothing is likely on Sunday, nor at night or in the evening of Monday")
  func thinEvidence() async throws {
    let model = try ModelFile.open().suggestionModel()
    let engine = try await Self.standup(model: model)
    let sunday = (0..<48).map { (day: 6, minute: 30 * $0) }
    let monday = [0..<14, 36..<48].flatMap { $0.map { (day: 7, minute: 30 * $0) } }
    for (day, minute) in sunday + monday {
      let now = try Self.instant(day: day, hour: 0, minute: minute)
      let answer = try await engine.suggestions(SuggestionRequest(in: Context(at: now), horizon: 3_600))
      for suggestion in answer.suggestions {
        #expect(
          suggestion.probability < 0.5,
          "day \(day), \(minute / 60):\(minute % 60): \(suggestion.probability)")
      }
    }
  }

  @Test("after five mornings, five minutes before the sixth is worth an interruption")
  func sixthMorning() async throws {
    let engine = try await Self.standup(model: ModelFile.open().suggestionModel())
    let now = try Self.instant(day: 7, hour: 8, minute: 55)
    let request = SuggestionRequest(in: Context(at: now), surface: .interrupt)
    let answer = try await engine.suggestions(request).suggestions
    #expect(answer.map(\.activity.title) == ["Join the stand-up"])
  }
}
