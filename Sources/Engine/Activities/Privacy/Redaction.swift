extension UserActivity {
  /// Removes userInfo keys as if they had never been there.
  mutating func redact(_ keys: Set<String>) {
    for key in keys { userInfo[key] = nil }
    requiredUserInfoKeys?.subtract(keys)
  }

  /// Removes the userInfo values with a text that meets a condition, and the parameter combinations
  /// with such a title.
  mutating func redactUserInfo(where isForbidden: (String) -> Bool) {
    redact(Set(userInfo.keys).subtracting(userInfo.without(isForbidden).keys))
    guard parameterCombinations.contains(where: { $0.title.map(isForbidden) == true }) else { return }
    rare.properties.parameterCombinations.removeAll { $0.title.map(isForbidden) == true }
  }
}

extension [String: ActivityValue] {
  /// The members without those that have a text that meets a condition.
  func without(_ isForbidden: (String) -> Bool) -> Self {
    filter { !$0.value.textsAndLinks.contains(where: isForbidden) }
  }
}

extension Donation {
  /// The maximum number of equal donations that ordinals distinguish.
  private static let mostOrdinals = 1_000

  /// Returns the same occurrence as privacy rules left it, as if it had been donated like this.
  ///
  /// A donation without an `id` is identified by its identity, so its identifier is recomputed,
  /// with the same ordinal: repeating the donation gives the same result.
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
