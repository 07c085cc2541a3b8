extension UserActivity {
  /// Removes userInfo keys as if they had never been there.
  mutating func redact(_ keys: Set<String>) {
    for key in keys { userInfo[key] = nil }
    requiredUserInfoKeys?.subtract(keys)
  }

  /// Removes the userInfo values that hold a text that meets a condition, and the combinations of
  /// parameters with such a title.
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
  /// A donation without an `id` of its own is named by its identity, so its identifier is made
  /// anew, with the ordinal that it had: the same donation again becomes the same one again.
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
