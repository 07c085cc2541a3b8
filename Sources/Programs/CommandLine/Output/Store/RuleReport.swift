internal import Activities

/// A privacy rule as it is printed.
struct RuleReport: Encodable {
  let number: Int
  /// `drop`, `redact`, `hash`, `hide`, `show` or `pause`.
  let effect: String
  /// A Boolean value that indicates whether it concerns what happens now.
  let active: Bool
  /// The number of donations that it met.
  let count: Int
  let user: String?
  let type: String?
  let program: String?
  let activity: String?
  let info: [String]?
  let fields: [String]?
  let near: [Double]?
  let within: Double?
  let match: String?
  let site: String?
  let siteKind: String?
  let folder: String?
  let since: String?
  let until: String?

  init(_ rule: PrivacyRule, at now: Instant) {
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

  /// A line for each rule.
  static func text(_ reports: [RuleReport]) -> String {
    var table = Table(header: ["rule", "effect", "state", "count", "what"], words: [1, 2, 4])
    table.rows = reports.map {
      [String($0.number), $0.effect, $0.active ? "active" : "over", String($0.count), $0.what]
    }
    return table.text()
  }

  private var what: String {
    let parts: [(String, String?)] = [
      ("user", user), ("type", type), ("program", program), ("activity", activity),
      ("info", info.flatMap { $0.isEmpty ? nil : $0.joined(separator: ",") }),
      ("field", fields?.joined(separator: ",")), ("near", near.map { "\($0[0]),\($0[1])" }),
      ("within", within.map { "\($0)" }), ("match", match),
      ("site", site), ("site-kind", siteKind), ("folder", folder), ("since", since), ("until", until),
    ]
    return parts.compactMap { name, value in value.map { "\(name)=\(Formatting.plain($0))" } }
      .joined(separator: " ")
  }
}
