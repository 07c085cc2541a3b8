import Activities
import Continuation
import Storage
import Testing

/// In Flint, completions are values that actions return or fill later; here an action is an async
/// function, which does the same as any other.
@Suite("Completion of async actions")
struct CompletionTests {
  @Test("an action that ends at once has completed when perform returns")
  func synchronous() async throws {
    let workshop = try Workshop()
    let notes = Notes()
    let outcome = try await workshop.run("plane") { _ in
      notes.add("done")
      return .success
    }
    #expect(notes.all == ["done"])
    #expect(try outcome.publication.get() != nil)
  }

  @Test("an action that completes later has not completed before, and then its outcome arrives")
  func asynchronous() async throws {
    let workshop = try Workshop()
    let notes = Notes()
    let begun = Latch()
    let go = Latch()
    let task = Task {
      let outcome = try await workshop.run("plane") { _ in
        begun.open()
        await go.wait()
        notes.add("done")
        return .successWithFeatureTermination
      }
      notes.add("returned")
      return outcome
    }
    await begun.wait()
    #expect(notes.all.isEmpty)
    #expect(try await workshop.donations().isEmpty)
    go.open()
    #expect(try await task.value.terminatesFeature)
    #expect(notes.all == ["done", "returned"])
    #expect(try await workshop.donations().count == 1)
  }

  @Test("an action that performs another one can use its result before it completes itself")
  func nestedSynchronous() async throws {
    let workshop = try Workshop()
    let notes = Notes()
    try await workshop.run("outer", at: 1) { _ in
      let inner = try await workshop.run("inner", at: 0)
      notes.add("inner published: \(try inner.publication.get() != nil)")
      return .success
    }
    #expect(notes.all == ["inner published: true"])
    let arrivals = await workshop.log.arrivals(of: .me, after: 0, limit: 10).map(\.donation)
    #expect(arrivals.map(\.context) == [try Workshop.now(0), try Workshop.now(1)])
  }

  @Test("both an action that completes later and the one it waits for complete, the inner one first")
  func nestedAsynchronous() async throws {
    let notes = Notes()
    var configuration = DispatchConfiguration()
    configuration.observers = [NotingObserver(notes: notes)]
    let workshop = try Workshop(configuration: configuration)
    let go = Latch()
    let begun = Latch()
    let task = Task {
      try await workshop.run("outer") { _ in
        try await workshop.run("inner") { _ in
          begun.open()
          await go.wait()
          return .success
        }
        await Task.yield()
        return .success
      }
    }
    await begun.wait()
    go.open()
    _ = try await task.value
    await workshop.dispatcher.observersSettled()
    #expect(notes.all == ["begin 1", "begin 2", "complete 2 success", "complete 1 success"])
  }

  /// The counterpart of Flint's proxy of the completion: an action around another one that returns
  /// a different outcome.
  private enum Forgiving<Wrapped: Action>: Action where Wrapped.Presenter == NoPresenter {
    static var name: String { Wrapped.name }
    static var activityType: String { "org.example.workshop.forgiving" }
    static var activityEligibility: ActivityEligibility { [.prediction] }
    static func prepareActivity(_ activity: inout ActivityBuilder<Self>) { activity.title = "Forgive" }

    static func perform(
      _ context: ActionContext<Wrapped.Input>, presenter: NoPresenter
    ) async throws -> ActionPerformOutcome {
      let outcome = try await Wrapped.perform(context, presenter: presenter)
      return outcome.error is Broken ? .successWithFeatureTermination : outcome
    }
  }
  private enum ForgivingFeature: Feature {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(Forgiving<RunScriptAction>.self)
    }
  }

  @Test("a proxy replaces the outcome, which all observers see")
  func proxy() async throws {
    let notes = Notes()
    var configuration = DispatchConfiguration()
    configuration.observers = [NotingObserver(notes: notes)]
    let workshop = try Workshop(features: [ForgivingFeature.self], configuration: configuration)
    let script = Script("plane") { _ in
      await Task.yield()
      return .failure(Broken())
    }
    let outcome = try await workshop.dispatcher.perform(
      ForgivingFeature.action(Forgiving<RunScriptAction>.self).with(script), circumstances: Workshop.now())
    #expect(outcome.terminatesFeature)
    await workshop.dispatcher.observersSettled()
    #expect(notes.all == ["begin 1", "complete 1 success"])
    #expect(try await workshop.donations().count == 1)
  }
}
