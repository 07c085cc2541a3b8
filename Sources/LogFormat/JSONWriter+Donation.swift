internal import Activities
internal import Foundation

extension JSONWriter {
  /// The fields of a donation, in the order of the format.
  mutating func write(_ donation: Donation) throws(RecordError) {
    let details = donation.details
    text("id", details.externalIdentifier)
    write(donation.user)
    text("program", details.program)
    text("device", details.device)
    write(time: donation.context.instant)
    try write(donation.activity)
    if let place = donation.context.place { try write(place) }
    try object("context", donation.context.attributes)
    try number("duration", details.duration)
    if details.source != .user { text("source", details.source.description) }
    try write(additional: details.additionalFields, besides: .donation)
  }

  /// The fields of an activity, in the order of the format.
  mutating func write(_ activity: UserActivity) throws(RecordError) {
    text("activityType", activity.activityType)
    text("title", activity.title)
    text("subtitle", activity.subtitle)
    if !activity.keywords.isEmpty {
      name("keywords")
      try strings(activity.keywords)
    }
    text("webpageURL", activity.webpageURL?.absoluteString)
    if let date = activity.expirationDate {
      name("expirationDate")
      do { try self.date(date) } catch { throw error.inside("expirationDate") }
    }
    text("persistentIdentifier", activity.persistentIdentifier)
    text("targetContentIdentifier", activity.targetContentIdentifier)
    text("relatedUniqueIdentifier", activity.relatedUniqueIdentifier)
    text("suggestedInvocationPhrase", activity.suggestedInvocationPhrase)
    try object("contentAttributes", activity.contentAttributes)
    flag("runsInBackground", activity.runsInBackground, unless: false)
    try number("effortSaved", activity.effortSaved)
    try object("userInfo", activity.userInfo)
    try write(requiredKeys: activity.requiredUserInfoKeys)
    flag("isEligibleForPrediction", activity.isEligibleForPrediction, unless: true)
    flag("isEligibleForSearch", activity.isEligibleForSearch, unless: false)
    flag("isEligibleForHandoff", activity.isEligibleForHandoff, unless: false)
    flag("isEligibleForPublicIndexing", activity.isEligibleForPublicIndexing, unless: false)
    try writeRare(of: activity)
  }

  /// Writes the properties that few activities have.
  private mutating func writeRare(of activity: UserActivity) throws(RecordError) {
    text("referrerURL", activity.referrerURL?.absoluteString)
    text("publisher", activity.publisher)
    text("appEntityIdentifier", activity.appEntityIdentifier)
    if !activity.shortcutAvailability.isEmpty {
      name("shortcutAvailability")
      try strings(Set(activity.shortcutAvailability.words))
    }
    if let interaction = activity.interaction { try object("interaction", interaction.storedValue) }
    if let mapItem = activity.mapItem { try object("mapItem", mapItem.storedValue) }
    if !activity.parameterCombinations.isEmpty {
      name("parameterCombinations")
      do { try value(.array(activity.parameterCombinations.map(\.storedValue))) } catch {
        throw error.inside("parameterCombinations")
      }
    }
  }

  private mutating func write(_ place: Place) throws(RecordError) {
    name("location")
    try open("{")
    try number("latitude", place.latitude)
    try number("longitude", place.longitude)
    try number("horizontalAccuracy", place.horizontalAccuracy)
    text("name", place.name)
    close("}")
  }
}
