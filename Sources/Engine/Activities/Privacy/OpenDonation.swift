/// The part of a donation that privacy rules may change, without anything that identifies the
/// donation.
package struct OpenDonation: Equatable {
  package var activity: UserActivity
  package var place: Place?
  package var attributes: [String: ActivityValue]
  package var details: Donation.Details

  package init(_ donation: Donation) {
    activity = donation.activity
    (place, attributes) = (donation.context.place, donation.context.attributes)
    details = donation.details
  }

  /// Creates the part for an activity alone, without a place or other circumstances.
  package init(_ activity: UserActivity) {
    self.activity = activity
    (place, attributes, details) = (nil, [:], Donation.Details())
  }

  /// Removes values as if they had never been there.
  mutating func redact(_ parts: DonationParts) {
    activity.redact(parts.keys)
    for field in parts.fields { field.content.remove(&self) }
  }

  /// Removes every text that meets a condition, and every value with such a text.
  mutating func redact(where isForbidden: (String) -> Bool) {
    for content in DonationField.withWords { content.removeTexts(&self, isForbidden) }
    activity.redactUserInfo(where: isForbidden)
  }

  /// The texts whose words count.
  var texts: [String] {
    DonationField.withWords.flatMap { $0.texts(self) } + activity.userInfoTexts
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
  /// Returns the same place with another name.
  func renamed(_ name: String?) -> Place? {
    try? Place(latitude: latitude, longitude: longitude, horizontalAccuracy: horizontalAccuracy, name: name)
  }

  /// The place rounded to a hundredth of a degree, 1.1 km from north to south; its uncertainty
  /// grows accordingly.
  fileprivate var coarse: Place? {
    func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }
    return try? Place(
      latitude: rounded(latitude), longitude: rounded(longitude),
      horizontalAccuracy: max(horizontalAccuracy ?? 0, 1_000), name: name)
  }
}
