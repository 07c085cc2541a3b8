/// A figure that is no time: bytes, a ratio.
public struct Quantity: Hashable, Sendable, Codable {
  /// What it is.
  public let name: String
  /// How much.
  public let value: Double
  /// Of what: `bytes`, `times`.
  public let unit: String
}
