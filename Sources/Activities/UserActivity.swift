public import Foundation

/// Something a user can do again: a value shaped like `NSUserActivity`.
///
/// The names and meanings are those of `NSUserActivity`; a value here is a snapshot, equal if all of its properties are.
/// What makes it *the same activity again* is its ``identity``.
public struct UserActivity: Hashable, Sendable {
  /// The reverse-DNS type of the activity, like `org.example.player.play`.
  public let activityType: String
  /// What the user sees, verb first: "Play Blue in Green".
  public var title: String?
  /// A second line under the title.
  public var subtitle: String?
  /// What is needed to do it again, and evidence of what it was about.
  public var userInfo: [String: ActivityValue]
  /// The keys of ``userInfo`` that make up the identity and are handed back on continuation.
  ///
  /// `nil`: all of them.
  public var requiredUserInfoKeys: Set<String>?
  /// Words by which a search should find it.
  public var keywords: Set<String> = []
  /// A web page that shows the same thing: where no program can continue it, a browser can; and what is shared.
  ///
  /// It is `http` or `https`; see ``setWebpageURL(_:)``.
  public internal(set) var webpageURL: URL?
  /// After this moment it is neither suggested nor continued.
  public var expirationDate: Date?
  /// The program's own name for it, for deletion; no part of the identity.
  public var persistentIdentifier: String?
  /// Which content it shows, to find the right window.
  public var targetContentIdentifier: String?
  /// The item of the program's own index that it belongs to.
  public var relatedUniqueIdentifier: String?
  /// A short phrase that the program proposes for invoking it.
  public var suggestedInvocationPhrase: String?
  /// Further attributes of the content, by the names of `CSSearchableItemAttributeSet`, as they are stored.
  ///
  /// These are the ones that were set; ``contentAttributeSet`` is the typed view, and ``effectiveContentAttributes`` has
  /// what follows from ``mapItem`` besides.
  public var contentAttributes: [String: ActivityValue] = [:]
  /// Whether it may be suggested.
  ///
  /// True by default here, because a donation is made in order to be suggested.
  public var isEligibleForPrediction = true
  /// Whether a search may find it.
  public var isEligibleForSearch = false
  /// Whether another device may take it over.
  public var isEligibleForHandoff = false
  /// Whether it may be offered to people who never used it.
  public var isEligibleForPublicIndexing = false
  /// Whether it runs without showing anything; a small stated bonus.
  public var runsInBackground = false
  /// Seconds that the suggestion saves over doing it by hand; a small stated bonus.
  public var effortSaved: Double?
  /// What few activities have.
  var rare = RareProperties.Stored.none

  /// Makes an activity that is eligible for prediction.
  ///
  /// - Throws: ``ActivityError/invalidActivityType`` if the type is empty, longer than 512 bytes, or has spaces or
  ///   control characters; ``ActivityError/notFinite(field:)`` if `userInfo` holds a number that is not finite;
  ///   ``ActivityError/tooManyMarks(field:)`` for a text that takes too long to compare.
  public init(
    activityType: String, title: String? = nil, userInfo: [String: ActivityValue] = [:],
    requiredUserInfoKeys: Set<String>? = nil
  ) throws(ActivityError) {
    guard Self.isValid(activityType: activityType) else { throw .invalidActivityType }
    try CombiningMarks.check(activityType, "activityType")
    try CombiningMarks.check(title, "title")
    try CombiningMarks.check(userInfo, "userInfo")
    try CombiningMarks.check(requiredUserInfoKeys, "requiredUserInfoKeys")
    guard userInfo.values.allSatisfy(\.isFinite) else { throw .notFinite(field: "userInfo") }
    self.activityType = activityType
    self.title = title
    self.userInfo = userInfo
    self.requiredUserInfoKeys = requiredUserInfoKeys
  }

  /// What makes it the same again.
  ///
  /// Computed at each call.
  ///
  /// - Complexity: O(size of the required values).
  public var identity: ActivityIdentity {
    ActivityIdentity(
      activityType: activityType, userInfo: userInfo, requiredUserInfoKeys: requiredUserInfoKeys)
  }

  /// The part of ``userInfo`` that is handed back on continuation: the required keys only.
  public var restorationPayload: [String: ActivityValue] {
    guard let requiredUserInfoKeys else { return userInfo }
    return userInfo.filter { requiredUserInfoKeys.contains($0.key) }
  }

  /// The program that donates this type unless it says otherwise: the type without its last part.
  public var defaultProgram: String { Self.program(ofType: activityType) }

  /// An activity type without its last part; the whole type if there is only one.
  static func program(ofType activityType: String) -> String {
    guard let dot = activityType.utf8.lastIndex(of: UInt8(ascii: ".")), dot != activityType.startIndex else {
      return activityType
    }
    return String(activityType[..<dot])
  }

  /// Whether it can no longer be suggested or continued at a moment.
  public func isExpired(at instant: Instant) -> Bool {
    guard let expirationDate else { return false }
    return Double(instant.milliseconds) / 1_000 >= expirationDate.timeIntervalSince1970
  }

  private static func isValid(activityType: String) -> Bool {
    guard (1...512).contains(activityType.utf8.count) else { return false }
    if activityType.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return true }
    return activityType.unicodeScalars.allSatisfy {
      $0.value > 0x20 && $0.properties.generalCategory != .control && !$0.properties.isWhitespace
    }
  }
}
