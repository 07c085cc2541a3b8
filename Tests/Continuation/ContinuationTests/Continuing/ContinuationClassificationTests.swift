import Activities
import Continuation
import Foundation
import Testing

@Suite("The source of a continued activity, and the order of ways to its action")
struct ContinuationClassificationTests {
  @Test(
    "the source follows from the type, or else from the attached interaction",
    arguments: [
      (ContinuationSource.browsingWebActivityType, false, ContinuationSource.browsingWeb),
      (ContinuationSource.browsingWebActivityType, true, .browsingWeb),
      (ContinuationSource.queryContinuationActivityType, false, .search),
      (ContinuationSource.searchableItemActivityType, false, .search),
      (Kiosk.readType, true, .interaction), (Kiosk.readType, false, .other),
    ])
  func classification(type: String, hasInteraction: Bool, source: ContinuationSource) throws {
    var activity = try UserActivity(activityType: type)
    if hasInteraction { activity.interaction = try Interaction(actionName: "read", trigger: .phrase) }
    #expect(ContinuationSource(classifying: activity) == source)
  }

  @Test("the action receives the source, as classified or as given by the caller")
  func told() async throws {
    let process = try Kiosk.Process()
    let activity = try #require(try await process.activity(of: Kiosk.Book("Emma")))
    for source in [nil, .handoff, .suggestion, .search] as [ContinuationSource?] {
      #expect(try await process.goOn(activity, from: source).words == "success")
      #expect(process.screen.sources.last == .continueActivity(type: Kiosk.readType, from: source ?? .other))
    }
    var spoken = activity
    spoken.interaction = try Interaction(actionName: "read", trigger: .phrase)
    #expect(try await process.goOn(spoken).words == "success")
    #expect(process.screen.sources.last == .continueActivity(type: Kiosk.readType, from: .interaction))
  }

  /// An activity with three ways: to a cat by its URL, to a book by its type, to a dog by its web
  /// page.
  static func activity(
    actionURL: String? = "kiosk://draw?name=cat", key: String = "hunch.action.url", isText: Bool = false,
    type: String = Kiosk.readType, page: String? = "https://kiosk.example/draw?name=dog"
  ) throws -> UserActivity {
    var activity = try UserActivity(activityType: type, userInfo: ["name": "Emma"])
    if let actionURL {
      activity.userInfo[key] = isText ? .string(actionURL) : .url(try #require(URL(string: actionURL)))
    }
    try activity.setWebpageURL(page.flatMap { URL(string: $0) })
    return activity
  }

  @Test(
    "the action's URL comes first, then the type, then the web page; a way without an action falls through",
    arguments: [
      (try activity(), Kiosk.Screen.Item.sketch("cat")),
      (try activity(key: "tools.flint.auto.action.url"), .sketch("cat")),
      (try activity(isText: true), .sketch("cat")),
      (try activity(actionURL: "kiosk://nowhere"), .book("Emma", page: nil)),
      (try activity(actionURL: nil), .book("Emma", page: nil)),
      (try activity(actionURL: nil, type: "org.example.kiosk.unknown"), .sketch("dog")),
      (try activity(actionURL: "kiosk://nowhere", type: "org.example.kiosk.unknown"), .sketch("dog")),
      (try activity(actionURL: nil, type: ContinuationSource.browsingWebActivityType), .sketch("dog")),
      (try activity(actionURL: nil, type: Kiosk.drawType), .sketch("dog")),
      (try activity(page: nil), .sketch("cat")),
    ] as [(UserActivity, Kiosk.Screen.Item)])
  func standardOrder(activity: UserActivity, shown: Kiosk.Screen.Item) async throws {
    let process = try Kiosk.Process(hasLinks: true)
    #expect(try await process.goOn(activity).words == "success")
    #expect(process.screen.items == [shown])
  }

  @Test("in Flint's order a web page hides the type even without a matching action")
  func flintOrder() async throws {
    let process = try Kiosk.Process(hasLinks: true) { $0.order = .flint }
    #expect(try await process.goOn(Self.activity()).words == "success")
    #expect(try await process.goOn(Self.activity(actionURL: nil)).words == "success")
    #expect(process.screen.items == [.sketch("cat"), .sketch("dog")])
    let lost = try Self.activity(actionURL: nil, page: "https://kiosk.example/nowhere")
    #expect(try await process.goOn(lost).words == "no mapping")
    #expect(try await process.goOn(Self.activity(actionURL: nil, page: nil)).words == "success")
    let onlyTypes = try Kiosk.Process(hasLinks: true) { $0.order = ContinuationOrder([.activityType]) }
    #expect(try await onlyTypes.goOn(Self.activity()).words == "success")
    #expect(onlyTypes.screen.items == [.book("Emma", page: nil)])
  }

  @Test("an action that is eligible for nothing is not continued by its type")
  func ineligible() async throws {
    let process = try Kiosk.Process()
    let activity = try Self.activity(actionURL: nil, page: nil)
    let result = try await Kiosk.$eligibility.withValue([]) { try await process.goOn(activity) }
    #expect(result.words == "no mapping")
    #expect(try await process.goOn(activity).words == "success")
  }

  @Test("an unknown web page or query is not refused, even by a program that lists its types")
  func systemTypes() async throws {
    let process = try Kiosk.Process(hasLinks: true) { $0.declaredTypes = [Kiosk.readType] }
    let page = try Self.activity(actionURL: nil, type: ContinuationSource.browsingWebActivityType)
    #expect(try await process.goOn(page).words == "success")
    let query = try Self.activity(
      actionURL: nil, type: ContinuationSource.queryContinuationActivityType, page: nil)
    #expect(try await process.goOn(query).words == "no mapping")
  }
}
