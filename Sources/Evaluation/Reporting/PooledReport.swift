/// What `hunch evaluate --json` prints after several logs: the cold-start curve over all users of all of them.
public struct PooledReport: Encodable, Sendable {
  private let logs: [String]
  private let curve: [QuerySlice]

  /// Reports on a curve that was pooled over logs.
  public init(of curve: [QuerySlice], logs: [String]) {
    self.logs = logs
    self.curve = curve
  }

  private enum Key: String, CodingKey {
    case pooled
    case coldStart = "cold_start"
  }

  /// Encodes `{"pooled": [names of logs], "cold_start": […]}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(logs, forKey: .pooled)
    try container.encode(curve.map(ColdStartReport.init), forKey: .coldStart)
  }
}
