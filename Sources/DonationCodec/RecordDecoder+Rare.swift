internal import Activities
internal import Foundation

/// Reading what few activities have.
extension RecordDecoder {
  mutating func readRare(
    of activity: inout UserActivity, from members: borrowing Members
  ) throws(RecordError) {
    if let url = try url(.referrerURL, in: members) {
      do { try activity.setReferrerURL(url) } catch { throw RecordError(error.field, .invalid(error)) }
    }
    activity.publisher = try string(.publisher, in: members)
    activity.appEntityIdentifier = try string(.appEntityIdentifier, in: members)
    if let words = try strings(.shortcutAvailability, in: members) {
      guard let availability = ShortcutAvailability(words: words) else {
        throw RecordError("shortcutAvailability", .unknownWord(known: ShortcutAvailability.allWords))
      }
      activity.shortcutAvailability = availability
    }
    if members.position(of: .interaction, on: tape) != nil {
      let stored = try object(.interaction, in: members)
      do { activity.interaction = try Interaction(storedValue: stored) } catch {
        throw RecordError(error.field, .invalid(error))
      }
    }
    if members.position(of: .mapItem, on: tape) != nil {
      let stored = try object(.mapItem, in: members)
      do { activity.mapItem = try MapItem(storedValue: stored) } catch {
        throw RecordError(error.field, .invalid(error))
      }
    }
  }

  mutating func url(_ field: Field, in members: borrowing Members) throws(RecordError) -> URL? {
    guard let text = try string(field, in: members) else { return nil }
    guard let url = TypedValue.url(text) else { throw RecordError(field.name, .wrongType(expected: .url)) }
    return url
  }
}
