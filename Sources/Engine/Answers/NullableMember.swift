/// A member of a JSON object that is null instead of absent if it has no value.
package struct NullableMember<Value: Encodable>: Encodable {
  package let value: Value?

  package init(_ value: Value?) {
    self.value = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let value else { return try container.encodeNil() }
    try container.encode(value)
  }
}
