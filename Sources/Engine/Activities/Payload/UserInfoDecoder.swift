/// Reads a `Decodable` value from userInfo by its coding keys; unknown keys are ignored.
///
/// Numbers are read by value: 2 and 2.0 are the same, as they are in an identity.
public struct UserInfoDecoder: Sendable {
  /// Creates a decoder.
  public init() {}

  /// Reads a value.
  ///
  /// - Throws: ``PayloadError``.
  public func decode<Value: Decodable>(_ type: Value.Type, from userInfo: [String: ActivityValue])
    throws(PayloadError) -> Value
  {
    do { return try StoredValue(.object(userInfo), at: []).decode(type) } catch {
      throw PayloadError(decoding: error)
    }
  }
}
