import Foundation

/// The size and the seed of random tests.
///
/// Every landing runs a few of them, from a seed that changes every day; `make nightly` runs all.
/// `HUNCH_SEED` repeats a run, and the Makefile prints the seed that it chose.
public enum Campaign {
  /// The seed of this run: `HUNCH_SEED`, or the number of the day.
  public static let seed: UInt64 =
    variable("HUNCH_SEED").flatMap { UInt64($0) } ?? UInt64(Date().timeIntervalSince1970 / 86_400)

  /// Returns the number in an environment variable, or the default.
  public static func count(_ name: String, usually usual: Int) -> Int {
    variable(name).flatMap { Int($0) } ?? usual
  }

  /// Returns the seeds of a campaign's rounds: different every day, the same for the same ``seed``.
  ///
  /// Neighbours are far apart, so that today's round 2 is not tomorrow's round 1.
  public static func seeds(_ count: Int) -> [UInt64] {
    var numbers = SeededNumbers(seed: seed)
    return (0..<max(0, count)).map { _ in numbers.next() }
  }

  /// Returns the last words of a failure message.
  ///
  /// - Parameter command: The command that runs the campaign again, such as `make test` or
  ///   `make nightly PART=kills`.
  public static func again(_ command: String) -> String {
    "seed \(seed); repeat it with: HUNCH_SEED=\(seed) \(command)"
  }

  private static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}
