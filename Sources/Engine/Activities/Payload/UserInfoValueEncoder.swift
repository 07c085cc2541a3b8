/// The encoder of a single value.
struct UserInfoValueEncoder: Encoder, SingleValueEncodingContainer {
  let slot: EncodingSlot

  var codingPath: [any CodingKey] { slot.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.openKeyed()
    return KeyedEncodingContainer(UserInfoKeyedEncoding<Key>(slot: slot))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.openUnkeyed()
    return UserInfoUnkeyedEncoding(slot: slot)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { slot.set(.null) }
  func encode(_ value: Bool) throws { slot.set(.boolean(value)) }
  func encode(_ value: String) throws { slot.set(.string(value)) }
  func encode(_ value: Double) throws { try slot.store(value) }
  func encode(_ value: Float) throws { try slot.store(Double(value)) }
  func encode(_ value: Int) throws { try slot.store(value) }
  func encode(_ value: Int8) throws { try slot.store(value) }
  func encode(_ value: Int16) throws { try slot.store(value) }
  func encode(_ value: Int32) throws { try slot.store(value) }
  func encode(_ value: Int64) throws { try slot.store(value) }
  func encode(_ value: UInt) throws { try slot.store(value) }
  func encode(_ value: UInt8) throws { try slot.store(value) }
  func encode(_ value: UInt16) throws { try slot.store(value) }
  func encode(_ value: UInt32) throws { try slot.store(value) }
  func encode(_ value: UInt64) throws { try slot.store(value) }
  func encode(_ value: Int128) throws { try slot.store(value) }
  func encode(_ value: UInt128) throws { try slot.store(value) }
  func encode<Value: Encodable>(_ value: Value) throws { try slot.store(value) }
}

/// Writes the members of an object.
struct UserInfoKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: EncodingSlot
  var codingPath: [any CodingKey] { slot.path }

  func encodeNil(forKey key: Key) throws { slot.member(key).set(.null) }
  func encode(_ value: Bool, forKey key: Key) throws { slot.member(key).set(.boolean(value)) }
  func encode(_ value: String, forKey key: Key) throws { slot.member(key).set(.string(value)) }
  func encode(_ value: Double, forKey key: Key) throws { try slot.member(key).store(value) }
  func encode(_ value: Float, forKey key: Key) throws { try slot.member(key).store(Double(value)) }
  func encode(_ value: Int, forKey key: Key) throws { try slot.member(key).store(value) }
  func encode(_ value: Int8, forKey key: Key) throws { try slot.member(key).store(value) }
  func encode(_ value: Int16, forKey key: Key) throws { try slot.member(key).store(value) }
  func encode(_ value: Int32, forKey key: Key) throws { try slot.member(key).store(value) }
  func encode(_ value: Int64, forKey key: Key) throws { try slot.member(key).store(value) }
  func encode(_ value: UInt, forKey key: Key) throws { try slot.member(key).store(value) }
  func encode(_ value: UInt8, forKey key: Key) throws { try slot.member(key).store(value) }
  func encode(_ value: UInt16, forKey key: Key) throws { try slot.member(key).store(value) }
  func encode(_ value: UInt32, forKey key: Key) throws { try slot.member(key).store(value) }
  func encode(_ value: UInt64, forKey key: Key) throws { try slot.member(key).store(value) }
  func encode(_ value: Int128, forKey key: Key) throws { try slot.member(key).store(value) }
  func encode(_ value: UInt128, forKey key: Key) throws { try slot.member(key).store(value) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try slot.member(key).store(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    UserInfoValueEncoder(slot: slot.member(key)).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    UserInfoValueEncoder(slot: slot.member(key)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { UserInfoValueEncoder(slot: slot.member(UserInfoKey.superclass)) }
  func superEncoder(forKey key: Key) -> any Encoder { UserInfoValueEncoder(slot: slot.member(key)) }
}

/// Writes the elements of an array.
struct UserInfoUnkeyedEncoding: UnkeyedEncodingContainer {
  let slot: EncodingSlot
  var codingPath: [any CodingKey] { slot.path }
  var count: Int { slot.count }

  func encodeNil() throws { slot.element().set(.null) }
  func encode(_ value: Bool) throws { slot.element().set(.boolean(value)) }
  func encode(_ value: String) throws { slot.element().set(.string(value)) }
  func encode(_ value: Double) throws { try slot.element().store(value) }
  func encode(_ value: Float) throws { try slot.element().store(Double(value)) }
  func encode(_ value: Int) throws { try slot.element().store(value) }
  func encode(_ value: Int8) throws { try slot.element().store(value) }
  func encode(_ value: Int16) throws { try slot.element().store(value) }
  func encode(_ value: Int32) throws { try slot.element().store(value) }
  func encode(_ value: Int64) throws { try slot.element().store(value) }
  func encode(_ value: UInt) throws { try slot.element().store(value) }
  func encode(_ value: UInt8) throws { try slot.element().store(value) }
  func encode(_ value: UInt16) throws { try slot.element().store(value) }
  func encode(_ value: UInt32) throws { try slot.element().store(value) }
  func encode(_ value: UInt64) throws { try slot.element().store(value) }
  func encode(_ value: Int128) throws { try slot.element().store(value) }
  func encode(_ value: UInt128) throws { try slot.element().store(value) }
  func encode<Value: Encodable>(_ value: Value) throws { try slot.element().store(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
    UserInfoValueEncoder(slot: slot.element()).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    UserInfoValueEncoder(slot: slot.element()).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { UserInfoValueEncoder(slot: slot.element()) }
}
