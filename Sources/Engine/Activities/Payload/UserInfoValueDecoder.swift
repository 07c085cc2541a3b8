/// The decoder of a single value.
struct UserInfoValueDecoder: Decoder, SingleValueDecodingContainer {
  let stored: StoredValue

  var codingPath: [any CodingKey] { stored.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(UserInfoKeyedDecoding<Key>(members: try stored.members(), codingPath: stored.path))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    UserInfoUnkeyedDecoding(elements: try stored.elements(), codingPath: stored.path)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { stored.value == .null }
  func decode(_ type: Bool.Type) throws -> Bool { try stored.boolean() }
  func decode(_ type: String.Type) throws -> String { try stored.string() }
  func decode(_ type: Double.Type) throws -> Double { try stored.double() }
  func decode(_ type: Float.Type) throws -> Float { try stored.float() }
  func decode(_ type: Int.Type) throws -> Int { try stored.integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try stored.integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try stored.integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try stored.integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try stored.integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try stored.integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try stored.integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try stored.integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try stored.integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try stored.integer() }
  func decode(_ type: Int128.Type) throws -> Int128 { try stored.integer() }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try stored.integer() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try stored.decode(type) }
}

/// Reads the members of an object.
struct UserInfoKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: ActivityValue]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { members.keys.sorted().compactMap(Key.init(stringValue:)) }
  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  private func stored(_ key: some CodingKey) throws -> StoredValue {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "the key is missing"))
    }
    return StoredValue(value, at: codingPath + [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try stored(key).value == .null }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try stored(key).boolean() }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try stored(key).string() }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try stored(key).double() }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try stored(key).float() }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try stored(key).integer() }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try stored(key).integer() }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try stored(key).integer() }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try stored(key).integer() }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try stored(key).integer() }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try stored(key).integer() }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try stored(key).integer() }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try stored(key).integer() }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try stored(key).integer() }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try stored(key).integer() }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try stored(key).integer() }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try stored(key).integer() }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try stored(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try UserInfoValueDecoder(stored: stored(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try UserInfoValueDecoder(stored: stored(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    UserInfoValueDecoder(stored: try stored(UserInfoKey.superclass))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { UserInfoValueDecoder(stored: try stored(key)) }
}

/// Reads the elements of an array, one after the other.
struct UserInfoUnkeyedDecoding: UnkeyedDecodingContainer {
  private let elements: [ActivityValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(elements: [ActivityValue], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  private func stored() throws -> StoredValue {
    let path = codingPath + [UserInfoKey(index: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        ActivityValue.self, .init(codingPath: path, debugDescription: "there are no more elements"))
    }
    return StoredValue(elements[currentIndex], at: path)
  }

  /// Reads an element and, on success, advances to the next.
  private mutating func next<Value>(_ read: (StoredValue) throws -> Value) throws -> Value {
    let value = try read(stored())
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard try stored().value == .null else { return false }
    currentIndex += 1
    return true
  }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.boolean() } }
  mutating func decode(_ type: String.Type) throws -> String { try next { try $0.string() } }
  mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.double() } }
  mutating func decode(_ type: Float.Type) throws -> Float { try next { try $0.float() } }
  mutating func decode(_ type: Int.Type) throws -> Int { try next { try $0.integer() } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try next { try $0.integer() } }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try next { try $0.integer() } }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try next { try $0.integer() } }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try next { try $0.integer() } }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try next { try $0.integer() } }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next { try $0.integer() } }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next { try $0.integer() } }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next { try $0.integer() } }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next { try $0.integer() } }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try next { try $0.integer() } }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next { try $0.integer() } }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next { try $0.decode(type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next { try UserInfoValueDecoder(stored: $0).container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try UserInfoValueDecoder(stored: $0).unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next(UserInfoValueDecoder.init(stored:)) }
}
