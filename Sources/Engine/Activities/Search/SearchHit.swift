/// A search hit: an activity, an item, or both if they are linked.
public struct SearchHit: Hashable, Sendable {
  /// The newest donation of the activity; `nil` for an item without a linked activity.
  public let donation: Donation?
  /// The item; `nil` if there is none.
  public let item: SearchableItem?
  /// The link between the activity and the item.
  public let link: Link
  /// The number of donations that made it findable, of all activities linked to the item.
  public let uses: Int
  /// The ranking score, from 0 to 1.
  ///
  /// Do not compare it with scores of other searches.
  public let score: Double
  /// The program that donated or indexed it.
  public let program: String

  /// A link between an activity and an item.
  public enum Link: String, Hashable, Sendable {
    /// The activity names no item, or no activity names the item.
    case notLinked
    /// The activity is linked to the item.
    case linked
    /// The activity names an item that its program has not indexed, or that has expired.
    case missing
  }

  /// Creates a hit from a donation, an item, or both.
  package init(
    donation: Donation?, item: SearchableItem?, link: Link, uses: Int, score: Double, program: String
  ) {
    (self.donation, self.item, self.link) = (donation, item, link)
    (self.uses, self.score, self.program) = (uses, score, program)
  }

  /// The activity that can be done with it; `nil` for an item without a linked activity.
  public var activity: UserActivity? { donation?.activity }

  /// The time at which the activity was last donated.
  public var lastUse: Instant? { donation?.context.instant }

  /// The title that the user sees: the activity's, otherwise the item's, otherwise the activity's
  /// type.
  public var title: String {
    let titles = [activity?.title, item?.title].compactMap(\.self)
    return titles.first { !$0.allSatisfy(\.isWhitespace) } ?? activity?.activityType ?? ""
  }

  /// The second line.
  public var subtitle: String? { activity?.subtitle ?? item?.contentDescription }
}
