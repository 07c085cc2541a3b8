/// The record of handed-over activities, which ensures one continuation per offer despite retries.
struct HandoffLedger {
  /// The result of an acknowledgement.
  enum Acknowledgement {
    /// The first for its offer; the program must be notified.
    case first(HandoffAdvertisement)
    /// Already known, or another one came before it.
    case repeated(HandoffAdvertisement)
    /// Nothing was handed over under this receipt.
    case unknown
  }

  private struct Entry {
    let offer: HandoffAdvertisement
    /// The acceptance that is now continuing it.
    var claimant: Receipt?
    /// The last few acceptances that received the activity and did not decline.
    var served: [Receipt] = []
    var isContinued = false
  }

  /// The number of receipts kept per offer: more than programs will fail at one offer in good
  /// faith.
  private static let receiptsKept = 64
  /// The number of outdated offers to keep, because a receiver may acknowledge late.
  private static let entriesKept = 256
  private var entries: [HandoffToken: Entry] = [:]

  /// Returns whether a token's offer is used up.
  func isContinued(_ token: HandoffToken) -> Bool {
    entries[token]?.isContinued ?? false
  }

  /// Reserves an activity for one receiver.
  ///
  /// - Parameters:
  ///   - token: The offer.
  ///   - receipt: The receiver's name for its acceptance.
  ///   - standing: The valid offers; the others may be forgotten if there are too many.
  /// - Returns: The offer, or `nil` if it is not valid, or another receiver has it.
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

  /// Records that the activity was sent to the receiver that reserved it.
  mutating func serve(_ token: HandoffToken, to receipt: Receipt) {
    entries[token]?.served.append(receipt)
    if let count = entries[token]?.served.count, count > Self.receiptsKept {
      entries[token]?.served.removeFirst()
    }
  }

  /// Records that the receiver declined it.
  mutating func decline(_ token: HandoffToken, by receipt: Receipt) {
    entries[token]?.served.removeAll { $0 == receipt }
  }

  /// Records that the receiver's connection ended, so that others may have the activity if it was
  /// not continued.
  mutating func release(_ token: HandoffToken, by receipt: Receipt) {
    if entries[token]?.claimant == receipt { entries[token]?.claimant = nil }
  }

  /// Records that the receiver has continued it.
  mutating func acknowledge(_ token: HandoffToken, by receipt: Receipt) -> Acknowledgement {
    guard let entry = entries[token], entry.served.contains(receipt) else { return .unknown }
    if entry.isContinued { return .repeated(entry.offer) }
    entries[token]?.isContinued = true
    return .first(entry.offer)
  }
}
