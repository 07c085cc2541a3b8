import Activities
import Synchronization

/// A record of events, in order, for tests to look at.
final class Notes: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

/// A barrier that tests open.
final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Mutex(State())

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// A clock that tests set.
final class HandClock: Sendable {
  static let start: Int64 = 1_772_352_600_000
  private let milliseconds = Mutex(HandClock.start)

  func advance(seconds: Int64) { milliseconds.withLock { $0 += seconds * 1_000 } }

  var context: Context {
    guard let instant = try? Instant(milliseconds: milliseconds.withLock { $0 }, offsetMinutes: 60) else {
      preconditionFailure("the clock is set to a representable moment")
    }
    return Context(at: instant)
  }
}

/// A barrier that tests open, and that counts arrivals.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private(set) var arrivals = 0

  func pass() async {
    arrivals += 1
    wakeAll()
    while !isOpen { await wait() }
  }

  func open() {
    isOpen = true
    wakeAll()
  }

  /// Waits until a number of tasks have arrived.
  func waitForArrivals(_ count: Int) async {
    while arrivals < count { await wait() }
  }

  private func wait() async {
    await withCheckedContinuation { waiting.append($0) }
  }

  private func wakeAll() {
    let woken = waiting
    waiting = []
    for continuation in woken { continuation.resume() }
  }
}
