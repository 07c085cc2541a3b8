internal import Activities

/// The content of a donation's line; its identifier depends on the lines before it.
struct DonationDraft {
  let activity: UserActivity
  let user: UserIdentifier
  let context: Context
  let details: Donation.Details

  /// Returns the donation with an ordinal among equals.
  func donation(ordinal: Int, identity: ActivityIdentity? = nil) throws(RecordError) -> Donation {
    let identity = identity ?? activity.identity
    let identifier = DonationIdentifier(
      user: user, at: context.instant, of: identity, externalIdentifier: details.externalIdentifier,
      ordinal: ordinal)
    return try donation(identifier: identifier, identity: identity)
  }

  /// Returns the donation with a known identifier.
  func donation(identifier: DonationIdentifier, identity: ActivityIdentity) throws(RecordError) -> Donation {
    do {
      return try Donation(
        identifier: identifier, identity: identity, of: activity, by: user, in: context, details: details)
    } catch {
      throw RecordError(error.field, .invalid(error))
    }
  }
}

extension ActivityError {
  /// The field that the error names, if it names one.
  var field: String {
    switch self {
    case .coordinateOutOfRange(let field), .notScalar(let field), .notFinite(let field), .negative(let field),
      .tooLarge(let field, _), .empty(let field), .notWebURL(let field), .malformed(let field),
      .notHashable(let field), .notHost(let field), .notAbsolutePath(let field), .tooManyMarks(let field),
      .controlCharacter(let field, _):
      field
    case .invalidActivityType: "activityType"
    case .chosenOutOfRange: "chosen"
    case .textWithoutWords: "match"
    case .malformedTime, .timeWithoutOffset, .timeOutOfRange: "time"
    case .publisherKeyTooShort: "publisher"
    case .tooManyCombinations, .repeatedCombination: "parameterCombinations"
    case .thumbnailTooLarge, .notImage, .invalidAttributeName, .severalValues: "contentAttributes"
    case .deletionWithoutCriterion, .tooManyEqualDonations, .tooManyRules: ""
    }
  }
}
