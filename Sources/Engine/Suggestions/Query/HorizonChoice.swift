package import Activities

/// A choice of horizon: the surface's default, or a stated one.
package enum HorizonChoice: Hashable, Sendable {
  /// The default of the surface.
  case ofSurface
  /// A horizon in seconds; `nil` for conditional probabilities.
  case stated(Double?)

  /// The horizon in seconds; `nil` for conditional probabilities.
  package func seconds(on surface: Surface?, _ policy: SuggestionPolicy) -> Double? {
    switch self {
    case .ofSurface: policy.horizon(on: surface)
    case .stated(let seconds): seconds
    }
  }
}
