/// Everything that is wrong with what a program declares, at once.
public struct RegistrationError: Error, Equatable, Sendable {
  /// The problems: first of the features, then of the activity types, each in the order of the declarations.
  public let problems: [Problem]

  /// Collects problems.
  public init(_ problems: [Problem]) {
    self.problems = problems
  }

  /// One thing that is wrong with what a program declares.
  public enum Problem: Error, Equatable, Sendable {
    /// A feature declares an action twice.
    case actionDeclaredTwice(action: String, feature: String)
    /// A feature stands in two places, or twice in one; `nil` is the top.
    case featureRegisteredTwice(feature: String, parents: [String?])
    /// A group contains itself, by way of these.
    case groupContainsItself(path: [String])
    /// Several actions have the same activity type.
    case duplicateActivityType(String, actions: [String])
    /// A type of the past is that of another action now, or of several in the past.
    case ambiguousFormerActivityType(String, actions: [String])
    /// An activity type that cannot be.
    case invalidActivityType(String, action: String)
    /// The name of a type says only that it is an action or a feature, so nothing is left for the activity type.
    case emptyName(type: String)
    /// The name of a type cannot be written in ASCII.
    case nameNotASCII(type: String)
    /// The program's identifier has characters that a stable activity type cannot have.
    case invalidApplicationIdentifier(String)
    /// A version is not written in numbers and dots.
    case malformedVersion(String, feature: String)
  }
}

extension RegistrationError: CustomStringConvertible {
  /// All problems, one a line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension RegistrationError.Problem: CustomStringConvertible {
  /// What is wrong, where, and how to mend it.
  public var description: String {
    switch self {
    case .actionDeclaredTwice(let action, let feature):
      "\(feature) declares \(action) twice; remove one of the declarations"
    case .featureRegisteredTwice(let feature, let parents):
      "\(feature) stands \(parents.map { $0.map { "in \($0)" } ?? "at the top" }.joined(separator: " and ")); keep it in one place"
    case .groupContainsItself(let path):
      "a group contains itself: \(path.joined(separator: " > ")); remove the last one"
    case .duplicateActivityType(let type, let actions):
      "\(actions.joined(separator: " and ")) have the activity type \(type); give one of them an `activityType` of its own"
    case .ambiguousFormerActivityType(let type, let actions):
      "\(type) would continue \(actions.joined(separator: " and ")); remove it from the `formerActivityTypes` of all but one"
    case .invalidActivityType(let type, let action):
      "\(type) of \(action) is no activity type; write at most 512 bytes without spaces, like org.example.player.play"
    case .emptyName(let type):
      "nothing is left of the name of \(type) for an activity type; rename it, or give an `activityType`"
    case .nameNotASCII(let type):
      "the name of \(type) cannot be written in ASCII; give an `activityType`"
    case .invalidApplicationIdentifier(let identifier):
      "\(identifier) has other characters than letters, digits, dots and hyphens; give each action an `activityType`"
    case .malformedVersion(let version, let feature):
      "\(version) in the constraints of \(feature) is no version; write numbers and dots, like 6.1"
    }
  }
}
