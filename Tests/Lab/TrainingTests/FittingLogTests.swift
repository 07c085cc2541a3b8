import Activities
import Testing

@testable import Training

@Suite("Training: logs to learn from")
struct FittingLogTests {
  @Test("donations are grouped by user and sorted by time; equal times keep the order of the log")
  func grouping() throws {
    let (ada, kai) = (try UserIdentifier("ada"), try UserIdentifier("kai"))
    let donations = [
      try World.donation("late", minute: 9, by: kai), try World.donation("z", minute: 5, by: ada),
      try World.donation("a", minute: 5, by: ada), try World.donation("early", minute: 1, by: kai),
      try World.donation("m", minute: 5, by: ada), try World.donation("first", minute: 0, by: ada),
    ]
    let log = FittingLog(name: "mine", donations: donations)
    #expect(log.name == "mine" && log.donationCount == 6)
    let names = log.users.map { $0.map { $0.activity.userInfo["document"] } }
    #expect(
      names == [
        ["first", "z", "a", "m"].map { .string($0) }, ["early", "late"].map { .string($0) },
      ])
    #expect(log.users.map { $0.first?.user } == [ada, kai])
  }

  @Test("small logs are rejected by name, before anything is replayed")
  func smallLog() async throws {
    let logs = [try World.log(100, name: "large"), try World.log(99, name: "small")]
    let error = FittingError.tooFewDonations(log: "small", found: 99, needed: 100)
    await #expect(throws: error) {
      try await ModelFitting(World.plan()).fit(to: logs) { _ in Issue.record("nothing is to be replayed") }
    }
    #expect(error.description.contains("small") && error.description.contains("99"))
  }

  @Test("a log with too few donations in the learning share is rejected by name")
  func smallShare() async throws {
    let plan = World.plan { $0.until = 0.2 }
    let error = FittingError.tooFewFitted(log: "short", found: 40, of: 200, until: 0.2, needed: 50)
    await #expect(throws: error) { try await ModelFitting(plan).fit(to: [try World.log(200, name: "short")]) }
    #expect(error.description.contains("short: ") && error.description.contains("40 of 200"))
    try plan.check([World.log(250)])
  }

  @Test(
    "logs without a choice are rejected by name: one activity only, users with one donation, no repetition")
  func noChoice() throws {
    let plan = World.plan()
    func refused(_ name: String, _ donations: [Donation]) {
      let error = FittingError.tooFewChoices(log: name, found: 0, of: 120, needed: 20)
      #expect(throws: error) { try plan.check([FittingLog(name: name, donations: donations)]) }
      #expect(error.description.hasPrefix("\(name): 0 of the 120 donations"))
    }
    refused("same", try World.history(200, activities: 1))
    refused("new", try (0..<200).map { try World.donation("d\($0)", minute: Int64($0)) })
    let users = try (0..<120).map { try World.history(1, by: "user\($0)", seed: UInt64($0))[0] }
    refused("once", users)
    // Two activities in turn: from the third donation on, each of the 120 to learn from repeats one
    // of two.
    let turns = try (0..<200).map { try World.donation("d\($0 % 2)", minute: Int64($0)) }
    #expect(throws: FittingError.tooFewChoices(log: "l", found: 118, of: 120, needed: 119)) {
      try World.plan { $0.minimumChoices = 119 }.check([FittingLog(name: "l", donations: turns)])
    }
  }

  @Test("an empty list of logs is rejected")
  func noLogs() async {
    await #expect(throws: FittingError.noLogs) { try await ModelFitting().fit(to: []) }
  }

  @Test(
    "invalid shares are rejected",
    arguments: [
      (0, 0.1), (-0.1, 0.1), (1.1, 0.1), (.nan, 0.1), (0.6, -0.1), (0.6, 1.1), (0.6, .nan), (0.6, .infinity),
    ]
      as [(Double, Double)])
  func shares(_ until: Double, _ validation: Double) async throws {
    let log = try World.log(100)
    let plan = World.plan { ($0.until, $0.validationShare) = (until, validation) }
    await #expect(throws: FittingError.shareOutOfRange) { try await ModelFitting(plan).fit(to: [log]) }
  }
}
