public import Foundation

/// What an owner shows.
public struct CurrentActivity: Hashable, Sendable {
  /// Who shows it.
  public let owner: ActivityOwner
  /// What is shown.
  public let activity: UserActivity
}

/// What "share this" sends.
public struct Shareable: Hashable, Sendable {
  /// The web page.
  public let url: URL
  /// What to call it.
  public let title: String?
}

/// What "remind me about this" keeps.
public struct Reminder: Hashable, Sendable {
  /// What the reminder says.
  public let title: String
  /// What takes the user back there: the activity with its required keys only.
  public let activity: UserActivity
}

/// What a note that refers to "this" keeps, from the most lasting to the least.
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
  /// What "share this" sends; nil without a web page.
  public var shareable: Shareable? {
    activity.webpageURL.map { Shareable(url: $0, title: title) }
  }

  /// What "remind me about this" keeps; nil without a title.
  public var reminder: Reminder? {
    guard let title else { return nil }
    var reminded = activity
    reminded.userInfo = activity.restorationPayload
    return Reminder(title: title, activity: reminded)
  }

  /// What a note keeps; a published activity always has a persistent identifier at least.
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
