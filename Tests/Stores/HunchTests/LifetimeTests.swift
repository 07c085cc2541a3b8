import Continuation
import Foundation
import Hunch
import Testing

/// No object retains itself: unused objects are freed, and their files are closed.
@Suite("Lifetimes")
struct LifetimeTests {
  private final class Remains {
    weak var engine: SuggestionEngine?
    weak var log: SQLiteDonationStore?
    weak var center: ActivityCenter?
    weak var live: LiveUserActivity?
    weak var observer: CountingObserver?

    var names: [String] {
      [
        engine.map { _ in "engine" }, log.map { _ in "log" }, center.map { _ in "center" },
        live.map { _ in "live activity" }, observer.map { _ in "observer" },
      ].compactMap(\.self)
    }

    /// Returns the objects that still exist after a while: a task that saves a checkpoint may have
    /// to end first.
    func afterAWhile() async throws -> [String] {
      for _ in 0..<200 where !names.isEmpty { try await Task.sleep(for: .milliseconds(25)) }
      return names
    }
  }

  fileprivate actor CountingObserver: ActionDispatchObserver {
    private(set) var completed = 0
    func actionDidComplete<Performed: Action>(
      _ request: ActionRequest<Performed>, with completion: ActionCompletion
    ) { completed += 1 }
  }

  private enum ReadAction: Action {
    static let description = "Reads"
    static let activityEligibility: ActivityEligibility = [.prediction]
    static func perform(
      _ context: ActionContext<NoInput>, presenter: NoPresenter
    ) async throws -> ActionPerformOutcome { .success }
  }

  private enum LibraryFeature: Feature {
    static let description = "Books"
    static func prepare(_ actions: inout FeatureActions) { actions.publish(ReadAction.self) }
  }

  private static func now(_ minutes: Int64 = 0) throws -> Instant {
    try Instant(milliseconds: 1_772_000_000_000 + minutes * 60_000)
  }

  /// The files below a folder that this process has open.
  private static func openFiles(below folder: URL) -> [String] {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }.filter { $0.hasPrefix(folder.path) }
  }

  @Test(
    "an engine, its cached users and its log are freed, and every file is closed",
    arguments: [true, false])
  func engine(isClosed: Bool) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hunch-life-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let remains = Remains()
    try await Self.useEngine(store: folder.appending(path: "donations.sqlite").path, isClosed, remains)
    #expect(try await remains.afterAWhile() == [])
    #expect(Self.openFiles(below: folder) == [])
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left == ["donations.sqlite"], "a closed store has no journal next to it")
  }

  /// Uses every function of an engine, for more people than it keeps in memory, partly at the same
  /// time.
  private static func useEngine(store: String, _ isClosed: Bool, _ remains: Remains) async throws {
    let log = try SQLiteDonationStore(path: store)
    let engine = try SuggestionEngine.open(log: log, capacity: 1)
    (remains.engine, remains.log) = (engine, log)
    let users = try ["one", "two", "three"].map(UserIdentifier.init)
    for user in users {
      let donations = try (0..<40).map { number in
        var activity = try UserActivity(
          activityType: "org.example.notes.open", title: "Note \(number % 5)",
          userInfo: ["note": .integer(Int64(number % 5))])
        activity.isEligibleForSearch = true
        return try Donation(of: activity, by: user, in: Context(at: now(Int64(number))))
      }
      try await engine.donate(donations, now: now(60))
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for user in users + users {
        group.addTask {
          let request = SuggestionRequest(for: user, in: Context(at: try now(60)), explains: true)
          let first = try await engine.suggestions(request).suggestions.first
          _ = try await engine.recentActivities(of: user, at: now(60))
          _ = try await engine.match("note 3", of: user, at: now(60))
          _ = try await log.search(SearchQuery("note", of: user, at: now(60)))
          guard let identity = first?.identity else { return }
          _ = try await engine.diagnosis(of: identity, request)
        }
      }
      try await group.waitForAll()
    }
    try await engine.forget(Deletion(by: users[0], at: now(20), matching: .everything))
    #expect(!openFiles(below: URL(fileURLWithPath: store).deletingLastPathComponent()).isEmpty)
    if isClosed { try log.close() }
  }

  @Test(
    "a center with a current activity, a dispatcher and its observers are freed while an event stream is open"
  )
  func dispatcher() async throws {
    let remains = Remains()
    let events = try await Self.dispatch(remains)
    #expect(try await remains.afterAWhile() == [])
    var heard = 0
    for await _ in events { heard += 1 }  // ends with the center
    #expect(heard > 0)
  }

  private static func dispatch(_ remains: Remains) async throws -> AsyncStream<ActivityCenterEvent> {
    let engine = SuggestionEngine(log: InMemoryDonationStore(), model: try ModelFile.open().suggestionModel())
    let application = try Application(identifier: "org.example.library")
    let start = Context(at: try now())
    let center = ActivityCenter(application: application, recorder: engine, circumstances: { start })
    let observer = CountingObserver()
    var configuration = DispatchConfiguration()
    configuration.observers = [observer, Timeline()]
    let dispatcher = ActionDispatcher(
      registry: try ActionRegistry(application: application, features: [LibraryFeature.self]), center: center,
      dispatch: configuration)
    (remains.engine, remains.center, remains.observer) = (engine, center, observer)
    let events = center.events
    for _ in 0..<3 {
      try await dispatcher.perform(
        ReadAction.self, in: LibraryFeature.self, input: NoInput(), presenter: NoPresenter(),
        circumstances: start)
    }
    await dispatcher.observersSettled()
    #expect(await observer.completed == 3)
    let live = try LiveUserActivity(activityType: "org.example.library.browse", in: center)
    remains.live = live
    try await live.becomeCurrent()
    live.needsSave = true
    return events
  }
}
