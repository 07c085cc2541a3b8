public import Foundation

/// Something a user can do again: a value shaped like `NSUserActivity`.
///
/// The names and meanings follow `NSUserActivity`. A value is a snapshot, equal to another if all
/// of its properties are. Its ``identity`` decides whether it is *the same activity again*.
public struct UserActivity: Hashable, Sendable {
  /// The reverse-DNS type of the activity, like `org.example.player.play`.
  public let activityType: String
  /// The title that the user sees, verb first: "Play Blue in Green".
  public var title: String?
  /// A second line under the title.
  public var subtitle: String?
  /// The values needed to do it again, and evidence of what it was about.
  public var userInfo: [String: ActivityValue]
  /// The keys of ``userInfo`` that make up the identity and are handed back on continuation, or nil
  /// for all.
  public var requiredUserInfoKeys: Set<String>?
  /// Words by which a search should find it.
  public var keywords: Set<String> = []
  /// A web page that shows the same content, for sharing, and for a browser if no program can
  /// continue the activity.
  ///
  /// It is `http` or `https`; see ``setWebpageURL(_:)``.
  public internal(set) var webpageURL: URL?
  /// The moment after which it is neither suggested nor continued.
  public var expirationDate: Date?
  /// The program's own name for it, for deletion; not part of the identity.
  public var persistentIdentifier: String?
  /// The identifier of the content that it shows, to find the right window.
  public var targetContentIdentifier: String?
  /// The item of the program's own index that it belongs to.
  public var relatedUniqueIdentifier: String?
  /// A short phrase that the program proposes for invoking it.
  public var suggestedInvocationPhrase: String?
  /// Further stored attributes of the content, by their names in `CSSearchableItemAttributeSet`.
  ///
  /// These are only the attributes that were set. ``contentAttributeSet`` is the typed view, and
  /// ``effectiveContentAttributes`` adds the attributes that follow from ``mapItem``.
  public var contentAttributes: [String: ActivityValue] = [:]
  /// A Boolean value that indicates whether it may be suggested.
  ///
  /// True by default here, because suggestions are the purpose of a donation.
  public var isEligibleForPrediction = true
  /// A Boolean value that indicates whether a search may find it.
  ///
  /// False by default here, as in `NSUserActivity`. In a line of the donation log, the default is
  /// true.
  public var isEligibleForSearch = false
  /// A Boolean value that indicates whether another device may take it over.
  public var isEligibleForHandoff = false
  /// A Boolean value that indicates whether it may be offered to people who never used it.
  public var isEligibleForPublicIndexing = false
  /// A Boolean value that indicates whether it runs without showing anything; a small stated bonus.
  public var runsInBackground = false
  /// Seconds that the suggestion saves over doing it by hand; a small stated bonus.
  public var effortSaved: Double?
  /// The properties that few activities have.
  var rare = ExtendedProperties.Stored.none

  /// Creates an activity that is eligible for prediction.
  ///
  /// - Throws: ``ActivityError/invalidActivityType`` if the type is empty, longer than 512 bytes,
  ///   or has spaces or control characters; ``ActivityError/notFinite(field:)`` if `userInfo` holds
  ///   a number that is not finite; ``ActivityError/tooManyMarks(field:)`` for a text that takes
  ///   too long to compare.
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

  /// The identity by which it is recognized when it recurs.
  ///
  /// It is computed at each call.
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

  /// The program that donates this type by default: the type without its last part.
  public var defaultProgram: String { Self.program(ofType: activityType) }

  /// An activity type without its last part; the whole type if there is only one.
  static func program(ofType activityType: String) -> String {
    guard let dot = activityType.utf8.lastIndex(of: UInt8(ascii: ".")), dot != activityType.startIndex else {
      return activityType
    }
    return String(activityType[..<dot])
  }

  /// Returns whether it has expired at a moment, and can no longer be suggested or continued.
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

extension UserActivity {
  /// The address that the user came from.
  ///
  /// It is `http` or `https`; see ``setReferrerURL(_:)``.
  public var referrerURL: URL? {
    rare.some?.referrerURL
  }

  /// Sets the web page that shows the same thing.
  ///
  /// - Throws: ``ActivityError/notWebURL(field:)`` if it is not an `http` or `https` URL with a
  ///   host; then nothing changed.
  public mutating func setWebpageURL(_ url: URL?) throws(ActivityError) {
    try Self.requireWeb(url, field: "webpageURL")
    webpageURL = url
  }

