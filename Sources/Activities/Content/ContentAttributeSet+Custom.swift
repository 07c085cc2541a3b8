extension ContentAttributeSet {
  private static let member = "customAttributes"

  /// Custom attributes with what an index should do with them, in the order of their names.
  ///
  /// They are stored in the attribute `customAttributes`, each with its flags, so that whoever reads the activity later
  /// knows them without the program.
  public var customAttributes: [(key: CustomAttributeKey, value: ActivityValue)] {
    guard case .object(let stored)? = self[Self.member] else { return [] }
    return stored.sorted { $0.key < $1.key }.compactMap { name, entry in
      guard case .object(let members) = entry, let value = members["value"],
        let key = CustomAttributeKey(name: name, stored: members)
      else { return nil }
      return (key, value)
    }
  }

  /// The value of a custom attribute; nil if there is none.
  public func value(for key: CustomAttributeKey) -> ActivityValue? {
    customAttributes.first { $0.key.name == key.name }?.value
  }

  /// Sets the value of a custom attribute, or takes it away.
  ///
  /// - Throws: ``ActivityError/severalValues(attribute:)`` for an array if the key is not multi-valued,
  ///   ``ActivityError/notFinite(field:)`` for a number that is not finite; then nothing changed.
  public mutating func setValue(_ value: ActivityValue?, for key: CustomAttributeKey) throws(ActivityError) {
    if case .array? = value, !key.isMultiValued { throw .severalValues(attribute: key.name) }
    guard value?.isFinite ?? true else { throw .notFinite(field: key.name) }
    var stored: [String: ActivityValue] = [:]
    if case .object(let members)? = self[Self.member] { stored = members }
    stored[key.name] = value.map { .object(key.storedFlags.merging(["value": $0]) { _, value in value }) }
    self[Self.member] = stored.isEmpty ? nil : .object(stored)
  }
}
