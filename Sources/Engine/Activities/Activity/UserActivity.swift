public import Foundation

/// Something a user can do again: a value shaped like `NSUserActivity`.
///
/// The names and meanings are those of `NSUserActivity`; a value here is a snapshot, equal if all of its properties are.
/// What makes it *the same activity again* is its ``identity``.
public struct UserActivity: Hashable, Sendable {
  /// The reverse-DNS type of the activity, like `org.example.player.play`.
  public let activityType: String
  /// The title that the user sees, verb first: "Play Blue in Green".
  public var title: String?
  /// A second line under the title.
  public var subtitle: String?
  /// The values that are needed to do it again, and evidence of what it was about.
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
  /// The identifier of the content that it shows, to find the right window.
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
  /// A Boolean value that indicates whether it may be suggested.
  ///
  /// True by default here, because a donation is made in order to be suggested.
  public var isEligibleForPrediction = true
  /// A Boolean value that indicates whether a search may find it.
  ///
  /// False by default here, as in `NSUserActivity`. A line of the donation log that does not say is found.
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

  /// The identity by which it is recognized when it recurs.
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

  /// Returns whether it can no longer be suggested or continued at a moment.
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
  /// - Throws: ``ActivityError/notWebURL(field:)`` if it is not an `http` or `https` URL with a host; then nothing changed.
  public mutating func setWebpageURL(_ url: URL?) throws(ActivityError) {
    try Self.requireWeb(url, field: "webpageURL")
    webpageURL = url
  }

  /// Sets where the user came from.
  ///
  /// - Throws: ``ActivityError/notWebURL(field:)`` if it is not an `http` or `https` URL with a host; then nothing changed.
  public mutating func setReferrerURL(_ url: URL?) throws(ActivityError) {
    try Self.requireWeb(url, field: "referrerURL")
    rare.properties.referrerURL = url
  }

  /// Refuses a URL that no web page can have; there need not be one.
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
  /// Only programs of the same publisher may continue it. It is a claim, not a proof: a transport proves it with
  /// ``Publisher/proof(of:)``.
  public var publisher: String? {
    get { rare.some?.publisher }
    set { rare.properties.publisher = newValue }
  }

  /// The thing of the program's own that the activity shows, so that "this" on the screen can be understood.
  public var appEntityIdentifier: String? {
    get { rare.some?.appEntityIdentifier }
    set { rare.properties.appEntityIdentifier = newValue }
  }

  /// The situations in which it is good to have at hand.
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
  /// It fills ``contentAttributeSet`` with what it knows, but never over a value that was set there.
  public var mapItem: MapItem? {
    get { rare.some?.mapItem }
    set { rare.properties.mapItem = newValue }
  }
}

extension UserActivity {
  /// The amount that there is to show, from 0 to 1: the share of eight facts that are present.
  ///
  /// They are: a title; a subtitle or description; a thumbnail; keywords; a web page or content URL; a kind or content
  /// type; a date or place; a suggested phrase. Each counts an eighth.
  ///
  /// For the order of display only: it says how well the program describes the activity, and nothing about whether the
  /// user will do it, so it takes no part in prediction.
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
  /// Merges entries into ``userInfo``; of equal keys the new value wins.
  ///
  /// Setting ``userInfo`` means "exactly this"; merging is for several owners who each add their part.
  ///
  /// - Parameter entries: Nil adds nothing.
  /// - Throws: ``ActivityError/notFinite(field:)`` if a number is not finite; then none was merged.
  public mutating func addUserInfoEntries(from entries: [String: ActivityValue]?) throws(ActivityError) {
    guard let entries else { return }
    guard entries.values.allSatisfy(\.isFinite) else { throw .notFinite(field: "userInfo") }
    userInfo.merge(entries) { _, new in new }
  }

  /// Makes a value the whole ``userInfo``, under its coding keys.
  ///
  /// Dates, data and URLs keep their types. Put a version number into the value from the first day on, and read it before
  /// the rest: payloads outlive the program that wrote them. Keep it to what finds the content again.
  ///
  /// - Throws: ``PayloadError``; then nothing changed.
  public mutating func setTypedPayload(_ payload: some Encodable) throws(PayloadError) {
    userInfo = try UserInfoEncoder().encode(payload)
  }

