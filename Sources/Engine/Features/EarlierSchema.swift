/// The features of an earlier version whose models this version still opens.
///
/// Columns keep their weights, even if they were renamed; new ones have none. Such a model
/// therefore answers nearly as it did, and ignores the new columns.
public struct EarlierSchema: Sendable {
  /// The fingerprint of its columns.
  public let fingerprint: String
  /// The fingerprint of its columns for horizons.
  public let horizonFingerprint: String
  /// The current names of renamed columns.
  private let renamed: [String: String]
  /// The horizon columns that it did not have.
  private let newOfHorizon: Set<String>

  /// Creates the schema with a fingerprint, or returns nil if this version does not know it.
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
    // The last known place stood in for the current one, and a query was always about the present.
    EarlierSchema(
      fingerprint: "30b4b945a854d059", horizonFingerprint: "dc2b4cbcd873aaa6",
      renamed: [
        "place/200m": "near/200m", "place/1km": "near/1km", "place/5km": "near/5km",
        "place/1km+part-of-day": "near/1km+part-of-day", "place/1km+after": "near/1km+after",
        "knowledge/place/200m": "knowledge/near/200m",
      ],
      newOfHorizon: ["habit", "habit/weekly", "lead"])
  ]

  /// Returns the index of each current column among some names, or nil for a new column.
  public func columns(among names: [String]) -> [Int?] {
    Self.places(of: FeatureSchema.current.columns.map(\.name), among: names.map { renamed[$0] ?? $0 })
  }

  /// Returns the same for the numbers that describe "none of these".
  public func noveltyColumns(among names: [String]) -> [Int?] {
    Self.places(of: FeatureSchema.current.noveltyNames, among: names)
  }

  /// The same for horizon columns, whose names are not stored in files.
  public var horizonColumns: [Int?] {
    Self.places(
      of: HorizonSchema.columns, among: HorizonSchema.columns.filter { !newOfHorizon.contains($0) })
  }

  private static func places(of names: [String], among others: [String]) -> [Int?] {
    let places = Dictionary(others.enumerated().map { ($1, $0) }) { first, _ in first }
    return names.map { places[$0] }
  }
}
