public import Activities
public import Foundation

/// The latest requests: the last hundred beginnings and ends, in memory.
///
/// Actions that hide from it are skipped; the activities that they publish are not.
public actor Timeline: ActionDispatchObserver {
  /// The default number of entries to keep; the oldest are dropped first.
  public static let defaultCapacity = 100

  private let capacity: Int
  /// A ring, once it is full: the next entry goes to `sequence % capacity`.
  private var ring: [TimelineEntry] = []
  private var sequence = 0

  /// Creates an empty timeline.
  ///
  /// - Parameter capacity: The number of entries to keep, at least 1.
  public init(capacity: Int = Timeline.defaultCapacity) {
    self.capacity = max(1, capacity)
  }

  /// Returns the entries, oldest first.
  ///
  /// - Parameter userInitiatedOnly: Whether to skip requests of the program itself.
  public func entries(userInitiatedOnly: Bool = false) -> [TimelineEntry] {
    let oldest = ring.count < capacity ? 0 : sequence % capacity
    let entries = ring[oldest...] + ring[..<oldest]
    return entries.filter { $0.isUserInitiated || !userInitiatedOnly }
  }

  /// Records a beginning.
  public func actionWillBegin<Performed: Action>(_ request: ActionRequest<Performed>) {
    guard !Performed.hideFromTimeline else { return }
    add(TimelineEntry(.begin, of: request, sequence: sequence + 1))
  }

  /// Records an end.
  public func actionDidComplete<Performed: Action>(
    _ request: ActionRequest<Performed>, with completion: ActionCompletion
  ) {
    guard !Performed.hideFromTimeline else { return }
    let kind = TimelineEntry.Kind.complete(completion.ending)
    add(TimelineEntry(kind, of: request, after: completion.duration, sequence: sequence + 1))
  }

  private func add(_ entry: TimelineEntry) {
    if ring.count < capacity {
      ring.append(entry)
    } else {
      ring[sequence % capacity] = entry
    }
    sequence += 1
  }

  // MARK: Reports

  /// Returns the entries as text, one per line, oldest first; equal entries give equal text.
  public func textReport(userInitiatedOnly: Bool = false) -> String {
    entries(userInitiatedOnly: userInitiatedOnly).map { "\($0)\n" }.joined()
  }

  /// Returns the entries as a JSON array with sorted keys, oldest first; equal entries give equal
  /// bytes.
  public func jsonReport(userInitiatedOnly: Bool = false) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    return try encoder.encode(entries(userInitiatedOnly: userInitiatedOnly).map(Line.init))
  }

  /// An entry as the report writes it.
  private struct Line: Encodable {
    let sequence: Int
    let kind: String
    let outcome: String?
    let time: String
    let session: String
    let request: UInt64
    let userInitiated: Bool
    let feature: String
    let action: String
    let input: String

    init(_ entry: TimelineEntry) {
      sequence = entry.sequence
      kind = entry.kind == .begin ? "begin" : "complete"
      outcome = entry.ending?.description
      time = entry.instant.rfc3339
      session = entry.session
      request = entry.requestNumber
      userInitiated = entry.isUserInitiated
      feature = entry.feature
      action = entry.action
      input = entry.input
    }
  }
}

extension TimelineEntry: CustomStringConvertible {
  /// The entry as a line of a report.
  public var description: String {
    let request = "\(session) #\(requestNumber)"
    let initiator = isUserInitiated ? "user" : "program"
    return "\(instant.rfc3339) \(request) \(initiator) \(feature) \(action) on \(input): "
      + (ending?.description ?? "begin")
  }
}

/// The beginning or end of a request in the timeline, with only the loggable part of its input.
public struct TimelineEntry: Hashable, Sendable {
  /// The beginning or the end of a request.
  public enum Kind: Hashable, Sendable {
    /// It begins.
    case begin
    /// It is complete.
    case complete(ActionEnding)
  }

  /// The number of the entry in its timeline, counted from 1.
  public let sequence: Int
  /// The part of the request that it records.
  public let kind: Kind
  /// The moment of the event; for an end, the beginning plus the duration if it was measured.
  public let instant: Instant
  /// The session.
  public let session: String
  /// The number of the request in its session.
  public let requestNumber: UInt64
  /// A Boolean value that indicates whether the user asked for it.
  public let isUserInitiated: Bool
  /// The name of the feature's type.
  public let feature: String
  /// The action's display name.
  public let action: String
  /// The input as logs may show it.
  public let input: String

  /// The end of the request, if this records it.
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
