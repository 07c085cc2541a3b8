/// What belongs together in time: the main session of a program, a window, the background.
///
/// Requests are numbered, and stacks kept, by session.
public struct ActionSession: Hashable, Sendable {
  /// Its name, unique in the program.
  public let name: String
  /// Whether actions are performed in it because the user wants them.
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
