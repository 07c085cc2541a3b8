/// The names that the format gives a meaning, at the top of a line or in one of its objects.
///
/// The name in the log is the name of the case, but for ``withinSeconds``, which is called as in every answer.
enum Field: Int, CaseIterable {
  case v, type, id, user, program, device, time, timeZone, activityType, title, subtitle, keywords
  case webpageURL, expirationDate, persistentIdentifier, targetContentIdentifier, relatedUniqueIdentifier
  case suggestedInvocationPhrase, contentAttributes, runsInBackground, effortSaved, userInfo
  case requiredUserInfoKeys, isEligibleForPrediction, isEligibleForSearch, isEligibleForHandoff
  case isEligibleForPublicIndexing, location, context, duration, source
  case suggestion, shown, chosen, verdict, scope, surface
  case since, until, all, origin, phrase
  case latitude, longitude, horizontalAccuracy, name, probability
  case referrerURL, publisher, appEntityIdentifier, shortcutAvailability, interaction, mapItem
  case parameterCombinations, timePrecision
  case identity, donation, userInfoKey, near, within, match, expired
  case withinSeconds
  case site, siteKind, folder

  var name: String { self == .withinSeconds ? "within_seconds" : String(describing: self) }
}

/// A set of fields, as bits.
struct FieldSet: Equatable {
  /// The number of fields that a set has room for, and ``Members`` too.
  static let capacity = 128

  private var bits: UInt128 = 0

  init(_ fields: Field...) { for field in fields { insert(place: field.rawValue) } }

  /// A Boolean value that indicates whether no field is in it.
  var isEmpty: Bool { bits == 0 }

  func contains(_ field: Field) -> Bool { contains(place: field.rawValue) }

  /// Adds the field of a number.
  ///
  /// - Precondition: The number is less than ``capacity``.
  mutating func insert(place: Int) {
    precondition(place >= 0 && place < Self.capacity, "more fields than a set has room for")
    bits |= 1 << UInt128(place)
  }

  /// Returns whether the field of a number is in it.
  func contains(place: Int) -> Bool { bits >> UInt128(place) & 1 == 1 }

  /// Returns whether a field is in both sets.
  func intersects(_ other: FieldSet) -> Bool { bits & other.bits != 0 }

  /// Returns whether all of its fields are in another set.
  func isSubset(of other: FieldSet) -> Bool { bits & ~other.bits == 0 }

  /// Every field of a donation; what else a line has is kept as it is.
  static let donation = FieldSet(
    .v, .type, .id, .user, .program, .device, .time, .timeZone, .activityType, .title, .subtitle, .keywords,
    .webpageURL, .expirationDate, .persistentIdentifier, .targetContentIdentifier, .relatedUniqueIdentifier,
    .suggestedInvocationPhrase, .contentAttributes, .runsInBackground, .effortSaved, .userInfo,
    .requiredUserInfoKeys, .isEligibleForPrediction, .isEligibleForSearch, .isEligibleForHandoff,
    .isEligibleForPublicIndexing, .location, .context, .duration, .source, .referrerURL, .publisher,
    .appEntityIdentifier, .shortcutAvailability, .interaction, .mapItem, .parameterCombinations,
    .timePrecision)

  /// The fields that few activities have, so that the others need only one look.
  static let rare = FieldSet(
    .referrerURL, .publisher, .appEntityIdentifier, .shortcutAvailability, .interaction, .mapItem,
    .parameterCombinations)

  /// Every field of a place.
  static let location = FieldSet(.latitude, .longitude, .horizontalAccuracy, .name)

  /// Every field of feedback.
  static let feedback = FieldSet(
    .v, .type, .user, .time, .timeZone, .suggestion, .shown, .chosen, .verdict, .scope, .surface,
    .withinSeconds)

  /// Every field of a deletion.
  static let deletion = FieldSet(
    .v, .type, .user, .time, .timeZone, .persistentIdentifier, .id, .relatedUniqueIdentifier, .activityType,
    .program, .since, .until, .all, .identity, .donation, .userInfoKey, .userInfo, .requiredUserInfoKeys,
    .near,
    .within, .match, .expired, .origin, .site, .siteKind, .folder)

  /// Every field of a user's own phrase.
  static let phrase = FieldSet(
    .v, .type, .user, .time, .timeZone, .activityType, .userInfo, .requiredUserInfoKeys, .title, .phrase)
}
