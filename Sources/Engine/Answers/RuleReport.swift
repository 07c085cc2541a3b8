package import Activities

/// The printed report of a privacy rule.
package struct RuleReport: Encodable {
  package let number: Int
  /// `drop`, `redact`, `hash`, `hide`, `show` or `pause`.
  package let effect: String
  /// A Boolean value that indicates whether it applies at present.
  package let active: Bool
  /// The number of matched donations.
  package let count: Int
  package let user: String?
  package let type: String?
  package let program: String?
  package let activity: String?
  package let info: [String]?
  package let fields: [String]?
  package let near: [Double]?
  package let within: Double?
  package let match: String?
  package let site: String?
  package let siteKind: String?
  package let folder: String?
  package let since: String?
  package let until: String?

  package init(_ rule: PrivacyRule, at now: Instant) {
    let criteria = rule.criteria
    number = rule.number
    active = rule.isActive(at: now)
    count = rule.count
    user = rule.user?.name
    type = criteria.activityType
    program = criteria.program
    activity = criteria.identity?.description
    near = criteria.area.map { [$0.latitude, $0.longitude] }
    within = criteria.area?.radius
    match = criteria.text
    (site, siteKind, folder) = (criteria.site?.host, criteria.siteKind?.rawValue, criteria.folder)
    (since, until) = (criteria.since?.rfc3339, criteria.until?.rfc3339)
    let parts: DonationParts?
    switch rule.effect {
    case .drop: (effect, parts) = (rule.isPause ? "pause" : "drop", nil)
    case .redact(let values): (effect, parts) = ("redact", values)
    case .redactText: (effect, parts) = ("redact", nil)
    case .hide: (effect, parts) = ("hide", nil)
    case .show: (effect, parts) = ("show", nil)
    case .hash(let values): (effect, parts) = ("hash", values)
    }
    info = parts.map { $0.keys.sorted() } ?? criteria.userInfoKey.map { [$0] }
    fields = parts.flatMap { $0.fields.isEmpty ? nil : $0.fields.map(\.rawValue).sorted() }
  }
}
