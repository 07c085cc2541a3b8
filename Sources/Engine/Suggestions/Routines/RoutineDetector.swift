package import Activities

/// A detector of the routine that a user is in.
package protocol RoutineDetector: Sendable {
  /// Returns the relevance of a routine: how well this moment fits it, from 0 to 1, or `nil` if it
  /// is unknown.
  func relevance(of routine: DailyRoutine, in context: Context) -> Double?
}

/// The attributes by which donors and callers state routines in a context.
///
/// | attribute | value | tells |
/// | --- | --- | --- |
/// | `headphones` | boolean | whether headphones are connected |
/// | `workout` | boolean | whether the user is exercising |
/// | `activityIncomplete` | boolean | whether the user is expected to move more today |
/// | `commute` | boolean | whether the user is between home and work |
/// | `place` | `home`, `work`, `school`, `gym` | where the user is; so does the name of the context's place |
/// | `wifi`, `network` | text | a network, by which a place is known again |
public enum RoutineAttribute {
  /// The attributes with networks that identify places.
  static let networks = ["network", "wifi"]

  /// Returns what a host states about a routine by its own attribute: 1, 0, or nothing.
  static func flag(of routine: DailyRoutine, in context: Context) -> Double? {
    switch context.attributes[routine.rawValue] {
    case .boolean(let flag): flag ? 1 : 0
    case .integer(let number): number == 0 ? 0 : 1
    case .double(let number): number == 0 ? 0 : 1
    default: nil
    }
  }

  /// The words for places, besides the names of the routines themselves.
  private static let synonyms: [String: DailyRoutine] = [
    "office": .work, "workplace": .work, "campus": .school, "university": .school, "fitness": .gym,
  ]

  /// Returns the routine that a place is named after, or `nil` for any other name.
  static func label(of context: Context) -> DailyRoutine? {
    var names = [context.place?.name].compactMap(\.self)
    if case .string(let name)? = context.attributes["place"] { names.insert(name, at: 0) }
    for name in names {
      let word = name.lowercased()
      if let routine = synonyms[word] { return routine }
      if let routine = DailyRoutine(rawValue: word), routine.isPlace { return routine }
    }
    return nil
  }
}

extension DailyRoutine {
  /// A Boolean value that indicates whether the routine means being somewhere.
  package var isPlace: Bool {
    switch self {
    case .home, .work, .school, .gym: true
    case .morning, .evening, .commute, .headphones, .workout, .activityIncomplete: false
    }
  }
}
