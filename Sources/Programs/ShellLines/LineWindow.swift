internal import Activities

/// The part of a user's history from which lines are learned: whole weeks, up to the one with the
/// newest donation, without the oldest commands of too many.
///
/// It depends on the store and the moment only, so that a program that has just started and one
/// that has been running for weeks give the same answer.
struct LineWindow: Equatable {
  /// The commands and donations of each week, by its number.
  private(set) var weeks: [Int64: Count] = [:]

  /// The contents of a week.
  struct Count: Equatable {
    var commands = 0
    var donations = 0
  }

  /// The maximum number of commands that count.
  let most: Int

  /// The default of ``most``; a week with more has a script or an import in it.
  static let mostCommands = 20_000
  /// The number of commands that are enough: with 60 a day, those of five weeks.
  static let enough = 2_000
  /// The maximum number of donations to read for them, plus those of a week.
  static let mostDonations = 40_000
  /// The maximum number of weeks: a year.
  static let mostWeeks: Int64 = 52

  init(most: Int = Self.mostCommands) { self.most = most }

  /// The number of the oldest commands that do not count.
  ///
  /// It grows in steps, so that not each command begins the history again.
  var skipped: Int {
    let step = max(1, most / 4)
    return max(0, (commands - most + step - 1) / step * step)
  }

  /// The milliseconds of a week.
  private static let length: Int64 = 7 * 86_400_000

  /// Returns the number of the week that has a moment, in milliseconds since 1970.
  static func week(of milliseconds: Int64) -> Int64 { milliseconds.flooringDivision(by: length) }

  /// The milliseconds of a week, half-open.
  static func times(of week: Int64) -> Range<Int64> { week * length..<(week + 1) * length }

  /// Counts a donation.
  mutating func count(at milliseconds: Int64, isCommand: Bool) {
    let week = Self.week(of: milliseconds)
    weeks[week, default: Count()].donations += 1
    if isCommand { weeks[week, default: Count()].commands += 1 }
  }

  /// Returns the last week that counts at a moment: the one with the newest donation, or the one
  /// after the present week, as the clock of a program may be ahead.
  func last(at now: Int64) -> Int64 {
    let next = Self.week(of: now) + 1
    return weeks.keys.filter { $0 <= next }.max() ?? next
  }

  /// Returns whether the weeks from one on are enough at a moment, so that no earlier one counts.
  func isEnough(from week: Int64, at now: Int64) -> Bool {
    let last = last(at: now)
    guard week > last - Self.mostWeeks else { return true }
    var sum = Count()
    for (number, count) in weeks where number >= week && number <= last {
      sum.commands += count.commands
      sum.donations += count.donations
    }
    return sum.commands >= Self.enough || sum.donations >= Self.mostDonations
  }

  /// The number of commands, skipped ones included.
  var commands: Int { weeks.values.reduce(0) { $0 + $1.commands } }
}
