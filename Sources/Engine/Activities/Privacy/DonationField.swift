/// A field of a donation that a privacy rule can take away, by its name in the log.
///
/// What a donation cannot be without (its user, time and activity type) is none of them; neither is userInfo, whose values are
/// named by their keys.
public enum DonationField: String, Hashable, Sendable, CaseIterable {
  case title, subtitle, keywords, suggestedInvocationPhrase
  case webpageURL, referrerURL
  /// The attributes of the content; with what a map item says.
  case contentAttributes
  case persistentIdentifier, targetContentIdentifier, relatedUniqueIdentifier, appEntityIdentifier
  case interaction
  /// The place where it happened: coordinates and name.
  case location
  /// The name of the place; its coordinates stay.
  case placeName = "location.name"
  /// The circumstances, all of them.
  case context
  case device, duration
  /// Every field that this version does not know.
  case other

  /// A Boolean value that indicates whether a hash can replace the value: of a place, so that habits by place
  /// go on.
  ///
  /// A text that was hashed would neither be read nor found, and circumstances are evaluated as they are.
  public var isHashable: Bool { self == .placeName || self == .location }

  /// A Boolean value that indicates whether its words count: whether a donation is found by them when it is forgotten or
  /// filtered, and whether they are taken away by a rule about words.
  ///
  /// The names by which things are told apart do not count: they are digits and letters that programs make up, and there are
  /// criteria for each. So it is with the type, user, program, `id`, source and publisher, too, which no rule can take away. The
  /// values of userInfo count.
  package var hasWords: Bool { content.hasWords }

  /// The fields whose words count.
  static let withWords = allCases.filter(\.hasWords)
}

/// The values of a donation that a privacy rule is about.
public struct DonationParts: Hashable, Sendable {
  /// Names in the userInfo.
  public var keys: Set<String>
  /// Other fields.
  public var fields: Set<DonationField>

  /// Names values.
  public init(keys: Set<String> = [], fields: Set<DonationField> = []) {
    (self.keys, self.fields) = (keys, fields)
  }

  /// A Boolean value that indicates whether nothing is named.
  public var isEmpty: Bool { keys.isEmpty && fields.isEmpty }
}
