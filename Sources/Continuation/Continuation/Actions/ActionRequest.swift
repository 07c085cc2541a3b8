public import Activities

/// One call of an action: what observers, timeline and analytics are told.
public struct ActionRequest<Performed: Action>: Sendable {
  /// Counts the requests of a session from 1.
  public let number: UInt64
  /// The feature that declares the action.
  public let feature: any Feature.Type
  /// The session of the request.
  public let session: ActionSession
  /// A Boolean value that indicates whether the user asked for it, or the program did for its own
  /// reasons.
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

  /// The identifier that tells it from the other requests of a dispatcher.
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

/// Tells the requests of a dispatcher apart.
public struct ActionRequestIdentifier: Hashable, Sendable {
  /// The session of the request.
  public let session: ActionSession
  /// The number in the session.
  public let number: UInt64
}

/// The arguments of one call of an action.
public struct ActionContext<Input: Sendable>: Sendable {
  /// The value to work on.
  public let input: Input
  /// The user for whom it is performed.
  public let user: UserIdentifier
  /// The instant, the place, and anything else that is known.
  public let circumstances: Context
  /// The way in which it was invoked.
  public let source: ActionSource

  /// Puts a context together, as the dispatcher does: for tests of actions.
  public init(
    input: Input, user: UserIdentifier = .me, circumstances: Context, source: ActionSource = .application
  ) {
    self.input = input
    self.user = user
    self.circumstances = circumstances
    self.source = source
  }

  /// The same call on something else: for an action that performs another one as a part of itself.
  public func with<Other: Sendable>(input: Other) -> ActionContext<Other> {
    ActionContext<Other>(input: input, user: user, circumstances: circumstances, source: source)
  }
}

extension ActionContext: CustomStringConvertible {
  /// The type of the input and how the action was invoked; of the input, only what it shows to
  /// logs.
  public var description: String { "\(LoggedInput(input)) from \(source)" }
}

/// A way of invoking an action.
public enum ActionSource: Hashable, Sendable {
  /// By the program, because the user did it there.
  case application
  /// By an intent: a shortcut or something said.
  case intent
  /// By an activity that is continued, of a type, which the user chose where ``ContinuationSource``
  /// says.
  case continueActivity(type: String, from: ContinuationSource)
  /// By a URL.
  case openURL

  /// A Boolean value that indicates whether the program was entered from outside: the user asked
  /// for it, and what it opens it also closes.
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

/// Requests that belong together in time: the main session of a program, a window, the background.
///
/// Requests are numbered, and stacks kept, by session.
public struct ActionSession: Hashable, Sendable {
  /// Its name, unique in the program.
  public let name: String
  /// A Boolean value that indicates whether actions are performed in it because the user wants
  /// them.
  public let isUserInitiated: Bool

  /// Names a session.
  public init(name: String, isUserInitiated: Bool = true) {
    self.name = name
    self.isUserInitiated = isUserInitiated
  }

  /// The session of programs that have only one.
  public static let main = ActionSession(name: "Main")
  /// The session of what is invoked by intents.
  public static let intents = ActionSession(name: "Intents")
  /// The session of what the program does for its own reasons.
  public static let background = ActionSession(name: "Background", isUserInitiated: false)
}

/// An input that shows something of itself to timelines and logs.
///
/// Inputs are what a user works on, so by default logs see their type only. Show what helps to
/// understand what went on, and nothing that should not be in a file on somebody else's desk.
public protocol LoggableInput: Sendable {
  /// The text that logs may show.
  var loggingDescription: String { get }
}

/// An input as logs see it: its type, and what it shows if it is a ``LoggableInput``.
struct LoggedInput: CustomStringConvertible {
  let description: String

  init<Input: Sendable>(_ input: Input) {
    let type = String(describing: Input.self)
    description = (input as? any LoggableInput).map { "\(type)(\($0.loggingDescription))" } ?? type
  }
}
