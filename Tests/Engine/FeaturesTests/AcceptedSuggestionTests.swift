import Activities
import Kernels
import Testing

@testable import Features

/// An accepted suggestion is not counted as a spontaneous use.
@Suite struct AcceptedSuggestionTests {
  private func donation(_ name: String, minute: Int64, source: DonationSource) throws -> Donation {
    var details = Donation.Details()
    details.source = source
    return try Donation(
      of: UserActivity(activityType: "org.example.\(name)"),
      in: Context(at: Instant(milliseconds: minute * 60_000)), details: details)
  }

  @Test func anAcceptedSuggestionIsThePreviousActivityButTeachesNoHabit() throws {
    var spontaneous = EvidenceState()
    for (minute, name) in ["news", "coffee", "news"].enumerated() {
      spontaneous.observe(try donation(name, minute: Int64(minute), source: .user))
    }
    var accepted = spontaneous
    accepted.observe(try donation("coffee", minute: 3, source: .suggestion))

    #expect(accepted.donationCount == spontaneous.donationCount)
    for item in 0..<2 { #expect(accepted.count(ofItem: item) == spontaneous.count(ofItem: item)) }
    #expect(accepted.history.recent.first == 1)
    #expect(spontaneous.history.recent.first == 0)

    let now = Context(at: try Instant(milliseconds: 4 * 60_000))
    let share = try #require(FeatureSchema.current.columns.firstIndex { $0.name == "share" })
    let after = try #require(FeatureSchema.current.columns.firstIndex { $0.name == "after" })
    let (before, later) = (describe(spontaneous, now), describe(accepted, now))
    #expect((0..<2).allSatisfy { before[$0, share] == later[$0, share] })
    #expect((0..<2).contains { before[$0, after] != later[$0, after] })
  }

  /// Shares keep decaying while the user accepts suggestions: hours later, the earlier activity is
  /// as likely as it was before.
  @Test func acceptedSuggestionsStopNoClock() throws {
    var evidence = EvidenceState()
    evidence.observe(try donation("news", minute: 0, source: .user))
    evidence.observe(try donation("news", minute: 180, source: .suggestion))
    let described = describe(evidence, Context(at: try Instant(milliseconds: 181 * 60_000)))
    for name in ["share/15min", "share/1h", "share/30d"] {
      let column = try #require(FeatureSchema.current.columns.firstIndex { $0.name == name })
      #expect(abs(described[0, column]) < 1e-5, "\(name): all of all is nothing special")
    }
  }

  /// A pause before an accepted suggestion ends a session, too.
  @Test func aSessionBeginsWithAnAcceptedSuggestion() throws {
    var evidence = EvidenceState()
    evidence.observe(try donation("news", minute: 0, source: .user))
    evidence.observe(try donation("coffee", minute: 1, source: .user))
    evidence.observe(try donation("coffee", minute: 180, source: .suggestion))
    evidence.observe(try donation("coffee", minute: 181, source: .user))
    let described = describe(evidence, Context(at: try Instant(milliseconds: 182 * 60_000)))
    let column = try #require(FeatureSchema.current.columns.firstIndex { $0.name == "uses-in-session" })
    #expect(described[0, column] == 0, "the news was read in an earlier session")
    #expect(abs(described[1, column] - 0.693_147) < 1e-5)
  }

  @Test func whatWasNeverDoneBeforeCountsEvenIfItWasSuggested() throws {
    var evidence = EvidenceState()
    evidence.observe(try donation("news", minute: 0, source: .suggestion))
    #expect(evidence.donationCount == 1)
  }

  private func describe(_ evidence: EvidenceState, _ context: Context) -> Matrix {
    var (matrix, novelty, scratch) = (Matrix(), [Float](), FeatureScratch())
    evidence.describe(AskedMoment(context), into: &matrix, novelty: &novelty, scratch: &scratch)
    return matrix
  }
}
