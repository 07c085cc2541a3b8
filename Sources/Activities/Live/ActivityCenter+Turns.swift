extension ActivityCenter {
  /// Who may change what is current: one at a time, in the order of asking.
  struct Turns {
    var running: TurnNumber?
    var last: UInt64 = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// A turn of one center.
  struct TurnNumber: Hashable, Sendable {
    let center: ObjectIdentifier
    let number: UInt64
  }

  /// What `takeTurn` gives and `end` takes back.
  enum Turn {
    case own
    /// The task runs inside of the turn that is running: a delegate called the center back.
    case nested
  }

  /// During which turn a program's own code is being called.
  ///
  /// A delegate that calls the center must not wait for the turn that waits for the delegate.
  @TaskLocal static var calledDuring: TurnNumber?

  /// Whether the present task was begun by a turn of this center, which may be waiting for it.
  ///
  /// It must not wait for whoever waits for the turn. Tasks that it starts count as begun there, however long they live.
  package nonisolated var isCallingOut: Bool { Self.calledDuring?.center == ObjectIdentifier(self) }

  /// Waits for a turn; a task that is cancelled meanwhile gets it all the same, so that nobody behind it is held up.
  func takeTurn() async -> Turn {
    if let running = turns.running {
      if Self.calledDuring == running { return .nested }
      await withCheckedContinuation { turns.waiting.append($0) }
    } else {
      startTurn()
    }
    return .own
  }

  func end(_ turn: Turn) {
    guard case .own = turn else { return }
    guard !turns.waiting.isEmpty else {
      turns.running = nil
      return
    }
    startTurn()  // before the next one wakes, so that nobody gets in between
    turns.waiting.removeFirst().resume()
  }

  private func startTurn() {
    turns.last += 1
    turns.running = TurnNumber(center: ObjectIdentifier(self), number: turns.last)
  }

  /// Calls a program's own code within the running turn.
  func callOut<Value: Sendable>(_ call: @Sendable () async throws -> Value) async rethrows -> Value {
    try await Self.$calledDuring.withValue(turns.running) { try await call() }
  }
}
