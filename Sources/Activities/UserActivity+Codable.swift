internal import Foundation

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
