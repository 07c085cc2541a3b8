public import Routes

/// Where a URL leads.
public struct ActionLink: Sendable {
  /// The action.
  public let action: DeclaredAction
  /// What the URL says of its input.
  public let parameters: RouteParameters

  /// Leads to an action.
  public init(to action: DeclaredAction, parameters: RouteParameters) {
    self.action = action
    self.parameters = parameters
  }
}
