/// One call of an action: what observers, timeline and analytics are told.
public struct ActionRequest<Performed: Action>: Sendable {
  /// Counts the requests of a session from 1.
  public let number: UInt64
  /// The feature that declares the action.
  public let feature: any Feature.Type
  /// In which session.
  public let session: ActionSession
  /// Whether the user asked for it, or the program did for its own reasons.
  public let isUserInitiated: Bool
  /// Input, user, circumstances and source.
  public let context: ActionContext<Performed.Input>

  /// Puts a request together, as the dispatcher does: for tests of actions and observers.
  public init(
    number: UInt64, feature: any Feature.Type, session: ActionSession, isUserInitiated: Bool,
    context: ActionContext<Performed.Input>
  ) {
    self.number = number
    self.feature = feature
    self.session = session
    self.isUserInitiated = isUserInitiated
    self.context = context
  }

  /// What tells it from the other requests of a dispatcher.
  public var identifier: ActionRequestIdentifier { ActionRequestIdentifier(session: session, number: number) }

  /// The input as logs may show it: its type, and what a ``LoggableInput`` shows.
  public var inputDescription: String { LoggedInput(context.input).description }
}

extension ActionRequest: CustomStringConvertible {
  /// Session, number, feature, action and the input as logs may show it.
  public var description: String {
    "\(session.name) #\(number): \(feature).\(Performed.self) on \(context)"
  }
}
