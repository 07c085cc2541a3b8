internal import Activities

/// The numbers that describe a candidate: the columns of the matrix that a model scores, in order.
public struct FeatureSchema: Hashable, Sendable {
  /// A column of the matrix.
  public struct Column: Hashable, Sendable {
    /// The name of the column; unique in the schema.
    public let name: String
    /// The question that it answers.
    public let group: FeatureGroup
    /// Its value if nothing is known of the last donations, or nil if it is not about these.
    let neutral: Float?

    init(name: String, group: FeatureGroup, neutral: Float? = nil) {
      (self.name, self.group, self.neutral) = (name, group, neutral)
    }
  }

  /// The columns of a candidate.
  public let columns: [Column]
  /// The names of the numbers that describe "none of these".
  public let noveltyNames: [String]

  /// The schema of this version, which ``EvidenceState`` writes.
  public static let current = FeatureSchema(
    columns: EvidenceState.parts.flatMap(\.columns),
    noveltyNames: NoveltyEvidence.names)

  /// The names of the columns whose sum is a user's own evidence without a model.
  ///
  /// It is the logarithm of the probability that the experts give a candidate, each weighted by its
  /// past success.
  public static let ownEvidence = ["share", "agreement/300"]

  /// The names of the columns whose sum is the logarithm of a candidate's share of the activities
  /// at the query's place.
  public static let placeEvidence = ["share", "here"]

  /// The groups that ``ownEvidence`` covers together.
  public static let groupsOfOwnEvidence = Set(Expert.all.map(\.group) + [.agreement])

  /// Returns the indices of columns, by their names, in the order of the schema.
  public func indices(of names: [String]) -> [Int] {
    columns.indices.filter { names.contains(columns[$0].name) }
  }

  /// The number of columns that describe a candidate.
  public var width: Int { columns.count }

  /// A digest of all names and groups, in order: a model fitted for another schema does not fit
  /// this one.
  public var fingerprint: String {
    let text = (columns.map { "\($0.name):\($0.group.rawValue)" } + ["|"] + noveltyNames).joined(
      separator: "\n")
    let digits = String(StableHash.mix(StableHash.text(text), UInt64(Self.revision)), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Must be increased when a feature keeps its name but changes its meaning.
  private static let revision = 4
}
