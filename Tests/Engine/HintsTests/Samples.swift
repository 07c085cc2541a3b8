import Activities
import Foundation

@testable import Suggestions

/// Moments, places and hints for the tests.
enum Sample {
  /// Returns a local time in March 2026; by default on Monday 2 March, in Berlin.
  static func instant(_ clock: String, day: Int = 2, offset: String = "+01:00") throws -> Instant {
    let date = day < 10 ? "0\(day)" : "\(day)"
    return try Instant(rfc3339: "2026-03-\(date)T\(clock):00\(offset)")
  }

  static let station = try? Place(latitude: 52.5251, longitude: 13.3694)

  /// Returns a place at a distance in metres north of the station.
  static func place(metresNorth: Double, accuracy: Double? = nil) throws -> Place {
    try Place(latitude: 52.5251 + metresNorth / 111_194.9, longitude: 13.3694, horizontalAccuracy: accuracy)
  }

  static func region(radius: Double) throws -> PlaceRelevance {
    try PlaceRelevance(center: place(metresNorth: 0), radius: radius)
  }

  static func hint(
    _ name: String = "ticket", _ relevance: [Relevance], kind: Hint.Kind = .standard,
    by program: String = "org.example.rail"
  ) throws -> StatedHint {
    let activity = try UserActivity(
      activityType: "\(program).show", title: "Show the \(name)", userInfo: ["name": .string(name)])
    return StatedHint(by: program, try Hint(of: activity, relevance: relevance, kind: kind))
  }

  static func assess(
    _ relevance: [Relevance], in context: Context, by detector: StatedRoutines = StatedRoutines([:])
  ) throws -> AssessedHint {
    AssessedHint(try hint("ticket", relevance), in: context, by: detector)
  }
}

/// A detector that returns fixed values.
struct StatedRoutines: RoutineDetector {
  let values: [DailyRoutine: Double]

  init(_ values: [DailyRoutine: Double]) { self.values = values }

  func relevance(of routine: DailyRoutine, in context: Context) -> Double? { values[routine] }
}
