internal import Foundation
internal import Synchronization

/// The records of a history in batches, read ahead of their processing.
///
/// An importer reads on its own thread and blocks while two batches wait, so that memory use does
/// not depend on the history.
final class HistoryStream: Sendable {
  private struct State {
    var batches: [[HistoryRecord]] = []
    var end: Result<Void, any Error>?
    var isClosed = false
    var waiting: CheckedContinuation<[HistoryRecord]?, any Error>?
  }

  private let state = Mutex(State())
  /// It starts at 0, because a semaphore may be released only at its initial value or above.
  private let room = DispatchSemaphore(value: 0)

  private static let batchSize = 2_048
  private static let batchesAhead = 2

  /// Starts reading.
  init(of file: HistoryFile, by importer: any HistoryImporter, _ settings: HistorySettings) {
    for _ in 0..<Self.batchesAhead { room.signal() }
    Thread.detachNewThread { [self] in
      var batch: [HistoryRecord] = []
      finish(
        Result {
          try importer.readWithinBudget(file, settings) { record in
            batch.append(record)
            if batch.count == Self.batchSize {
              try send(batch)
              batch.removeAll(keepingCapacity: true)
            }
          }
        }, rest: batch)
    }
  }

  /// Returns the next batch, or `nil` after the last one.
  ///
  /// - Throws: The error of the reading, after all batches before it were returned.
  func next() async throws -> [HistoryRecord]? {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      let ready: Result<[HistoryRecord]?, any Error>? = state.withLock { state in
        if !state.batches.isEmpty { return .success(state.batches.removeFirst()) }
        if let end = state.end { return end.map { nil } }
        state.waiting = continuation
        return nil
      }
      guard let ready else { return }
      if case .success(.some) = ready { room.signal() }
      continuation.resume(with: ready)
    }
  }

  /// Ends the reading; no more batches are requested.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.batches = []
    }
    for _ in 0..<Self.batchesAhead { room.signal() }
  }

  private func send(_ batch: [HistoryRecord]) throws {
    room.wait()
    let waiting = try state.withLock { state in
      guard !state.isClosed else { throw CancellationError() }
      return Self.take(batch, &state)
    }
    guard let waiting else { return }
    room.signal()
    waiting.resume(returning: batch)
  }

  private func finish(_ end: Result<Void, any Error>, rest: [HistoryRecord]) {
    if !rest.isEmpty { try? send(rest) }
    let waiting = state.withLock { state in
      state.end = end
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(with: end.map { nil })
  }

  /// Passes a batch to a waiting caller, or keeps it for the next one.
  private static func take(
    _ batch: [HistoryRecord], _ state: inout State
  ) -> CheckedContinuation<[HistoryRecord]?, any Error>? {
    defer { state.waiting = nil }
    if state.waiting == nil { state.batches.append(batch) }
    return state.waiting
  }
}
