import Activities
import Continuation
import Testing

@Suite("Why an activity is not published")
struct PublishingReportTests {
  typealias Gate = EligibilityReport.Gate

  func report(
    _ book: Kiosk.Book, eligibleFor eligibility: ActivityEligibility = [.prediction],
    switches: ActivitySwitches = ActivitySwitches(),
    configure: (inout ActivityConfiguration) -> Void = { _ in }
  ) throws -> EligibilityReport {
    let publisher = try Kiosk.Process(switches: switches, configure: configure).dispatcher.publisher
    return Kiosk.$eligibility.withValue(eligibility) {
      publisher.explain(Kiosk.Read.self, in: Kiosk.Shelf.self, input: book)
    }
  }

  @Test("row 51: every gate is named, with the reason against hand-off")
  func open() throws {
    let report = try report(Kiosk.Book("Emma"))
    #expect(report.isOpen)
    #expect(
      report.findings.map(\.gate) == [
        .declared, .eligible, .switchedOn, .prepared, .wanted, .continuable, .typeDeclared, .titled,
        .requiredKeys,
        .valid, .handoff, .search, .prediction, .publicIndexing,
      ])
    #expect(report.state(of: .handoff) == .closed("handoff is not listed"))
    #expect(report.state(of: .prediction) == .open)
    #expect(report.description.contains("  NO   use: hand-off: handoff is not listed\n"))
    #expect(!report.description.contains("Emma"))
  }

  @Test("row 51: the first closed gate is reported; later ones are unreached")
  func firstClosed() throws {
    let ineligible = try report(Kiosk.Book("Emma"), eligibleFor: [])
    #expect(!ineligible.isOpen)
    #expect(ineligible.state(of: .eligible) == .closed("activityEligibility is empty"))
    #expect(ineligible.state(of: .switchedOn) == .unreached)
    #expect(ineligible.state(of: .titled) == .unreached)
    let off = try report(Kiosk.Book("Emma"), switches: ActivitySwitches(activities: false))
    #expect(off.state(of: .switchedOn) == .closed("activities are switched off"))

    var vetoed = Kiosk.Book("Emma")
    vetoed.prepare = { $0.cancel() }
    #expect(try report(vetoed).state(of: .wanted) == .closed("prepareActivity cancelled it"))
    #expect(try report(vetoed).state(of: .titled) == .unreached)
    var throwing = Kiosk.Book("Emma")
    throwing.prepare = { _ in throw Kiosk.Failure() }
    #expect(try report(throwing).state(of: .prepared) == .closed("prepareActivity threw Failure"))
  }

  @Test("row 51: all checks of a refused activity are reported, in the same words as the fault")
  func checks() throws {
    var book = Kiosk.Book("Emma")
    book.requiredUserInfoKeys = ["chapter"]
    book.prepare = { $0.userInfo["x"] = .double(.infinity) }
    let report = try report(book) { $0.declaredTypes = [] }
    #expect(
      report.state(of: .typeDeclared) == .closed(ActivityFault.undeclaredType(Kiosk.readType).description))
    #expect(report.state(of: .titled) == .closed(ActivityFault.titleMissing.description))
    #expect(report.state(of: .requiredKeys) == .closed("userInfo lacks required keys: chapter"))
    #expect(report.state(of: .valid) == .closed(ActivityError.notFinite(field: "userInfo").description))
    #expect(report.state(of: .continuable) == .open)
  }

  @Test(
    "a report names an undeclared action, and advice that closes no gate; explaining publishes nothing"
  )
  func othersAndAdvice() async throws {
    let process = try Kiosk.Process()
    let foreign = process.dispatcher.publisher.explain(
      Kiosk.Read.self, in: Kiosk.Cellar.self, input: Kiosk.Book("Emma"))
    #expect(foreign.findings.first?.gate == .declared)
    #expect(!foreign.isOpen)
    let advised = Kiosk.$eligibility.withValue([.prediction]) {
      process.dispatcher.publisher.explain(
        Kiosk.Draw.self, in: Kiosk.Shelf.self, input: Kiosk.Sketch("cat") { $0.isContinuedByAction = false })
    }
    #expect(advised.isOpen)
    #expect(advised.advice == [.activity(ActivityAdvice(about: Kiosk.drawType, .noInvocationPhrase))])
    #expect(advised.description.contains("hint \(Kiosk.drawType): no suggested invocation phrase"))
    #expect(try await process.donations().isEmpty)
    #expect(process.dispatcher.publisher.trace.entries.isEmpty)
  }
}
