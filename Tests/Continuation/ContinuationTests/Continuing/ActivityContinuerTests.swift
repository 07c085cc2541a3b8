import Activities
import Continuation
import Foundation
import Storage
import Suggestions
import Testing

@Suite("Continuing activities and URLs")
struct ActivityContinuerTests {
  static let answers: [(Kiosk.Router.Answer, String)] = [
    (.ready, "success"), (.unsupported, "rejected unsupported"), (.userCancelled, "rejected byUser"),
    (.applicationCancelled, "rejected byApplication"), (.alreadySatisfied, "already satisfied"),
  ]

  @Test(
    "rows 25, 102: each of the router's five answers has its result, by type and by URL",
    arguments: answers)
  func router(answer: Kiosk.Router.Answer, words: String) async throws {
    let process = try Kiosk.Process(hasLinks: true)
    let router = Kiosk.Router(screen: process.screen, answer: answer)
    let now = try Kiosk.context(5)
    let activity = try UserActivity(activityType: Kiosk.readType, userInfo: ["name": "Emma"])
    let byType = await process.continuer.continueActivity(activity, in: now, with: router)
    #expect(byType.words == words)
    let url = try #require(URL(string: "kiosk://draw?name=cat"))
    let byURL = await process.continuer.open(url, in: now, with: router)
    #expect(byURL.words == words)
    let isPerformed = answer == .ready
    #expect(process.screen.items.count == (isPerformed ? 2 : 0))
    #expect(process.screen.sources.last == (isPerformed ? .openURL : nil))
    #expect(try await process.donations().count == (isPerformed ? 2 : 0))
    #expect(byType.isSuccess == (isPerformed || answer == .alreadySatisfied))
  }

