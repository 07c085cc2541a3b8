internal import Activities

/// The manifest that a program's actions need, and the check of its present one.
///
/// The following is a strict start: it reports all differences between the manifest and the actions
/// together. After it, nothing is published or continued that the manifest does not list.
///
/// ```swift
/// let registry = try ActionRegistry(application: application, features: features)
/// let manifest = try Manifest(json: Array(contentsOfManifest))
/// try registry.check(manifest)
/// let center = ActivityCenter(
///   application: application, recorder: engine, circumstances: circumstances,
///   declaredActivityTypes: manifest.types)
/// var configuration = ActivityConfiguration()
/// configuration.declaredTypes = manifest.names
/// let dispatcher = ActionDispatcher(registry: registry, center: center, activities: configuration)
/// ```
///
/// A program that omits `check` starts leniently; it may also log the error.
extension ActionRegistry {
  /// Returns the matching manifest: the types of all actions, with their names as titles,
  /// eligibilities and former types.
  ///
  /// The same declarations, in any order, give the same manifest.
  ///
  /// - Parameters:
  ///   - schemes: The URL schemes of the program.
  ///   - domains: The web domains of the program.
  ///   - launch: The way to start the program with something to continue.
  /// - Throws: `ManifestError` with all problems, such as an action's activity type that is not a
  ///   reverse-DNS name: actions may have one, manifests may not.
  /// - Complexity: O(n log n) in the number of actions.
  public func manifest(
    schemes: [String] = [], domains: [String] = [], launch: Manifest.Launch? = nil
  ) throws(ManifestError) -> Manifest {
    try Manifest(
      application: application.identifier, publisher: application.publisher?.identifier,
      activityTypes: declaredTypes, schemes: schemes, domains: domains, launch: launch)
  }

  /// Throws if a manifest does not match the actions.
  ///
  /// Call it once, at the start, before anything is published.
  ///
  /// - Throws: `ManifestMismatch` with all problems and, ready to paste, the matching manifest.
  public func check(_ manifest: Manifest) throws(ManifestMismatch) {
    try manifest.check(against: declaredTypes)
  }

  private var declaredTypes: [Manifest.ActivityType] {
    actions.map { declared in
      let name = declared.action.name
      return Manifest.ActivityType(
        declared.activityType, title: name.isEmpty ? nil : name,
        eligibility: declared.action.activityEligibility.intersection(.all),
        // early versions of Flint reportedly made types with spaces, which no activity can have
        aliases: declared.aliases.filter(ActivityTypeNaming.isActivityType))
    }
  }
}
