internal import Foundation

/// The properties that few activities have, behind one pointer, so that an activity without them is
/// cheap to copy.
struct ExtendedProperties: Hashable, Sendable {
  var referrerURL: URL?
  var publisher: String?
  var appEntityIdentifier: String?
  var shortcutAvailability: ShortcutAvailability = []
  var interaction: Interaction?
  var mapItem: MapItem?
  var parameterCombinations: [ParameterCombination] = []

  /// The properties, or nothing if all have their defaults.
  ///
  /// There is only one representation of "none", so that equal activities compare equal.
  indirect enum Stored: Hashable, Sendable {
    case none
    case some(ExtendedProperties)

    /// The properties, if there are any.
    var some: ExtendedProperties? {
      if case .some(let properties) = self { properties } else { nil }
    }

    /// The properties, for changing them.
    var properties: ExtendedProperties {
      get {
        switch self {
        case .none: ExtendedProperties()
        case .some(let properties): properties
        }
      }
      set { self = newValue == ExtendedProperties() ? .none : .some(newValue) }
    }
  }
}

extension UserActivity {
  /// A Boolean value that indicates whether any of these properties is set.
  package var hasRareProperties: Bool { rare != .none }

  /// The log's fields for the rare properties, after the others.
  package static let rareFields: [LogField<UserActivity>] = [
    LogField(
      "referrerURL",
      .url(
        get: { $0.referrerURL },
        set: { activity, url throws(ActivityError) in try activity.setReferrerURL(url) }),
      privacy: .words),
    LogField("publisher", .text(get: { $0.publisher }, set: { $0.publisher = $1 }), isName: true),
    LogField(
      "appEntityIdentifier",
      .text(get: { $0.appEntityIdentifier }, set: { $0.appEntityIdentifier = $1 }), privacy: .removable),
    LogField(
      "shortcutAvailability",
      .words(
        get: { $0.shortcutAvailability.words },
        set: { activity, words throws(FieldRefusal) in
          guard let availability = ShortcutAvailability(words: words) else {
            throw .unknownWord(known: ShortcutAvailability.allWords)
          }
          activity.shortcutAvailability = availability
        })),
    LogField(
      "interaction",
      .storedObject(
        get: { $0.interaction?.storedValue },
        set: { activity, stored throws(ActivityError) in
          activity.interaction = try Interaction(storedValue: stored)
        }),
      privacy: .words,
      content: FieldContent(texts: { $0.interaction?.texts ?? [] }, remove: { $0.interaction = nil })),
    LogField(
      "mapItem",
      .storedObject(
        get: { $0.mapItem?.storedValue },
        set: { activity, stored throws(ActivityError) in activity.mapItem = try MapItem(storedValue: stored) }
      )),
    LogField(
      "parameterCombinations",
      .storedList(
        get: { $0.parameterCombinations.map(\.storedValue) },
        set: { activity, stored throws(ActivityError) in
          var combinations: [ParameterCombination] = []
          for value in stored { combinations.append(try ParameterCombination(storedValue: value)) }
          try activity.setParameterCombinations(combinations)
        })),
  ]
}
