/// What `hunch evaluate --json` prints after several logs: the cold-start curve over all users of all of them.
public struct PooledReport: Encodable, Sendable {
  private let logs: [String]
  private let curve: [QuerySlice]
  private let isInSample: Bool

  /// Reports on a curve that was pooled over logs.
  ///
  /// - Parameter isInSample: Whether the engine's model was fitted on donations of the curve.
  public init(of curve: [QuerySlice], logs: [String], isInSample: Bool = false) {
    self.logs = logs
    self.curve = curve
    self.isInSample = isInSample
  }

  private enum Key: String, CodingKey {
    case pooled
    case coldStart = "cold_start"
    case isInSample = "in_sample"
  }

  /// Encodes `{"pooled": [names of logs], "cold_start": […]}`, and `"in_sample": true` where it is.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(logs, forKey: .pooled)
    try container.encode(curve.map(ColdStartReport.init), forKey: .coldStart)
    if isInSample { try container.encode(true, forKey: .isInSample) }
  }
}
