/// The record of who was given what: it makes one continuation of one offer, whatever is repeated.
struct HandoffLedger {
  /// The result of an acknowledgement.
  enum Acknowledgement {
    /// The first for its offer: the program is to be told.
    case first(HandoffAdvertisement)
    /// Known already, or another one was before it.
    case repeated(HandoffAdvertisement)
    /// Nothing was given out under this receipt.
    case unknown
  }

  private struct Entry {
    let offer: HandoffAdvertisement
    /// The acceptance that is continuing it now.
    var claimant: Receipt?
    /// The acceptances that were given the activity and not declined; the last few.
    var served: [Receipt] = []
    var isContinued = false
  }

  /// The number of receipts that are kept of one offer: more than programs fail at one offer, in
  /// good faith.
  private static let receiptsKept = 64
  /// The number of offers that are kept after they stood: a receiver may acknowledge late.
  private static let entriesKept = 256
  private var entries: [HandoffToken: Entry] = [:]

  /// Returns whether the offer of a token is used up.
  func isContinued(_ token: HandoffToken) -> Bool {
    entries[token]?.isContinued ?? false
  }

  /// Reserves an activity for one receiver.
  ///
  /// - Parameters:
  ///   - token: The offer.
  ///   - receipt: The receiver's name for its acceptance.
  ///   - standing: The offers that stand now; the rest may be forgotten when there is too much of
  ///     it.
  /// - Returns: The offer, or `nil` if it does not stand, or somebody else has it.
  mutating func claim(
    _ token: HandoffToken, for receipt: Receipt, standing: [HandoffAdvertisement]
  ) -> HandoffAdvertisement? {
    guard let offer = standing.first(where: { $0.token == token }) else { return nil }
    if entries.count >= Self.entriesKept {
      let tokens = Set(standing.map(\.token))
      entries = entries.filter { tokens.contains($0.key) || $0.value.claimant != nil }
    }
    var entry = entries[token] ?? Entry(offer: offer)
    guard !entry.isContinued, entry.claimant == nil else { return nil }
    entry.claimant = receipt
    entries[token] = entry
    return offer
  }

  /// The activity is sent to whoever reserved it.
  mutating func serve(_ token: HandoffToken, to receipt: Receipt) {
    entries[token]?.served.append(receipt)
    if let count = entries[token]?.served.count, count > Self.receiptsKept {
      entries[token]?.served.removeFirst()
    }
  }

  /// The receiver does not want it.
  mutating func decline(_ token: HandoffToken, by receipt: Receipt) {
    entries[token]?.served.removeAll { $0 == receipt }
  }

  /// The receiver's connection is over: others may have it, if it was not continued.
  mutating func release(_ token: HandoffToken, by receipt: Receipt) {
    if entries[token]?.claimant == receipt { entries[token]?.claimant = nil }
  }

  /// The receiver has continued it.
  mutating func acknowledge(_ token: HandoffToken, by receipt: Receipt) -> Acknowledgement {
    guard let entry = entries[token], entry.served.contains(receipt) else { return .unknown }
    if entry.isContinued { return .repeated(entry.offer) }
    entries[token]?.isContinued = true
    return .first(entry.offer)
  }
}
