/// The reason for which an activity is not suggested though it is known: it is evidence, is found
/// by a search, and can be opened.
public enum Restraint: Hashable, Sendable {
  /// A rule of the user hides it; its number.
  case rule(Int)
  /// It opens a site of a list of sensitive ones.
  case sensitive(SiteKind)
}

extension PrivacyRules {
  /// Returns the reason for which the activity of a donation, its newest, is not suggested; `nil`
  /// if it may be.
  ///
  /// Of the rules that hide and show, the last that is about it decides; without one the lists of
  /// sensitive sites (``SiteKind``) do.
  ///
  /// - Complexity: O(rules that hide or show + length of its addresses).
  public func restraint(on newest: Donation) -> Restraint? {
    restraint(on: newest.activity) { $0.isMet(by: newest) }
  }

  /// Returns the reason for which what a hint names is not suggested; `nil` if it may be.
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

  /// The rules that say what may be suggested.
  package var rulesAboutSuggestions: [PrivacyRule] { rules.filter(\.effect.isAboutSuggestions) }
}
