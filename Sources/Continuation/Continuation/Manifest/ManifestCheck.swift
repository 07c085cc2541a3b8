/// A check of the contents of a manifest, in any format.
enum ManifestCheck {
  /// - Parameter application: The name of the program, or `nil` if it could not be read, which was
  ///   already reported.
  static func problems(
    application: String?, publisher: String?, activityTypes: [Manifest.ActivityType], schemes: [String],
    domains: [String], launch: Manifest.Launch? = nil
  ) -> [ManifestProblem] {
    var problems: [ManifestProblem] = []
    if let application, !ActivityTypeNaming.isActivityType(application) {
      problems.append(ManifestProblem("$.application", .invalidName))
    }
    if publisher?.isEmpty == true { problems.append(ManifestProblem("$.publisher", .empty)) }
    problems += self.problems(of: activityTypes)
    problems += list(schemes, at: "$.schemes", else: .invalidScheme) { RouteURL.canonical(scheme: $0) != nil }
    problems += list(domains, at: "$.domains", else: .invalidDomain, where: isDomain)
    problems += launch?.problems ?? []
    return problems
  }

  private static func problems(of types: [Manifest.ActivityType]) -> [ManifestProblem] {
    var problems: [ManifestProblem] = []
    var seen: Set<String> = []
    for (number, type) in types.enumerated() {
      let place = "$.activityTypes[\(number)]"
      if !isReverseDNS(type.type) { problems.append(ManifestProblem(place + ".type", .invalidName)) }
      if type.title?.isEmpty == true { problems.append(ManifestProblem(place + ".title", .empty)) }
      if !seen.insert(type.type).inserted {
        problems.append(ManifestProblem(place + ".type", .repeated(type.type)))
      }
      // aliases may be older than the reverse-DNS rule
      for alias in type.aliases where !ActivityTypeNaming.isActivityType(alias) {
        problems.append(ManifestProblem(place + ".aliases", .invalidName))
      }
    }
    return problems
      + aliasClashes(among: types).map { ManifestProblem("$.activityTypes[\($0.type)].aliases", $0.reason) }
  }

  /// Returns the aliases of two types, each at the later of them.
  static func aliasClashes(
    among types: [Manifest.ActivityType]
  ) -> [(type: Int, reason: ManifestProblem.Reason)] {
    var owners: [String: String] = [:]
    for type in types { owners[type.type] = type.type }
    var clashes: [(type: Int, reason: ManifestProblem.Reason)] = []
    for (number, type) in types.enumerated() {
      for alias in type.aliases {
        if let owner = owners[alias] {
          clashes.append((number, .aliasClash(alias: alias, with: owner)))
        } else {
          owners[alias] = type.type
        }
      }
    }
    return clashes
  }

  private static func list(
    _ names: [String], at place: String, else reason: ManifestProblem.Reason, where isValid: (String) -> Bool
  ) -> [ManifestProblem] {
    var seen: Set<String> = []
    var problems: [ManifestProblem] = []
    for (number, name) in names.enumerated() {
      if !isValid(name) {
        problems.append(ManifestProblem("\(place)[\(number)]", reason))
      } else if !seen.insert(name.lowercased()).inserted {
        problems.append(ManifestProblem("\(place)[\(number)]", .repeated(name.lowercased())))
      }
    }
    return problems
  }

  private static func isReverseDNS(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return ActivityTypeNaming.isActivityType(name) && parts.count > 1 && !parts.contains { $0.isEmpty }
  }