  /// Reads ``userInfo`` as a value by its coding keys; keys that it does not know are ignored.
  ///
  /// What comes back on continuation has the required keys only, so what is made of others has to be optional.
  ///
  /// - Throws: ``PayloadError/undecodable(path:_:)``: whoever offered the activity should retire it.
  public func typedPayload<Payload: Decodable>(_ type: Payload.Type = Payload.self) throws(PayloadError)
    -> Payload
  {
    try UserInfoDecoder().decode(type, from: userInfo)
  }

  /// The number of bytes of ``userInfo`` in canonical form: the cost of handing it over, independent of the
  /// transport.
  ///
  /// - Complexity: O(size of the payload).
  public var payloadSize: Int {
    var form = CanonicalForm()
    form.append(.object(userInfo))
    return form.bytes.count
  }
}

/// A snapshot under the field names of the log, without what is as in every other activity.
///
/// Reading is as strict as reading the log: a bad activity type or web page is an error, unknown names are ignored.
extension UserActivity: Codable {
  private enum CodingKeys: String, CodingKey {
    case activityType, title, subtitle, keywords, webpageURL, referrerURL, expirationDate,
      persistentIdentifier
    case targetContentIdentifier, relatedUniqueIdentifier, suggestedInvocationPhrase, contentAttributes
    case runsInBackground, effortSaved, userInfo, requiredUserInfoKeys, isEligibleForPrediction
    case isEligibleForSearch, isEligibleForHandoff, isEligibleForPublicIndexing, publisher,
      appEntityIdentifier
    case shortcutAvailability, interaction, mapItem, parameterCombinations
  }

