import Activities
import Continuation
import Foundation
import Suggestions
import Testing

@Suite("Eligibility of an action's activities")
struct EligibilityTests {
  /// The activity's flags for search, hand-off, prediction and public indexing.
  static func flags(_ activity: UserActivity) -> [Bool] {
    [
      activity.isEligibleForSearch, activity.isEligibleForHandoff, activity.isEligibleForPrediction,
      activity.isEligibleForPublicIndexing,
    ]
  }

  @Test("without any eligibility there is no activity, and the hook is not called")
  func none() async throws {
    let process = try Kiosk.Process()
    var book = Kiosk.Book("Emma")
    book.prepare = { _ in Issue.record("the hook was called") }
    let outcome = try await process.read(book, eligibleFor: [])
    #expect(try outcome.publication.get() == nil)
    #expect(try await process.donations().isEmpty)
    #expect(process.dispatcher.publisher.trace.entries.map(\.decision) == [.omitted(.notEligible)])
  }

  @Test(
    "rows 4 to 9, 72, 123: each eligibility is one flag; in Flint mode all are predicted, and listed ones are searchable",
    arguments: [
      ([.perform], [false, false, false, false], [false, false, true, false]),
      ([.handoff], [false, true, false, false], [false, true, true, false]),
      ([.perform, .handoff], [false, true, false, false], [false, true, true, false]),
      ([.search], [true, false, false, false], [true, false, true, false]),
      ([.prediction], [false, false, true, false], [true, false, true, false]),
      ([.publicIndexing], [false, false, false, true], [false, false, true, true]),
      ([.prediction, .handoff, .prediction], [false, true, true, false], [true, true, true, false]),
      (
        [.publicIndexing, .search, .handoff, .prediction], [true, true, true, true], [true, true, true, true]
      ),
    ] as [(ActivityEligibility, [Bool], [Bool])])
  func flags(eligibility: ActivityEligibility, native: [Bool], flint: [Bool]) async throws {
    for (mode, expected) in [(ActivityPublishingMode.native, native), (.flint, flint)] {
      let process = try Kiosk.Process { $0.mode = mode }
      let activity = try #require(
        try await process.activity(of: Kiosk.Book("Emma"), eligibleFor: eligibility))
      #expect(Self.flags(activity) == expected, "\(mode)")
    }
  }

  @Test("an activity eligible only to be performed has all flags off, and needs no title")
  func performOnly() async throws {
    let process = try Kiosk.Process()
    var book = Kiosk.Book("Emma")
    book.prepare = { _ in }
    let activity = try #require(try await process.activity(of: book, eligibleFor: [.perform]))
    #expect(Self.flags(activity) == [false, false, false, false])
    #expect(activity.title == nil)
  }

  @Test(
    "rows 37, 49: a title is required where users would see it, in both modes",
    arguments: [[.search], [.handoff], [.prediction], [.search, .handoff]] as [ActivityEligibility])
  func untitled(eligibility: ActivityEligibility) async throws {
    for mode in [ActivityPublishingMode.flint, .native] {
      for title in [nil, "", " \n"] {
        let process = try Kiosk.Process { $0.mode = mode }
        var book = Kiosk.Book("Emma")
        book.prepare = { $0.title = title }
        let outcome = try await process.read(book, eligibleFor: eligibility)
        #expect(outcome.faults == [.titleMissing])
        #expect(try await process.donations().isEmpty)
      }
    }
  }

  @Test("row 15: without a phrase it is published, with advice; phrases are for predictions only")
  func phrase() async throws {
    let process = try Kiosk.Process { $0.mode = .flint }
    let outcome = try await process.draw(Kiosk.Sketch("cat") { $0.isContinuedByAction = false })
    #expect(try outcome.publication.get()?.activity.suggestedInvocationPhrase == nil)
    #expect(outcome.advice == [.activity(ActivityAdvice(about: Kiosk.drawType, .noInvocationPhrase))])

    var book = Kiosk.Book("Emma")
    #expect(try await process.activity(of: book)?.suggestedInvocationPhrase == "Read on")
    book.prepare = {
      $0.title = "Read it"
      $0.suggestedInvocationPhrase = "Read Emma"
    }
    #expect(try await process.activity(of: book)?.suggestedInvocationPhrase == "Read Emma", "row 126")
    // Flint may suggest everything that is registered; here eligibility for search does not allow
    // prediction.
    #expect(
      try await process.activity(of: book, eligibleFor: [.search])?.suggestedInvocationPhrase == "Read Emma")
    let own = try Kiosk.Process()
    #expect(try await own.activity(of: book, eligibleFor: [.search])?.suggestedInvocationPhrase == nil)
  }

  @Test("row 8: public indexing needs a web page or required keys")
  func publicIndexing() async throws {
    let process = try Kiosk.Process()
    var book = Kiosk.Book("Emma")
    #expect(
      try await process.activity(of: book, eligibleFor: [.publicIndexing])?.isEligibleForPublicIndexing
        == true)
    book.requiredUserInfoKeys = []
    #expect(try await process.read(book, eligibleFor: [.publicIndexing]).faults == [.nothingToIndexPublicly])
    book.prepare = { $0.webpageURL = URL(string: "https://kiosk.example/emma") }
    #expect(try await process.read(book, eligibleFor: [.publicIndexing]).faults == nil)
    book.prepare = { $0.webpageURL = URL(string: "ftp://kiosk.example/emma") }
    #expect(
      try await process.read(book, eligibleFor: [.publicIndexing]).faults == [
        .invalidActivity(.notWebURL(field: "webpageURL"))
      ])
  }

  @Test("rows 4, 10: an activity eligible only to be performed is recent, but not suggested")
  func recents() async throws {
    let process = try Kiosk.Process()
    try await process.read(Kiosk.Book("Emma"), at: 1, eligibleFor: [.perform])
    try await process.read(Kiosk.Book("Ulysses"), at: 2, eligibleFor: [.prediction])
    let now = try Kiosk.context(5)
    let recent = try await process.engine.recentActivities(at: now.instant)
    #expect(recent.map(\.activity.userInfo) == [["name": "Ulysses"], ["name": "Emma"]])
    let answer = try await process.engine.suggestions(.init(in: now))
    #expect(answer.suggestions.map(\.activity.userInfo) == [["name": "Ulysses"]])
  }

  @Test(
    "rows 4, 7: in Flint mode a habit that is only registered, or only handed off, is suggested; in the native one it is not",
    arguments: [[.perform], [.handoff], [.perform, .handoff]] as [ActivityEligibility])
  func impliedPrediction(eligibility: ActivityEligibility) async throws {
    for (mode, names) in [(ActivityPublishingMode.native, []), (.flint, ["Emma"])] {
      let process = try Kiosk.Process { $0.mode = mode }
      for day in 0..<12 {
        try await process.read(Kiosk.Book("Emma"), at: Int64(day) * 1_440, eligibleFor: eligibility)
      }
      let answer = try await process.engine.suggestions(.init(in: Kiosk.context(12 * 1_440)))
      #expect(answer.suggestions.map(\.activity.userInfo["name"]) == names.map { .string($0) }, "\(mode)")
    }
  }

  @Test(
    "an activity predicted only in Flint's mode needs no title, and is not suggested without one",
    arguments: [[.perform], [.publicIndexing]] as [ActivityEligibility])
  func untitledRegistration(eligibility: ActivityEligibility) async throws {
    let process = try Kiosk.Process { $0.mode = .flint }
    var book = Kiosk.Book("Emma")
    book.prepare = { _ in }
    let activity = try #require(try await process.activity(of: book, eligibleFor: eligibility))
    #expect(!activity.isEligibleForPrediction && activity.suggestedInvocationPhrase == nil)
    let report = Kiosk.$eligibility.withValue(eligibility) {
      process.dispatcher.publisher.explain(Kiosk.Read.self, in: Kiosk.Shelf.self, input: book)
    }
    #expect(report.isOpen && report.state(of: .prediction) != .open)
  }
}
