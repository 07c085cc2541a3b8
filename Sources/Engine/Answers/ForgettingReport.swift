package import Activities

/// The printed report of forgotten donations, or those that would be forgotten.
package struct ForgettingReport: Encodable {
  /// An activity with forgotten donations.
  package struct Activity: Encodable {
    package let identity: String
    package let activityType: String
    package let title: String?
    package let donations: Int
    package let gone: Bool
  }

  /// The number of forgotten donations; 0 in a rehearsal.
  package let forgotten: Int
  /// The number of donations that would be forgotten; only in a rehearsal.
  package let wouldForget: Int?
  package let first: String?
  package let last: String?
  package let activities: [Activity]
  package let types: [String: Int]
  package let feedbackShortened: Int
  package let feedbackRemoved: Int
  package let searchEntries: Int
  package let items: Int
  package let hints: Int
  package let phrases: Int
  package let places: Int
  package let checkpoints: Int
  package let unnoted: Int
  /// The command that keeps such donations out from now on; `nil` if no rule can.
  package let rule: String?

  package init(_ receipt: ForgettingReceipt, isRehearsal: Bool, rule: String? = nil) {
    forgotten = isRehearsal ? 0 : receipt.donations
    wouldForget = isRehearsal ? receipt.donations : nil
    (first, last) = (receipt.first?.rfc3339, receipt.last?.rfc3339)
    activities = receipt.activities.map {
      Activity(
        identity: $0.identity.description, activityType: $0.activityType, title: $0.title,
        donations: $0.donations, gone: $0.isGone)
    }
    types = Dictionary(receipt.types.map { ($0.activityType, $0.donations) }) { first, _ in first }
    feedbackShortened = receipt.feedbackShortened
    feedbackRemoved = receipt.feedbackRemoved
    searchEntries = receipt.searchEntries
    items = receipt.items
    hints = receipt.hints
    phrases = receipt.phrases
    places = receipt.places
    checkpoints = receipt.checkpoints
    unnoted = receipt.unnoted
    self.rule = rule
  }
}
