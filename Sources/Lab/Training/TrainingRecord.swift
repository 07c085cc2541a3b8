internal import Activities
internal import Features
internal import Foundation
public import ModelFile
internal import Ranking

/// The record of a model's fit, kept in the model's own file.
public struct TrainingRecord: Hashable, Sendable {
  /// A log that it was fitted on.
  public struct Log: Codable, Hashable, Sendable {
    /// Its name.
    public let name: String
    /// The digest of its donations; see ``LogDigest``.
    public let digest: String
    /// The number of its users.
    public let users: Int
    /// The number of its donations.
    public let donations: Int

    /// An entry.
    public init(name: String, digest: String, users: Int, donations: Int) {
      self.name = name
      self.digest = digest
      self.users = users
      self.donations = donations
    }
  }

  /// The figures on the donations that chose the model.
  public struct Validation: Hashable, Sendable {
    /// The pass over the data whose weights were kept, counted from 1.
    public let epoch: Int
    /// The mean log loss in nats, before calibration.
    public let logLoss: Double
    /// The mean reciprocal rank.
    public let meanReciprocalRank: Double

    /// An entry.
    public init(epoch: Int, logLoss: Double, meanReciprocalRank: Double) {
      self.epoch = epoch
      self.logLoss = logLoss
      self.meanReciprocalRank = meanReciprocalRank
    }
  }

  /// The logs, in the given order.
  public let logs: [Log]
  /// The share of each user's donations to learn from.
  public let until: Double
  /// The following share, which chose the epoch and the temperature.
  public let validationShare: Double
  /// The seed of everything random.
  public let seed: UInt64
  /// All other settings, by name.
  public let settings: [String: String]
  /// The figures that chose it; absent without donations to choose by.
  public let validation: Validation?

  /// A record.
  public init(
    logs: [Log], until: Double, validationShare: Double, seed: UInt64, settings: [String: String],
    validation: Validation?
  ) {
    self.logs = logs
    self.until = until
    self.validationShare = validationShare
    self.seed = seed
    self.settings = settings
    self.validation = validation
  }

  /// Returns whether figures on a log, scored after a share of each user's donations, include
  /// donations that fitted or chose the model.
  public func isInSample(digest: String, scoredFrom share: Double) -> Bool {
    logs.contains { $0.digest == digest } && share < until + validationShare - 1e-9
  }
}

extension TrainingRecord {
  private enum Name {
    static let logs = "logs"
    static let until = "until"
    static let validationShare = "validationShare"
    static let epoch = "validation.epoch"
    static let logLoss = "validation.logLoss"
    static let meanReciprocalRank = "validation.meanReciprocalRank"
  }

  /// Returns the metadata of a model with this record, for the features of this version.
  ///
  /// - Parameter hasHorizon: Whether it has weights for horizons.
  /// - Throws: An error of the JSON encoder; names are text, so none is expected.
  public func metadata(hasHorizon: Bool = true) throws -> ModelMetadata {
    let schema = FeatureSchema.current
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var configuration = settings
    configuration[Name.logs] = String(decoding: try encoder.encode(logs), as: UTF8.self)
    configuration[Name.until] = "\(until)"
    configuration[Name.validationShare] = "\(validationShare)"
    var metrics: [String: String] = [:]
    if let validation {
      metrics[Name.epoch] = "\(validation.epoch)"
      metrics[Name.logLoss] = "\(validation.logLoss)"
      metrics[Name.meanReciprocalRank] = "\(validation.meanReciprocalRank)"
    }
    return ModelMetadata(
      schemaFingerprint: schema.fingerprint, featureNames: schema.columns.map(\.name),
      groups: schema.columns.map(\.group.rawValue), noveltyFeatureNames: schema.noveltyNames,
      horizonFingerprint: hasHorizon ? HorizonSchema.fingerprint : nil,
      trainingDigest: digest, seed: seed, configuration: configuration, metrics: metrics)
  }

  /// Returns the metadata of an existing model with weights for horizons that were fitted to logs
  /// by a plan.
  ///
  /// It lists the logs of both fits, and keeps the settings of the ranking.
  ///
  /// - Throws: An error of the JSON encoder; names are text, so none is expected.
  public static func metadata(
    _ metadata: ModelMetadata, addingHorizonOf logs: [FittingLog], by plan: FittingPlan
  ) throws -> ModelMetadata {
    let earlier = TrainingRecord(metadata)
    let known = Set(earlier?.logs.map(\.digest) ?? [])
    let settings = plan.hyperParameters.filter { $0.name.hasPrefix("horizon.") }.map { ($0.name, $0.value) }
    let kept = earlier?.settings ?? metadata.configuration
    let record = TrainingRecord(
      logs: (earlier?.logs ?? []) + logs.filter { !known.contains($0.digest) }.map(Log.init),
      until: max(earlier?.until ?? 0, plan.until),
      validationShare: earlier?.validationShare ?? plan.validationShare,
      seed: metadata.seed, settings: kept.merging(settings) { _, new in new },
      validation: earlier?.validation)
    return try record.metadata()
  }

  /// Reads the record of a model file; `nil` if it has none, because it was fitted by other means.
  public init?(_ metadata: ModelMetadata) {
    var settings = metadata.configuration
    guard let logs = settings.removeValue(forKey: Name.logs),
      let until = settings.removeValue(forKey: Name.until).flatMap(Double.init),
      let share = settings.removeValue(forKey: Name.validationShare).flatMap(Double.init),
      let entries = try? JSONDecoder.decode([Log].self, guarded: Data(logs.utf8))
    else { return nil }
    let metrics = metadata.metrics
    var validation: Validation?
    if let epoch = metrics[Name.epoch].flatMap({ Int($0) }),
      let logLoss = metrics[Name.logLoss].flatMap(Double.init),
      let rank = metrics[Name.meanReciprocalRank].flatMap(Double.init)
    {
      validation = Validation(epoch: epoch, logLoss: logLoss, meanReciprocalRank: rank)
    }
    self.init(
      logs: entries, until: until, validationShare: share, seed: metadata.seed, settings: settings,
      validation: validation)
  }

  /// The digest of all logs and the share to learn from.
  private var digest: String {
    let text = logs.map(\.digest).joined(separator: "\n") + "\n\(until)"
    return SHA256Digest(of: Data(text.utf8)).hexadecimal
  }
}

extension TrainingRecord {
  /// The record of a fit.
  public init(of result: ModelFitting.Result, plan: FittingPlan, logs: [Log]) {
    let best = result.training.epochs.first { $0.epoch == result.training.bestEpoch }
    let known: Set = ["until", "validationShare", "seed"]  // these have fields of their own
    let settings = plan.hyperParameters.filter { !known.contains($0.name) }
    self.init(
      logs: logs, until: plan.until, validationShare: plan.validationShare, seed: plan.optimisation.seed,
      settings: Dictionary(settings.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }),
      validation: best?.validation.map {
        Validation(
          epoch: result.training.bestEpoch, logLoss: $0.logLoss, meanReciprocalRank: $0.meanReciprocalRank)
      })
  }
}

extension TrainingRecord.Log {
  /// The entry of a log.
  public init(_ log: FittingLog) {
    self.init(name: log.name, digest: log.digest, users: log.users.count, donations: log.donationCount)
  }
}
