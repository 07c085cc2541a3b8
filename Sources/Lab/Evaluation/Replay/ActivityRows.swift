internal import Activities

/// The rows of a user's activities: numbers in the order of their first donation.
struct ActivityRows: Sendable {
  /// The activity of each row.
  private(set) var identities: [ActivityIdentity] = []
  private var rows: [ActivityIdentity: Int] = [:]

  /// The row of an activity; `nil` if it was never donated.
  subscript(identity: ActivityIdentity) -> Int? { rows[identity] }

  /// Returns the row of a donated activity; a new one gets the next row.
  mutating func number(of identity: ActivityIdentity) -> Int {
    if let row = rows[identity] { return row }
    rows[identity] = identities.count
    identities.append(identity)
    return identities.count - 1
  }
}
