package import Activities
package import Suggestions

/// An app catalog entry, as JSON.
package struct AppCatalogReport: Encodable {
  package let program: String
  package let phrase: String
  package let activityType: String
  package let title: String?
  package let userInfo: [String: ActivityValue]
  package let requiredUserInfoKeys: [String]?

  package init(_ entry: AppCatalogEntry) {
    program = entry.program
    phrase = entry.phrase
    activityType = entry.activity.activityType
    title = entry.activity.title
    userInfo = entry.activity.restorationPayload
    requiredUserInfoKeys = entry.activity.requiredUserInfoKeys?.sorted()
  }
}
