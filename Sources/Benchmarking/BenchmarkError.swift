/// Why nothing was measured.
public enum BenchmarkError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Nothing would be measured.
  case repetitionsNotPositive
  /// The engine did not suggest the only activity there is.
  case nothingSuggested
  /// What was to be continued led nowhere, or elsewhere.
  case notContinued
  /// The store did not do what it was measured at.
  case notStored
  /// Bare SQLite refused what it was measured at, with this code.
  case bareSQLite(code: Int)

  /// The reason.
  public var description: String {
    switch self {
    case .repetitionsNotPositive: "the number of repetitions has to be at least 1"
    case .nothingSuggested: "the engine suggested nothing, so there is nothing to continue"
    case .notContinued: "the continuation layer did not lead to the only action there is"
    case .notStored: "the store did not do what was asked of it"
    case .bareSQLite(let code): "bare SQLite failed with code \(code); check the disk of the temporary folder"
    }
  }
}
