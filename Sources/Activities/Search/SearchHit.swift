/// Something that was found: an activity, an item, or both if they are one.
public struct SearchHit: Hashable, Sendable {
  /// The newest donation of the activity; `nil` if the item was found that no activity is linked to.
  public let donation: Donation?
  /// The item; `nil` if there is none.
  public let item: SearchableItem?
  /// How the activity and the item belong together.
  public let link: Link
  /// How many donations made it findable; of all activities that are linked to the item.
  public let uses: Int
  /// What it was ranked by; 0 to 2.
  ///
  /// It says nothing beyond the search that it comes from.
  public let score: Double
  /// Who donated or indexed it.
  public let program: String

  /// How an activity and an item belong together.
  public enum Link: String, Hashable, Sendable {
    /// The activity names no item, or no activity names the item.
    case notLinked
    /// The activity is linked to the item.
    case linked
    /// The activity names an item that its program has not indexed, or that has expired.
    case missing
  }

  /// Makes a hit out of a donation, an item, or both.
  package init(_ result: SearchRanking.Result, donation: Donation?, item: SearchableItem?) {
    self.donation = donation
    self.item = item
    link = result.link
    uses = result.uses
    score = result.score
    program = result.activity?.program ?? result.item?.program ?? ""
  }

  /// What can be done with it; `nil` for an item that no activity is linked to.
  public var activity: UserActivity? { donation?.activity }

  /// When the activity was last donated.
  public var lastUse: Instant? { donation?.context.instant }

  /// What the user sees: what can be done, or else what there is.
  public var title: String { activity?.title ?? item?.title ?? "" }

  /// The second line.
  public var subtitle: String? { activity?.subtitle ?? item?.contentDescription }
}
