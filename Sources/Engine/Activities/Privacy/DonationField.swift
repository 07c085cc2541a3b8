/// A field of a donation that a privacy rule can remove, by its name in the log.
///
/// These do not include the required fields (user, time and activity type), nor userInfo, whose
/// values are removed by their keys. The tables of fields in ``UserActivity`` and ``Donation``
/// define them.
public struct DonationField: RawRepresentable, Hashable, Sendable, CaseIterable {
  /// The name in the log; `location.name` for the name of the place, `other` for the fields that
  /// this version does not know.
  public let rawValue: String

  /// Returns the field with a name, or nil if rules cannot remove such a field.
  public init?(rawValue: String) {
    guard Self.contents[rawValue] != nil else { return nil }
    self.rawValue = rawValue
  }

  private init(named name: String) { rawValue = name }

  /// The fields, in the order of the format.
  public static let allCases = rows.map { DonationField(named: $0.name) }

  /// The place where it happened: coordinates and name.
  public static let location = DonationField(named: "location")
  /// The name of the place; its coordinates stay.
  public static let placeName = DonationField(named: "location.name")

  /// A Boolean value that indicates whether a hash can replace the value.
  ///
  /// It can for a place, so that habits by place continue.
  ///
  /// A hashed text could neither be read nor found, and circumstances are evaluated as they are.
  public var isHashable: Bool { self == .placeName || self == .location }
}

extension DonationField {
  /// The field's content for rules.
  var content: FieldContent<OpenDonation> { Self.contents[rawValue] ?? .nothing }

  /// The contents of the fields whose words count: they are matched when forgetting or filtering,
  /// and a rule about words removes them.
  static let withWords = rows.filter(\.hasWords).map(\.content)

  private typealias Row = (name: String, hasWords: Bool, content: FieldContent<OpenDonation>)

  private static let contents = Dictionary(
    rows.map { ($0.name, $0.content) }, uniquingKeysWith: { first, _ in first })

  /// The rows of the tables that a rule can remove.
  private static let rows =
    OpenDonation.fields.flatMap { field -> [Row] in
      if case .activity = field.kind {
        return UserActivity.allFields.compactMap { row($0) { $0.content.ofDonation } }
      }
      return [row(field) { $0.content }].compactMap(\.self)
    } + OpenDonation.parts.compactMap { row($0) { $0.content } }

  private static func row<Root>(
    _ field: LogField<Root>, content: (LogField<Root>) -> FieldContent<OpenDonation>
  ) -> Row? {
    switch field.privacy {
    case .fixed: nil
    case .removable: (field.name, false, content(field))
    case .words: (field.name, true, content(field))
    }
  }
}

/// The parts of a donation to which a privacy rule applies.
public struct DonationParts: Hashable, Sendable {
  /// Keys of the userInfo.
  public var keys: Set<String>
  /// Other fields.
  public var fields: Set<DonationField>

  /// Creates a selection of parts.
  public init(keys: Set<String> = [], fields: Set<DonationField> = []) {
    (self.keys, self.fields) = (keys, fields)
  }

  /// A Boolean value that indicates whether it selects nothing.
  public var isEmpty: Bool { keys.isEmpty && fields.isEmpty }
}
