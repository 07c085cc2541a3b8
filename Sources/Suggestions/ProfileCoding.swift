internal import Features
internal import Kernels
internal import Ranking

/// How a profile becomes the state of a checkpoint, and back.
struct ProfileCoding: Sendable {
  /// Names the format; a checkpoint of another one is not read.
  let format: String
  /// All that donations have taught; nothing of what was said about suggestions.
  let encode: @Sendable (Profile) -> [UInt8]
  /// Throws if the bytes are no such state, or do not fit the model.
  let decode: @Sendable ([UInt8], SuggestionModel) throws -> Profile

  /// The format of this version.
  static let current = ProfileCoding(
    format: "2",
    encode: { profile in
      var writer = StateWriter()
      profile.evidence.write(into: &writer)
      profile.model.write(into: &writer)
      profile.catalogue.write(into: &writer)
      profile.combinations.write(into: &writer)
      return writer.bytes
    },
    decode: { bytes, model in
      var reader = StateReader(bytes)
      var profile = Profile(model)
      profile.evidence = try EvidenceState(from: &reader)
      profile.model = try PersonalModel(
        model.ranking, evidenceColumns: model.evidenceColumns, rates: model.adaptation, from: &reader)
      profile.catalogue = try Catalogue(rows: profile.evidence.identities.count, from: &reader)
      profile.combinations = try Combinations(rows: profile.evidence.identities.count, from: &reader)
      try reader.finish()
      guard profile.model.rowCount <= profile.evidence.identities.count else { throw StateError() }
      return profile
    })

  /// What a checkpoint has to be of to be read: format, model, features and arithmetic.
  func key(for model: SuggestionModel) -> String { "\(format)/\(model.stateKey)" }
}

extension Profile {
  /// What donations have taught, as the bytes of a checkpoint: for benchmarks.
  package var state: [UInt8] { ProfileCoding.current.encode(self) }

  /// How many activities are ranked: for benchmarks.
  package var candidateCount: Int { evidence.identities.count }

  /// What was learned when these bytes were written: for benchmarks.
  ///
  /// - Throws: If they are no such state, or do not fit the model.
  package init(state: [UInt8], of model: SuggestionModel) throws {
    self = try ProfileCoding.current.decode(state, model)
  }
}