  /// Writes the snapshot.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(activityType, forKey: .activityType)
    try fields.encodeIfPresent(title, forKey: .title)
    try fields.encodeIfPresent(subtitle, forKey: .subtitle)
    try fields.encodeIfPresent(keywords.isEmpty ? nil : keywords.sorted(), forKey: .keywords)
    try fields.encodeIfPresent(webpageURL?.absoluteString, forKey: .webpageURL)
    try fields.encodeIfPresent(expirationDate.map(CodableDate.init), forKey: .expirationDate)
    try fields.encodeIfPresent(persistentIdentifier, forKey: .persistentIdentifier)
    try fields.encodeIfPresent(targetContentIdentifier, forKey: .targetContentIdentifier)
    try fields.encodeIfPresent(relatedUniqueIdentifier, forKey: .relatedUniqueIdentifier)
    try fields.encodeIfPresent(suggestedInvocationPhrase, forKey: .suggestedInvocationPhrase)
    try fields.encodeIfPresent(
      contentAttributes.isEmpty ? nil : contentAttributes, forKey: .contentAttributes)
    try fields.encodeIfPresent(effortSaved, forKey: .effortSaved)
    try fields.encodeIfPresent(userInfo.isEmpty ? nil : userInfo, forKey: .userInfo)
    try fields.encodeIfPresent(requiredUserInfoKeys?.sorted(), forKey: .requiredUserInfoKeys)
    for (key, flag, usual) in flags where flag != usual { try fields.encode(flag, forKey: key) }
    try encodeRare(to: &fields)
  }

  private var flags: [(CodingKeys, Bool, usual: Bool)] {
    [
      (.runsInBackground, runsInBackground, false), (.isEligibleForPrediction, isEligibleForPrediction, true),
      (.isEligibleForSearch, isEligibleForSearch, false),
      (.isEligibleForHandoff, isEligibleForHandoff, false),
      (.isEligibleForPublicIndexing, isEligibleForPublicIndexing, false),
    ]
  }

  private func encodeRare(to fields: inout KeyedEncodingContainer<CodingKeys>) throws {
    let words = shortcutAvailability.words
    try fields.encodeIfPresent(referrerURL?.absoluteString, forKey: .referrerURL)
    try fields.encodeIfPresent(publisher, forKey: .publisher)
    try fields.encodeIfPresent(appEntityIdentifier, forKey: .appEntityIdentifier)
    try fields.encodeIfPresent(words.isEmpty ? nil : words, forKey: .shortcutAvailability)
    try fields.encodeIfPresent(interaction?.storedValue, forKey: .interaction)
    try fields.encodeIfPresent(mapItem?.storedValue, forKey: .mapItem)
    let combinations = parameterCombinations.map(\.storedValue)
    try fields.encodeIfPresent(combinations.isEmpty ? nil : combinations, forKey: .parameterCombinations)
  }

  /// Reads a snapshot.
  ///
  /// - Throws: ``ActivityError`` if a value makes no activity, `DecodingError` if it has the wrong type.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      activityType: fields.decode(String.self, forKey: .activityType),
      title: fields.decodeIfPresent(String.self, forKey: .title),
      userInfo: fields.decodeIfPresent([String: ActivityValue].self, forKey: .userInfo) ?? [:],
      requiredUserInfoKeys: fields.decodeIfPresent(Set<String>.self, forKey: .requiredUserInfoKeys))
    subtitle = try fields.decodeIfPresent(String.self, forKey: .subtitle)
    keywords = try fields.decodeIfPresent(Set<String>.self, forKey: .keywords) ?? []
    expirationDate = try fields.decodeIfPresent(CodableDate.self, forKey: .expirationDate)?.date
    persistentIdentifier = try fields.decodeIfPresent(String.self, forKey: .persistentIdentifier)
    targetContentIdentifier = try fields.decodeIfPresent(String.self, forKey: .targetContentIdentifier)
    relatedUniqueIdentifier = try fields.decodeIfPresent(String.self, forKey: .relatedUniqueIdentifier)
    suggestedInvocationPhrase = try fields.decodeIfPresent(String.self, forKey: .suggestedInvocationPhrase)
    contentAttributes =
      try fields.decodeIfPresent([String: ActivityValue].self, forKey: .contentAttributes) ?? [:]
    effortSaved = try fields.decodeIfPresent(Double.self, forKey: .effortSaved)
    func flag(_ key: CodingKeys, _ usual: Bool) throws -> Bool {
      try fields.decodeIfPresent(Bool.self, forKey: key) ?? usual
    }
    runsInBackground = try flag(.runsInBackground, false)
    isEligibleForPrediction = try flag(.isEligibleForPrediction, true)
    isEligibleForSearch = try flag(.isEligibleForSearch, false)
    isEligibleForHandoff = try flag(.isEligibleForHandoff, false)
    isEligibleForPublicIndexing = try flag(.isEligibleForPublicIndexing, false)
    try setWebpageURL(Self.url(.webpageURL, in: fields))
    try decodeRare(from: fields)
  }

  private mutating func decodeRare(from fields: KeyedDecodingContainer<CodingKeys>) throws {
    try setReferrerURL(Self.url(.referrerURL, in: fields))
    publisher = try fields.decodeIfPresent(String.self, forKey: .publisher)
    appEntityIdentifier = try fields.decodeIfPresent(String.self, forKey: .appEntityIdentifier)
    if let words = try fields.decodeIfPresent([String].self, forKey: .shortcutAvailability) {
      guard let availability = ShortcutAvailability(words: words) else {
        throw ActivityError.malformed(field: "shortcutAvailability")
      }
      shortcutAvailability = availability
    }
    interaction = try fields.decodeIfPresent([String: ActivityValue].self, forKey: .interaction)
      .map(Interaction.init(storedValue:))
    mapItem = try fields.decodeIfPresent([String: ActivityValue].self, forKey: .mapItem)
      .map(MapItem.init(storedValue:))
    let combinations = try fields.decodeIfPresent([ActivityValue].self, forKey: .parameterCombinations) ?? []
    try setParameterCombinations(combinations.map(ParameterCombination.init(storedValue:)))
  }

  private static func url(_ key: CodingKeys, in fields: KeyedDecodingContainer<CodingKeys>) throws -> URL? {
    guard let text = try fields.decodeIfPresent(String.self, forKey: key) else { return nil }
    guard let url = URL(string: text, encodingInvalidCharacters: false) else {
      throw ActivityError.notWebURL(field: key.stringValue)
    }
    return url
  }
}
