/// A member of a JSON object that is null where there is no value, instead of absent.
struct NullableMember<Value: Encodable>: Encodable {
  let value: Value?

  init(_ value: Value?) {
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let value else { return try container.encodeNil() }
    try container.encode(value)
  }
}
