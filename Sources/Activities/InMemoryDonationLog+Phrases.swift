extension InMemoryDonationLog: PhraseLog {
  /// Keeps phrases.
  ///
  /// - Complexity: O(batch).
  @discardableResult
  public func append(_ phrases: [OwnPhrase]) -> AppendReceipt {
    var receipt = AppendReceipt()
    for phrase in phrases {
      let known = shelves[phrase.user]?.phrases[phrase.identity]
      let isOlder =
        known.map { phrase.instant.milliseconds < $0.instant.milliseconds } ?? (phrase.phrase == nil)
      if isOlder || known == phrase {
        receipt.duplicates += 1
      } else {
        shelves[phrase.user, default: Shelf()].phrases[phrase.identity] = phrase.phrase == nil ? nil : phrase
        receipt.added += 1
      }
    }
    return receipt
  }

  /// The phrases of a user.
  ///
  /// - Complexity: O(n log n) for n phrases of the user.
  public func phrases(of user: UserIdentifier) -> [OwnPhrase] {
    (shelves[user]?.phrases ?? [:]).sorted { $0.key < $1.key }.map(\.value)
  }
}

extension InMemoryDonationLog.Shelf {
  /// Takes away the phrases that a deletion means; answers how many.
  mutating func forgetPhrases(_ deletion: Deletion, gone: Set<ActivityIdentity>) -> Int {
    let before = phrases.count
    guard before > 0 else { return 0 }
    let left = Set(donations.map(\.donation.identity))
    phrases = phrases.filter {
      !$0.value.isForgotten(by: deletion, gone: gone, hasTarget: left.contains($0.key))
    }
    return before - phrases.count
  }
}
