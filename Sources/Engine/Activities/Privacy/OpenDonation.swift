/// The part of a donation that privacy rules may change, and nothing that would say which donation it is.
struct OpenDonation: Equatable {
  var activity: UserActivity
  var place: Place?
  var attributes: [String: ActivityValue]
  var details: Donation.Details

  init(_ donation: Donation) {
    activity = donation.activity
    (place, attributes) = (donation.context.place, donation.context.attributes)
    details = donation.details
  }

  /// Removes values as if they had never been there.
  mutating func redact(_ parts: DonationParts) {
    activity.redact(parts)
    for field in parts.fields {
      switch field {
      case .location: place = nil
      case .placeName: place = place.flatMap { $0.renamed(nil) }
      case .context: attributes = [:]
      case .device: details.device = nil
      case .duration: details.duration = nil
      case .other: details.additionalFields = [:]
      case .title, .subtitle, .keywords, .suggestedInvocationPhrase, .webpageURL, .referrerURL,
        .contentAttributes,
        .persistentIdentifier, .targetContentIdentifier, .relatedUniqueIdentifier, .appEntityIdentifier,
        .interaction:
        break  // the activity's
      }
    }
  }

  /// Removes every text that meets a condition, and every value that holds one.
  mutating func redact(where isForbidden: (String) -> Bool) {
    for field in DonationField.withWords {
      switch field {
      case .context: attributes = attributes.without(isForbidden)
      case .other: details.additionalFields = details.additionalFields.without(isForbidden)
      case .placeName: if texts(of: field).contains(where: isForbidden) { place = place?.renamed(nil) }
      default: activity.redact(field, where: isForbidden)
      }
    }
    activity.redactUserInfo(where: isForbidden)
  }

  /// The texts of a field.
  func texts(of field: DonationField) -> [String] {
    switch field {
    case .context: attributes.values.flatMap(\.textsAndLinks)
    case .other: details.additionalFields.values.flatMap(\.textsAndLinks)
    case .placeName: [place?.name].compactMap(\.self)
    default: activity.texts(of: field)
    }
  }

  /// Replaces values with hashes.
  mutating func hash(_ parts: DonationParts, with secret: HashSecret) {
    for key in parts.keys {
      if let value = activity.userInfo[key] { activity.userInfo[key] = secret.hash(of: value) }
    }
    guard !parts.fields.isDisjoint(with: [.location, .placeName]) else { return }
    place = place.flatMap { place in
      let name = place.name.map { ActivityValue.string($0) }.map(secret.hash)
      let renamed = place.renamed(name?.textsAndLinks.first)
      return parts.fields.contains(.location) ? renamed?.coarse : renamed
    }
  }
}

extension Place {
  /// The same place by another name.
  fileprivate func renamed(_ name: String?) -> Place? {
    try? Place(latitude: latitude, longitude: longitude, horizontalAccuracy: horizontalAccuracy, name: name)
  }

  /// The place to a hundredth of a degree, 1.1 km from north to south; its uncertainty grows with it.
  fileprivate var coarse: Place? {
    func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }
    return try? Place(
      latitude: rounded(latitude), longitude: rounded(longitude),
      horizontalAccuracy: max(horizontalAccuracy ?? 0, 1_000), name: name)
  }
}
