package import Activities

/// The effect of a privacy rule on an import, as JSON.
package struct RuleUseReport: Encodable {
  /// The number of the rule, as `hunch rules list` prints it.
  private let rule: Int
  /// The number of donations that it filtered.
  private let filtered: Int
  /// The number of donations that it redacted.
  private let redacted: Int

  package init(_ use: RuleUse) {
    (rule, filtered, redacted) = (use.number, use.filtered, use.redacted)
  }
}
