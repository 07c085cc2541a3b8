/// Why an activity was not published.
public enum PublishingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The activity of an action has faults; all of them are named.
  case faulty(action: String, faults: [ActivityFault])

  /// All reasons, and how to mend them.
  public var description: String {
    switch self {
    case .faulty(let action, let faults):
      "the activity of \(action) was not published: \(faults.map(\.description).joined(separator: "; "))"
    }
  }
}
