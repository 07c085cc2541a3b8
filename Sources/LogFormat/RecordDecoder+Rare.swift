internal import Activities
internal import Foundation

/// Reading what few activities have.
extension RecordDecoder {
  mutating func readRare(
    of activity: inout UserActivity, from members: borrowing Members
  ) throws(RecordError) {
    passedNamesOver = true  // the objects among them have names of their own, and others are not kept
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
    if let position = members.position(of: .parameterCombinations, on: tape) {
      try readCombinations(of: &activity, at: position)
    }
  }

  /// A list of parameter combinations.
  private mutating func readCombinations(
    of activity: inout UserActivity, at position: Int
  ) throws(RecordError) {
    guard case .array(let values) = try value(at: position) else {
      throw RecordError("parameterCombinations", .wrongType(expected: .objects))
    }
    do throws(ActivityError) {
      var combinations: [ParameterCombination] = []
      for value in values { combinations.append(try ParameterCombination(storedValue: value)) }
      try activity.setParameterCombinations(combinations)
    } catch {
      throw RecordError("parameterCombinations", .invalid(error))
    }
  }

  mutating func url(_ field: Field, in members: borrowing Members) throws(RecordError) -> URL? {
    guard let text = try string(field, in: members) else { return nil }
    guard let url = TypedValue.url(text) else { throw RecordError(field.name, .wrongType(expected: .url)) }
    return url
  }
}
