/// What was performed lately: the last hundred beginnings and ends, in memory.
///
/// Actions that hide from it are left out; what they publish is not.
public actor Timeline: ActionDispatchObserver {
  /// So many entries are kept unless said otherwise; the oldest go first.
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
}
