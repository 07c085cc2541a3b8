internal import Foundation

/// The properties that few activities have, behind one pointer, so that an activity without them is as cheap
/// to copy as before.
struct ExtendedProperties: Hashable, Sendable {
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
    case some(ExtendedProperties)

    /// The properties, if there are any.
    var some: ExtendedProperties? {
      if case .some(let properties) = self { properties } else { nil }
    }

    /// The properties, to change them.
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
