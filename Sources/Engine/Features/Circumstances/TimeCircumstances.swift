internal import Activities

extension Circumstance {
  /// Local time of day, `hours` wide, around the clock.
  static func timeOfDay(hours width: Double) -> Circumstance {
    Circumstance(
      "time-of-day", width, code: .hour, needs: .exact,
      source: { bits(of: $0.localHour) },
      fill: { values, _, moment in
        for code in 0..<Int(WindowRecord.hourOfOrder) {
          values.append(Float(likeness(hour: hour(ofCode: code), moment.localHour, width: width)))
        }
        for _ in Int(WindowRecord.hourOfOrder)..<WindowRecord.hourCodes { values.append(0) }
      })
  }

  /// The local day of the week.
  static let weekday = Circumstance(
    "weekday", code: .day, needs: .day, source: { $0.weekday },
    fill: { values, _, moment in
      for day in 0..<8 { values.append(day == moment.weekday ? 1 : 0) }
    })

  /// Whether the day is a working day or a day off of the user.
  static let kindOfDay = Circumstance(
    "kind-of-day", code: .day, needs: .day,
    source: { Int($0.daysOff.rawValue) << 1 | ($0.isDayOff ? 1 : 0) },
    fill: { values, _, moment in
      for day in 0..<8 { values.append(moment.daysOff.contains(weekday: day) == moment.isDayOff ? 1 : 0) }
    })

  /// The time since the previous donation, a factor of two wide.
  static let gap = Circumstance(
    "gap", code: .gap, needs: .exact, isKnown: { $0.gap != nil }, remainder: { $1 },
    source: { bits(of: $0.gap ?? -1) },
    fill: { values, _, moment in
      let scale = moment.gap.map { gapScale(seconds: $0) }
      for code in 0..<WindowQuery.ageCodes - 1 {
        values.append(scale.map { Float(spline(gapScales[code] - $0)) } ?? 0)
      }
      values.append(0)
    })

  private static func bits(of number: Double) -> Int { Int(truncatingIfNeeded: number.bitPattern) }

  /// The position of each code of time on that scale.
  static let gapScales = (0..<WindowQuery.ageCodes).map { gapScale(ofCode: $0) }
}
