/// The reason why a known activity is not suggested; it is still evidence, and can be found and
/// opened.
public enum Restraint: Hashable, Sendable {
  /// The user's rule with this number hides it.
  case rule(Int)
  /// It opens a site on a list of sensitive ones.
  case sensitive(SiteKind)
}

extension PrivacyRules {
  /// Returns the reason why an activity is not suggested, given its newest donation; `nil` if it
  /// may be.
  ///
  /// The last matching rule that hides or shows decides; without one, the lists of sensitive sites
  /// (``SiteKind``) do.
  ///
  /// - Complexity: O(rules that hide or show + length of its addresses).
  public func restraint(on newest: Donation) -> Restraint? {
    restraint(on: newest.activity) { $0.isMet(by: newest) }
  }

  /// Returns the reason why a hint's activity is not suggested; `nil` if it may be.
  ///
  /// - Complexity: O(rules that hide or show + length of its addresses).
  public func restraint(on stated: StatedHint, for user: UserIdentifier) -> Restraint? {
    restraint(on: stated.hint.activity) { $0.isMet(by: stated, for: user) }
  }

  private func restraint(on activity: UserActivity, isMet: (PrivacyRule) -> Bool) -> Restraint? {
    for rule in rules.reversed() where rule.effect.isAboutSuggestions && isMet(rule) {
      return rule.effect == .hide ? .rule(rule.number) : nil
    }
    for site in activity.sites {
      if let kind = SiteKind(of: site) { return .sensitive(kind) }
    }
    return nil
  }

  /// The rules that control suggestions.
  package var rulesAboutSuggestions: [PrivacyRule] { rules.filter(\.effect.isAboutSuggestions) }
}
