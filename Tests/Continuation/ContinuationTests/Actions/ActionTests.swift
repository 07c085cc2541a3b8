import Activities
import Continuation
import Testing

@Suite("Actions")
struct ActionTests {
  enum BareAction: Plain {}
  enum EligibleAction: Plain {
    static let activityEligibility: ActivityEligibility = [.search, .handoff, .search]
  }
  enum SearchableAction: Plain { static let activityEligibility: ActivityEligibility = .search }

  @Test("rows 110, 112, 113, 115–117, 120, 126: an action has defaults")
  func defaults() throws {
    #expect(BareAction.Input.self == NoInput.self)
    #expect(BareAction.Presenter.self == NoPresenter.self)
    #expect(BareAction.name == "Bare")
    #expect(BareAction.description.isEmpty)
    #expect(BareAction.activityType.isEmpty)
    #expect(BareAction.formerActivityTypes.isEmpty)
    #expect(BareAction.activityEligibility.isEmpty)
    #expect(BareAction.suggestedInvocationPhrase == nil)
    #expect(!BareAction.hideFromTimeline)
    #expect(BareAction.analyticsID == nil)
    #expect(BareAction.defaultSession == .main)
    #expect(BareAction.preferredExecutor == nil)
    #expect(try BareAction.associatedIntents(for: NoInput()).isEmpty)
  }

  @Test("row 9: eligibilities are a set: they combine in any order, and a repeated one counts once")
  func eligibilitySet() {
    #expect(EligibleAction.activityEligibility == [.handoff, .search])
    #expect(EligibleAction.activityEligibility.contains(.handoff))
    #expect(!EligibleAction.activityEligibility.contains(.prediction))
    #expect(SearchableAction.activityEligibility == [.search])
    let all: ActivityEligibility = [.perform, .handoff, .search, .publicIndexing, .prediction]
    #expect(all.rawValue.nonzeroBitCount == 5)
  }

  struct Secret: LoggableInput {
    var pin = "1234"
    var length: Int { pin.count }
    var loggingDescription: String { "\(length) digits" }
  }

  @Test("row 110: logs see the type of an input and its description, never its values")
  func redaction() throws {
    let silent = ActionContext(input: Script("my diary"), circumstances: try Workshop.now())
    #expect("\(silent)" == "Script from application")
    let loggable = ActionContext(input: Secret(), circumstances: try Workshop.now(), source: .openURL)
    #expect("\(loggable)" == "Secret(4 digits) from openURL")
    #expect(
      "\(WorkshopFeature.action(RunScriptAction.self).with(Script("my diary")))"
        == "WorkshopFeature.RunScriptAction on Script")
  }

  @Test("rows 107, 118: an action can be tested in isolation")
  func alone() async throws {
    let notes = Notes()
    let context = ActionContext(
      input: Script("a") { context in
        notes.add(context.input.name)
        return .successWithFeatureTermination
      }, circumstances: try Workshop.now())
    let outcome = try await RunScriptAction.perform(context, presenter: NoPresenter())
    #expect(outcome.terminatesFeature && outcome.error == nil)
    #expect(notes.all == ["a"])
    #expect(context.with(input: 3).circumstances == context.circumstances)
  }

  @Test("the two bits of an outcome are independent, and its termination can be added")
  func outcomes() {
    let failure = ActionPerformOutcome.failure(Broken())
    #expect(!failure.terminatesFeature && failure.error is Broken)
    #expect(failure.terminatingFeature.terminatesFeature && failure.terminatingFeature.error is Broken)
    let success = ActionPerformOutcome.success
    #expect(!success.terminatesFeature && success.error == nil)
    #expect(success.terminatingFeature.terminatesFeature && success.terminatingFeature.error == nil)
    #expect(success.terminatingFeature.terminatingFeature.terminatesFeature)
  }
}
