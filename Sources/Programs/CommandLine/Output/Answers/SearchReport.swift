internal import Activities
internal import Foundation

/// The report of what was found, as JSON; activities have the field names of the donation log.
struct SearchReport: Encodable {
  private let user: String
  private let time: String
  private let text: String
  private let results: [Hit]
  /// Why nothing was found; absent if something was.
  private let reason: String?
  private let notEligible: Int?
  private let expired: Int?
  private let otherUsers: [OtherUser]?
  private let near: [String]?

  init(_ results: SearchResults, _ diagnosis: SearchDiagnosis? = nil) {
    reason = diagnosis?.reason.rawValue
    notEligible = diagnosis?.notEligible
    expired = diagnosis?.expired
    otherUsers = diagnosis?.otherUsers.map { OtherUser(user: $0.user.name, matches: $0.matches) }
    near = diagnosis?.near
    user = results.query.user.name
    time = results.query.now.rfc3339
    text = results.query.text
    self.results = results.hits.enumerated().map { Hit(rank: $0.offset + 1, $0.element) }
  }

  /// A user of whom something has the words.
  private struct OtherUser: Encodable {
    let user: String
    let matches: Int
  }

  private struct Hit: Encodable {
    let rank: Int
    let score: Double
    let title: String
    let subtitle: String?
    let program: String
    let uses: Int
    let lastUse: String?
    /// The link between the activity and the item: `notLinked`, `linked`, or `missing`.
    let link: String
    let activity: Activity?
    let item: Item?

    init(rank: Int, _ hit: SearchHit) {
      self.rank = rank
      score = hit.score
      title = hit.title
      subtitle = hit.subtitle
      program = hit.program
      uses = hit.uses
      lastUse = hit.lastUse?.rfc3339
      link = hit.link.rawValue
      activity = hit.donation.map(Activity.init)
      item = hit.item.map(Item.init)
    }
  }

  /// An activity, as it is continued.
  struct Activity: Encodable {
    let activityType: String
    let identity: String
    let userInfo: [String: ActivityValue]
    let requiredUserInfoKeys: [String]?

    init(_ donation: Donation) {
      activityType = donation.activity.activityType
      identity = donation.identity.description
      userInfo = donation.activity.restorationPayload
      requiredUserInfoKeys = donation.activity.requiredUserInfoKeys?.sorted()
    }
  }

  private struct Item: Encodable {
    let uniqueIdentifier: String
    let domainIdentifier: String?
    let attributes: [String: ActivityValue]

    init(_ item: SearchableItem) {
      uniqueIdentifier = item.uniqueIdentifier
      domainIdentifier = item.domainIdentifier
      attributes = item.attributes
    }
  }

  /// A value for a text field.
  struct Value: Encodable {
    let value: String
    let contentType: String
    let program: String
    let title: String?
    let lastUse: String

    init(_ offered: OfferedValue) {
      value = offered.text
      contentType = offered.contentType.rawValue
      program = offered.program
      title = offered.source.activity.title
      lastUse = offered.source.context.instant.rfc3339
    }
  }

  /// A donation in a list that is no ranking.
  struct Listed: Encodable {
    let time: String
    let title: String?
    let program: String
    let webpageURL: String?
    let activity: Activity

    init(_ donation: Donation) {
      time = donation.context.instant.rfc3339
      title = donation.activity.title
      program = donation.program
      webpageURL = donation.activity.webpageURL?.absoluteString
      activity = Activity(donation)
    }
  }
}
