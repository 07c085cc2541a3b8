/// The features of an earlier version, for which there are models that this version still opens.
///
/// A column that has the same name, or another one now, keeps its weights; one that is new has
/// none. So such a model answers nearly as it did, and knows nothing of what is new.
public struct EarlierSchema: Sendable {
  /// The fingerprint of its columns.
  public let fingerprint: String
  /// The fingerprint of its columns for horizons.
  public let horizonFingerprint: String
  /// The present names of columns that had another one.
  private let renamed: [String: String]
  /// The columns for horizons that it did not have.
  private let newOfHorizon: Set<String>

  /// The schema of a fingerprint; `nil` if this version does not know it.
  public init?(fingerprint: String) {
    guard let known = Self.all.first(where: { $0.fingerprint == fingerprint }) else { return nil }
    self = known
  }

  private init(
    fingerprint: String, horizonFingerprint: String, renamed: [String: String], newOfHorizon: Set<String>
  ) {
    (self.fingerprint, self.horizonFingerprint) = (fingerprint, horizonFingerprint)
    (self.renamed, self.newOfHorizon) = (renamed, newOfHorizon)
  }

  private static let all = [
    // The last known place stood for the present one, and a question was always about now.
    EarlierSchema(
      fingerprint: "30b4b945a854d059", horizonFingerprint: "dc2b4cbcd873aaa6",
      renamed: [
        "place/200m": "near/200m", "place/1km": "near/1km", "place/5km": "near/5km",
        "place/1km+part-of-day": "near/1km+part-of-day", "place/1km+after": "near/1km+after",
        "knowledge/place/200m": "knowledge/near/200m",
      ],
      newOfHorizon: ["habit", "habit/weekly", "lead"])
  ]

  /// For each present column the place of the same one among some names; `nil` where there was
  /// none.
  public func columns(among names: [String]) -> [Int?] {
    Self.places(of: FeatureSchema.current.columns.map(\.name), among: names.map { renamed[$0] ?? $0 })
  }

  /// The same for the numbers that describe "none of these".
  public func noveltyColumns(among names: [String]) -> [Int?] {
    Self.places(of: FeatureSchema.current.noveltyNames, among: names)
  }

  /// The same for horizons, whose names are in no file.
  public var horizonColumns: [Int?] {
    Self.places(
      of: HorizonSchema.columns, among: HorizonSchema.columns.filter { !newOfHorizon.contains($0) })
  }

  private static func places(of names: [String], among others: [String]) -> [Int?] {
    let places = Dictionary(others.enumerated().map { ($1, $0) }) { first, _ in first }
    return names.map { places[$0] }
  }
}
