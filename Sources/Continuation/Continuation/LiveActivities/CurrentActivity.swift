public import Activities
public import Foundation

/// The activity that an owner shows.
public struct CurrentActivity: Hashable, Sendable {
  /// The owner that shows it.
  public let owner: ActivityOwner
  /// The shown activity.
  public let activity: UserActivity
}

/// A web page to share, as "share this" sends it.
public struct Shareable: Hashable, Sendable {
  /// The web page.
  public let url: URL
  /// A name for it.
  public let title: String?
}

/// A reminder, as "remind me about this" keeps it.
public struct Reminder: Hashable, Sendable {
  /// The text of the reminder.
  public let title: String
  /// The activity to return to, with its required keys only.
  public let activity: UserActivity
}

/// A link to keep in a note that refers to "this"; the cases are in order of permanence.
public enum ActivityLink: Hashable, Sendable {
  /// The web page.
  case webpage(URL)
  /// The content, by the program's internal key.
  case targetContent(String)
  /// The program's own entity.
  case appEntity(String)
  /// The activity, by its identifier for deletion.
  case persistentIdentifier(String)
}

extension CurrentActivity {
  /// The page that "share this" sends, or nil without a web page.
  public var shareable: Shareable? {
    activity.webpageURL.map { Shareable(url: $0, title: title) }
  }

  /// The reminder that "remind me about this" keeps, or nil without a title.
  public var reminder: Reminder? {
    guard let title else { return nil }
    var reminded = activity
    reminded.userInfo = activity.restorationPayload
    return Reminder(title: title, activity: reminded)
  }

  /// The link to keep in a note; a published activity always has at least a persistent identifier.
  public var link: ActivityLink? {
    activity.webpageURL.map(ActivityLink.webpage)
      ?? activity.targetContentIdentifier.map(ActivityLink.targetContent)
      ?? activity.appEntityIdentifier.map(ActivityLink.appEntity)
      ?? activity.persistentIdentifier.map(ActivityLink.persistentIdentifier)
  }

  private var title: String? {
    activity.title ?? activity.contentAttributeSet.title
  }
}

/// The answer to "this", spoken while looking at the screen.
public enum OnScreen<Content: Hashable & Sendable>: Hashable, Sendable {
  /// It refers to nothing current.
  case nothing
  /// It refers to this.
  case one(Content)
  /// Several owners have a current activity and none is in front: ask the user, listing the last
  /// active one first.
  case ambiguous([ActivityOwner])

  /// The content, if it is unambiguous.
  public var content: Content? {
    if case .one(let content) = self { content } else { nil }
  }
}

/// A current activity that may be continued elsewhere.
public struct OfferedActivity: Hashable, Sendable {
  /// The token to request its payload with.
  public let token: Token
  /// The current state of the activity; its payload may be newer when requested.
  public let activity: UserActivity
  /// A Boolean value that indicates whether the continuing side may open streams back.
  public let supportsContinuationStreams: Bool

  /// The name of an offer within the process; it reveals nothing about the activity.
  public struct Token: Hashable, Sendable {
    let number: UInt64
  }
}
