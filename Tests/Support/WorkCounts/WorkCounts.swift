import Benchmarking
import CCallgrind

/// Runs a known number of calls of each kind of work under callgrind, which counts their
/// instructions and allocations.
///
/// `scripts/counts.sh` runs it and compares the counts with `Benchmarks/thresholds.txt`. Arguments
/// are pairs of numbers of activities and donations, one pair per simulated person. It prints a
/// line for each part that callgrind writes: its number, the calls, and the work. Lines with counts
/// of the program itself (bytes) are not parts; they begin with a dash.
@main
struct WorkCounts {
  /// The number of donations that the models of these people followed: enough for all learned state
  /// to exist.
  private static let followed = 16

  private var part = 0

  static func main() throws {
    guard hunch_is_counted() != 0 else {
      print("WorkCounts: run scripts/counts.sh where valgrind and its header are installed")
      return
    }
    let sizes = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    var counts = WorkCounts()
    for first in stride(from: 0, to: sizes.count - 1, by: 2) {
      try counts.person(activities: max(1, sizes[first]), donations: max(1, sizes[first + 1]))
    }
  }

  private mutating func person(activities: Int, donations: Int) throws {
    // Fewer calls of expensive work: the counts differ little from call to call.
    let calls = max(4, min(32, 6_400 / activities))
    if donations <= BenchmarkPlan.usualDonations {
      var ranking = try RankingCase(candidates: activities, features: Benchmarks.shippedFeatures, seed: 1)
      try count(calls, "score, \(activities) candidates") { try ranking.rank(limit: Benchmarks.limit) }
    }
    var person = try PersonCase(
      activities: activities, donations: donations, followed: Self.followed, seed: 1)
    let words = "\(activities) activities, \(donations) donations"
    print("- 1 bytes of a person, \(words): \(person.tableBytes)")
    try count(calls, "features, \(words)") { person.describe() }
    try count(calls, "assess, \(words)") { try person.assess() }
    try count(calls, "query, \(words)") { try person.suggest() }
    try count(calls, "query within an hour, \(words)") { try person.suggestWithinHour() }
    try count(calls, "evidence, \(words)") { person.observe() }
    try count(calls, "learn, \(words)") { try person.learn() }
  }

  /// Counts calls, after some calls for warming up.
  private mutating func count(_ calls: Int, _ name: String, _ call: () throws -> Float) throws {
    var sum: Float = 0
    for _ in 0..<4 { sum += try call() }
    part += 1
    hunch_count_start()
    for _ in 0..<calls { sum += try call() }
    hunch_count_stop(Int32(part))
    print("\(part) \(calls) \(name)\(sum.isNaN ? " (not a number)" : "")")
  }
}
