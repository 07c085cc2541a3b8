internal import Activities

/// A rule that derives the activity type of an action that gives none.
public enum ActivityTypeNaming: Hashable, Sendable {
  /// `<application>.<feature>.<action>` from the names of the types, in `a-z`, `0-9`, hyphens and
  /// dots.
  ///
  /// The display names are not used, so localising or rewording them loses no history. Letters lose
  /// their diacritics; a name that is then not ASCII, or is empty, is rejected.
  case stable
  /// The same from the display names, exactly as Flint derives it, including ugly results such as
  /// "htt-p2-request".
  ///
  /// It is for programs whose stored activities come from Flint. Changing a display name changes
  /// the type.
  case flint

  /// Returns the activity type of an action in a feature.
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

  /// Returns the type that early versions of Flint derived, without the feature, or `nil` if no
  /// name is left.
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
