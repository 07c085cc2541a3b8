// Continuation: How does a program carry on with a chosen activity?
//
// Start here: an `Action` is code that performs one kind of activity on an input. A `Feature`
// groups actions. An `ActionRegistry` holds a program's declarations. An `ActionDispatcher`
// performs actions, publishes performed ones as activities, and takes a chosen activity back to its
// action.

public import Activities

/// Code that performs one kind of activity.
///
/// An action is a type, never a value: all of its members are static, so that no state can hide in
/// it. It works on its input and shows results on its presenter; the circumstances come with each
/// call. Several features may declare the same action.
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

  /// The name for menus and logs; by default the type's name in words, without a final "Action".
  static var name: String { get }
  /// A description for users and developers; empty by default, which `lint` reports.
  static var description: String { get }
  /// The activity type that it performs; empty by default, so that it is derived from application,
  /// feature and type name.
  ///
  /// A given type is used unchanged, for continuing too. An action declared by two features cannot
  /// have one.
  static var activityType: String { get }
  /// Former activity types, and types given to its activities individually; it continues these too.
  static var formerActivityTypes: [String] { get }
  /// The uses for which its activities are eligible; empty by default, so that it makes no
  /// activity.
  ///
  /// To be suggested, found or handed off, an activity needs a title, from ``prepareActivity(_:)``
  /// or from an input that is ``ActivityMetadataRepresentable``. Without one the action is
  /// performed but not published, and only ``ActionOutcome/publication`` shows this.
  static var activityEligibility: ActivityEligibility { get }
  /// A short phrase to invoke it by, used only for suggestions. Write its type: `String?`.
  static var suggestedInvocationPhrase: String? { get }
  /// A Boolean value that indicates whether the timeline hides it; activities, donations and
  /// analytics are not affected.
  static var hideFromTimeline: Bool { get }
  /// Its name in the analytics, or `nil`, the default, for none. Write its type: `String?`.
  static var analyticsID: String? { get }
  /// The session in which it is performed by default.
  static var defaultSession: ActionSession { get }
  /// The executor on which it prefers to run, or `nil`, the default, for the choice of its caller's
  /// executor.
  ///
  /// An action that is isolated to an actor with an executor of its own, like `@MainActor`, runs
  /// there in any case.
  static var preferredExecutor: (any TaskExecutor)? { get }

  /// Returns the attributes of a request for the analytics, besides its name.
  static func analyticsAttributes(for request: ActionRequest<Self>) -> [String: ActivityValue]
  /// Completes the activity made from a performed action, or vetoes it.
  ///
  /// It is called after the defaults are set and before they are checked. An error that it throws
  /// is reported with the action's outcome and does not change it; then nothing is published.
  static func prepareActivity(_ activity: inout ActivityBuilder<Self>) throws
  /// Returns other activities that the user may want to do after this one.
  ///
  /// They are hints, stored separately from donations.
  static func associatedIntents(for input: Input) throws -> [AssociatedIntent]

  /// Performs the action.
  ///
  /// - Returns: A success or failure, which may also end the user's work in the feature.
  /// - Throws: Any error, which counts as a failure. Throw `CancellationError` if the user
  ///   cancelled it.
  static func perform(
    _ context: ActionContext<Input>, presenter: Presenter
  ) async throws -> ActionPerformOutcome
}

extension Action {
  /// The type's name in words, without a final "Action".
  public static var name: String { TypeName.action(Self.self) }
  /// None.
  public static var description: String { "" }
  /// Derived by default.
  public static var activityType: String { "" }
  /// None.
  public static var formerActivityTypes: [String] { [] }
  /// No activity is made from it by default.
  public static var activityEligibility: ActivityEligibility { [] }
  /// None.
  public static var suggestedInvocationPhrase: String? { nil }
  /// It is in the timeline by default.
  public static var hideFromTimeline: Bool { false }
  /// None: the analytics are not notified of it.
  public static var analyticsID: String? { nil }
  /// The program's main session.
  public static var defaultSession: ActionSession { .main }
  /// No preference.
  public static var preferredExecutor: (any TaskExecutor)? { nil }
  /// No attributes besides its name.
  public static func analyticsAttributes(for request: ActionRequest<Self>) -> [String: ActivityValue] { [:] }
  /// Leaves the activity as it is.
  public static func prepareActivity(_ activity: inout ActivityBuilder<Self>) throws {}
  /// None.
  public static func associatedIntents(for input: Input) throws -> [AssociatedIntent] { [] }
}

/// The input of an action without an input.
public struct NoInput: Hashable, Sendable {
  /// Creates the only value.
  public init() {}
}

/// The presenter of an action that shows nothing.
public struct NoPresenter: Hashable, Sendable {
  /// Creates the only value.
  public init() {}
}

/// The outcome of an action: whether it succeeded, and whether it ends the user's work in the
/// feature.
public enum ActionPerformOutcome: Sendable {
  /// It succeeded.
  case success
  /// It succeeded, and ends the user's work in the feature.
  case successWithFeatureTermination
  /// It failed.
  case failure(any Error)
  /// It failed, and ends the user's work in the feature.
  case failureWithFeatureTermination(any Error)

  /// The failure; `nil` if it succeeded.
  public var error: (any Error)? {
    switch self {
    case .success, .successWithFeatureTermination: nil
    case .failure(let error), .failureWithFeatureTermination(let error): error
    }
  }

  /// A Boolean value that indicates whether it ends the feature's stack.
  public var terminatesFeature: Bool {
    switch self {
    case .success, .failure: false
    case .successWithFeatureTermination, .failureWithFeatureTermination: true
    }
  }

  /// The same outcome, ending the user's work in the feature.
  public var terminatingFeature: ActionPerformOutcome {
    error.map { .failureWithFeatureTermination($0) } ?? .successWithFeatureTermination
  }
}
