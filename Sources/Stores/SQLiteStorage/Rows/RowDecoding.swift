package import Activities
package import Foundation
internal import LogFormat

/// Decodes single rows of a store that is read without SQLite.
///
/// `StoreRecovery` finds rows in the pages of a damaged store; this type has all it needs to know
/// about their formats. Each function returns `nil` for content that this version cannot read.
package struct RowDecoding {
  private var reader = PayloadReader()
  private var decoder = RecordDecoder()

  /// Creates a decoder of plain lines.
  package init() {}

  /// Returns the donation in a line, whatever the other columns say, as the first among equals.
  package mutating func donation(_ line: Data) -> Donation? { reader.donation(line) }

  /// Returns the line in the payload of a donation's row.
  package static func line(of payload: Data) -> Data { OwnMark.removed(from: payload) }

  /// Returns the feedback in a line.
  package mutating func feedback(_ line: Data) -> Feedback? { reader.feedback(line) }

  /// Returns the phrase in a line.
  package mutating func phrase(_ line: Data) -> OwnPhrase? { reader.phrase(line) }

  /// Returns the hint in a line.
  package mutating func hint(_ line: Data) -> StatedHint? { reader.hint(line) }

  /// Returns the named place in an object.
  package mutating func namedPlace(_ object: Data) -> NamedPlace? { reader.namedPlace(object) }

  /// Returns the privacy rule in a line, without its number and count.
  package mutating func rule(_ line: Data) -> PrivacyRule? { StoredRule.rule(line, with: &decoder) }

  /// Returns the item in the columns of a row.
  package mutating func item(identifier: Data, domain: Data?, payload: Data) -> SearchableItem? {
    StoredItem.item(identifier: identifier, domain: domain, payload: payload, with: &decoder)
  }
}

extension RowCipher {
  /// Returns the columns that the row of a donation would have in a plain store.
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
  /// Returns whether an identifier is possible for a donation with its line.
  ///
  /// - Complexity: O(1) for the first among equals, and 1,000 digests for a wrong one.
  package func canBeNamed(_ stored: UInt128, equals: Int = 0) -> Bool {
    possibleIdentifiers(equals: equals).contains { $0.rawValue == stored }
  }

  /// Returns the possible identifiers of a donation with its line: that of its `id`, or a digest
  /// with one of the first 1,000 ordinals.
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
