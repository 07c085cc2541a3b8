public import Activities
public import Foundation

/// The latest requests: the last hundred beginnings and ends, in memory.
///
/// Actions that hide from it are left out; what they publish is not.
public actor Timeline: ActionDispatchObserver {
  /// The number of entries that are kept unless said otherwise; the oldest go first.
  public static let defaultCapacity = 100

  private let capacity: Int
  /// A ring, once it is full: the next entry goes to `sequence % capacity`.
  private var ring: [TimelineEntry] = []
  private var sequence = 0

  /// An empty timeline.
  ///
  /// - Parameter capacity: At least 1 entry is kept.
  public init(capacity: Int = Timeline.defaultCapacity) {
    self.capacity = max(1, capacity)
  }

  /// The entries, oldest first.
  ///
  /// - Parameter userInitiatedOnly: Whether to leave out what the program did for its own reasons.
  public func entries(userInitiatedOnly: Bool = false) -> [TimelineEntry] {
    let oldest = ring.count < capacity ? 0 : sequence % capacity
    let entries = ring[oldest...] + ring[..<oldest]
    return entries.filter { $0.isUserInitiated || !userInitiatedOnly }
  }

  /// Notes a beginning.
  public func actionWillBegin<Performed: Action>(_ request: ActionRequest<Performed>) {
    guard !Performed.hideFromTimeline else { return }
    add(TimelineEntry(.begin, of: request, sequence: sequence + 1))
  }

  /// Notes an end.
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

  // MARK: reports

  /// The entries for people, a line each, oldest first; the same entries give the same text.
  public func textReport(userInitiatedOnly: Bool = false) -> String {
    entries(userInitiatedOnly: userInitiatedOnly).map { "\($0)\n" }.joined()
  }

  /// The entries as a JSON array with sorted keys, oldest first; the same entries give the same
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
  /// A line of a report.
  public var description: String {
    let request = "\(session) #\(requestNumber)"
    let initiator = isUserInitiated ? "user" : "program"
    return "\(instant.rfc3339) \(request) \(initiator) \(feature) \(action) on \(input): "
      + (ending?.description ?? "begin")
  }
}

/// The beginning or the end of a request, as the timeline keeps it: nothing of the input but what
/// it shows to logs.
public struct TimelineEntry: Hashable, Sendable {
  /// An end of a request.
  public enum Kind: Hashable, Sendable {
    /// It begins.
    case begin
    /// It is complete.
    case complete(ActionEnding)
  }

  /// Counts the entries of a timeline from 1.
  public let sequence: Int
  /// The end of the request that it tells of.
  public let kind: Kind
  /// The moment; of an end, the beginning and how long it took, if that was measured.
  public let instant: Instant
  /// The session.
  public let session: String
  /// The number of the request in its session.
  public let requestNumber: UInt64
  /// A Boolean value that indicates whether the user asked for it.
  public let isUserInitiated: Bool
  /// The name of the feature's type.
  public let feature: String
  /// The action's name for people.
  public let action: String
  /// The input as logs may show it.
  public let input: String

  /// The end of the request, if this tells of it.
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
