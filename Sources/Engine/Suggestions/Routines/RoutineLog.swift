internal import Activities
internal import Foundation

/// Donations as far as routines are learned from them, and cut into the days of the person.
struct RoutineLog {
  /// A record of when and where something was done.
  struct Record {
    /// Hours of local wall time since 1970.
    let hours: Double
    let place: Place?
    /// The routine that the place is named after.
    let label: DailyRoutine?
    /// By attribute, the network's name.
    let networks: [String: String]
  }

  /// A day of the person: it does not end at midnight, but at their quietest hour.
  struct Day {
    /// Counted from 1970, by the date on which it begins.
    let number: Int
    /// Its records, as a range of ``RoutineLog/records``.
    let records: Range<Int>

    /// A Boolean value that indicates whether it is one of Monday to Friday.
    var isWorkday: Bool { Self.isWorkday(number) }

    static func isWorkday(_ number: Int) -> Bool { ((number + 3) % 7 + 7) % 7 < 5 }
  }

  /// In the order of local time.
  let records: [Record]
  /// The hour, since local midnight, at which days end.
  let cut: Double
  /// Days with a record, in their order.
  let days: [Day]

  /// - Parameter donations: In the order of local time.
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

  /// The day of the person that a moment of local time belongs to.
  static func day(ofHours hours: Double, cut: Double) -> Int {
    Int(clamping: ((hours - cut) / 24).rounded(.down))
  }

  /// Hours of a record since the day began.
  func sinceCut(_ record: Record) -> Double {
    record.hours - cut - Double(Self.day(ofHours: record.hours, cut: cut)) * 24
  }

  /// The half hour around which least is done, within three hours before and after; of equals the
  /// one nearest to 4:00.
  ///
  /// Times of day lie on a circle, and have no mean or median before it is cut; cut where there is
  /// least, no habit is torn apart.
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
