/// A member of a JSON object that is null where there is no value, instead of absent.
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
