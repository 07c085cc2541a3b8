// Manifest: Which activity types may this program continue?
//
// Start here: a `Manifest` is the counterpart of an `Info.plist`'s entries about activities on
// Apple systems. It is read from JSON or a property list, compared with the program's actions, and
// written for developers to paste.

/// A program's declaration of itself: its activity types, URL schemes and domains.
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
///   "domains": ["player.example.org"],
///   "launch": { "commands": [["player", "open", "%u"], ["player", "continue", "%f"]] }
/// }
/// ```
///
/// A value is always consistent, and sorted: equal registrations give equal manifests, and equal
/// text.
public struct Manifest: Hashable, Sendable {
  /// The version of the format.
  package static let format = 1
  /// The maximum length of a manifest or property list in bytes: 1 MiB, thousands of activity
  /// types.
  package static let lengthLimit = 1 << 20
  /// The maximum depth of arrays and objects, or of XML elements; a manifest has four levels.
  package static let depthLimit = 32

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
  /// The way to start the program with something to continue; `nil` if only the program itself can.
  public let launch: Launch?
  /// The index of each type, and of each alias, in ``activityTypes``.
  private let index: [String: Int]

  /// Creates a manifest.
  ///
  /// The order of the arguments' elements makes no difference.
  ///
  /// - Throws: ``ManifestError`` with all problems.
  public init(
    application: String, publisher: String? = nil, activityTypes: [ActivityType] = [], schemes: [String] = [],
    domains: [String] = [], launch: Launch? = nil
  ) throws(ManifestError) {
    let problems = ManifestCheck.problems(
      application: application, publisher: publisher, activityTypes: activityTypes, schemes: schemes,
      domains: domains, launch: launch)
    guard problems.isEmpty else { throw ManifestError(problems: problems) }
    self.application = application
    self.publisher = publisher
    self.activityTypes = activityTypes.sortedByType
    self.schemes = schemes.map { $0.lowercased() }.sortedByBytes
    self.domains = domains.map { $0.lowercased() }.sortedByBytes
    self.launch = launch
    var index: [String: Int] = [:]
    for (number, type) in self.activityTypes.enumerated() {
      for name in [type.type] + type.aliases { index[name] = number }
    }
    self.index = index
  }

  /// Returns the declaration of an activity type, found by its name or an alias, or `nil` if it is
  /// not declared.
  ///
  /// - Complexity: O(1).
  public func activityType(for name: String) -> ActivityType? {
    index[name].map { activityTypes[$0] }
  }

  /// Returns whether an activity type, or an alias of one, is declared.
  ///
  /// - Complexity: O(1).
  public func declares(_ name: String) -> Bool { index[name] != nil }

  /// The names under which activities are published, sorted: the types without their aliases.
  public var types: [String] { activityTypes.map(\.type) }

  /// The names under which activities are continued: the types and their aliases, because histories
  /// keep former names.
  public var names: Set<String> { Set(index.keys) }
}

extension [String] {
  /// The strings in order of their bytes, which is the same in every locale.
  var sortedByBytes: [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}

extension Manifest {
  /// A manifest's declaration of one activity type.
  public struct ActivityType: Hashable, Sendable {
    /// The reverse-DNS name, like `org.example.player.play`.
    public let type: String
    /// The title that the user sees if only the type is known.
    public let title: String?
    /// The uses for which its activities are eligible.
    public let eligibility: ActivityEligibility
    /// Former names, in order of their bytes; activities stored under them are continued as this
    /// type.
    public let aliases: [String]

    /// Creates a declaration; the manifest validates it.
    public init(
      _ type: String, title: String? = nil, eligibility: ActivityEligibility = [], aliases: [String] = []
    ) {
      self.type = type
      self.title = title
      self.eligibility = eligibility
      self.aliases = aliases.sortedByBytes
    }
  }
}

extension Manifest {
  /// The manifest as JSON text, ready to be saved; ends in a line feed.
  ///
  /// Equal manifests give equal bytes: fields have a fixed order, lists are sorted, and empty
  /// values are omitted.
  public var text: String {
    var lines = ["  \"format\": \(Self.format)", "  \"application\": \(Self.quoted(application))"]
    if let publisher { lines.append("  \"publisher\": \(Self.quoted(publisher))") }
    if !activityTypes.isEmpty {
      let types = activityTypes.map { "    { \($0.fields.joined(separator: ", ")) }" }
      lines.append("  \"activityTypes\": [\n\(types.joined(separator: ",\n"))\n  ]")
    }
    if !schemes.isEmpty { lines.append("  \"schemes\": \(Self.list(schemes))") }
    if !domains.isEmpty { lines.append("  \"domains\": \(Self.list(domains))") }
    if let launch { lines.append("  \"launch\": { \(launch.fields.joined(separator: ", ")) }") }
    return "{\n\(lines.joined(separator: ",\n"))\n}\n"
  }

  static func list(_ texts: [String]) -> String {
    "[\(texts.map(quoted).joined(separator: ", "))]"
  }

  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension Manifest.ActivityType {
  fileprivate var fields: [String] {
    var fields = ["\"type\": \(Manifest.quoted(type))"]
    if let title { fields.append("\"title\": \(Manifest.quoted(title))") }
    if !eligibility.isEmpty {
      fields.append("\"eligibility\": \(Manifest.list(eligibility.words.sortedByBytes))")
    }
    if !aliases.isEmpty { fields.append("\"aliases\": \(Manifest.list(aliases))") }
    return fields
  }
}
