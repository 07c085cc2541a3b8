package import Activities
internal import Foundation

/// The results of a search, as JSON; activities have the field names of the donation log.
package struct SearchReport: Encodable {
  package let user: String
  package let time: String
  package let text: String
  package let results: [Hit]
  /// The reason for finding nothing; absent if there are results.
  package let reason: String?
  package let notEligible: Int?
  package let expired: Int?
  package let otherUsers: [OtherUser]?
  package let near: [String]?

  package init(_ results: SearchResults, _ diagnosis: SearchDiagnosis? = nil) {
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

  /// Another user with matches.
  package struct OtherUser: Encodable {
    package let user: String
    package let matches: Int
  }

  package struct Hit: Encodable {
    package let rank: Int
    package let score: Double
    package let title: String
    package let subtitle: String?
    package let program: String
    package let uses: Int
    package let lastUse: String?
    /// The link between the activity and the item: `notLinked`, `linked`, or `missing`.
    package let link: String
    package let activity: Activity?
    package let item: Item?

    package init(rank: Int, _ hit: SearchHit) {
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
  package struct Activity: Encodable {
    package let activityType: String
    package let identity: String
    package let userInfo: [String: ActivityValue]
    package let requiredUserInfoKeys: [String]?

    package init(_ donation: Donation) {
      activityType = donation.activity.activityType
      identity = donation.identity.description
      userInfo = donation.activity.restorationPayload
      requiredUserInfoKeys = donation.activity.requiredUserInfoKeys?.sorted()
    }
  }

  package struct Item: Encodable {
    package let uniqueIdentifier: String
    package let domainIdentifier: String?
    package let attributes: [String: ActivityValue]

    package init(_ item: SearchableItem) {
      uniqueIdentifier = item.uniqueIdentifier
      domainIdentifier = item.domainIdentifier
      attributes = item.attributes
    }
  }

  /// A value for a text field.
  package struct Value: Encodable {
    package let value: String
    package let contentType: String
    package let program: String
    package let title: String?
    package let lastUse: String

    package init(_ offered: OfferedValue) {
      value = offered.text
      contentType = offered.contentType.rawValue
      program = offered.program
      title = offered.source.activity.title
      lastUse = offered.source.context.instant.rfc3339
    }
  }

  /// A donation in an unranked list.
  package struct Listed: Encodable {
    package let time: String
    package let title: String?
    package let program: String
    package let webpageURL: String?
    package let activity: Activity

    package init(_ donation: Donation) {
      time = donation.context.instant.rfc3339
      title = donation.activity.title
      program = donation.program
      webpageURL = donation.activity.webpageURL?.absoluteString
      activity = Activity(donation)
    }
  }
}
