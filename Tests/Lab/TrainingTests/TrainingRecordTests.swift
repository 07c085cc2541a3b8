import Features
import ModelFile
import Ranking
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
    "figures are in-sample if the log is known and the scored part overlaps the fitted or choosing part",
    arguments: [("d", 0.7, false), ("d", 0.69, true), ("d", 0.5, true), ("e", 0.5, false)])
  func inSample(_ digest: String, _ share: Double, _ expected: Bool) {
    let record = TrainingRecord(
      logs: [TrainingRecord.Log(name: "log", digest: "d", users: 1, donations: 300)], until: 0.6,
      validationShare: 0.1, seed: 1, settings: [:], validation: nil)
    #expect(record.isInSample(digest: digest, scoredFrom: share) == expected)
  }

  @Test(
    "adding horizons to a model adds their logs and settings, and keeps the record of its ranking")
  func addingHorizon() throws {
    let logs = [try World.log(130, name: "one"), try World.log(140, name: "two", seed: 2)]
    let known = TrainingRecord.Log(name: "first", digest: logs[0].digest, users: 1, donations: 130)
    let validation = TrainingRecord.Validation(epoch: 3, logLoss: 2.5, meanReciprocalRank: 0.4)
    let record = TrainingRecord(
      logs: [known], until: 0.7, validationShare: 0.1, seed: 9,
      settings: ["epochs": "8", "horizon.epochs": "99"], validation: validation)
    let plan = World.plan()
    let metadata = try TrainingRecord.metadata(record.metadata(), addingHorizonOf: logs, by: plan)
    let added = try #require(TrainingRecord(metadata))
    #expect(added.logs.map(\.name) == ["first", "two"] && added.logs.map(\.digest) == logs.map(\.digest))
    #expect(added.logs[1].donations == 140 && added.logs[1].users == 1)
    #expect(added.until == 0.7 && added.validationShare == 0.1 && added.seed == 9)
    #expect(added.validation == validation)
    #expect(added.settings["epochs"] == "8", "of the ranking")
    #expect(added.settings["horizon.epochs"] == "2", "of this fit")
    let names = plan.hyperParameters.map(\.name).filter { $0.hasPrefix("horizon.") }
    #expect(names.count > 8 && Set(added.settings.keys) == Set(names + ["epochs"]))
    #expect(metadata.horizonFingerprint == HorizonSchema.fingerprint)
    #expect(metadata.schemaFingerprint == FeatureSchema.current.fingerprint)
    let digest = try record.metadata().trainingDigest
    #expect(metadata.trainingDigest != digest)
    // The later of both shares is what figures have to stay clear of.
    let later = try TrainingRecord.metadata(
      record.metadata(), addingHorizonOf: logs, by: World.plan { $0.until = 0.9 })
    #expect(TrainingRecord(later)?.until == 0.9)
  }

  @Test("a model without a record gets the record of its horizons")
  func addingHorizonToUnknown() throws {
    var metadata = try TrainingRecord(
      logs: [], until: 0.5, validationShare: 0.1, seed: 4, settings: [:], validation: nil
    ).metadata()
    metadata.configuration = ["made": "by hand"]
    #expect(TrainingRecord(metadata) == nil)
    let log = try World.log(130)
    let added = try TrainingRecord.metadata(metadata, addingHorizonOf: [log], by: World.plan())
    let record = try #require(TrainingRecord(added))
    #expect(record.logs.map(\.digest) == [log.digest] && record.until == 0.6 && record.seed == 4)
    #expect(record.settings["made"] == "by hand" && record.validation == nil)
  }
}
