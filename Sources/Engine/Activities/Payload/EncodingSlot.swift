internal import Foundation

/// A slot for one value that is being written; containers and their parents share it, so it is a
/// class.
///
/// It exists only within one call of ``UserInfoEncoder``, on one thread.
final class EncodingSlot {
  private enum Content {
    case nothing
    case single(ActivityValue)
    case keyed([(key: String, slot: EncodingSlot)])
    case unkeyed([EncodingSlot])
  }

  let path: [any CodingKey]
  private var content = Content.nothing
  /// The number of elements that belong together in an unordered array, or nil if the array is
  /// ordered.
  private var unorderedStride: Int?

  init(path: [any CodingKey]) { self.path = path }

  /// The written value; an object without members if nothing was written, as for an empty struct.
  var value: ActivityValue {
    switch content {
    case .nothing: .object([:])
    case .single(let value): value
    case .keyed(let members): .object(Dictionary(members.map { ($0.key, $0.slot.value) }) { _, last in last })
    case .unkeyed(let elements):
      .array(
        unorderedStride.map { elements.map(\.value).canonicallyOrdered(by: $0) } ?? elements.map(\.value))
    }
  }

  var count: Int {
    if case .unkeyed(let elements) = content { elements.count } else { 0 }
  }

  func openKeyed() { if case .keyed = content {} else { content = .keyed([]) } }
  func openUnkeyed() { if case .unkeyed = content {} else { content = .unkeyed([]) } }
  func set(_ value: ActivityValue) { content = .single(value) }

  func member(_ key: any CodingKey) -> EncodingSlot {
    let slot = EncodingSlot(path: path + [key])
    if case .keyed(var members) = content {
      content = .nothing  // so that the array is not copied
      members.append((key.stringValue, slot))
      content = .keyed(members)
    }
    return slot
  }

  func element() -> EncodingSlot {
    let slot = EncodingSlot(path: path + [UserInfoKey(index: count)])
    if case .unkeyed(var elements) = content {
      content = .nothing
      elements.append(slot)
      content = .unkeyed(elements)
    }
    return slot
  }

  /// Writes a value of any type.
  func store(_ value: some Encodable) throws {
    guard path.count <= UserInfoCoding.maximalDepth else {
      throw UserInfoCoding.unencodable(.tooDeep, value, at: path)
    }
    switch value {
    case let date as Date: try set(finite: .date(date), date)
    case let data as Data: set(.data(data))
    case let url as URL: set(.url(url))
    case let value as ActivityValue: try set(finite: value, value)
    default:
      unorderedStride = (value as? any UnorderedValue)?.stride
      try value.encode(to: UserInfoValueEncoder(slot: self))
    }
  }

  func store(_ number: some BinaryInteger & Encodable) throws {
    guard let whole = Int64(exactly: number) else {
      throw UserInfoCoding.unencodable(.outOfRange, number, at: path)
    }
    set(.integer(whole))
  }

  func store(_ number: Double) throws { try set(finite: .double(number), number) }

  private func set(finite value: ActivityValue, _ original: Any) throws {
    guard value.isFinite else { throw UserInfoCoding.unencodable(.outOfRange, original, at: path) }
    set(value)
  }
}
