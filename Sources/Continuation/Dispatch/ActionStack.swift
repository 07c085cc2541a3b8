public import Activities

/// What the user has been doing in a feature, in a session, since it was opened.
public struct ActionStack: Identifiable, Hashable, Sendable {
  /// So many entries are kept; the oldest go first.
  public static let capacity = 100

  /// Counts the stacks of a program.
  public let id: Int
  /// In which session.
  public let session: ActionSession
  /// The name of the feature's type.
  public let feature: String
  /// The stack of the session that was open when this one was opened, if any.
  public let parent: Int?
  /// What was done, oldest first.
  public private(set) var entries: [Entry] = []

  init(id: Int, session: ActionSession, feature: String, parent: Int?) {
    self.id = id
    self.session = session
    self.feature = feature
    self.parent = parent
  }

  /// One step.
  public enum Entry: Hashable, Sendable {
    /// An action was begun.
    case action(name: String, number: UInt64, at: Instant)
    /// The user went on in another feature.
    case substack(id: Int, feature: String)
  }

  mutating func append(_ entry: Entry) {
    if entries.count == Self.capacity { entries.removeFirst() }
    entries.append(entry)
  }
}
