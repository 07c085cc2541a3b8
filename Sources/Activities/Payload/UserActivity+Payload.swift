extension UserActivity {
  /// Merges entries into ``userInfo``; of equal keys the new value wins.
  ///
  /// Setting ``userInfo`` means "exactly this"; merging is for several owners who each add their part.
  ///
  /// - Parameter entries: Nil adds nothing.
  /// - Throws: ``ActivityError/notFinite(field:)`` if a number is not finite; then none was merged.
  public mutating func addUserInfoEntries(from entries: [String: ActivityValue]?) throws(ActivityError) {
    guard let entries else { return }
    guard entries.values.allSatisfy(\.isFinite) else { throw .notFinite(field: "userInfo") }
    userInfo.merge(entries) { _, new in new }
  }

  /// Makes a value the whole ``userInfo``, under its coding keys.
  ///
  /// Dates, data and URLs keep their types. Put a version number into the value from the first day on, and read it before
  /// the rest: payloads outlive the program that wrote them. Keep it to what finds the content again.
  ///
  /// - Throws: ``PayloadError``; then nothing changed.
  public mutating func setTypedPayload(_ payload: some Encodable) throws(PayloadError) {
    userInfo = try UserInfoEncoder().encode(payload)
  }

  /// Reads ``userInfo`` as a value by its coding keys; keys that it does not know are ignored.
  ///
  /// What comes back on continuation has the required keys only, so what is made of others has to be optional.
  ///
  /// - Throws: ``PayloadError/undecodable(path:_:)``: whoever offered the activity should retire it.
  public func typedPayload<Payload: Decodable>(_ type: Payload.Type = Payload.self) throws(PayloadError)
    -> Payload
  {
    try UserInfoDecoder().decode(type, from: userInfo)
  }

  /// How many bytes ``userInfo`` has in canonical form: what it costs to hand over, independent of the transport.
  ///
  /// - Complexity: O(size of the payload).
  public var payloadSize: Int {
    var form = CanonicalForm()
    form.append(.object(userInfo))
    return form.bytes.count
  }
}
