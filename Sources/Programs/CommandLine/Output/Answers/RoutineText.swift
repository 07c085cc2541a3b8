internal import Activities
internal import Answers
internal import Suggestions

extension RoutineReport {
  /// The table for people and scripts; unknown routines are "unknown".
  var table: Table {
    var table = Table(header: ["routine", "usual", "rests on"])
    table.words = [0, 1, 2]
    table.rows = [
      row("waking, workdays", waking.workdays), row("waking, weekends", waking.weekends),
      row("bedtime, workdays", bedtime.workdays), row("bedtime, weekends", bedtime.weekends),
    ]
    for name in ["home", "work", "school", "gym"] {
      let place = places[name]
      table.rows.append([name, place.map { Formatting.plain($0.words) } ?? "unknown", place?.restsOn ?? ""])
    }
    for (name, leg) in [("way to work", wayToWork), ("way home", wayHome)] {
      let words = leg.map { "\($0.leaving.time) to \($0.arriving.time)" } ?? "unknown"
      table.rows.append([name, words, leg.map { Formatting.count($0.leaving.days, "day") } ?? ""])
    }
    return table
  }

  func row(_ name: String, _ time: Time?) -> [String] {
    [name, time?.words ?? "unknown", time.map { Formatting.count($0.days, "day") } ?? ""]
  }
}

extension RoutineReport.Time {
  var words: String { "\(time) ± \(spreadMinutes) min" }
}

extension RoutineReport.Place {
  var words: String {
    let position =
      name
      ?? latitude.flatMap { north in
        longitude.map { "\(Formatting.fixed(north, 4)),\(Formatting.fixed($0, 4))" }
      }
    let names = networks.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return ([position].compactMap(\.self) + names).joined(separator: " ")
  }

  var restsOn: String {
    switch basis {
    case "named": Formatting.count(count, "donation that names it", "donations that name it")
    case "nights": Formatting.count(count, "night")
    default: Formatting.count(count, "workday")
    }
  }
}
