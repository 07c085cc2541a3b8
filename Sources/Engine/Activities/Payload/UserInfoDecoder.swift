/// Reads a `Decodable` value from userInfo, whose keys are its coding keys; keys that it does not
/// know are ignored.
///
/// Numbers are read by value: 2 and 2.0 are the same, as they are in an identity.
public struct UserInfoDecoder: Sendable {
  /// There is nothing to set.
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