  /// Domains with non-ASCII letters must be spelled as in the program's URLs.
  private static func isDomain(_ name: String) -> Bool {
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    return (1...253).contains(name.utf8.count)
      && labels.allSatisfy { label in
        !label.isEmpty && label.utf8.first != UInt8(ascii: "-") && label.utf8.last != UInt8(ascii: "-")
          && label.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
              ? isLetterOrDigit(UInt8(ascii: scalar)) || scalar == "-" : scalar.properties.isAlphabetic
          }
      }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

extension Manifest {
  /// Returns the differences between the manifest and the program's actions.
  ///
  /// They are types that are not listed, types that no action performs, aliases that clash or are
  /// not listed, and different eligibilities.
  ///
  /// - Parameter declared: The declarations of the program's actions, in any order.
  /// - Returns: All problems; empty if the manifest matches.
  package func problems(comparedWith declared: [ActivityType]) -> [ManifestProblem] {
    let declared = declared.sortedByType
    let listed = Dictionary(activityTypes.enumerated().map { ($1.type, $0) }) { first, _ in first }
    var problems: [ManifestProblem] = []
    var seen: Set<String> = []
    for type in declared {
      guard seen.insert(type.type).inserted else {
        problems.append(ManifestProblem("$.activityTypes", .repeated(type.type)))
        continue
      }
      guard let number = listed[type.type] else {
        problems.append(ManifestProblem("$.activityTypes", .typeNotListed(type.type)))
        continue
      }
      let place = "$.activityTypes[\(number)]"
      for alias in type.aliases where !activityTypes[number].aliases.contains(alias) {
        problems.append(ManifestProblem(place + ".aliases", .aliasNotListed(alias, of: type.type)))
      }
      if activityTypes[number].eligibility != type.eligibility {
        problems.append(ManifestProblem(place + ".eligibility", .eligibilityDiffers(type.type)))
      }
    }
    for (number, type) in activityTypes.enumerated() where !seen.contains(type.type) {
      problems.append(ManifestProblem("$.activityTypes[\(number)]", .typeWithoutAction(type.type)))
    }
    let clashes = ManifestCheck.aliasClashes(among: merged(with: declared))
    return problems + clashes.map { ManifestProblem("$.activityTypes", $0.reason) }
  }

  /// Returns the correct manifest for these actions: their types and eligibilities, with the titles
  /// and aliases of this one.
  ///
  /// An alias of two types is omitted, because only the developer knows which one is right.
  ///
  /// - Throws: ``ManifestError`` if an action's own type, title or alias is invalid.
  package func corrected(for declared: [ActivityType]) throws(ManifestError) -> Manifest {
    let merged = merged(with: declared.sortedByType)
    var owners: [String: Int] = [:]
    for name in merged.flatMap({ [$0.type] + $0.aliases }) { owners[name, default: 0] += 1 }
    let types = merged.map { type in
      ActivityType(
        type.type, title: type.title, eligibility: type.eligibility,
        aliases: type.aliases.filter { owners[$0] == 1 })
    }
    return try Manifest(
      application: application, publisher: publisher, activityTypes: types, schemes: schemes,
      domains: domains, launch: launch)
  }

  /// Throws if the manifest does not match the program's actions.
  ///
  /// - Throws: ``ManifestMismatch`` with all problems, and the text of a matching manifest.
  package func check(against declared: [ActivityType]) throws(ManifestMismatch) {
    let problems = problems(comparedWith: declared)
    guard !problems.isEmpty else { return }
    let text: String
    do {
      text = try corrected(for: declared).text
    } catch {
      throw ManifestMismatch(problems: problems + error.problems, corrected: nil)
    }
    throw ManifestMismatch(problems: problems, corrected: text)
  }

  /// Returns each declared type once, with the title and aliases that this manifest adds.
  private func merged(with declared: [ActivityType]) -> [ActivityType] {
    var seen: Set<String> = []
    let known = Dictionary(activityTypes.map { ($0.type, $0) }) { first, _ in first }
    return declared.filter { seen.insert($0.type).inserted }.map { type in
      let listed = known[type.type]
      return ActivityType(
        type.type, title: listed?.title ?? type.title, eligibility: type.eligibility,
        aliases: Array(Set(type.aliases + (listed?.aliases ?? []))))
    }
  }
}

/// A manifest that does not match the program's actions.
public struct ManifestMismatch: Error, Equatable, Sendable, CustomStringConvertible {
  /// All problems.
  public let problems: [ManifestProblem]
  /// The text of a matching manifest; `nil` if an action's own declaration is invalid.
  public let corrected: String?

  /// One line per problem, then the manifest to paste.
  public var description: String {
    let lines = problems.map(\.description).joined(separator: "\n")
    return corrected.map { "\(lines)\nThis manifest fits:\n\($0)" } ?? lines
  }
}

extension [Manifest.ActivityType] {
  /// The types in order of their names' bytes.
  var sortedByType: [Manifest.ActivityType] {
    sorted { $0.type.utf8.lexicographicallyPrecedes($1.type.utf8) }
  }
}
