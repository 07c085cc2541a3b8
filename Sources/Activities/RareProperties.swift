internal import Foundation

/// What few activities have; it stands behind one pointer, so that an activity without is as cheap to copy as before.
struct RareProperties: Hashable, Sendable {
  var referrerURL: URL?
  var publisher: String?
  var appEntityIdentifier: String?
  var shortcutAvailability: ShortcutAvailability = []
  var interaction: Interaction?
  var mapItem: MapItem?
  var parameterCombinations: [ParameterCombination] = []

  /// The properties, or nothing at all if they are as in every other activity.
  ///
  /// There is one way to say "none", so that equal activities compare equal.
  indirect enum Stored: Hashable, Sendable {
    case none
    case some(RareProperties)

    /// The properties, if there are any.
    var some: RareProperties? {
      if case .some(let properties) = self { properties } else { nil }
    }

    /// The properties, to change them.
    var properties: RareProperties {
      get {
        switch self {
        case .none: RareProperties()
        case .some(let properties): properties
        }
      }
      set { self = newValue == RareProperties() ? .none : .some(newValue) }
    }
  }
}
