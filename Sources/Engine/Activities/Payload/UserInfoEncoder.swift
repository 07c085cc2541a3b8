/// Writes an `Encodable` value as userInfo: its coding keys become the keys.
///
/// Dates, data and URLs keep their types. Whole numbers beyond `Int64` and values nested too deeply
/// are rejected with their coding path.
public struct UserInfoEncoder: Sendable {
  /// Creates an encoder.
  public init() {}

  /// Writes a value.
  ///
  /// - Throws: ``PayloadError``.
  public func encode(_ value: some Encodable) throws(PayloadError) -> [String: ActivityValue] {
    let slot = EncodingSlot(path: [])
    do { try slot.store(value) } catch { throw PayloadError(encoding: error) }
    guard case .object(let members) = slot.value else { throw .notKeyed }
    return members
  }
}
