extension UserActivity {
  /// Removes userInfo keys as if they had never been there.
  mutating func redact(_ keys: Set<String>) {
    for key in keys { userInfo[key] = nil }
    requiredUserInfoKeys?.subtract(keys)
  }

  /// Removes values as if they had never been there, as far as they are an activity's.
  mutating func redact(_ parts: DonationParts) {
    redact(parts.keys)
    for field in parts.fields {
      switch field {
      case .title: title = nil
      case .subtitle: subtitle = nil
      case .keywords: keywords = []
      case .suggestedInvocationPhrase: suggestedInvocationPhrase = nil
      case .webpageURL: webpageURL = nil
      case .referrerURL: rare.properties.referrerURL = nil
      case .contentAttributes: (contentAttributes, mapItem) = ([:], nil)
      case .persistentIdentifier: persistentIdentifier = nil
      case .targetContentIdentifier: targetContentIdentifier = nil
      case .relatedUniqueIdentifier: relatedUniqueIdentifier = nil
      case .appEntityIdentifier: appEntityIdentifier = nil
      case .interaction: interaction = nil
      case .location, .placeName, .context, .device, .duration, .other: break  // the donation's
      }
    }
  }

  /// Removes the texts of a field that meet a condition, and the values that hold one.
  mutating func redact(_ field: DonationField, where isForbidden: (String) -> Bool) {
    switch field {
    case .keywords: keywords = keywords.filter { !isForbidden($0) }
    case .contentAttributes:
      contentAttributes = contentAttributes.without(isForbidden)
      if texts(of: field).contains(where: isForbidden) { mapItem = nil }
    default:
      if texts(of: field).contains(where: isForbidden) { redact(DonationParts(fields: [field])) }
    }
  }

  /// Removes the userInfo values that hold a text that meets a condition, and the combinations of parameters with such a title.
  mutating func redactUserInfo(where isForbidden: (String) -> Bool) {
    redact(Set(userInfo.keys).subtracting(userInfo.without(isForbidden).keys))
    guard parameterCombinations.contains(where: { $0.title.map(isForbidden) == true }) else { return }
    rare.properties.parameterCombinations.removeAll { $0.title.map(isForbidden) == true }
  }
}

extension [String: ActivityValue] {
  /// The members without those that hold a text that meets a condition.
  func without(_ isForbidden: (String) -> Bool) -> Self {
    filter { !$0.value.textsAndLinks.contains(where: isForbidden) }
  }
}

extension Donation {
  /// The maximum number of equal donations from which an ordinal may distinguish one.
  private static let mostOrdinals = 1_000

  /// Returns the same occurrence with what privacy rules left of it, as if it had been donated so.
  ///
  /// A donation without an `id` of its own is named by its identity, so its identifier is made anew, with the ordinal that it
  /// had: the same donation again becomes the same one again.
  func with(_ rest: OpenDonation) -> Donation? {
    let (moment, activity) = (context.instant, rest.activity)
    let there = try? Context(at: moment, place: rest.place, attributes: rest.attributes)
    guard let there else { return nil }
    guard activity.identity != identity else {
      return try? Donation(
        identifier: identifier, identity: identity, of: activity, by: user, in: there, details: rest.details)
    }
    let ordinal = (0..<Self.mostOrdinals).first { ordinal in
      DonationIdentifier(user: user, at: moment, of: identity, ordinal: ordinal) == identifier
    }
    return try? Donation(of: activity, by: user, in: there, details: rest.details, ordinal: ordinal ?? 0)
  }
}
