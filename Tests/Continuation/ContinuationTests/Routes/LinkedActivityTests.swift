import Activities
import Continuation
import Foundation
import Suggestions
import Testing

@Suite("Routes of actions: activities that are continued by URL")
struct LinkedActivityTests {
  private static let linkKey = "hunch.action.url"

  @Test(
    "row 17: an action without codec gets its URL embedded, as the only required key, and is continued by it")
  func embedded() async throws {
    let process = try Atlas.Process()
    let donation = try #require(
      try await process.perform(Atlas.ViewCity.self, on: Atlas.City("São Paulo")).publication.get())
    let url = try Atlas.routes().link(
      to: Atlas.ViewCity.self, in: Atlas.Map.self, input: Atlas.City("São Paulo"))
    #expect(donation.activity.userInfo == [Self.linkKey: .url(url)])
    #expect(donation.activity.requiredUserInfoKeys == [Self.linkKey])

    let restarted = try Atlas.Process(log: process.log)
    let answer = try await restarted.engine.suggestions(SuggestionRequest(in: Kiosk.context(1)))
    let suggestion = try #require(answer.suggestions.first)
    #expect(try await restarted.goOn(suggestion.activity) == "success")
    #expect(restarted.screen.all == ["city São Paulo"])
    let donations = try await process.log.allDonations(of: .me).map(\.donation)
    #expect(donations.map(\.details.source) == [.user, .suggestion])
    #expect(Set(donations.map(\.identity)).count == 1, "what was continued is the same activity again")
  }

  @Test("row 17: without routes the same action cannot be continued, and is reported")
  func withoutRoutes() async throws {
    let process = try Atlas.Process(hasRoutes: false)
    let outcome = try await process.perform(Atlas.ViewCity.self, on: Atlas.City("Graz"))
    #expect(outcome.faults == [.cannotBeContinued])
    #expect(process.screen.all == ["city Graz"], "it was performed all the same")
    #expect(try await process.log.allDonations(of: .me).isEmpty)
  }

  @Test(
    "with routes, an action that has none is published and continued by its type; one without input, too")
  func noRoute() async throws {
    let process = try Atlas.Process()
    let trail = try #require(
      try await process.perform(Atlas.Hike.self, on: Atlas.Trail(7)).publication.get())
    #expect(trail.activity.userInfo == ["number": 7], "no URL beside the codec")
    let home = try #require(
      try await process.perform(Atlas.ShowHome.self, on: NoInput()).publication.get())
    #expect(home.activity.userInfo.isEmpty, "an action without input needs none, even if it has a route")
    let restarted = try Atlas.Process(log: process.log)
    #expect(try await restarted.goOn(trail.activity) == "success")
    #expect(try await restarted.goOn(home.activity) == "success")
    #expect(restarted.screen.all == ["trail 7", "home"])
  }

  @Test("the action's URL goes before the activity type, and that before the web page")
  func order() async throws {
    let process = try Atlas.Process()
    let trail = try #require(
      try await process.perform(Atlas.Hike.self, on: Atlas.Trail(7)).publication.get()
    ).activity
    let page = try #require(trail.webpageURL)
    #expect(try Atlas.routes().destination(of: page)?.action.activityType == Atlas.viewCityType)

    #expect(try await process.goOn(trail) == "success")
    #expect(process.screen.all.last == "trail 7", "the web page does not hide the type")

    var linked = trail
    linked.userInfo[Self.linkKey] = .url(try #require(URL(string: "atlas://home")))
    linked.requiredUserInfoKeys = nil
    #expect(try await process.goOn(linked) == "success")
    #expect(process.screen.all.last == "home", "the URL that publishing left says most")

    var unknown = try UserActivity(activityType: "org.example.atlas.map.former", userInfo: ["number": 7])
    try unknown.setWebpageURL(page)
    #expect(try await process.goOn(unknown) == "success")
    #expect(process.screen.all.last == "city Graz", "where nothing else leads anywhere, the web page does")
  }

  @Test("row 16: a URL that leads to an action, but not to an input, is an answer: nothing else is tried")
  func undecodable() async throws {
    let process = try Atlas.Process()
    var activity = try UserActivity(activityType: Atlas.homeType)
    activity.userInfo = [Self.linkKey: .url(try #require(URL(string: "atlas://city/Atlantis")))]
    #expect(
      try await process.goOn(activity) == "undecodable: \(ActivityCodableError.invalidValue(key: "name"))")
    #expect(process.screen.all.isEmpty)
    #expect(try await process.open("atlas://city/Atlantis").hasPrefix("undecodable"))
    activity.userInfo = [Self.linkKey: .url(try #require(URL(string: "atlas://sunken/Atlantis")))]
    #expect(try await process.goOn(activity) == "success", "no route fits: then the type leads home")
    #expect(process.screen.all == ["home"])
  }
}
