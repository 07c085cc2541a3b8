// Hints: What does a program say may matter now?
//
// Start here: a `Hint` is assessed in a context (`AssessedHint`), each of its providers by a
// `RelevanceCurve` or a `RoutineDetector`. A `HintPool` combines assessed hints with learned
// probabilities. `LearnedRoutines` is the detector that learns a user's day from their donations.

package import Activities
internal import Foundation

/// The relevance of a moment or a place, from 0 to 1; it is continuous, so that no minute or metre
/// makes it jump.
///
/// All curves fade alike. At a distance *d* from full relevance, in seconds or metres, with a
/// half-life *h*,
///
///     fading(d) = max(0, (2^(−d/h) − 2^(−6)) / (1 − 2^(−6)))
///
/// which is 1 at *d* = 0, halves about every *h*, and is exactly 0 from 6 *h* on. Apple documents
/// that its curves rise towards the start, fall off afterwards and are stretched by an end; the
/// numbers are ours.
package enum RelevanceCurve {
  /// The time in which relevance doubles before a start, in seconds.
  ///
  /// 30 minutes: it begins three hours before, when one leaves for an airport.
  package static let riseHalfLife = 1_800.0
  /// The time in which relevance halves after an end, in seconds.
  ///
  /// 20 minutes: past events matter for a shorter time than coming ones; two hours later it is 0.
  package static let fallHalfLife = 1_200.0
  /// The minimum distance over which relevance halves outside a region, in metres.
  ///
  /// 250 m: three minutes on foot; it begins 1.5 km before.
  package static let leastHalfDistance = 250.0
  /// The number of half-lives after which it is 0: 2^-6 is 1.6 %.
  package static let reach = 6.0

  /// Returns the share of full relevance at a distance.
  ///
  /// - Parameters:
  ///   - distance: The distance, at least 0, in the unit of the half-life.
  ///   - halfLife: The half-life, more than 0.
  package static func fading(_ distance: Double, halfLife: Double) -> Double {
    let floor = exp2(-reach)
    return min(1, max(0, (exp2(-distance / halfLife) - floor) / (1 - floor)))
  }

  /// Returns the relevance of a date, which rises to the start, stays 1 to the end, and falls after
  /// it, or after the start if there is no end.
  package static func relevance(of date: DateRelevance, at instant: Instant) -> Double {
    let untilStart = date.start.seconds(since: instant)
    if untilStart > 0 { return fading(untilStart, halfLife: riseHalfLife) }
    return fading(max(0, instant.seconds(since: date.end ?? date.start)), halfLife: fallHalfLife)
  }

  /// Returns the relevance of a daily span, on the wall clock.
  ///
  /// Only the local time counts, so it follows travel and daylight saving; when the clock jumps,
  /// relevance does too.
  package static func relevance(of daily: DailyRelevance, at instant: Instant) -> Double {
    relevance(fromHour: Double(daily.start) / 60, toHour: Double(daily.end) / 60, at: instant)
  }

  /// Returns the relevance between two hours since local midnight; an end before the start is on
  /// the next day.
  static func relevance(fromHour start: Double, toHour end: Double, at instant: Instant) -> Double {
    func ahead(_ hours: Double) -> Double {
      let rest = hours.truncatingRemainder(dividingBy: 24)
      return rest < 0 ? rest + 24 : rest
    }
    let now = instant.localHour
    if ahead(now - start) <= ahead(end - start) { return 1 }
    return max(
      fading(ahead(start - now) * 3_600, halfLife: riseHalfLife),
      fading(ahead(now - end) * 3_600, halfLife: fallHalfLife))
  }

  /// Returns the relevance of a region: 1 inside, falling with the distance from its edge.
  ///
  /// It halves every ``leastHalfDistance``, every half radius for large regions, and every
  /// uncertainty for a place that is known roughly.
  package static func relevance(of region: PlaceRelevance, from place: Place) -> Double {
    let outside = max(0, place.distance(to: region.center) - region.radius)
    let halfLife = max(leastHalfDistance, region.radius / 2, place.horizontalAccuracy ?? 0)
    return fading(outside, halfLife: halfLife)
  }
}
