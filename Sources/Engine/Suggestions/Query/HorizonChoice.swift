package import Activities

/// A choice of horizon: that of the surface, until another one, or none, is stated.
package enum HorizonChoice: Hashable, Sendable {
  /// That of the surface.
  case ofSurface
  /// So many seconds; `nil` for conditional probabilities.
  case stated(Double?)

  /// The horizon in seconds; `nil` for conditional probabilities.
  package func seconds(on surface: Surface?, _ policy: SuggestionPolicy) -> Double? {
    switch self {
    case .ofSurface: policy.horizon(on: surface)
    case .stated(let seconds): seconds
    }
  }
}
