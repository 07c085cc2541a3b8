public import Activities
internal import Synchronization

/// The open stacks of a program: the user's work in progress, by session and feature.
///
/// They are off by default. The first action of a feature in a session opens a stack, below the one
/// that was opened last there. An outcome that ends the work closes it, and so does every action
/// that continues something from outside.
public final class ActionStacks: Sendable {
  private struct Key: Hashable {
    let session: ActionSession
    let feature: ObjectIdentifier
  }

  private struct State {
    var isEnabled: Bool
    var lastID = 0
    /// The open stacks, in order of opening.
    var open: [(key: Key, stack: ActionStack)] = []
  }

  private let state: Mutex<State>

  /// Creates stacks, all closed.
  public init(isEnabled: Bool = false) {
    state = Mutex(State(isEnabled: isEnabled))
  }

  /// A Boolean value that indicates whether actions are recorded; switching it off drops all
  /// stacks.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set {
      state.withLock {
        $0.isEnabled = newValue
        if !newValue { $0.open = [] }
      }
    }
  }

  /// The open stacks, in order of opening.
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

/// The user's steps in a feature, in a session, since it was opened.
public struct ActionStack: Identifiable, Hashable, Sendable {
  /// The maximum number of entries; the oldest are dropped first.
  public static let capacity = 100

  /// The number of the stack in its program.
  public let id: Int
  /// The session of the stack.
  public let session: ActionSession
  /// The name of the feature's type.
  public let feature: String
  /// The session's open stack when this one was opened, if any.
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
