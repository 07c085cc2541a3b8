internal import Activities
internal import Foundation

extension RecordDecoder {
  mutating func donation(_ members: borrowing Members) throws(RecordError) -> DonationDraft {
    let instant = try time(in: members)
    let user = try user(in: members)
    let activity = try activity(members)
    let place = try place(members)
    let attributes = try object(.context, in: members)
    let details = try details(members)
    do {
      let context = try Context(at: instant, place: place, attributes: attributes)
      return DonationDraft(activity: activity, user: user, context: context, details: details)
    } catch {
      throw RecordError("context", .invalid(error))
    }
  }

  mutating func activity(_ members: borrowing Members) throws(RecordError) -> UserActivity {
    let type = try requiredString(.activityType, in: members)
    let title = try string(.title, in: members)
    let userInfo = try object(.userInfo, in: members)
    let keys = try requiredKeys(in: members)
    var activity: UserActivity
    do {
      activity = try UserActivity(
        activityType: type, title: title, userInfo: userInfo, requiredUserInfoKeys: keys)
    } catch {
      throw RecordError(error.field, .invalid(error))
    }
    try readDisplay(of: &activity, from: members)
    try readEligibility(of: &activity, from: members)
    if members.hasAny(of: .rare) { try readRare(of: &activity, from: members) }
    return activity
  }

  private mutating func readDisplay(
    of activity: inout UserActivity, from members: borrowing Members
  ) throws(RecordError) {
    activity.subtitle = try string(.subtitle, in: members)
    activity.keywords = Set(try strings(.keywords, in: members) ?? [])
    activity.persistentIdentifier = try string(.persistentIdentifier, in: members)
    activity.targetContentIdentifier = try string(.targetContentIdentifier, in: members)
    activity.relatedUniqueIdentifier = try string(.relatedUniqueIdentifier, in: members)
    activity.suggestedInvocationPhrase = try string(.suggestedInvocationPhrase, in: members)
    activity.contentAttributes = try object(.contentAttributes, in: members)
    if let url = try url(.webpageURL, in: members) {
      do { try activity.setWebpageURL(url) } catch { throw RecordError(error.field, .invalid(error)) }
    }
    if let position = members.position(of: .expirationDate, on: tape) {
      guard let date = date(at: position) else {
        throw RecordError("expirationDate", .wrongType(expected: .date))
      }
      activity.expirationDate = date
    }
  }

  private func readEligibility(
    of activity: inout UserActivity, from members: borrowing Members
  ) throws(RecordError) {
    activity.isEligibleForPrediction = try boolean(.isEligibleForPrediction, in: members) ?? true
    activity.isEligibleForSearch = try boolean(.isEligibleForSearch, in: members) ?? false
    activity.isEligibleForHandoff = try boolean(.isEligibleForHandoff, in: members) ?? false
    activity.isEligibleForPublicIndexing = try boolean(.isEligibleForPublicIndexing, in: members) ?? false
    activity.runsInBackground = try boolean(.runsInBackground, in: members) ?? false
    activity.effortSaved = try number(.effortSaved, in: members)
  }

  private mutating func place(_ members: borrowing Members) throws(RecordError) -> Place? {
    guard let position = members.position(of: .location, on: tape) else { return nil }
    guard tape.kind(at: position) == .object else {
      throw RecordError("location", .wrongType(expected: .object))
    }
    do throws(RecordError) {
      let location = try Members(of: position, on: tape)
      if location.hasOthers(than: .location) { passedNamesOver = true }
      let latitude = try requiredNumber(.latitude, in: location)
      let longitude = try requiredNumber(.longitude, in: location)
      let accuracy = try number(.horizontalAccuracy, in: location)
      let name = try string(.name, in: location)
      do {
        return try Place(latitude: latitude, longitude: longitude, horizontalAccuracy: accuracy, name: name)
      } catch {
        throw RecordError(error.field, .invalid(error))
      }
    } catch {
      throw error.inside("location")
    }
  }

  private mutating func details(_ members: borrowing Members) throws(RecordError) -> Donation.Details {
    var details = Donation.Details()
    details.externalIdentifier = try string(.id, in: members)
    details.program = try string(.program, in: members)
    details.device = try string(.device, in: members)
    details.duration = try number(.duration, in: members)
    if let word = try string(.source, in: members) {
      guard let source = DonationSource(word) else {
        throw RecordError("source", .unknownWord(known: ["user", "suggestion", "import:NAME"]))
      }
      details.source = source
    }
    details.additionalFields = try additionalFields(of: members, besides: .donation)
    return details
  }
}
