internal import Activities
internal import Foundation

extension ActivityBuilder {
  /// Makes the activity of what was collected.
  ///
  /// - Parameters:
  ///   - type: The activity type, unless a custom one was set.
  ///   - marks: What it is eligible for.
  ///   - thumbnailLimit: The most bytes of a picture.
  ///   - application: Names it for deletion.
  /// - Throws: `ActivityError` for a type, value or URL that no activity may have; the first one.
  func activity(
    as type: String, marks: ActivityEligibility, thumbnailLimit: Int, application: Application
  ) throws(ActivityError) -> UserActivity {
    var activity = try UserActivity(
      activityType: activityType ?? type, title: title, userInfo: userInfo,
      requiredUserInfoKeys: requiredUserInfoKeys)
    activity.isEligibleForPrediction = marks.contains(.prediction)
    activity.isEligibleForSearch = marks.contains(.search)
    activity.isEligibleForHandoff = marks.contains(.handoff)
    activity.isEligibleForPublicIndexing = marks.contains(.publicIndexing)
    activity.suggestedInvocationPhrase = phrase(for: marks)
    activity.persistentIdentifier =
      persistentIdentifier ?? application.persistentIdentifier(for: activity.identity)
    activity.subtitle = subtitle
    try activity.setWebpageURL(webpageURL)
    try activity.setReferrerURL(referrerURL)
    activity.mapItem = mapItem
    activity.shortcutAvailability = shortcutAvailability
    activity.appEntityIdentifier = appEntityIdentifier
    activity.expirationDate = expirationDate
    activity.targetContentIdentifier = targetContentIdentifier
    activity.relatedUniqueIdentifier = relatedUniqueIdentifier
    activity.runsInBackground = runsInBackground
    activity.effortSaved = effortSaved
    var content = attributesWithPicture(limit: thumbnailLimit)
    if let subtitle { content.contentDescription = subtitle }
    activity.contentAttributeSet = content
    if let keywords { activity.keywords = keywords }
    return activity
  }

  /// The phrase, where suggestions are wanted.
  func phrase(for marks: ActivityEligibility) -> String? {
    marks.contains(.prediction) ? suggestedInvocationPhrase ?? Performed.suggestedInvocationPhrase : nil
  }
}
