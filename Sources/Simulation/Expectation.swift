public import Activities

/// What a described person, or a log, is expected to be suggested at a moment: a test of a program's donations.
///
/// See `Documentation/Expect.md` for the format. Not to be confused with `Documentation/Expectations.md`, which says what each
/// kind of evidence is worth.
public struct Expectation: Hashable, Sendable {
  /// What a report calls it.
  public let name: String
  /// When it is asked.
  public let moment: Moment
  /// Where, if that is known.
  public let place: Place?
  /// What else is known then.
  public let attributes: [String: ActivityValue]
  /// What was just done, if the expectation says so.
  public let after: ActivityPattern?
  /// What has to come.
  public let demand: Demand
  /// Suggestions below this probability are left out, 0 to 1.
  public let minimumProbability: Double
  /// Where it is shown; `nil`: nowhere in particular.
  public let surface: Surface?
  /// The share of seeds for which it has to hold, 0 to 1.
  public let share: Double

  /// How long before the question that was done which an expectation is asked after, in seconds: the usual gap of a
  /// routine's steps.
  public static let secondsAfter = 120.0

  /// A moment: of the clock on the wall where the person is then, or one that says its offset.
  public enum Moment: Hashable, Sendable {
    case local(CalendarDate, second: Double)
    case instant(Instant)
  }

  /// What has to come.
  public enum Demand: Hashable, Sendable {
    /// The first suggestion is this.
    case first(ActivityPattern)
    /// This is among the first so many.
    case among(Int, ActivityPattern)
    /// This is not among the first so many.
    case notAmong(Int, ActivityPattern)
    /// Nothing is suggested.
    case silent

    /// Which activity it speaks of.
    public var activity: ActivityPattern? {
      switch self {
      case .first(let activity), .among(_, let activity), .notAmong(_, let activity): activity
      case .silent: nil
      }
    }
  }
}

/// Which activities are meant: those of a name of the persona, or of a type, with some values of userInfo.
public struct ActivityPattern: Hashable, Sendable {
  /// The name in the persona file.
  public let name: String?
  /// The type; there is a name or a type.
  public let activityType: String?
  /// Values that it has to have, among others.
  public let userInfo: [String: ActivityValue]

  /// Whether an activity is meant.
  ///
  /// - Parameter names: The names in the persona file by which the activity was ever made.
  public func matches(_ activity: UserActivity, names: Set<String>) -> Bool {
    guard name.map(names.contains) ?? true, activityType.map({ $0 == activity.activityType }) ?? true else {
      return false
    }
    return userInfo.allSatisfy { key, value in
      guard let own = activity.userInfo[key] else { return false }
      // By meaning, as identities are compared: 1 is 1.0.
      return Self.identity(of: value) == Self.identity(of: own)
    }
  }

  private static func identity(of value: ActivityValue) -> ActivityIdentity {
    ActivityIdentity(activityType: "", userInfo: ["": value])
  }
}

extension ActivityPattern: CustomStringConvertible {
  /// The name or the type, and the values by their keys.
  public var description: String {
    let values = userInfo.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.plainText)" }
    return ([name ?? activityType ?? ""] + values).joined(separator: " ")
  }
}

extension Expectation.Demand: CustomStringConvertible {
  /// What has to come, in words.
  public var description: String {
    switch self {
    case .first(let activity): "\(activity) first"
    case .among(let count, let activity): "\(activity) among the first \(count)"
    case .notAmong(1, let activity): "not \(activity) first"
    case .notAmong(let count, let activity): "\(activity) not among the first \(count)"
    case .silent: "nothing"
    }
  }
}
