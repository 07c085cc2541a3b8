internal import Crypto
internal import Features
internal import Foundation
public import ModelFile

/// How a training record is written into a model file's metadata, and read back.
extension TrainingRecord {
  private enum Name {
    static let logs = "logs"
    static let until = "until"
    static let validationShare = "validationShare"
    static let epoch = "validation.epoch"
    static let logLoss = "validation.logLoss"
    static let meanReciprocalRank = "validation.meanReciprocalRank"
  }

  /// The metadata of a model that was fitted so, for the features of this version.
  ///
  /// - Throws: What the JSON encoder throws; names are text, so nothing is expected.
  public func metadata() throws -> ModelMetadata {
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
      trainingDigest: digest, seed: seed, configuration: configuration, metrics: metrics)
  }

  /// Reads the record of a model file; `nil` if it was fitted by other means and holds none.
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

  /// One digest for all logs and the share that was learned from.
  private var digest: String {
    let text = logs.map(\.digest).joined(separator: "\n") + "\n\(until)"
    return SHA256.hash(data: Data(text.utf8)).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
