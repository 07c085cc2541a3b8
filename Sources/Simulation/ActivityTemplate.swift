/// An activity of a persona, before its variables and noise are filled in.
struct ActivityTemplate: Hashable, Sendable {
  let activityType: String
  let title: TextTemplate?
  let subtitle: TextTemplate?
  let phrase: TextTemplate?
  let keywords: [String]
  let persistentIdentifier: TextTemplate?
  /// In order of the keys.
  let userInfo: [Named<ValueTemplate>]
  let requiredUserInfoKeys: Set<String>?
  /// Context attributes that go with it, in order of their names; they win over those of the place.
  let context: [Named<ValueTemplate>]
  let program: String?
  let device: String?
  /// Median duration in minutes.
  let minutes: Double?
  let isEligibleForSearch: Bool
  let isEligibleForHandoff: Bool
  let runsInBackground: Bool
  let effortSaved: Double?
}
