// Continuation: It was chosen: carry on.
//
// Start here: an `Action` is code that performs one type of activity, an `ActivityCodable` input tells it what to do, an
// `ActionRegistry` says which actions a program has, and an `ActionDispatcher` performs them, donates what was performed,
// and takes a chosen suggestion back to its action.

public import Activities

/// Code that performs one type of activity.
///
/// An action is a type, never a value: all of its members are static, so that no state can hide in it. What it works on
/// is its input, and the circumstances come with each call.
///
/// ```swift
/// enum PlayTrack: Action {
///   static let activityType = "org.example.player.play"
///   static func title(for input: Track) -> String? { "Play \(input.name)" }
///   static func perform(_ input: Track, context: ActionContext) async throws { try await player.play(input.name) }
/// }
/// ```
public protocol Action: Sendable {
  /// What the action works on.
  associatedtype Input: ActivityCodable

  /// The reverse-DNS type of the activity that it performs; unique in a program.
  static var activityType: String { get }

  /// What the user sees, verb first: "Play Blue in Green".
  ///
  /// None by default.
  static func title(for input: Input) -> String?

  /// A short phrase to invoke it by.
  ///
  /// None by default; then the engine makes one of the title.
  static func suggestedInvocationPhrase(for input: Input) -> String?

  /// Adds to the activity that is donated what only the action knows: keywords, an expiration date, eligibility.
  ///
  /// Does nothing by default. It is called after the action was performed; if it throws, nothing is donated.
  static func prepare(_ activity: inout UserActivity, for input: Input) throws

  /// Does it. Returning means success; what failed, or was called off by the user, throws.
  ///
  /// - Throws: Anything; the caller gets it as it is. Throw `CancellationError` if the user called it off.
  static func perform(_ input: Input, context: ActionContext) async throws
}

extension Action {
  /// No title.
  public static func title(for input: Input) -> String? { nil }

  /// No phrase of its own.
  public static func suggestedInvocationPhrase(for input: Input) -> String? { nil }

  /// Adds nothing.
  public static func prepare(_ activity: inout UserActivity, for input: Input) throws {}

  /// The activity that performing the action with an input is.
  ///
  /// - Throws: ``ContinuationError/invalidActivity(_:)``, ``ContinuationError/undecodable(_:)`` if the input lacks a key that
  ///   it declares as required, or what ``prepare(_:for:)`` throws.
  public static func activity(for input: Input) throws -> UserActivity {
    let userInfo = input.userInfo
    let missing = (input.requiredUserInfoKeys ?? []).filter { userInfo[$0] == nil }
    guard missing.isEmpty else { throw ContinuationError.undecodable(.missingKeys(missing.sorted())) }
    var activity: UserActivity
    do {
      activity = try UserActivity(
        activityType: activityType, title: title(for: input), userInfo: userInfo,
        requiredUserInfoKeys: input.requiredUserInfoKeys)
    } catch {
      throw ContinuationError.invalidActivity(error)
    }
    activity.suggestedInvocationPhrase = suggestedInvocationPhrase(for: input)
    try prepare(&activity, for: input)
    return activity
  }
}
