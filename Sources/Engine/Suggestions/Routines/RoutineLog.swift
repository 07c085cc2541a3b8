internal import Activities
internal import Foundation

/// The data that routines are learned from, cut into the user's days.
struct RoutineLog {
  /// A record of when and where something was done.
  struct Record {
    /// Hours of local wall time since 1970.
    let hours: Double
    let place: Place?
    /// The routine that the place is named after.
    let label: DailyRoutine?
    /// The network names by attribute.
    let networks: [String: String]
  }

  /// A user's day, which ends at their quietest hour rather than at midnight.
  struct Day {
    /// The day's number since 1970, by the date on which it begins.
    let number: Int
    /// Its records, as a range of ``RoutineLog/records``.
    let records: Range<Int>

    /// A Boolean value that indicates whether it is one of Monday to Friday.
    var isWorkday: Bool { Self.isWorkday(number) }

    static func isWorkday(_ number: Int) -> Bool { ((number + 3) % 7 + 7) % 7 < 5 }
  }

  /// The records, in order of local time.
  let records: [Record]
  /// The hour, since local midnight, at which days end.
  let cut: Double
  /// The days with a record, in order.
  let days: [Day]

  /// - Parameter donations: The donations, in order of local time.
  /// - Complexity: O(n).
  init(_ donations: [Donation]) {
    records = donations.map { donation in
      let context = donation.context
      var networks: [String: String] = [:]
      for name in RoutineAttribute.networks {
        if case .string(let text)? = context.attributes[name] { networks[name] = text }
      }
      return Record(
        hours: Double(context.instant.localMilliseconds) / 3_600_000, place: context.place,
        label: RoutineAttribute.label(of: context), networks: networks)
    }
    let cut = Self.quietestHour(of: records)
    self.cut = cut
    var days: [Day] = []
    for (index, record) in records.enumerated() {
      let number = Self.day(ofHours: record.hours, cut: cut)
      if let last = days.last, last.number == number {
        days[days.count - 1] = Day(number: number, records: last.records.lowerBound..<index + 1)
      } else {
        days.append(Day(number: number, records: index..<index + 1))
      }
    }
    self.days = days
  }

  /// Returns the user's day that a moment of local time belongs to.
  static func day(ofHours hours: Double, cut: Double) -> Int {
    Int(clamping: ((hours - cut) / 24).rounded(.down))
  }

  /// Returns the hours from the start of the day to a record.
  func sinceCut(_ record: Record) -> Double {
    record.hours - cut - Double(Self.day(ofHours: record.hours, cut: cut)) * 24
  }

  /// Returns the half hour with the fewest records within three hours before and after; ties go to
  /// the one nearest to 4:00.
  ///
  /// Times of day form a circle, which has no mean or median until it is cut. Cutting it where
  /// least happens splits no habit.
  private static func quietestHour(of records: [Record]) -> Double {
    var counts = [Int](repeating: 0, count: 48)
    for record in records {
      let hour = record.hours - (record.hours / 24).rounded(.down) * 24
      counts[min(47, Int(hour * 2))] += 1
    }
    func load(_ slot: Int) -> Int { (-6..<6).reduce(0) { $0 + counts[(slot + $1 + 48) % 48] } }
    func fromFour(_ slot: Int) -> Int { min((slot - 8 + 48) % 48, (8 - slot + 48) % 48) }
    let quietest = (0..<48).min { (load($0), fromFour($0), $0) < (load($1), fromFour($1), $1) }
    return Double(quietest ?? 8) / 2
  }
}
