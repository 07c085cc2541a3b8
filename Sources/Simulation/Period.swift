/// A stretch of days on which life is different: a holiday, a new job, a journey, a day of illness, working at home.
struct Period: Hashable, Sendable {
  let name: String
  /// Days counted from 0, inclusive.
  let days: ClosedRange<Int>
  /// The probability that a day among them belongs to the period; 1 is every day.
  let probability: Double
  /// The days of the week that can belong to it.
  let weekdays: Set<Int>
  /// The zone in force meanwhile.
  let timeZone: String?
  /// Places that stand for other ones meanwhile: a hotel for home.
  let instead: [String: String]
}
