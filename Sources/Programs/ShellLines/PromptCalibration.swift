internal import Foundation

/// The change from the probability that the engine gives a line to the probability that it is the
/// next line at a prompt.
///
/// The engine is fitted at donations, where the time since the line before is known. At a prompt it
/// is not known yet, and the answer for the first instant is too sure. But it is known whether the
/// line before changed the folder or the host: then people more often run a line that they have run
/// before, such as `ls`.
///
/// It is a logistic regression on the log odds, fitted to every second one of 128 people
/// (`Benchmarks/results/shell.md`, which has the figures for the other half).
enum PromptCalibration {
  private static let (intercept, slope, moved) = (-1.35, 0.60, 1.44)

  /// Returns the probability that a line is next.
  ///
  /// - Parameters:
  ///   - probability: The engine's probability, 0 to 1.
  ///   - hasMoved: Whether the line before it changed the folder or the host.
  static func calibrated(_ probability: Double, hasMoved: Bool) -> Double {
    let bounded = min(max(probability, 1e-4), 1 - 1e-4)
    let odds = intercept + slope * Foundation.log(bounded / (1 - bounded)) + (hasMoved ? moved : 0)
    return 1 / (1 + Foundation.exp(-odds))
  }
}
