public import Activities
public import Foundation

/// The activity that an owner shows.
public struct CurrentActivity: Hashable, Sendable {
  /// The owner that shows it.
  public let owner: ActivityOwner
  /// The activity that is shown.
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
  /// The way back: the activity with its required keys only.
  public let activity: UserActivity
}

/// A link that a note keeps which refers to "this", from the most lasting to the least.
public enum ActivityLink: Hashable, Sendable {
  /// The web page.
  case webpage(URL)
  /// The content, by the program's invisible key.
  case targetContent(String)
  /// The thing of the program's own.
  case appEntity(String)
  /// The activity, by what it is deleted by.
  case persistentIdentifier(String)
}

extension CurrentActivity {
  /// The page that "share this" sends; nil without a web page.
  public var shareable: Shareable? {
    activity.webpageURL.map { Shareable(url: $0, title: title) }
  }

  /// The reminder that "remind me about this" keeps; nil without a title.
  public var reminder: Reminder? {
    guard let title else { return nil }
    var reminded = activity
    reminded.userInfo = activity.restorationPayload
    return Reminder(title: title, activity: reminded)
  }

  /// The link that a note keeps; a published activity always has a persistent identifier at least.
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

/// The answer to "this", said while looking at the screen.
public enum OnScreen<Content: Hashable & Sendable>: Hashable, Sendable {
  /// Nothing current is meant by it.
  case nothing
  /// This is meant.
  case one(Content)
  /// Several owners have something current, and none is in front: ask the user, the one that was
  /// active last first.
  case ambiguous([ActivityOwner])

  /// The content that is meant, if it is one.
  public var content: Content? {
    if case .one(let content) = self { content } else { nil }
  }
}

/// A current activity that may be continued elsewhere.
public struct OfferedActivity: Hashable, Sendable {
  /// The token by which its payload is asked for.
  public let token: Token
  /// The activity as it is now; its payload may be newer by the time it is asked for.
  public let activity: UserActivity
  /// A Boolean value that indicates whether whoever continues it may open streams back.
  public let supportsContinuationStreams: Bool

  /// Names an offer within the process; it says nothing about the activity.
  public struct Token: Hashable, Sendable {
    let number: UInt64
  }
}