  /// Sets the address that the user came from.
  ///
  /// - Throws: ``ActivityError/notWebURL(field:)`` if it is not an `http` or `https` URL with a
  ///   host; then nothing changed.
  public mutating func setReferrerURL(_ url: URL?) throws(ActivityError) {
    try Self.requireWeb(url, field: "referrerURL")
    rare.properties.referrerURL = url
  }

  /// Rejects a URL that is not one of a web page; nil is allowed.
  package static func requireWeb(_ url: URL?, field: String) throws(ActivityError) {
    guard let url else { return }
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false else {
      throw .notWebURL(field: field)
    }
  }
}

extension UserActivity {
  /// The publisher of the program that donated it; ``ActivityCenter`` stamps it.
  ///
  /// Only programs of the same publisher may continue it. It is a claim, not a proof: a transport
  /// proves it with ``Publisher/proof(of:)``.
  public var publisher: String? {
    get { rare.some?.publisher }
    set { rare.properties.publisher = newValue }
  }

  /// The entity of the program that the activity shows, so that a request about "this" on the
  /// screen can be resolved.
  public var appEntityIdentifier: String? {
    get { rare.some?.appEntityIdentifier }
    set { rare.properties.appEntityIdentifier = newValue }
  }

  /// The situations in which it is useful.
  ///
  /// Empty by default: no statement.
  public var shortcutAvailability: ShortcutAvailability {
    get { rare.some?.shortcutAvailability ?? [] }
    set { rare.properties.shortcutAvailability = newValue }
  }

  /// The invocation of the activity, if something other than the user's own hand invoked it.
  public var interaction: Interaction? {
    get { rare.some?.interaction }
    set { rare.properties.interaction = newValue }
  }

  /// The place that the activity shows.
  ///
  /// It fills in ``contentAttributeSet``, but never overrides a value that was set there.
  public var mapItem: MapItem? {
    get { rare.some?.mapItem }
    set { rare.properties.mapItem = newValue }
  }
}

extension UserActivity {
  /// The completeness of its description, from 0 to 1: the share of eight facts that are present.
  ///
  /// They are: a title; a subtitle or description; a thumbnail; keywords; a web page or content
  /// URL; a kind or content type; a date or place; a suggested phrase. Each counts an eighth.
  ///
  /// Use it only to order a display. It says nothing about whether the user will do the activity,
  /// so prediction does not use it.
  public var completeness: Double {
    let content = contentAttributeSet
    let facts = [
      title?.isEmpty == false || content.title?.isEmpty == false,
      subtitle?.isEmpty == false || content.contentDescription?.isEmpty == false,
      content.thumbnail != nil,
      !keywords.isEmpty || content.keywords?.isEmpty == false,
      webpageURL != nil || content.contentURL != nil,
      content.kind != nil || content.itemContentType != nil,
      content.startDate != nil || content.dueDate != nil || content.contentCreationDate != nil
        || content.namedLocation != nil,
      suggestedInvocationPhrase?.isEmpty == false,
    ]
    return Double(facts.count { $0 }) / Double(facts.count)
  }
}

extension UserActivity {
  /// Merges entries into ``userInfo``; the new value of an equal key wins.
  ///
  /// Setting ``userInfo`` means "exactly this". Merging is for several owners who each add their
  /// part.
  ///
  /// - Parameter entries: The new entries; nil adds nothing.
  /// - Throws: ``ActivityError/notFinite(field:)`` if a number is not finite; then nothing was
  ///   merged.
  public mutating func addUserInfoEntries(from entries: [String: ActivityValue]?) throws(ActivityError) {
    guard let entries else { return }
    guard entries.values.allSatisfy(\.isFinite) else { throw .notFinite(field: "userInfo") }
    userInfo.merge(entries) { _, new in new }
  }

  /// Replaces ``userInfo`` with a value, under its coding keys.
  ///
  /// Dates, data and URLs keep their types. Put a version number into the value from the start, and
  /// read it first: payloads outlive the program that wrote them. Include only what is needed to
  /// find the content again.
  ///
  /// - Throws: ``PayloadError``; then nothing changed.
  public mutating func setTypedPayload(_ payload: some Encodable) throws(PayloadError) {
    userInfo = try UserInfoEncoder().encode(payload)
  }

