/// What a model was fitted on, and how: kept in the model's own file.
public struct TrainingRecord: Hashable, Sendable {
  /// A log that it was fitted on.
  public struct Log: Codable, Hashable, Sendable {
    /// What it is called.
    public let name: String
    /// The digest of its donations; see ``LogDigest``.
    public let digest: String
    /// How many users it has.
    public let users: Int
    /// How many donations it has.
    public let donations: Int

    /// Makes an entry.
    public init(name: String, digest: String, users: Int, donations: Int) {
      self.name = name
      self.digest = digest
      self.users = users
      self.donations = donations
    }
  }

  /// How good it was on the donations by which it was chosen.
  public struct Validation: Hashable, Sendable {
    /// The pass over the data whose weights were kept, counted from 1.
    public let epoch: Int
    /// Mean log loss in nats, before calibration.
    public let logLoss: Double
    /// Mean reciprocal rank.
    public let meanReciprocalRank: Double

    /// Makes an entry.
    public init(epoch: Int, logLoss: Double, meanReciprocalRank: Double) {
      self.epoch = epoch
      self.logLoss = logLoss
      self.meanReciprocalRank = meanReciprocalRank
    }
  }

  /// The logs, in the order in which they were given.
  public let logs: [Log]
  /// The share of each user's donations that was learned from.
  public let until: Double
  /// The share after that by which the epoch and the temperature were chosen.
  public let validationShare: Double
  /// The seed of everything random.
  public let seed: UInt64
  /// All other settings, by name.
  public let settings: [String: String]
  /// How good it was; absent if nothing was left to judge by.
  public let validation: Validation?

  /// Makes a record.
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

  /// Whether figures on a log, scored from a share of each user's donations on, are of donations that the model was
  /// fitted on or chosen by.
  public func isInSample(digest: String, scoredFrom share: Double) -> Bool {
    logs.contains { $0.digest == digest } && share < until + validationShare - 1e-9
  }
}
