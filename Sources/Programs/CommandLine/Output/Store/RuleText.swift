internal import Activities
internal import Answers

extension RuleReport {
  /// Returns a line for each rule.
  static func text(_ reports: [RuleReport]) -> String {
    var table = Table(header: ["rule", "effect", "state", "count", "what"], words: [1, 2, 4])
    table.rows = reports.map {
      [String($0.number), $0.effect, $0.active ? "active" : "over", String($0.count), $0.what]
    }
    return table.text()
  }

  var what: String {
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