  /// Reads ``userInfo`` as a value by its coding keys; unknown keys are ignored.
  ///
  /// On continuation only the required keys come back, so properties with other keys must be
  /// optional.
  ///
  /// - Throws: ``PayloadError/undecodable(path:_:)``; the donor should retire such an activity.
  public func typedPayload<Payload: Decodable>(_ type: Payload.Type = Payload.self) throws(PayloadError)
    -> Payload
  {
    try UserInfoDecoder().decode(type, from: userInfo)
  }

  /// The number of bytes of ``userInfo`` in canonical form: the cost of a hand-off, independent of
  /// the transport.
  ///
  /// - Complexity: O(size of the payload).
  public var payloadSize: Int {
    var form = CanonicalForm()
    form.append(.object(userInfo))
    return form.bytes.count
  }
}

extension UserActivity {
  /// The fields that an activity has in the log, in the order of the format.
  package static let fields: [LogField<UserActivity>] = [
    LogField("title", .text(get: { $0.title }, set: { $0.title = $1 }), privacy: .words),
    LogField("subtitle", .text(get: { $0.subtitle }, set: { $0.subtitle = $1 }), privacy: .words),
    LogField(
      "keywords",
      .texts(get: { $0.keywords.isEmpty ? nil : $0.keywords }, set: { $0.keywords = $1 ?? [] }),
      privacy: .words),
    LogField(
      "webpageURL",
      .url(
        get: { $0.webpageURL },
        set: { activity, url throws(ActivityError) in try activity.setWebpageURL(url) }),
      privacy: .words),
    LogField("expirationDate", .date(get: { $0.expirationDate }, set: { $0.expirationDate = $1 })),
    LogField(
      "persistentIdentifier",
      .text(get: { $0.persistentIdentifier }, set: { $0.persistentIdentifier = $1 }), privacy: .removable),
    LogField(
      "targetContentIdentifier",
      .text(get: { $0.targetContentIdentifier }, set: { $0.targetContentIdentifier = $1 }),
      privacy: .removable),
    LogField(
      "relatedUniqueIdentifier",
      .text(get: { $0.relatedUniqueIdentifier }, set: { $0.relatedUniqueIdentifier = $1 }),
      privacy: .removable),
    LogField(
      "suggestedInvocationPhrase",
      .text(get: { $0.suggestedInvocationPhrase }, set: { $0.suggestedInvocationPhrase = $1 }),
      privacy: .words),
    LogField(
      "contentAttributes", .object(get: { $0.contentAttributes }, set: { $0.contentAttributes = $1 }),
      privacy: .words, content: effectiveContent),
    LogField(
      "runsInBackground",
      .flag(usual: false, get: { $0.runsInBackground }, set: { $0.runsInBackground = $1 })),
    LogField("effortSaved", .number(get: { $0.effortSaved }, set: { $0.effortSaved = $1 })),
    // Rules refer to the values of userInfo by their keys, see `redact(_:)`.
    LogField("userInfo", .object(get: { $0.userInfo }, set: { $0.userInfo = $1 })),
    LogField(
      "requiredUserInfoKeys",
      .texts(get: { $0.requiredUserInfoKeys }, set: { $0.requiredUserInfoKeys = $1 }), isName: true),
    LogField(
      "isEligibleForPrediction",
      .flag(usual: true, get: { $0.isEligibleForPrediction }, set: { $0.isEligibleForPrediction = $1 })),
    LogField(
      "isEligibleForSearch",
      .flag(usual: nil, get: { $0.isEligibleForSearch }, set: { $0.isEligibleForSearch = $1 })),
    LogField(
      "isEligibleForHandoff",
      .flag(usual: false, get: { $0.isEligibleForHandoff }, set: { $0.isEligibleForHandoff = $1 })),
    LogField(
      "isEligibleForPublicIndexing",
      .flag(
        usual: false, get: { $0.isEligibleForPublicIndexing }, set: { $0.isEligibleForPublicIndexing = $1 })),
  ]

  /// The content attributes, including those that a map item adds and that go with it.
  private static let effectiveContent = FieldContent<UserActivity>(
    texts: { $0.effectiveContentAttributes.values.flatMap(\.textsAndLinks) },
    remove: { ($0.contentAttributes, $0.mapItem) = ([:], nil) },
    removeTexts: { activity, isForbidden in
      activity.contentAttributes = activity.contentAttributes.without(isForbidden)
      let texts = activity.effectiveContentAttributes.values.flatMap(\.textsAndLinks)
      if texts.contains(where: isForbidden) { activity.mapItem = nil }
    })

  /// Every field but the type, which every activity needs.
  static let allFields = fields + rareFields
}
