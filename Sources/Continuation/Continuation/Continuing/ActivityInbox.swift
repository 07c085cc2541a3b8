internal import Synchronization

/// An inbox that holds activities until the program is ready, and delivers each once.
///
/// A program that is launched *because* the user chose something receives it before its features
/// and windows exist. A receiver of activities hands them in at any time, and waits for the result,
/// which is the acknowledgement. Once the program is ready it opens the inbox, which delivers the
/// waiting activities in order of arrival. A receiver that gives up waiting (a time-out cancels its
/// task) withdraws its activity.
///
/// ```swift
/// let inbox = ActivityInbox()
/// Task { acknowledge(await inbox.deliver(incoming)) }             // at any time after the launch
/// await inbox.open { await continuer.continueActivity($0, in: now(), with: router) }   // once ready
/// ```
public actor ActivityInbox {
  /// Continues an activity.
  public typealias Handler = @Sendable (IncomingActivity) async -> ContinuationResult

  private struct Waiting {
    let number: Int
    let incoming: IncomingActivity
    let result: CheckedContinuation<ContinuationResult, Never>
  }

  private let capacity: Int
  private var handler: Handler?
  private var waiting: [Waiting] = []
  private var counter = 0

  /// Creates a closed inbox.
  ///
  /// - Parameter capacity: The maximum number of waiting activities; more are rejected.
  public init(capacity: Int = 64) {
    self.capacity = capacity
  }

  /// The number of waiting activities.
  public var count: Int { waiting.count }

  /// Hands in an activity and waits until it has been continued.
  ///
  /// - Returns: The result of continuing it; ``ContinuationResult/cancelled`` if the receiver gave
  ///   up first, and ``ContinuationResult/Refusal/inboxFull`` if too many are waiting.
  public func deliver(_ incoming: IncomingActivity) async -> ContinuationResult {
    if let handler, waiting.isEmpty { return await handler(incoming) }
    guard waiting.count < capacity else { return .refused(.inboxFull) }
    counter += 1
    let number = counter
    return await withTaskCancellationHandler {
      await withCheckedContinuation { result in
        if Task.isCancelled {
          result.resume(returning: .cancelled)
        } else {
          waiting.append(Waiting(number: number, incoming: incoming, result: result))
        }
      }
    } onCancel: {
      Task { await self.withdraw(number) }
    }
  }

  /// Opens the inbox: waiting activities are delivered now, one after the other, and later ones at
  /// once.
  public func open(with handler: @escaping Handler) async {
    self.handler = handler
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      next.result.resume(returning: await handler(next.incoming))
    }
  }

  private func withdraw(_ number: Int) {
    guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: place).result.resume(returning: .cancelled)
  }
}

/// A ledger of continued deliveries, so that a transport may deliver one several times.
///
/// Beyond its capacity it forgets the oldest, because transports retry within minutes, not forever.
final class DeliveryLedger: Sendable {
  private struct Deliveries {
    var known: Set<String> = []
    /// The same identifiers, in order of arrival.
    var order: [String] = []
  }

  private let capacity: Int
  private let deliveries = Mutex(Deliveries())

  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// Claims a delivery; returns `false` if it was claimed before.
  func claim(_ identifier: String) -> Bool {
    deliveries.withLock {
      guard $0.known.insert(identifier).inserted else { return false }
      $0.order.append(identifier)
      if $0.order.count > capacity { $0.known.remove($0.order.removeFirst()) }
      return true
    }
  }

  /// Releases a delivery that was not continued, so that it can be tried again.
  func release(_ identifier: String) {
    deliveries.withLock {
      $0.known.remove(identifier)
      $0.order.removeAll { $0 == identifier }
    }
  }
}
