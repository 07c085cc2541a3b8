import Testing

@testable import Continuation

@Suite("One turn after the other")
struct TurnQueueTests {
  @Test(
    "places are served in the order in which they were taken, not in which they are used",
    .timeLimit(.minutes(5)))
  func order() async {
    let queue = TurnQueue()
    let notes = Notes()
    let places = (0..<8).map { _ in queue.takePlace() }
    await withTaskGroup(of: Void.self) { group in
      for (number, place) in places.enumerated().reversed() {
        group.addTask {
          await queue.run(at: place) {
            notes.add("\(number) begins")
            await Task.yield()
            notes.add("\(number) ends")
          }
        }
      }
    }
    #expect(notes.all == (0..<8).flatMap { ["\($0) begins", "\($0) ends"] })
  }

  @Test("a turn that throws, or whose task was cancelled, does not block others", .timeLimit(.minutes(5)))
  func failure() async {
    let queue = TurnQueue()
    let (first, second, third) = (queue.takePlace(), queue.takePlace(), queue.takePlace())
    await #expect(throws: CancellationError.self) {
      try await queue.run(at: first) { throw CancellationError() }
    }
    let cancelled = Task { await queue.run(at: second) { Task.isCancelled } }
    cancelled.cancel()
    #expect(await queue.run(at: third) { true })
    #expect(await cancelled.value)
  }

  @Test("a task knows whether the current turn, an earlier one or none began it")
  func nested() async {
    let (queue, other) = (TurnQueue(), TurnQueue())
    #expect(!queue.hasBegunPresentTask && !queue.isServingPresentTask)
    let latch = Latch()
    let (within, later) = await queue.run(at: queue.takePlace()) {
      let within = await other.run(at: other.takePlace()) {
        await Task { queue.isServingPresentTask && other.isServingPresentTask }.value
      }
      let later = Task {
        await latch.wait()
        return (queue.hasBegunPresentTask, queue.isServingPresentTask)
      }
      return (within, later)
    }
    #expect(within, "in a turn of both queues")
    latch.open()
    #expect(await later.value == (true, false), "the turn is over")
  }

  @Test("a task started outside the turn does not belong to it, but still to other queues' turns")
  func outside() async {
    let (queue, other) = (TurnQueue(), TurnQueue())
    let marks = await other.run(at: other.takePlace()) {
      await queue.run(at: queue.takePlace()) {
        var task: Task<(Bool, Bool), Never>?
        queue.startOutsideOfTurn {
          task = Task { (queue.hasBegunPresentTask, other.hasBegunPresentTask) }
        }
        return await task?.value
      }
    }
    #expect(marks?.0 == false && marks?.1 == true)
  }
}
