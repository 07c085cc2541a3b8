/// Whether a constraint is satisfied.
public enum ConstraintStatus: Hashable, Sendable {
  /// Nobody knows yet: the store or the user has not been asked.
  case unknown
  /// It is not.
  case unsatisfied
  /// It is.
  case satisfied
}
