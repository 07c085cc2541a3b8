extension InMemoryDonationLog {
  /// Forgets what matches.
  ///
  /// - Complexity: O(n) for n donations of the user.
  public func forget(_ deletion: Deletion) -> Int {
    run([deletion]).donations
  }

  /// Forgets what any of the deletions matches, or only tells what that would be.
  ///
  /// - Complexity: O(n) for n donations of the user, for each deletion.
  public func forget(_ deletions: [Deletion], rehearsing: Bool) async -> ForgettingReceipt {
    let before = (shelves, identifiers)
    let receipt = run(deletions)
    if rehearsing { (shelves, identifiers) = before }
    return receipt
  }

  private func run(_ deletions: [Deletion]) -> ForgettingReceipt {
    var receipt = ForgettingReceipt()
    for deletion in deletions {
      let items = shelves[deletion.user]?.items.filter { deletion.matches(item: $0.value) } ?? [:]
      for name in items.keys { shelves[deletion.user]?.items[name] = nil }
      receipt.items += items.count
      receipt.hints += forgetHints(deletion)
      receipt.add(forget(deletion, where: deletion.matches))
    }
    return receipt
  }

  /// Forgets the donations that meet a condition, on behalf of a deletion.
  func forget(_ deletion: Deletion, where isForgotten: (Donation) -> Bool) -> ForgettingReceipt {
    var receipt = ForgettingReceipt()
    guard var shelf = shelves[deletion.user] else { return receipt }
    let forgotten = shelf.donations.filter { isForgotten($0.donation) }
    guard !forgotten.isEmpty || deletion.criteria.all else { return receipt }
    let findable = shelf.findable
    shelf.donations.removeAll { isForgotten($0.donation) }
    let checkpoints = shelf.checkpoints.count
    if let first = forgotten.first { shelf.voidCheckpoints(from: first.cursor) }
    let touched = Set(forgotten.map(\.donation.identity))
    let left = touched.intersection(shelf.donations.map(\.donation.identity))
    receipt.count(forgotten.map(\.donation), left: left)
    receipt.checkpoints = checkpoints - shelf.checkpoints.count
    receipt.searchEntries = touched.count { findable[$0] != nil }
    var seen: Set<Feedback> = []
    shelf.feedback = shelf.feedback.compactMap { feedback in
      let rest = feedback.remainder(after: deletion, without: touched.subtracting(left), lessening: left)
      guard let rest, seen.insert(rest).inserted else {  // what is shortened may now equal another one
        receipt.feedbackRemoved += 1
        return nil
      }
      if rest != feedback { receipt.feedbackShortened += 1 }
      return rest
    }
    shelf.generation += 1
    shelves[deletion.user] = shelf
    identifiers.subtract(forgotten.map(\.donation.identifier))
    return receipt
  }
}

extension ForgettingReceipt {
  /// Counts donations that were forgotten; they come in the order of time.
  fileprivate mutating func count(_ forgotten: [Donation], left: Set<ActivityIdentity>) {
    (first, last) = (forgotten.first?.context.instant, forgotten.last?.context.instant)
    donations = forgotten.count
    let groups = Dictionary(grouping: forgotten, by: \.identity)
    activities = Self.ordered(
      groups.compactMap { identity, donations in
        donations.last.map { newest in
          Activity(
            identity: identity, activityType: newest.activity.activityType, title: newest.activity.title,
            donations: donations.count, isGone: !left.contains(identity))
        }
      })
  }
}
