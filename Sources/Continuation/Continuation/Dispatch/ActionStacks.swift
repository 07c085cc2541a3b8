public import Activities
internal import Synchronization

/// The open stacks of a program: what the user is in the middle of, by session and feature.
///
/// Off unless switched on. A stack is opened by the first action of a feature in a session, below
/// the one that was opened last there; it is closed by an outcome that says so, and by every action
/// that continues something from outside.
public final class ActionStacks: Sendable {
  private struct Key: Hashable {
    let session: ActionSession
    let feature: ObjectIdentifier
  }

  private struct State {
    var isEnabled: Bool
    var lastID = 0
    /// In the order of opening.
    var open: [(key: Key, stack: ActionStack)] = []
  }

  private let state: Mutex<State>

  /// No stacks.
  public init(isEnabled: Bool = false) {
    state = Mutex(State(isEnabled: isEnabled))
  }

  /// A Boolean value that indicates whether actions are noted; switching it off drops all stacks.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set {
      state.withLock {
        $0.isEnabled = newValue
        if !newValue { $0.open = [] }
      }
    }
  }

  /// The open stacks, in the order of opening.
  public var open: [ActionStack] { state.withLock { $0.open.map(\.stack) } }

  func add<Performed: Action>(_ request: ActionRequest<Performed>) {
    let key = Key(session: request.session, feature: ObjectIdentifier(request.feature))
    let instant = request.context.circumstances.instant
    state.withLock { state in
      guard state.isEnabled else { return }
      if !state.open.contains(where: { $0.key == key }) {
        Self.open(key, feature: "\(request.feature)", in: &state)
      }
      guard let index = state.open.firstIndex(where: { $0.key == key }) else { return }
      state.open[index].stack.append(.action(name: Performed.name, number: request.number, at: instant))
    }
  }

  func close(_ feature: any Feature.Type, in session: ActionSession) {
    let key = Key(session: session, feature: ObjectIdentifier(feature))
    state.withLock { $0.open.removeAll { $0.key == key } }
  }

  private static func open(_ key: Key, feature: String, in state: inout State) {
    state.lastID += 1
    let parent = state.open.lastIndex { $0.key.session == key.session }
    let stack = ActionStack(
      id: state.lastID, session: key.session, feature: feature,
      parent: parent.map { state.open[$0].stack.id })
    if let parent { state.open[parent].stack.append(.substack(id: stack.id, feature: feature)) }
    state.open.append((key, stack))
  }
}

/// The steps that the user has taken in a feature, in a session, since it was opened.
public struct ActionStack: Identifiable, Hashable, Sendable {
  /// The number of entries that are kept; the oldest go first.
  public static let capacity = 100

  /// Counts the stacks of a program.
  public let id: Int
  /// The session of the stack.
  public let session: ActionSession
  /// The name of the feature's type.
  public let feature: String
  /// The stack of the session that was open when this one was opened, if any.
  public let parent: Int?
  /// The steps, oldest first.
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
