internal import Activities
internal import Kernels

/// The days of the week on which a user's activities differ from the rest: Saturday and Sunday,
/// until the log shows otherwise.
///
/// The grouping of the days is a choice between partitions of the week by their marginal
/// likelihood. Given a partition, each activity is done on a share of the days, whose prior is a
/// beta distribution. Days off have less of the activities of other days, so an activity gets a
/// separate share there only if it is lower. A habit on one day of the week therefore does not make
/// that a day off.
public struct DaysOff: Hashable, Sendable {
  /// A bit for each day of the week, from Monday on.
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Saturday and Sunday.
  public static let usual = DaysOff(rawValue: 0b110_0000)

  /// A Boolean value that indicates whether it is one of ``candidates``.
  var isSound: Bool { Self.candidates.contains(self) }

  /// Returns whether a day of the week, 0 for Monday, is a day off.
  public func contains(weekday: Int) -> Bool { rawValue & 1 << UInt8(weekday) != 0 }

  /// Returns whether a day is a day off.
  ///
  /// - Parameter day: Days of local wall time since 1970-01-01, which was a Thursday.
  public func contains(day: Int) -> Bool { contains(weekday: ((day + 3) % 7 + 7) % 7) }

  /// The sets of days to choose from: one to three adjacent days.
  static let candidates: [DaysOff] = {
    var all = [usual]
    for length in 1...3 {
      for first in 0..<7 {
        var days: UInt8 = 0
        for day in first..<first + length { days |= 1 << UInt8(day % 7) }
        if days != usual.rawValue { all.append(DaysOff(rawValue: days)) }
      }
    }
    return all
  }()

  /// How much more likely than any other set the usual one is a priori, in nats.
  private static let usualLead = 5.0
  /// The prior of the share of days on which an activity is done.
  private static let prior = (done: 0.5, not: 0.5)

  /// Chooses the days off.
  ///
  /// - Parameters:
  ///   - done: For each activity, the number of days of each weekday on which it was done.
  ///   - days: The number of days of each weekday in the period.
  /// - Complexity: O(candidates · activities).
  init(done: [[Int]], days: [Int]) {
    let logGamma = LogGamma(upTo: days.reduce(0, +), prior: Self.prior)
    var (best, most) = (Self.usual, -Double.infinity)
    for candidate in Self.candidates {
      var likelihood = candidate == Self.usual ? Self.usualLead : 0
      for own in done {
        var (times, all) = ((off: 0, on: 0), (off: 0, on: 0))
        for weekday in 0..<7 {
          if candidate.contains(weekday: weekday) {
            times.off += own[weekday]
            all.off += days[weekday]
          } else {
            times.on += own[weekday]
            all.on += days[weekday]
          }
        }
        likelihood +=
          times.off * all.on < times.on * all.off
          ? logGamma.likelihood(of: times.off, in: all.off) + logGamma.likelihood(of: times.on, in: all.on)
          : logGamma.likelihood(of: times.off + times.on, in: all.off + all.on)
      }
      if likelihood > most { (best, most) = (candidate, likelihood) }
    }
    self = best
  }
}

/// The logarithms of the likelihood of counts whose share is drawn from a beta distribution, from
/// tables for small counts.
struct LogGamma: Sendable {
  private let done: [Double]
  private let not: [Double]
  private let all: [Double]

  /// - Parameters:
  ///   - most: The maximum number of trials.
  ///   - prior: The parameters of the beta distribution.
  init(upTo most: Int, prior: (done: Double, not: Double)) {
    func table(_ start: Double) -> [Double] {
      var (sums, sum) = ([0.0], 0.0)
      for number in 0..<max(0, most) {
        sum += Elementary.logarithm(start + Double(number))
        sums.append(sum)
      }
      return sums
    }
    (done, not, all) = (table(prior.done), table(prior.not), table(prior.done + prior.not))
  }

  /// The log probability of one sequence of `trials` trials with `times` successes.
  func likelihood(of times: Int, in trials: Int) -> Double {
    done[times] + not[trials - times] - all[trials]
  }
}
