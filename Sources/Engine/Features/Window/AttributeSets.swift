internal import Activities
internal import Kernels

/// One attribute of a context, by hashes.
struct Attribute: BitwiseCopyable, Hashable, Comparable, Sendable {
  /// The key alone.
  let key: UInt64
  /// The key with its value.
  let entry: UInt64

  init(_ key: String, _ value: ActivityValue) {
    (self.key, entry) = (StableHash.text(key), StableHash.entry(key, value))
  }

  static func < (one: Attribute, other: Attribute) -> Bool {
    (one.key, one.entry) < (other.key, other.entry)
  }
}

/// The different sets of attributes of a window's donations, each kept once.
struct AttributeSets: Sendable {
  private(set) var codes = SharedCodes()
  /// The attributes of each code, sorted; those of code n are at index n - 1.
  private var members: [[Attribute]] = []

  init() {}

  /// The code of a set of sorted attributes, for one more use; 0 for the empty one.
  mutating func retain(_ attributes: [Attribute]) -> UInt16 {
    guard !attributes.isEmpty else { return 0 }
    let code = codes.retain(Self.key(attributes))
    if Int(code) > members.count { members.append(attributes) } else { members[Int(code) - 1] = attributes }
    return code
  }

  /// Takes one use back.
  mutating func release(_ code: UInt16) { codes.release(code) }

  /// The code of a set; 0 if the set is empty or has no code.
  func code(of attributes: [Attribute]) -> UInt16 {
    attributes.isEmpty ? 0 : codes.code(of: Self.key(attributes))
  }

  /// The attributes of a code; empty for 0 and for codes that are not in use.
  func attributes(of code: Int) -> [Attribute] { codes.key(of: code) == nil ? [] : members[code - 1] }

  /// Returns 1 if the attributes of a code include the given one, 0 if they have another value for
  /// its key, and not a number if they lack its key.
  func likeness(ofCode code: Int, to attribute: Attribute) -> Float {
    guard code > 0, codes.key(of: code) != nil else { return .nan }
    for own in members[code - 1] where own.key == attribute.key {
      return own.entry == attribute.entry ? 1 : 0
    }
    return .nan
  }

  private static func key(_ attributes: [Attribute]) -> UInt64 {
    attributes.reduce(0) { StableHash.mix($0, $1.entry) }
  }

  func write(into writer: inout StateWriter) {
    codes.write(into: &writer)
    let kept = (1..<codes.limit).map(attributes)
    writer.write(kept.map { Int32($0.count) })
    writer.write(kept.flatMap(\.self))
  }

  init(from reader: inout StateReader, uses: [UInt16]) throws(StateError) {
    codes = try SharedCodes(from: &reader, uses: uses)
    let counts = try reader.readTable(of: Int32.self, count: codes.limit - 1)
    let all = try reader.readTable(of: Attribute.self)
    var next = 0
    for (index, count) in counts.enumerated() {
      guard count >= 0, Int(count) <= all.count - next else { throw StateError() }
      members.append(Array(all[next..<next + Int(count)]))
      next += Int(count)
      if let key = codes.key(of: index + 1), key != Self.key(members[index]) { throw StateError() }
    }
    guard next == all.count else { throw StateError() }
  }

  /// The bytes of its tables.
  var memoryFootprint: Int {
    let header = 32  // of an array's own storage
    return codes.memoryFootprint + members.capacity * MemoryLayout<[Attribute]>.stride
      + members.reduce(0) { $0 + header + $1.capacity * MemoryLayout<Attribute>.stride }
  }
}
