internal import Activities
internal import Foundation

/// A filter that removes secrets from a record before it becomes a donation.
///
/// Importers judge texts of a known kind: lines, addresses, titles. This filter judges texts that
/// they copy: names of programs, devices, groups and records, attributes of the context, names of
/// places. It applies to all importers.
struct StoredTexts {
  private let rules: SecretRules
  /// The results for repeated texts.
  private var known: [String: SecretRules.Name?] = [:]

  private static let mostKnown = 4_096
  private static let longestKnown = 256

  init(_ rules: SecretRules) { self.rules = rules }

  /// Removes texts with secrets from a record.
  ///
  /// - Returns: The rule hit by the activity's identity, if any; the record is then skipped.
  /// - Complexity: O(length of the texts).
  mutating func withhold(from found: inout HistoryActivity) throws(ActivityError) -> SecretRules.Name? {
    var withheld: SecretRules.Name?
    func note(_ rule: SecretRules.Name) { withheld = rule }
    if let rule = match(found.program, .identifier) { (found.program, withheld) = (nil, rule) }
    if let rule = match(found.device, .identifier) { (found.device, withheld) = (nil, rule) }
    if let rule = rules.firstMatch(in: found.key ?? "", kind: .identifier) {
      (found.key, withheld) = (nil, rule)
    }
    if let place = found.place, let rule = match(place.name, .title) {
      found.place = try Place(
        latitude: place.latitude, longitude: place.longitude, horizontalAccuracy: place.horizontalAccuracy)
      withheld = rule
    }
    for (name, value) in found.attributes {
      if let rule = match(value, .unknown) ?? match(name, .identifier) {
        (found.attributes[name], withheld) = (nil, rule)
      }
    }
    let identifying = found.activity.requiredUserInfoKeys ?? Set(found.activity.userInfo.keys)
    for (name, value) in found.activity.userInfo where !Self.judged.contains(name) {
      guard let rule = match(value, .identifier) else { continue }
      if identifying.contains(name) { return rule }
      (found.activity.userInfo[name], withheld) = (nil, rule)
    }
    for (name, value) in found.activity.contentAttributes {
      if let rule = match(value, .identifier) {
        (found.activity.contentAttributes[name], withheld) = (nil, rule)
      }
    }
    if let rule = match(found.activity.subtitle, .identifier) {
      (found.activity.subtitle, withheld) = (nil, rule)
    }
    if let rule = match(found.activity.persistentIdentifier, .identifier) {
      (found.activity.persistentIdentifier, withheld) = (nil, rule)
    }
    if let rule = match(found.activity.relatedUniqueIdentifier, .identifier) {
      (found.activity.relatedUniqueIdentifier, withheld) = (nil, rule)
    }
    if let rule = match(found.activity.targetContentIdentifier, .identifier) {
      (found.activity.targetContentIdentifier, withheld) = (nil, rule)
    }
    if let rule = match(found.activity.suggestedInvocationPhrase, .title) {
      (found.activity.suggestedInvocationPhrase, withheld) = (nil, rule)
    }
    for word in found.activity.keywords {
      guard let rule = match(word, .identifier) else { continue }
      found.activity.keywords.remove(word)
      withheld = rule
    }
    if let rule = match(found.activity.title, .identifier) { (found.activity.title, withheld) = (nil, rule) }
    if let interaction = found.activity.interaction, let rule = match(interaction) {
      found.activity.interaction = nil
      withheld = rule
    }
    if let withheld, found.withheld == nil { found.withheld = .secret(withheld) }
    return match(found.activity.activityType, .identifier)
  }

  /// Values whose kind importers know and judge.
  private static let judged: Set<String> = ["line", "template", "page", "path"]

  private mutating func match(_ interaction: Interaction) -> SecretRules.Name? {
    match(interaction.actionName, .identifier) ?? match(interaction.identifier, .identifier)
      ?? match(interaction.groupIdentifier, .identifier)
      ?? interaction.parameters.values.lazy.compactMap { [rules] in
        if case .string(let text) = $0 { rules.firstMatch(in: text, kind: .unknown) } else { nil }
      }.first
  }

  private mutating func match(_ value: ActivityValue, _ kind: SecretRules.TextKind) -> SecretRules.Name? {
    switch value {
    case .string(let text): match(text, kind)
    case .url(let url): match(url.absoluteString, kind == .unknown ? .url : kind)
    default: nil
    }
  }

  private mutating func match(_ text: String?, _ kind: SecretRules.TextKind) -> SecretRules.Name? {
    guard let text, !text.isEmpty else { return nil }
    guard text.utf8.count <= Self.longestKnown else { return rules.firstMatch(in: text, kind: kind) }
    let name = "\(kind):\(text)"
    if let known = known[name] { return known }
    let rule = rules.firstMatch(in: text, kind: kind)
    if known.count >= Self.mostKnown { known = [:] }
    known[name] = .some(rule)
    return rule
  }
}
