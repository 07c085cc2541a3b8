internal import Synchronization

/// What the user is doing now: the living object that `NSUserActivity` is on Apple systems.
///
/// Everything that a ``UserActivity`` has, it has under the same name; ``snapshot`` is the value. Change it from anywhere: each
/// access is atomic, and ``update(_:)`` makes several changes one. Nothing is stored, offered or sent before
/// ``becomeCurrent(source:)``.
///
/// ```swift
/// let activity = try LiveUserActivity(activityType: "org.example.reader.read", in: center)
/// activity.title = "Read Middlemarch"
/// activity.userInfo = ["book": "middlemarch", "page": 12]
/// activity.requiredUserInfoKeys = ["book"]
/// activity.isEligibleForPrediction = true
/// try await activity.becomeCurrent()
/// ```
///
/// - Important: The eligibility of a new live activity is that of a new `NSUserActivity`: hand-off **on**, search,
///   public indexing and prediction **off**. A ``UserActivity`` that is made by hand, and a line of the log, start the
///   other way round: prediction on, the rest off, because they are made in order to be suggested.
///
/// The center keeps the current activity alive, so the program need not; the activity does not keep the center.
@dynamicMemberLookup
public final class LiveUserActivity: Sendable {
  struct State {
    var activity: UserActivity
    var needsSave = true
    var isValid = true
    var phase = Phase.dormant
    var isSaveScheduled = false
    var supportsContinuationStreams = false
    var streamProvider: (any ContinuationStreamProvider)?
    /// What was donated when it became current last, unless the program resigned it since.
    var donatedIdentity: ActivityIdentity?
    /// Whose activity it was last, so that it comes back there.
    var lastOwner: ActivityOwner?
    weak var delegate: (any LiveUserActivityDelegate)?
    weak var center: ActivityCenter?
  }

  /// Where it stands on its way to being current.
  enum Phase {
    case dormant, becoming, current
  }

  let state: Mutex<State>
  let broadcast = Broadcast<LiveUserActivityEvent>()

  init(
    _ activity: UserActivity, in center: ActivityCenter,
    streamProvider: (any ContinuationStreamProvider)? = nil
  ) {
    state = Mutex(State(activity: activity, streamProvider: streamProvider, center: center))
  }

  /// Makes an activity of a type, for a center; it is not current.
  ///
  /// - Throws: ``ActivityError/invalidActivityType`` if the type is empty or malformed,
  ///   ``LiveActivityError/undeclaredActivityType(_:)`` if the center's program declares its types and this is none of them.
  public convenience init(activityType: String, in center: ActivityCenter) throws {
    var activity = try UserActivity(activityType: activityType)
    try center.requireDeclared(activityType)
    activity.isEligibleForPrediction = false
    activity.isEligibleForHandoff = true
    self.init(activity, in: center)
  }

  /// Makes an activity of the first type that the program declares.
  ///
  /// - Throws: ``LiveActivityError/noActivityTypeDeclared`` if it declares none.
  public convenience init(in center: ActivityCenter) throws {
    guard let first = center.declaredActivityTypes?.first else {
      throw LiveActivityError.noActivityTypeDeclared
    }
    try self.init(activityType: first, in: center)
  }

  /// The activity that is continued here, as it came from where it was begun; it is not current.
  ///
  /// - Parameters:
  ///   - activity: What was handed over.
  ///   - center: Where it may become current.
  ///   - streams: Opens streams back to where it was begun; nil if that side supports none.
  /// - Throws: ``LiveActivityError/undeclaredActivityType(_:)``.
  public convenience init(
    continuing activity: UserActivity, in center: ActivityCenter,
    streams: (any ContinuationStreamProvider)? = nil
  ) throws {
    try center.requireDeclared(activity.activityType)
    self.init(activity, in: center, streamProvider: streams)
  }

  /// The activity as a value, at this moment.
  public var snapshot: UserActivity {
    state.withLock { $0.activity }
  }

  /// Any property of ``UserActivity`` that can only be read.
  public subscript<Value: Sendable>(dynamicMember property: KeyPath<UserActivity, Value>) -> Value {
    state.withLock { $0.activity[keyPath: property] }
  }

  /// Any property of ``UserActivity``.
  ///
  /// Reading and writing are atomic, each on its own; for `activity.keywords.insert(…)` use ``update(_:)`` if several tasks
  /// change it. No change touches ``needsSave``.
  public subscript<Value: Sendable>(dynamicMember property: WritableKeyPath<UserActivity, Value>) -> Value {
    get { state.withLock { $0.activity[keyPath: property] } }
    set { state.withLock { $0.activity[keyPath: property] = newValue } }
  }

  /// Makes several changes at once, or none if they throw.
  ///
  /// The closure runs under the activity's lock: change the value that it gets, and never touch the live activity in it.
  @discardableResult
  public func update<Result: Sendable, Failure: Error>(
    _ change: (inout UserActivity) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.withLock { state throws(Failure) in
      var activity = state.activity
      let result = try change(&activity)
      state.activity = activity
      return result
    }
  }
}
