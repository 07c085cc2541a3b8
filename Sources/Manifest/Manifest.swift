// Manifest: Which activity types may this program continue?
//
// Start here: a `Manifest` is what `Info.plist` says of a program's activities on Apple systems. It is read from JSON or a
// property list, compared with the actions that the program has, and written for the programmer to paste.

/// What a program declares of itself: its activity types, URL schemes and domains.
///
/// ```json
/// {
///   "format": 1,
///   "application": "org.example.player",
///   "publisher": "org.example",
///   "activityTypes": [
///     {"type": "org.example.player.play", "title": "Play", "eligibility": ["prediction"], "aliases": ["player.play"]}
///   ],
///   "schemes": ["player"],
///   "domains": ["player.example.org"]
/// }
/// ```
///
/// A value is always consistent, and sorted: equal registrations make equal manifests, and equal text.
public struct Manifest: Hashable, Sendable {
  /// The version of the format that is read and written.
  public static let format = 1
  /// The most bytes of a manifest or property list that is read: 1 MiB, thousands of activity types.
  public static let lengthLimit = 1 << 20
  /// The most levels of arrays and objects, or of XML elements, that are read: a manifest has four.
  public static let depthLimit = 32

  /// The reverse-DNS name of the program.
  public let application: String
  /// The name of its publisher.
  public let publisher: String?
  /// The activities that it may continue, sorted by type.
  public let activityTypes: [ActivityType]
  /// The URL schemes that lead to it, in lower case, sorted.
  public let schemes: [String]
  /// The web domains that lead to it, in lower case, sorted.
  public let domains: [String]
  /// Where each type, and each alias, is in ``activityTypes``.
  private let index: [String: Int]

  /// Puts a manifest together.
  ///
  /// The order of the arguments' elements makes no difference.
  ///
  /// - Throws: ``ManifestError`` with all problems.
  public init(
    application: String, publisher: String? = nil, activityTypes: [ActivityType] = [], schemes: [String] = [],
    domains: [String] = []
  ) throws(ManifestError) {
    let problems = ManifestCheck.problems(
      application: application, publisher: publisher, activityTypes: activityTypes, schemes: schemes,
      domains: domains)
    guard problems.isEmpty else { throw ManifestError(problems: problems) }
    self.application = application
    self.publisher = publisher
    self.activityTypes = activityTypes.sorted { $0.type.utf8.lexicographicallyPrecedes($1.type.utf8) }
    self.schemes = schemes.map { $0.lowercased() }.sortedByBytes
    self.domains = domains.map { $0.lowercased() }.sortedByBytes
    var index: [String: Int] = [:]
    for (number, type) in self.activityTypes.enumerated() {
      for name in [type.type] + type.aliases { index[name] = number }
    }
    self.index = index
  }

  /// The declaration of an activity type, found by its name or by one of its aliases; `nil` if it is not declared.
  ///
  /// - Complexity: O(1).
  public func activityType(for name: String) -> ActivityType? {
    index[name].map { activityTypes[$0] }
  }

  /// Whether an activity type, or an alias of one, is declared.
  ///
  /// - Complexity: O(1).
  public func declares(_ name: String) -> Bool { index[name] != nil }

  /// The names under which activities are published, sorted: the types without their aliases.
  public var types: [String] { activityTypes.map(\.type) }

  /// The names under which activities are continued: the types and their aliases, because histories keep earlier names.
  public var names: Set<String> { Set(index.keys) }
}

extension [String] {
  /// In the order of their bytes, which is the same in every locale.
  var sortedByBytes: [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}
