public import Activities

/// The beginning or the end of a request, as the timeline keeps it: nothing of the input but what it shows to logs.
public struct TimelineEntry: Hashable, Sendable {
  /// Which end of a request it is.
  public enum Kind: Hashable, Sendable {
    /// It begins.
    case begin
    /// It is complete.
    case complete(ActionEnding)
  }

  /// Counts the entries of a timeline from 1.
  public let sequence: Int
  /// Which end it is.
  public let kind: Kind
  /// When; of an end, the beginning and how long it took, if that was measured.
  public let instant: Instant
  /// The session.
  public let session: String
  /// The number of the request in its session.
  public let requestNumber: UInt64
  /// Whether the user asked for it.
  public let isUserInitiated: Bool
  /// The name of the feature's type.
  public let feature: String
  /// The action's name for people.
  public let action: String
  /// The input as logs may show it.
  public let input: String

  /// How the request ended, if this is its end.
  public var ending: ActionEnding? {
    if case .complete(let ending) = kind { ending } else { nil }
  }

  init<Performed: Action>(
    _ kind: Kind, of request: ActionRequest<Performed>, after duration: Duration? = nil, sequence: Int
  ) {
    self.sequence = sequence
    self.kind = kind
    let begin = request.context.circumstances.instant
    instant = duration.map { begin.advanced(bySeconds: $0 / .seconds(1)) } ?? begin
    session = request.session.name
    requestNumber = request.number
    isUserInitiated = request.isUserInitiated
    feature = "\(request.feature)"
    action = Performed.name
    input = request.inputDescription
  }
}
