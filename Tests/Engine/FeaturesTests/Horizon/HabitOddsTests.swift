import Foundation
import Testing

@testable import Features

/// The three hypotheses about the days on which an activity was done.
@Suite struct HabitOddsTests {
  private typealias Days = HabitOdds.Days

  @Test func whatIsDoneEverySundayIsDoneOnSundaysAndOnNoOtherDay() {
    // Four weeks: done on each Sunday, and on none of the other 24 days; Saturdays are days off,
    // too.
    let sunday = HabitOdds(
      all: Days(done: 4, all: 28), like: Days(done: 4, all: 8), weekday: Days(done: 4, all: 4))
    #expect(sunday.probability > 0.6 && sunday.weekly > 0.9, "\(sunday)")
    let saturday = HabitOdds(
      all: Days(done: 4, all: 28), like: Days(done: 4, all: 8), weekday: Days(done: 0, all: 4))
    #expect(saturday.probability < 0.5 && saturday.probability > 0.1, "\(saturday)")
    let monday = HabitOdds(
      all: Days(done: 4, all: 28), like: Days(done: 0, all: 20), weekday: Days(done: 0, all: 4))
    #expect(monday.probability < 0.03, "\(monday)")
  }

  @Test func whatIsDoneOnFourDaysOfManyIsAsLikelyAsTheClimatologySays() {
    let scattered = HabitOdds(
      all: Days(done: 4, all: 28), like: Days(done: 3, all: 20), weekday: Days(done: 1, all: 4))
    #expect(abs(scattered.probability - 4.2 / 30) < 0.03, "\(scattered)")
    #expect(scattered.weekly < 0.4)
    let daily = HabitOdds(
      all: Days(done: 27, all: 28), like: Days(done: 19, all: 20), weekday: Days(done: 4, all: 4))
    #expect(daily.probability > 0.88)
    let workdays = HabitOdds(
      all: Days(done: 20, all: 28), like: Days(done: 20, all: 20), weekday: Days(done: 4, all: 4))
    #expect(workdays.probability > 0.88)
  }

  @Test func withoutDaysItIsThePrior() {
    let none = HabitOdds(
      all: Days(done: 0, all: 0), like: Days(done: 0, all: 0), weekday: Days(done: 0, all: 0))
    #expect(abs(none.probability - 0.1) < 1e-6 && abs(none.weekly - 1.0 / 3) < 1e-6)
  }

  /// Bayes' rule, computed with the gamma function.
  @Test func theAccountsAreWeighedByHowLikelyTheyMakeTheDays() {
    func likelihood(_ days: Days) -> Double {
      func beta(_ a: Double, _ b: Double) -> Double { lgamma(a) + lgamma(b) - lgamma(a + b) }
      return beta(Double(days.done) + 0.2, Double(days.all - days.done) + 1.8) - beta(0.2, 1.8)
    }
    func share(_ days: Days) -> Double { (Double(days.done) + 0.2) / (Double(days.all) + 2) }
    for all in [0, 1, 7, 28, 60] {
      for weekdays in [0, all / 7] {
        for likes in [weekdays, 2 * weekdays, all] {
          for done in 0...weekdays {
            for other in [0, (likes - weekdays) / 2, likes - weekdays] where other >= 0 {
              let weekday = Days(done: done, all: weekdays)
              let like = Days(done: done + other, all: max(likes, weekdays))
              let every = Days(done: like.done + (all - like.all) / 3, all: all)
              let odds = HabitOdds(all: every, like: like, weekday: weekday)
              let weights = [
                likelihood(every), likelihood(like) + likelihood(every - like),
                likelihood(weekday) + likelihood(every - weekday),
              ].map(exp)
              let mean = zip(weights, [every, like, weekday].map(share)).reduce(0) { $0 + $1.0 * $1.1 }
              let sum = weights.reduce(0, +)
              #expect(abs(Double(odds.probability) - mean / sum) < 1e-5, "\(every), \(like), \(weekday)")
              #expect(abs(Double(odds.weekly) - weights[2] / sum) < 1e-5, "\(every), \(like), \(weekday)")
            }
          }
        }
      }
    }
  }
}
