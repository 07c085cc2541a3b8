/// What becomes of two routes that match the same URLs though none is more specific.
public enum RouteAmbiguity: Sendable {
  /// The table is not made.
  case refused
  /// The one that is declared first is taken, and the other one is reported as advice.
  case firstDeclared
}
