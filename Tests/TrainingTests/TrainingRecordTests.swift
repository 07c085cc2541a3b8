import ModelFile
import Testing

@testable import Training

@Suite("Training: the record in a model's file")
struct TrainingRecordTests {
  @Test("a training record comes back from a model's metadata")
  func record() throws {
    let record = TrainingRecord(
      logs: [TrainingRecord.Log(name: "a \"log\"", digest: "d", users: 2, donations: 300)], until: 0.6,
      validationShare: 0.1, seed: .max, settings: ["epochs": "8"],
      validation: TrainingRecord.Validation(epoch: 3, logLoss: 2.5, meanReciprocalRank: 0.4))
    let metadata = try record.metadata()
    #expect(TrainingRecord(metadata) == record)
    #expect(metadata.trainingDigest.utf8.count == 64)
  }

  @Test(
    "figures are in-sample if the log is known and the scored part overlaps the fitted or the judged one",
    arguments: [("d", 0.7, false), ("d", 0.69, true), ("d", 0.5, true), ("e", 0.5, false)])
  func inSample(_ digest: String, _ share: Double, _ expected: Bool) {
    let record = TrainingRecord(
      logs: [TrainingRecord.Log(name: "log", digest: "d", users: 1, donations: 300)], until: 0.6,
      validationShare: 0.1, seed: 1, settings: [:], validation: nil)
    #expect(record.isInSample(digest: digest, scoredFrom: share) == expected)
  }
}
