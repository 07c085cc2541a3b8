internal import Activities

/// What is wrong with the contents of a manifest, whatever it was read from.
enum ManifestCheck {
  /// - Parameter application: The name of the program; `nil`: it could not be read, which was told already.
  static func problems(
    application: String?, publisher: String?, activityTypes: [Manifest.ActivityType], schemes: [String],
    domains: [String]
  ) -> [ManifestProblem] {
    var problems: [ManifestProblem] = []
    if let application, !isActivityType(application) {
      problems.append(ManifestProblem("$.application", .invalidName))
    }
    if publisher?.isEmpty == true { problems.append(ManifestProblem("$.publisher", .empty)) }
    problems += self.problems(of: activityTypes)
    problems += list(schemes, at: "$.schemes", else: .invalidScheme, where: isScheme)
    problems += list(domains, at: "$.domains", else: .invalidDomain, where: isDomain)
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
      for alias in type.aliases where !isActivityType(alias) {
        problems.append(ManifestProblem(place + ".aliases", .invalidName))
      }
    }
    return problems
      + aliasClashes(among: types).map { ManifestProblem("$.activityTypes[\($0.type)].aliases", $0.reason) }
  }

  /// The aliases that stand for two types, each at the later of them.
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

  /// What an activity can be made of at all; aliases may be older than the rule of reverse DNS.
  private static func isActivityType(_ name: String) -> Bool {
    (try? UserActivity(activityType: name)) != nil
  }

  private static func isReverseDNS(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return isActivityType(name) && parts.count > 1 && !parts.contains { $0.isEmpty }
  }

  private static func isScheme(_ name: String) -> Bool {
    let isPlain = name.utf8.allSatisfy { isLetterOrDigit($0) || "+-.".utf8.contains($0) }
    let isLetterFirst = name.utf8.first.map { isLetterOrDigit($0) && $0 > UInt8(ascii: "9") } ?? false
    return isPlain && isLetterFirst && !["http", "https"].contains(name.lowercased())
  }

  /// Domains with other letters than ASCII are left to the program's URLs to spell.
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
