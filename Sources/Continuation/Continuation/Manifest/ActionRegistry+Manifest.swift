internal import Activities

/// The manifest that a program's actions need, and the check of the one that it has.
///
/// A program starts strictly like this: everything that the manifest and the actions disagree about
/// is told at once, and from then on nothing is published or continued that the manifest does not
/// list.
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
/// A program that leaves `check` out starts leniently, and may log what it throws.
extension ActionRegistry {
  /// The manifest that fits: the types of all actions, with their names as titles, eligibilities
  /// and earlier types.
  ///
  /// The same declarations make the same manifest, in whatever order they stand.
  ///
  /// - Parameters:
  ///   - schemes: The URL schemes that lead to the program.
  ///   - domains: The web domains that lead to it.
  ///   - launch: How it is started with something to continue.
  /// - Throws: `ManifestError` with all problems, like an activity type of an action that is no
  ///   reverse-DNS name: actions may have one, manifests do not.
  /// - Complexity: O(n log n) in the number of actions.
  public func manifest(
    schemes: [String] = [], domains: [String] = [], launch: Manifest.Launch? = nil
  ) throws(ManifestError) -> Manifest {
    try Manifest(
      application: application.identifier, publisher: application.publisher?.identifier,
      activityTypes: declaredTypes, schemes: schemes, domains: domains, launch: launch)
  }

  /// Refuses to go on if a manifest does not fit the actions.
  ///
  /// Call it once, at the start, before anything is published.
  ///
  /// - Throws: `ManifestMismatch` with all problems and, ready to paste, the manifest that fits.
  public func check(_ manifest: Manifest) throws(ManifestMismatch) {
    try manifest.check(against: declaredTypes)
  }

  private var declaredTypes: [Manifest.ActivityType] {
    actions.map { declared in
      let name = declared.action.name
      return Manifest.ActivityType(
        declared.activityType, title: name.isEmpty ? nil : name,
        eligibility: declared.action.activityEligibility.intersection(.all),
        // early versions of Flint are said to have made types with spaces, which no activity can
        // have
        aliases: declared.aliases.filter(ActivityTypeNaming.isActivityType))
    }
  }
}
