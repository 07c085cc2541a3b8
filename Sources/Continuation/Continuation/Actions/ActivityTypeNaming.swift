internal import Activities

/// A rule by which the activity type of an action is made where the action gives none.
public enum ActivityTypeNaming: Hashable, Sendable {
  /// `<application>.<feature>.<action>` of the names of the types, in `a-z`, `0-9`, hyphens and
  /// dots.
  ///
  /// The names for people play no part, so localising or rewording them loses no history. Letters
  /// lose their marks; a name that is not ASCII then is refused, as is one that is empty.
  case stable
  /// The same of the names for people, exactly as Flint makes it, ugly where Flint's is
  /// ("htt-p2-request").
  ///
  /// For programs whose stored activities come from Flint. Whoever changes a name changes the type.
  case flint

  /// The activity type of an action in a feature.
  func activityType(
    of action: any Action.Type, in feature: any Feature.Type, application: Application
  ) throws(RegistrationError.Problem) -> String {
    let type: String
    switch self {
    case .stable:
      let featurePart = try Self.stablePart(of: feature, kind: "Feature")
      let actionPart = try Self.stablePart(of: action, kind: "Action")
      let identifier = application.identifier.lowercased()
      guard identifier.utf8.allSatisfy(Self.isStable) else {
        throw .invalidApplicationIdentifier(application.identifier)
      }
      type = "\(identifier).\(featurePart).\(actionPart)"
    case .flint:
      let featurePart = TypeName.identifierPart(of: feature.name)
      let actionPart = TypeName.identifierPart(of: action.name)
      guard !featurePart.isEmpty else { throw .emptyName(type: "\(feature)") }
      guard !actionPart.isEmpty else { throw .emptyName(type: "\(action)") }
      type = "\(application.identifier).\(featurePart).\(actionPart)"
    }
    guard Self.isActivityType(type) else { throw .invalidActivityType(type, action: "\(action)") }
    return type
  }

  /// The type that early versions of Flint made: without the feature; `nil` if no name is left.
  static func withoutFeature(_ action: any Action.Type, application: Application) -> String? {
    let part = TypeName.identifierPart(of: action.name)
    return part.isEmpty ? nil : "\(application.identifier).\(part)"
  }

  /// Returns whether an activity can have this type.
  static func isActivityType(_ type: String) -> Bool {
    (try? UserActivity(activityType: type)) != nil
  }

  private static func isStable(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private static func stablePart(of type: Any.Type, kind: String) throws(RegistrationError.Problem) -> String
  {
    do {
      return try StableTypeName.part(of: String(describing: type), without: kind)
    } catch {
      switch error {
      case .empty: throw .emptyName(type: "\(type)")
      case .notASCII: throw .nameNotASCII(type: "\(type)")
      }
    }
  }
}
