// Continuation: It was chosen: carry on.
//
// Start here: an `Action` is code that performs one kind of activity on an input, a `Feature` says
// which actions belong together, an `ActionRegistry` holds what a program declares, and an
// `ActionDispatcher` performs, publishes what was performed as an activity, and takes a chosen
// activity back to its action.

public import Activities

/// Code that performs one kind of activity.
///
/// An action is a type, never a value: all of its members are static, so that no state can hide in
/// it. What it works on is its input, what it shows things on is its presenter, and the
/// circumstances come with each call. The same action may be declared by several features.
///
/// ```swift
/// enum ViewPlace: Action {
///   static let description = "Show a place"
///   static let activityEligibility: ActivityEligibility = [.prediction, .search]
///   static func perform(
///     _ context: ActionContext<PlaceReference>, presenter: Screen
///   ) async throws -> ActionPerformOutcome {
///     await presenter.show(context.input)
///     return .success
///   }
/// }
/// ```
///
/// ### Coming from Flint
///
/// | Flint | here |
/// | --- | --- |
/// | `InputType`, `PresenterType` | ``Input``, ``Presenter``; never optional, so no action has to cope with `nil` |
/// | `activityTypes` (before 1.0) | ``activityEligibility`` |
/// | `prepare(activity:with:)` returning `nil` | ``prepareActivity(_:)``, and a veto there |
/// | the same returning another activity | set the builder's properties; its input is typed, not optional |
/// | `perform(context:presenter:completion:)` | ``perform(_:presenter:)`` returns when it is done: once, by construction |
/// | a proxy of the completion | a generic action around another one, which awaits it and answers something else |
/// | `queue` | ``preferredExecutor``, or a presenter that is isolated to an actor |
/// | IDs made of the name, or without the feature | still lead to the action: ``ActionRegistry`` keeps them as aliases |
/// | IDs declared by hand | ``activityType``, and ``formerActivityTypes`` for those of the past |
public protocol Action: Sendable {
  /// The input that the action works on; nothing by default.
  associatedtype Input: Sendable = NoInput
  /// The presenter that it shows its result on; nothing by default. It may be an actor, or isolated
  /// to one.
  associatedtype Presenter: Sendable = NoPresenter

  /// The name for menus and logs: by default the type's name in words, without a final "Action".
  static var name: String { get }
  /// A description for people who choose or debug; empty by default, which `lint` reports.
  static var description: String { get }
  /// The activity type that it performs; empty, the default: derived from application, feature and
  /// type name.
  ///
  /// One that is given is taken as it is, for continuing too. An action that two features declare
  /// cannot have one.
  static var activityType: String { get }
  /// Types that it had in the past, or that its activities are given one by one: it continues them,
  /// too.
  static var formerActivityTypes: [String] { get }
  /// The uses for which its activities are eligible; empty, the default: no activity is made of it.
  ///
  /// To be suggested, found or handed off it needs a title, from ``prepareActivity(_:)`` or of an
  /// input that is ``ActivityMetadataRepresentable``. Without one it is performed but not
  /// published, and only ``ActionOutcome/publication`` says so.
  static var activityEligibility: ActivityEligibility { get }
  /// A short phrase to invoke it by, used only where suggestions are wanted. Write its type:
  /// `String?`.
  static var suggestedInvocationPhrase: String? { get }
  /// A Boolean value that indicates whether the timeline leaves it out; activities, donations and
  /// analytics do not care.
  static var hideFromTimeline: Bool { get }
  /// Its name in the analytics; `nil`, the default: none. Write its type: `String?`.
  static var analyticsID: String? { get }
  /// The session in which it is performed unless another one is given.
  static var defaultSession: ActionSession { get }
  /// The executor on which it prefers to run; `nil`, the default: wherever its caller's executor
  /// puts it.
  ///
  /// An action that is isolated to an actor with an executor of its own, like `@MainActor`, runs
  /// there all the same.
  static var preferredExecutor: (any TaskExecutor)? { get }

  /// The attributes that the analytics are told of a request, beside its name.
  static func analyticsAttributes(for request: ActionRequest<Self>) -> [String: ActivityValue]
  /// Completes the activity that is made of a performed action, or vetoes it.
  ///
  /// It is called after the defaults were set and before they are checked. What it throws is
  /// reported beside the action's outcome and does not change it; nothing is published then.
  static func prepareActivity(_ activity: inout ActivityBuilder<Self>) throws
  /// Other things that the user may want to do who did this.
  ///
  /// They are hints, kept apart from what was done.
  static func associatedIntents(for input: Input) throws -> [AssociatedIntent]

  /// Does it.
  ///
  /// - Returns: A success, or a failure as a value; with or without the end of what the user was
  ///   doing in the feature.
  /// - Throws: Anything: it is a failure. Throw `CancellationError` if the user called it off.
  static func perform(
    _ context: ActionContext<Input>, presenter: Presenter
  ) async throws -> ActionPerformOutcome
}

extension Action {
  /// The type's name in words, without a final "Action".
  public static var name: String { TypeName.action(Self.self) }
  /// None.
  public static var description: String { "" }
  /// Derived.
  public static var activityType: String { "" }
  /// None.
  public static var formerActivityTypes: [String] { [] }
  /// None: no activity is made of it.
  public static var activityEligibility: ActivityEligibility { [] }
  /// None.
  public static var suggestedInvocationPhrase: String? { nil }
  /// It is in the timeline.
  public static var hideFromTimeline: Bool { false }
  /// None: the analytics are not notified of it.
  public static var analyticsID: String? { nil }
  /// The program's main session.
  public static var defaultSession: ActionSession { .main }
  /// No preference.
  public static var preferredExecutor: (any TaskExecutor)? { nil }
  /// Nothing beside its name.
  public static func analyticsAttributes(for request: ActionRequest<Self>) -> [String: ActivityValue] { [:] }
  /// Leaves the activity as it is.
  public static func prepareActivity(_ activity: inout ActivityBuilder<Self>) throws {}
  /// None.
  public static func associatedIntents(for input: Input) throws -> [AssociatedIntent] { [] }
}

/// The input of an action that needs none.
public struct NoInput: Hashable, Sendable {
  /// The only value there is.
  public init() {}
}

/// The presenter of an action that shows nothing.
public struct NoPresenter: Hashable, Sendable {
  /// The only value there is.
  public init() {}
}

/// The end of an action: whether it succeeded, and whether what the user was doing in the feature
/// is over.
public enum ActionPerformOutcome: Sendable {
  /// It is done.
  case success
  /// It is done, and closes what the user was doing in the feature.
  case successWithFeatureTermination
  /// It failed.
  case failure(any Error)
  /// It failed, and closes what the user was doing in the feature.
  case failureWithFeatureTermination(any Error)

  /// The failure; `nil` if it succeeded.
  public var error: (any Error)? {
    switch self {
    case .success, .successWithFeatureTermination: nil
    case .failure(let error), .failureWithFeatureTermination(let error): error
    }
  }

  /// A Boolean value that indicates whether the stack of the feature ends with it.
  public var terminatesFeature: Bool {
    switch self {
    case .success, .failure: false
    case .successWithFeatureTermination, .failureWithFeatureTermination: true
    }
  }

  /// The same outcome, with the end of what the user was doing in the feature.
  public var terminatingFeature: ActionPerformOutcome {
    error.map { .failureWithFeatureTermination($0) } ?? .successWithFeatureTermination
  }
}
