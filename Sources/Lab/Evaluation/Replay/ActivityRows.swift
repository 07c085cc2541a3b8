internal import Activities

/// The rows of a user's activities: numbers in the order of their first donation.
struct ActivityRows: Sendable {
  /// The activity of each row.
  private(set) var identities: [ActivityIdentity] = []
  private var rows: [ActivityIdentity: Int] = [:]

  /// The row of an activity; `nil` if it was never donated.
  subscript(identity: ActivityIdentity) -> Int? { rows[identity] }

  /// Returns the row of an activity that is donated; one that is new gets the next.
  mutating func number(of identity: ActivityIdentity) -> Int {
    if let row = rows[identity] { return row }
    rows[identity] = identities.count
    identities.append(identity)
    return identities.count - 1
  }
}
