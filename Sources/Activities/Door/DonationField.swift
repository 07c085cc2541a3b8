/// A field of a donation that a rule at the door can take away, by its name in the log.
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
  /// Where it happened: coordinates and name.
  case location
  /// What the place is called; its coordinates stay.
  case placeName = "location.name"
  /// The circumstances, all of them.
  case context
  case device, duration
  /// Every field that this version does not know.
  case other

  /// Whether something can stand in its place: of a place, so that habits by place go on.
  ///
  /// A text that was hashed would neither be read nor found, and circumstances are asked about as they are.
  public var isHashable: Bool { self == .placeName || self == .location }
}

/// Which values of a donation a rule at the door is about.
public struct DonationParts: Hashable, Sendable {
  /// Names in the userInfo.
  public var keys: Set<String>
  /// Other fields.
  public var fields: Set<DonationField>

  /// Names values.
  public init(keys: Set<String> = [], fields: Set<DonationField> = []) {
    (self.keys, self.fields) = (keys, fields)
  }

  /// Whether nothing is named.
  public var isEmpty: Bool { keys.isEmpty && fields.isEmpty }
}
