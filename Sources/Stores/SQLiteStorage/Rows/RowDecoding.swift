package import Activities
package import Foundation
internal import LogFormat

/// Decodes what single rows say, for a store that is read without SQLite.
///
/// `StoreRecovery` finds rows in the pages of a damaged store; this is what it has to know of their
/// formats. Each function returns `nil` for what this version cannot read.
package struct RowDecoding {
  private var reader = PayloadReader()
  private var decoder = RecordDecoder()

  /// Creates a decoder of plain lines.
  package init() {}

  /// The donation that a line tells of, whatever the columns beside it say; as the first among
  /// equals.
  package mutating func donation(_ line: Data) -> Donation? { reader.donation(line) }

  /// The line in the payload of a donation's row.
  package static func line(of payload: Data) -> Data { OwnMark.removed(from: payload) }

  /// The feedback that a line tells of.
  package mutating func feedback(_ line: Data) -> Feedback? { reader.feedback(line) }

  /// The phrase that a line tells of.
  package mutating func phrase(_ line: Data) -> OwnPhrase? { reader.phrase(line) }

  /// The hint that a line tells of.
  package mutating func hint(_ line: Data) -> StatedHint? { reader.hint(line) }

  /// The named place that an object tells of.
  package mutating func namedPlace(_ object: Data) -> NamedPlace? { reader.namedPlace(object) }

  /// The privacy rule that a line tells of, without its number and count.
  package mutating func rule(_ line: Data) -> PrivacyRule? { StoredRule.rule(line, with: &decoder) }

  /// The item that the columns of a row tell of.
  package mutating func item(identifier: Data, domain: Data?, payload: Data) -> SearchableItem? {
    StoredItem.item(identifier: identifier, domain: domain, payload: payload, with: &decoder)
  }
}

extension RowCipher {
  /// The columns that the row of a donation would have in a plain store.
  ///
  /// - Throws: ``StoreError/Reason/damaged`` if it is not a row of that user.
  package func plainDonation(
    identifier: Data, identity: Data, payload: Data, of user: String
  ) throws(StoreError) -> (identifier: Data, identity: Data, line: Data) {
    let row = StoredDonation(sequence: 0, identifier: identifier, identity: identity, payload: payload)
    let content = try row.content(of: user, self)
    return (content.identifier.bytes, content.identity.bytes, content.line)
  }
}

extension Donation {
  /// Returns whether an identifier is one that a donation of its line can have.
  ///
  /// - Complexity: O(1) for the first among equals, and for a wrong one 1,000 digests.
  package func canBeNamed(_ stored: UInt128, equals: Int = 0) -> Bool {
    possibleIdentifiers(equals: equals).contains { $0.rawValue == stored }
  }

  /// The identifiers that a donation of its line can have: that of its `id`, or a digest with an
  /// ordinal, of which the first 1,000.
  package func possibleIdentifiers(equals: Int = 0) -> some Sequence<DonationIdentifier> {
    let ordinals = details.externalIdentifier == nil ? 0..<max(1_000, 2 * equals) : 0..<1
    return ordinals.lazy.map { ordinal in
      if let own = details.externalIdentifier {
        DonationIdentifier(user: user, at: context.instant, of: identity, externalIdentifier: own)
      } else {
        DonationIdentifier(user: user, at: context.instant, of: identity, ordinal: ordinal)
      }
    }
  }
}
