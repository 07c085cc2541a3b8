public import Activities

/// One call of an action, as observers, timeline and analytics see it.
public struct ActionRequest<Performed: Action>: Sendable {
  /// The number in its session, counted from 1.
  public let number: UInt64
  /// The feature that declares the action.
  public let feature: any Feature.Type
  /// The session of the request.
  public let session: ActionSession
  /// A Boolean value that indicates whether the user asked for it, rather than the program.
  public let isUserInitiated: Bool
  /// Input, user, circumstances and source.
  public let context: ActionContext<Performed.Input>

  /// Creates a request as the dispatcher does, for tests of actions and observers.
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

  /// The identifier, unique among a dispatcher's requests.
  public var identifier: ActionRequestIdentifier { ActionRequestIdentifier(session: session, number: number) }

  /// The input as logs may show it: its type, and the description of a ``LoggableInput``.
  public var inputDescription: String { LoggedInput(context.input).description }
}

extension ActionRequest: CustomStringConvertible {
  /// The session, number, feature, action, and the input as logs may show it.
  public var description: String {
    "\(session.name) #\(number): \(feature).\(Performed.self) on \(context)"
  }
}

/// The identifier of a request of a dispatcher.
public struct ActionRequestIdentifier: Hashable, Sendable {
  /// The session of the request.
  public let session: ActionSession
  /// The number in the session.
  public let number: UInt64
}

/// The arguments of one call of an action.
public struct ActionContext<Input: Sendable>: Sendable {
  /// The input to work on.
  public let input: Input
  /// The user for whom it is performed.
  public let user: UserIdentifier
  /// The instant, the place, and anything else known.
  public let circumstances: Context
  /// The way in which it was invoked.
  public let source: ActionSource

  /// Creates a context as the dispatcher does, for tests of actions.
  public init(
    input: Input, user: UserIdentifier = .me, circumstances: Context, source: ActionSource = .application
  ) {
    self.input = input
    self.user = user
    self.circumstances = circumstances
    self.source = source
  }

  /// Returns the same call with another input, for an action that performs another one as a part of
  /// itself.
  public func with<Other: Sendable>(input: Other) -> ActionContext<Other> {
    ActionContext<Other>(input: input, user: user, circumstances: circumstances, source: source)
  }
}

extension ActionContext: CustomStringConvertible {
  /// The input as logs may show it, and how the action was invoked.
  public var description: String { "\(LoggedInput(input)) from \(source)" }
}

/// A way of invoking an action.
public enum ActionSource: Hashable, Sendable {
  /// The program invoked it, because the user did it there.
  case application
  /// An intent invoked it: a shortcut or a spoken phrase.
  case intent
  /// A continued activity of a type invoked it, which the user chose at the ``ContinuationSource``.
  case continueActivity(type: String, from: ContinuationSource)
  /// A URL invoked it.
  case openURL

  /// A Boolean value that indicates whether the program was entered from outside; then the user
  /// asked for it, and it closes whatever it opens.
  public var isContinuation: Bool {
    switch self {
    case .continueActivity, .openURL: true
    case .application, .intent: false
    }
  }

  /// The mark of the donation: an accepted suggestion is not counted as spontaneous.
  var donationSource: DonationSource {
    switch self {
    case .continueActivity(_, from: .suggestion): .suggestion
    case .application, .intent, .continueActivity, .openURL: .user
    }
  }
}

/// A sequence of related requests: the main session of a program, a window, the background.
///
/// Requests are numbered, and stacks kept, per session.
public struct ActionSession: Hashable, Sendable {
  /// Its name, unique in the program.
  public let name: String
  /// A Boolean value that indicates whether its actions are requested by the user.
  public let isUserInitiated: Bool

  /// Creates a session with a name.
  public init(name: String, isUserInitiated: Bool = true) {
    self.name = name
    self.isUserInitiated = isUserInitiated
  }

  /// The session of programs that have only one.
  public static let main = ActionSession(name: "Main")
  /// The session of actions invoked by intents.
  public static let intents = ActionSession(name: "Intents")
  /// The session of actions that the program performs of its own accord.
  public static let background = ActionSession(name: "Background", isUserInitiated: false)
}

/// An input that provides a description for timelines and logs.
///
/// Inputs are the user's data, so by default logs see only their type. Describe what helps to
/// understand an event, but nothing that should not be in a file on a stranger's desk.
public protocol LoggableInput: Sendable {
  /// The text that logs may show.
  var loggingDescription: String { get }
}

/// An input as logs see it: its type, and the description of a ``LoggableInput``.
struct LoggedInput: CustomStringConvertible {
  let description: String

  init<Input: Sendable>(_ input: Input) {
    let type = String(describing: Input.self)
    description = (input as? any LoggableInput).map { "\(type)(\($0.loggingDescription))" } ?? type
  }
}
