/// Features that belong together; it may have actions of its own.
public protocol FeatureGroup: Feature {
  /// Its features; each may belong to one group only.
  static var subfeatures: [any Feature.Type] { get }
}

extension FeatureGroup {
  /// Declares no actions of its own.
  public static func prepare(_ actions: inout FeatureActions) {}
}
