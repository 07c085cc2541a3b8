extension Manifest {
  /// Where the manifest and the program's actions disagree.
  ///
  /// Types that are not listed, types that no action performs, aliases that clash or are not listed, other eligibilities.
  ///
  /// - Parameter declared: What the program's actions declare of themselves, in any order.
  /// - Returns: All problems; empty if the manifest fits.
  public func problems(comparedWith declared: [ActivityType]) -> [ManifestProblem] {
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

  /// The manifest as it should be for these actions: their types and eligibilities, with the titles and aliases of this one.
  ///
  /// An alias that would stand for two types is left out: only the programmer knows whose it is.
  ///
  /// - Throws: ``ManifestError`` if an action's own type, title or alias is none.
  public func corrected(for declared: [ActivityType]) throws(ManifestError) -> Manifest {
    let merged = merged(with: declared.sortedByType)
    var owners: [String: Int] = [:]
    for name in merged.flatMap({ [$0.type] + $0.aliases }) { owners[name, default: 0] += 1 }
    let types = merged.map { type in
      ActivityType(
        type.type, title: type.title, eligibility: type.eligibility,
        aliases: type.aliases.filter { owners[$0] == 1 })
    }
    return try Manifest(
      application: application, publisher: publisher, activityTypes: types, schemes: schemes, domains: domains
    )
  }

  /// Refuses to go on if the manifest does not fit the program's actions.
  ///
  /// - Throws: ``ManifestMismatch`` with all problems, and the text of the manifest that would fit.
  public func check(against declared: [ActivityType]) throws(ManifestMismatch) {
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

  /// Each declared type once, with the title and aliases that this manifest adds.
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

/// The manifest does not fit the program's actions.
public struct ManifestMismatch: Error, Equatable, Sendable, CustomStringConvertible {
  /// All problems at once.
  public let problems: [ManifestProblem]
  /// The text of a manifest that fits; `nil` if an action's own declaration is not valid.
  public let corrected: String?

  /// A line for each problem, then the manifest to paste.
  public var description: String {
    let lines = problems.map(\.description).joined(separator: "\n")
    return corrected.map { "\(lines)\nThis manifest fits:\n\($0)" } ?? lines
  }
}

extension [Manifest.ActivityType] {
  fileprivate var sortedByType: [Manifest.ActivityType] {
    sorted { $0.type.utf8.lexicographicallyPrecedes($1.type.utf8) }
  }
}
