import Foundation

/// The size and the seed of what is tried at random.
///
/// A landing tries a little, from a seed that changes every day; `make nightly` tries all of it.
/// `HUNCH_SEED` repeats a run, and the Makefile prints the seed that it chose.
public enum Campaign {
  /// The seed of this run: `HUNCH_SEED`, or the number of the day.
  public static let seed: UInt64 =
    variable("HUNCH_SEED").flatMap { UInt64($0) } ?? UInt64(Date().timeIntervalSince1970 / 86_400)

  /// The number in an environment variable, or the usual one.
  public static func count(_ name: String, usually usual: Int) -> Int {
    variable(name).flatMap { Int($0) } ?? usual
  }

  /// Seeds of a campaign's rounds: other ones every day, the same ones for the same ``seed``.
  ///
  /// Neighbours are far apart, so that round 2 of today is not round 1 of tomorrow.
  public static func seeds(_ count: Int) -> [UInt64] {
    var numbers = SeededNumbers(seed: seed)
    return (0..<max(0, count)).map { _ in numbers.next() }
  }

  /// The words that a failure ends with.
  ///
  /// - Parameter command: What runs the campaign again, as `make test` or
  ///   `make nightly PART=kills`.
  public static func again(_ command: String) -> String {
    "seed \(seed); repeat it with: HUNCH_SEED=\(seed) \(command)"
  }

  private static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}