  @Test("rows 16, 24, 101: the action gets its input, its presenter, the user and the circumstances")
  func performed() async throws {
    let process = try Kiosk.Process()
    let activity = try UserActivity(activityType: Kiosk.readType, userInfo: ["name": "Emma", "page": 7])
    let result = try await process.goOn(activity, from: .search, at: 5)
    guard case .success(let outcome) = result else { return #expect(result.words == "success") }
    #expect(process.screen.items == [.book("Emma", page: 7)])
    let donation = try #require(try outcome.publication.get())
    #expect(try donation.context == Kiosk.context(5))
    #expect(donation.details.source == .user, "only a suggestion is marked as one")
    #expect(try await process.donations() == [donation])
  }

  @Test("P17: only the required keys come back, as after a restart")
  func requiredKeys() async throws {
    let process = try Kiosk.Process()
    let activity = try UserActivity(
      activityType: Kiosk.readType, userInfo: ["name": "Emma", "page": "seven"],
      requiredUserInfoKeys: ["name"])
    #expect(try await process.goOn(activity).words == "success")
    #expect(process.screen.items == [.book("Emma", page: nil)])
  }

  @Test(
    "row 57: a hand-off has all of its values, to continue at the same point; its identity stays",
    arguments: [
      (ContinuationSource.handoff, 7), (.suggestion, nil), (.search, nil), (.interaction, nil), (.other, nil),
    ] as [(ContinuationSource, Int?)])
  func samePoint(source: ContinuationSource, page: Int?) async throws {
    let process = try Kiosk.Process()
    let activity = try UserActivity(
      activityType: Kiosk.readType, userInfo: ["name": "Emma", "page": 7, "chapter": "two"],
      requiredUserInfoKeys: ["name"])
    #expect(try await process.goOn(activity, from: source).words == "success")
    #expect(process.screen.items == [.book("Emma", page: page)])
    #expect(try await process.donations().map(\.identity) == [activity.identity])
  }

  @Test(
    "row 57: another program of the publisher continues with the last saved values"
  )
  func savedPoint() async throws {
    let (here, there) = (try Kiosk.Process(publisher: "us"), try Kiosk.Process(publisher: "us"))
    let live = try LiveUserActivity(activityType: Kiosk.readType, in: here.center)
    live.title = "Read Emma"
    live.userInfo = ["name": "Emma", "page": 1]
    live.requiredUserInfoKeys = ["name"]
    try await live.becomeCurrent()
    live.userInfo["page"] = 1_234
    live.needsSave = true
    let offer = try #require(await here.center.handoffActivities().first)
    var incoming = IncomingActivity(try await here.center.payload(for: offer.token), from: .handoff)
    incoming.provenPublisher = "us"
    let result = await there.continuer.continueActivity(
      incoming, in: try Kiosk.context(1), with: there.router)
    #expect(result.words == "success" && there.screen.items == [.book("Emma", page: 1_234)])
  }

  @Test("row 57: a hash outside the identity does not refuse a hand-off")
  func hashedRest() async throws {
    let process = try Kiosk.Process()
    var random = SystemRandomNumberGenerator()
    var rules = PrivacyRules()
    _ = rules.add(
      try PrivacyRule(.hashKeys(["page"]), matching: .everything), secretIfNone: HashSecret(using: &random))
    let activity = try UserActivity(
      activityType: Kiosk.readType, userInfo: ["name": "Emma", "page": 7], requiredUserInfoKeys: ["name"])
    let donation = try Donation(of: activity, in: Kiosk.context(0))
    let hashed = try #require(rules.admit(donation, at: donation.context.instant).donation).activity
    #expect(hashed.userInfo["page"].map(HashSecret.isHash) == true)
    #expect(try await process.goOn(hashed, from: .handoff).words == "success")
    #expect(process.screen.items == [.book("Emma", page: nil)])
  }

  @Test("row 101: a type or URL without an action is a result, not an error")
  func noMapping() async throws {
    let process = try Kiosk.Process(hasLinks: true)
    let activity = try UserActivity(activityType: "org.example.kiosk.dance")
    #expect(try await process.goOn(activity).words == "no mapping")
    let url = try #require(URL(string: "kiosk://nowhere"))
    #expect(
      await process.continuer.open(url, in: try Kiosk.context(1), with: process.router).words == "no mapping")
    let without = try Kiosk.Process()
    let drawing = try #require(URL(string: "kiosk://draw?name=cat"))
    #expect(
      await without.continuer.open(drawing, in: try Kiosk.context(1), with: without.router).words
        == "no mapping")
    #expect(process.screen.items.isEmpty)
  }

  @Test("P16: an expired activity is not continued, from that moment on")
  func expired() async throws {
    let process = try Kiosk.Process()
    var activity = try UserActivity(activityType: Kiosk.readType, userInfo: ["name": "Emma"])
    let end = try Kiosk.context(10).instant
    activity.expirationDate = Date(timeIntervalSince1970: Double(end.milliseconds) / 1_000)
    #expect(try await process.goOn(activity, at: 10).words == "refused expired")
    #expect(process.screen.items.isEmpty)
    #expect(try await process.goOn(activity, at: 9).words == "success")
  }

  @Test(
    "row 56: an activity of another publisher is refused; a hand-off has to prove the same publisher",
    arguments: [
      (nil, nil, nil, ContinuationSource.other, true), (nil, "them", nil, .other, false),
      (nil, nil, "them", .other, false), (nil, nil, nil, .handoff, true), (nil, "them", nil, .handoff, false),
      ("us", nil, "us", .handoff, true), ("us", nil, "them", .handoff, false),
      ("us", nil, nil, .handoff, false),
      ("us", "us", nil, .handoff, false), ("us", "us", "them", .handoff, false),
      ("us", "them", "us", .handoff, true),
      ("us", nil, nil, .suggestion, true), ("us", "us", nil, .suggestion, true),
      ("us", "them", nil, .suggestion, false),
    ] as [(String?, String?, String?, ContinuationSource, Bool)])
  func publisher(
    own: String?, claimed: String?, proven: String?, source: ContinuationSource, isContinued: Bool
  ) async throws {
    let process = try Kiosk.Process(publisher: own)
    var activity = try UserActivity(activityType: Kiosk.readType, userInfo: ["name": "Emma"])
    activity.publisher = claimed
    var incoming = IncomingActivity(activity, from: source)
    incoming.provenPublisher = proven
    let result = await process.continuer.continueActivity(
      incoming, in: try Kiosk.context(1), with: process.router)
    #expect(result.words == (isContinued ? "success" : "refused otherPublisher"))
    #expect(process.screen.items.isEmpty != isContinued)
  }

  @Test(
    "row 56: on one log, a suggestion is continued by a program of the publisher that donated it, and no other"
  )
  func publishersOfOneLog() async throws {
    let log = InMemoryDonationStore()
    let ours = try Kiosk.Process(log: log, publisher: "us")
    let theirs = try Kiosk.Process(log: log, publisher: "them")
    try await ours.read(Kiosk.Book("Emma"))
    let now = try Kiosk.context(60)
    for (process, words) in [(theirs, "refused otherPublisher"), (ours, "success")] {
      let suggestion = try #require(try await process.engine.suggestions(.init(in: now)).suggestions.first)
      let result = await process.continuer.continueActivity(of: suggestion, in: now, with: process.router)
      #expect(result.words == words)
      let recent = try #require(try await process.engine.recentActivities(at: now.instant).first)
      #expect(try await process.goOn(recent.activity, at: 61).words == words)
    }
    #expect(theirs.screen.items.isEmpty)
    #expect(ours.screen.items.count == 3)
  }

  @Test("a value hashed by a privacy rule is refused, and not passed to the action")
  func hashed() async throws {
    var random = SystemRandomNumberGenerator()
    var rules = PrivacyRules()
    _ = rules.add(
      try PrivacyRule(.hashKeys(["name"]), matching: .everything), secretIfNone: HashSecret(using: &random))
    let plain = try UserActivity(
      activityType: Kiosk.readType, userInfo: ["name": "Emma", "page": 7], requiredUserInfoKeys: ["name"])
    let donation = try Donation(of: plain, in: Kiosk.context(1))
    let hashed = try #require(rules.admit(donation, at: donation.context.instant).donation).activity
    let process = try Kiosk.Process()
    #expect(try await process.goOn(hashed).words == "refused hashed")
    #expect(process.screen.items.isEmpty)
    let report = try await process.continuer.explain(IncomingActivity(hashed), at: Kiosk.context(1).instant)
    #expect("\(report)".contains("hashed"))
    var optional = hashed
    (optional.userInfo["page"], optional.userInfo["name"]) = (optional.userInfo["name"], "Emma")
    #expect(try await process.goOn(optional).words == "success", "only what is handed back matters")
  }

  @Test("a type that the program does not list is refused")
  func undeclared() async throws {
    let process = try Kiosk.Process { $0.declaredTypes = [Kiosk.drawType] }
    let activity = try UserActivity(activityType: Kiosk.readType, userInfo: ["name": "Emma"])
    #expect(try await process.goOn(activity).words == "refused undeclaredType")
    #expect(process.screen.items.isEmpty)
  }

  @Test("an unavailable feature is reported, and the router is not asked")
  func unavailable() async throws {
    let process = try Kiosk.Process(hasLinks: true)
    let router = Kiosk.Router(screen: process.screen, whenAsked: { Issue.record("the router was asked") })
    let activity = try UserActivity(activityType: Kiosk.readType, userInfo: ["name": "Emma"])
    let now = try Kiosk.context(1)
    let result = await Kiosk.Shelf.$control.withValue(Kiosk.Switch(isOn: false)) {
      await process.continuer.continueActivity(activity, in: now, with: router)
    }
    #expect(result.words == "unavailable Shelf")
    let url = try #require(URL(string: "kiosk://draw?name=cat"))
    let opened = await Kiosk.Shelf.$control.withValue(Kiosk.Switch(isOn: false)) {
      await process.continuer.open(url, in: now, with: router)
    }
    #expect(opened.words == "unavailable Shelf")
  }

  @Test("a feature that is switched off while the router asks is not available; nothing failed")
  func switchedOffMeanwhile() async throws {
    let process = try Kiosk.Process()
    let switched = Kiosk.Switch(isOn: true)
    let router = Kiosk.Router(screen: process.screen) { switched.isOn = false }
    var incoming = IncomingActivity(
      try UserActivity(activityType: Kiosk.readType, userInfo: ["name": "Emma"]))
    incoming.deliveryIdentifier = "1"
    let now = try Kiosk.context(1)
    await Kiosk.Shelf.$control.withValue(switched) {
      let result = await process.continuer.continueActivity(incoming, in: now, with: router)
      #expect(result.words == "unavailable Shelf")
      #expect(process.screen.items.isEmpty)
      switched.isOn = true
      let again = await process.continuer.continueActivity(incoming, in: now, with: process.router)
      #expect(again.words == "success", "nothing was done, so the delivery may come again")
    }
  }

  @Test("a failing action is reported with its error, and donates nothing")
  func failed() async throws {
    let process = try Kiosk.Process()
    let activity = try UserActivity(activityType: Kiosk.readType, userInfo: ["name": "Broken"])
    let result = try await process.goOn(activity, from: .suggestion)
    #expect(result.words == "failed Failure")
    #expect(!result.isSuccess)
    #expect(try await process.donations().isEmpty)
  }

  @Test("row 25: cancelling while the router asks the user performs nothing")
  func cancelled() async throws {
    let process = try Kiosk.Process()
    let (asked, question) = AsyncStream<Void>.makeStream()
    let router = Kiosk.Router(screen: process.screen) {
      question.finish()
      while !Task.isCancelled { await Task.yield() }
    }
    var incoming = IncomingActivity(
      try UserActivity(activityType: Kiosk.readType, userInfo: ["name": "Emma"]))
    incoming.deliveryIdentifier = "1"
    let now = try Kiosk.context(1)
    let task = Task { [incoming] in await process.continuer.continueActivity(incoming, in: now, with: router)
    }
    for await _ in asked {}
    task.cancel()
    #expect(await task.value.words == "cancelled")
    #expect(process.screen.items.isEmpty)
    let again = await process.continuer.continueActivity(incoming, in: now, with: process.router)
    #expect(again.words == "success", "nothing was done, so the delivery may come again")
  }

  @Test(
    "row 51: a report explains, gate by gate, why an activity is not continued, without performing anything")
  func explained() async throws {
    let process = try Kiosk.Process(publisher: "us")
    var activity = try UserActivity(activityType: Kiosk.readType, userInfo: ["name": 7])
    activity.isEligibleForHandoff = true
    let now = try Kiosk.context(1).instant
    let closed = await Kiosk.Shelf.$control.withValue(Kiosk.Switch(isOn: false)) {
      await process.continuer.explain(IncomingActivity(activity), at: now)
    }
    #expect(closed.state(of: .mapped) == .open)
    #expect(closed.state(of: .available) == .closed("Shelf is not available"))
    #expect(closed.state(of: .readable) == .unreached)
    #expect(closed.state(of: .handoff) == .open)
    #expect(closed.state(of: .search) == .closed("search is not listed"))
    let handedOff = await process.continuer.explain(IncomingActivity(activity, from: .handoff), at: now)
    #expect(handedOff.state(of: .publisher) == .closed("it comes from a program of another publisher"))

    let available = try Kiosk.Process()
    let unreadable = await available.continuer.explain(IncomingActivity(activity), at: now)
    #expect(
      unreadable.state(of: .readable) == .closed(ActivityCodableError.invalidValue(key: "name").description))
    activity.userInfo = ["name": "Emma"]
    let open = await available.continuer.explain(IncomingActivity(activity), at: now)
    #expect(open.isOpen)
    #expect(!open.description.contains("Emma"))
    let unknown = try UserActivity(activityType: "org.example.kiosk.dance")
    let report = await available.continuer.explain(IncomingActivity(unknown), at: now)
    #expect(report.state(of: .mapped) == .closed("no action or route matches it"))
    #expect(available.screen.items.isEmpty)
    #expect(available.continuer.quarantine.payloads.isEmpty)
  }
}
