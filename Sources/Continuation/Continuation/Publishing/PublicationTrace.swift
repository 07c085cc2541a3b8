public import Activities
internal import Synchronization

/// The newest decisions about activities, for debugging: publications, vetoes, and reasons against
/// publication.
///
/// It names actions, features and faults, never the user's data.
public final class PublicationTrace: Sendable {
  /// A decision with its context.
  public struct Entry: Equatable, Sendable, CustomStringConvertible {
    /// The moment of the action.
    public let instant: Instant
    /// The feature's name.
    public let feature: String
    /// The action's name.
    public let action: String
    /// The decision.
    public let decision: Decision

    /// The names and the decision.
    public var description: String { "\(feature) / \(action): \(decision)" }
  }

  /// The reason why no activity was made.
  public enum Omission: Hashable, Sendable {
    /// The action's eligibility is empty.
    case notEligible
    /// The feature is switched off.
    case switchedOff
    /// The action vetoed it.
    case vetoed
  }

  /// A decision about an activity.
  public enum Decision: Equatable, Sendable, CustomStringConvertible {
    /// It was published.
    case published
    /// There was nothing to publish.
    case omitted(Omission)
    /// It has faults.
    case refused([ActivityFault])
    /// The action's hook, or the recorder of donations, threw an error of a type.
    case failed(errorType: String)

    /// The decision in words.
    public var description: String {
      switch self {
      case .published: "published"
      case .omitted(.notEligible): "not eligible"
      case .omitted(.switchedOff): "switched off"
      case .omitted(.vetoed): "vetoed by the action"
      case .refused(let faults): "refused: \(faults.map(\.description).joined(separator: "; "))"
      case .failed(let type): "failed with \(type)"
      }
    }
  }

  private struct State {
    var entries: [Entry] = []
    var requiredKeys: [String: Set<String>?] = [:]
  }

  private static let capacity = 100
  private let state = Mutex(State())

  init() {}

  /// The newest decisions, oldest first; at most 100.
  public var entries: [Entry] { state.withLock(\.entries) }

  func record(_ entry: Entry) {
    state.withLock {
      if $0.entries.count == Self.capacity { $0.entries.removeFirst() }
      $0.entries.append(entry)
    }
  }

  /// Returns whether the previous activity of a type named other required keys; the program's
  /// declarations limit the number of types.
  func changesRequiredKeys(to keys: Set<String>?, ofType type: String) -> Bool {
    state.withLock {
      guard let before = $0.requiredKeys.updateValue(keys, forKey: type) else { return false }
      return before != keys
    }
  }
}

/// The result for a performed action's activity.
struct Publication: Sendable {
  /// The donation that was kept; `nil` if there was nothing to publish.
  let donation: Donation?
  /// Advice on the published activity.
  var advice: [PublishingAdvice] = []

  /// The result if nothing was published.
  static let none = Publication(donation: nil)
}
