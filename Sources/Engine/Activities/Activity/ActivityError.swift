/// An error in an activity, a donation or a statement about one.
///
/// No case carries what a user did: a description may be logged.
public enum ActivityError: Error, Equatable, Sendable {
  /// The text is not an RFC 3339 date and time.
  case malformedTime
  /// The text is a date and time, but without `Z` or `+hh:mm`: local wall time is unknown.
  case timeWithoutOffset
  /// The moment is outside the years 0 to 9999, or the offset is a day or more.
  case timeOutOfRange
  /// A latitude outside -90...90, a longitude outside -180...180, a negative accuracy, or NaN.
  case coordinateOutOfRange(field: String)
  /// The activity type is empty, longer than 512 bytes, or has spaces or control characters.
  case invalidActivityType
  /// A value that has to be a plain string, number, boolean or null is an array or object.
  case notScalar(field: String)
  /// A number that is not finite cannot be compared or written.
  case notFinite(field: String)
  /// A text with more than ``CombiningMarks/mostInARow`` combining marks in a row takes too long to
  /// compare.
  case tooManyMarks(field: String)
  /// A name (of a user, program, device, place, or a key) has a control character, given by its
  /// code point.
  case controlCharacter(field: String, codePoint: UInt32)
  /// A number is negative that must not be.
  case negative(field: String)
  /// A number is larger than its limit.
  case tooLarge(field: String, limit: Int)
  /// There are already as many privacy rules as allowed.
  case tooManyRules(limit: Int)
  /// The user, program, device or identifier is an empty string.
  case empty(field: String)
  /// A deletion has no criterion; deleting everything requires `all`.
  case deletionWithoutCriterion
  /// A text to find donations by has neither letters nor digits.
  case textWithoutWords
  /// The index of the chosen suggestion is outside the shown list.
  case chosenOutOfRange
  /// The publisher's key is shorter than 16 bytes.
  case publisherKeyTooShort
  /// A thousand equal donations in one millisecond.
  case tooManyEqualDonations
  /// A web page has to be an `http` or `https` URL with a host.
  case notWebURL(field: String)
  /// An object lacks a required member, or a member has the wrong type.
  case malformed(field: String)
  /// A thumbnail has more bytes than may travel with an activity.
  case thumbnailTooLarge(limit: Int)
  /// The media type of a thumbnail is not an image type.
  case notImage
  /// The name of a custom attribute is empty, longer than 64 bytes, or has characters other than
  /// letters, digits and `_`.
  case invalidAttributeName
  /// A custom attribute with one value received several.
  case severalValues(attribute: String)
  /// An activity declares more parameter combinations than it may.
  case tooManyCombinations
  /// Two parameter combinations have the same keys.
  case repeatedCombination
  /// A site has to be a host.
  case notHost(field: String)
  /// A folder has to be an absolute path, and not `/`.
  case notAbsolutePath(field: String)
  /// The field is one that a privacy rule can remove, but not hash.
  case notHashable(field: String)
}

extension ActivityError: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .malformedTime: "not an RFC 3339 time; write it like 2026-03-01T08:10:00+01:00"
    case .timeWithoutOffset: "time without UTC offset; append Z or the local offset, like +01:00"
    case .timeOutOfRange: "time outside of the years 0 to 9999, or an offset of a day or more"
    case .coordinateOutOfRange(let field):
      "\(field) is out of range; latitude is -90...90, longitude -180...180 (degrees), accuracy at least 0 (metres)"
    case .invalidActivityType:
      """
      not a name for an activity type or a program; use a reverse-DNS name like org.example.player.play, at most 512 \
      bytes, without spaces
      """
    case .notScalar(let field): "\(field) must be a string, number, boolean or null"
    case .notFinite(let field): "\(field): every number has to be finite, neither NaN nor infinite"
    case .tooManyMarks(let field):
      "\(field): more than \(CombiningMarks.mostInARow) combining marks in a row; remove the excess ones"
    case .controlCharacter(let field, let codePoint):
      """
      \(field.isEmpty ? "a key" : field) has the control character \(Self.escaped(codePoint)); names must not have \
      control characters, so leave it out
      """
    case .negative(let field): "\(field) must not be negative"
    case .tooLarge(let field, let limit): "\(field) must be at most \(limit)"
    case .tooManyRules(let limit):
      "there are \(limit) rules already; remove some, or cover several with one, like --type 'org.example.*'"
    case .empty(let field): "\(field) must not be empty"
    case .deletionWithoutCriterion:
      """
      a deletion needs a criterion; give persistentIdentifier, id, donation, identity, relatedUniqueIdentifier, \
      activityType, program, userInfoKey, site, siteKind, folder, near, match, expired, since, until or all:true
      """
    case .textWithoutWords: "the text to match has no words; give letters or digits"
    case .chosenOutOfRange: "chosen must be an index into shown, counted from 0"
    case .publisherKeyTooShort: "the publisher's key is too short; use 16 random bytes or more"
    case .tooManyEqualDonations: "a thousand equal donations in one millisecond; this looks like a loop"
    case .notWebURL(let field):
      "\(field) must be an http or https URL with a host; put other URLs into userInfo"
    case .malformed(let field): "\(field) lacks a required member, or a member has the wrong type"
    case .thumbnailTooLarge(let limit):
      "the thumbnail has more than \(limit) bytes; make it smaller, or give its URL instead"
    case .notImage: "the media type of a thumbnail must begin with image/"
    case .invalidAttributeName:
      "not a name for a custom attribute; use 1 to 64 ASCII letters, digits and underscores"
    case .tooManyCombinations:
      "more than \(ParameterCombination.limit) parameter combinations; declare those that are worth suggesting"
    case .notHost(let field): "\(field) must be a host, like example.org"
    case .notAbsolutePath(let field): "\(field) must be an absolute path of a folder, and not /"
    case .notHashable(let field):
      "\(field) cannot be hashed, as its hash would be of no use; remove it, or hash userInfo keys or the place"
    case .repeatedCombination: "two parameter combinations have the same keys; declare each once"
    case .severalValues(let attribute):
      "the custom attribute \(attribute) has one value only; declare its key as multi-valued"
    }
  }

  /// A code point in Unicode notation, like `U+001B`.
  private static func escaped(_ codePoint: UInt32) -> String {
    let digits = String(codePoint, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
