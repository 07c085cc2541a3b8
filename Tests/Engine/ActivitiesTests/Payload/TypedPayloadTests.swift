import Activities
import Foundation
import Testing

/// A payload with everything that a payload can have.
private struct Rich: Codable, Equatable {
  enum Shape: String, Codable { case round, square }
  enum Choice: Codable, Equatable { case none, page(Int, note: String?) }
  struct Part: Codable, Equatable {
    var name: String
    var sizes: [Double]
  }

  var version = 1
  var flag = true
  var small: Int8 = -128
  var large: UInt64 = 9_223_372_036_854_775_807
  var ratio = 0.5
  var single: Float = 0.25
  var text = "é"
  var date = Date(timeIntervalSinceReferenceDate: 0.125)
  var data = Data([0, 255])
  var url = URL(string: "https://example.org/%C3%A9")
  var nothing: String?
  var shape = Shape.square
  var choice = Choice.page(3, note: nil)
  var parts = [Part(name: "a", sizes: [1, 2.5]), Part(name: "b", sizes: [])]
  var byName = ["x": Part(name: "c", sizes: [.pi])]
  var optionals: [Int?] = [1, nil, 3]
  var dates: [Date] = [Date(timeIntervalSince1970: 5)]
  var raw: ActivityValue = ["k": [1, 1.5, nil]]
}

private class Base: Codable {
  var kind = "base"
}

private final class Derived: Base {
  var extra = 7
  private enum CodingKeys: String, CodingKey { case extra }
  override init() { super.init() }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    extra = try container.decode(Int.self, forKey: .extra)
    try super.init(from: container.superDecoder())
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(extra, forKey: .extra)
    try super.encode(to: container.superEncoder())
  }
}

private struct Node: Codable {
  var next: [Node] = []
}

private struct Numbers: Codable {
  var list: [UInt64]
}

private struct Page: Codable, Equatable {
  var book: String
  var page: Int?
}

private struct Refusing: Codable {
  struct Reason: Error {}
  var book: String
  init() { book = "" }
  init(from decoder: any Decoder) throws { throw Reason() }
  func encode(to encoder: any Encoder) throws { throw Reason() }
}

@Suite("Typed payloads")
struct TypedPayloadTests {
  private func activity(_ userInfo: [String: ActivityValue] = [:]) throws -> UserActivity {
    try UserActivity(activityType: "org.example.reader.read", userInfo: userInfo)
  }

  @Test("coding keys become userInfo keys, every type is preserved, and the payload is read back")
  func roundTrip() throws {
    var activity = try activity(["old": 1])
    let rich = Rich()
    try activity.setTypedPayload(rich)
    #expect(try activity.typedPayload(Rich.self) == rich)
    let info = activity.userInfo
    #expect(info["old"] == nil && info["nothing"] == nil)
    #expect(info["date"] == .date(rich.date) && info["data"] == .data(rich.data))
    #expect(info["url"] == rich.url.map(ActivityValue.url) && info["dates"] == [.date(rich.dates[0])])
    #expect(
      info["small"] == -128 && info["large"] == .integer(.max) && info["ratio"] == 0.5 && info["flag"] == true
    )
    #expect(info["shape"] == "square" && info["choice"] == ["page": ["_0": 3]])
    #expect(info["optionals"] == [1, nil, 3] && info["raw"] == rich.raw)
    #expect(info["byName"] == ["x": ["name": "c", "sizes": [.double(.pi)]]])
  }

  @Test(
    "row 67: sets and dictionaries are written in a fixed order, so that identities agree"
  )
  func unordered() throws {
    struct Key: Codable, Hashable { var name: String }
    struct Filter: Codable, Equatable {
      var tags: Set<String>
      var weights: [Key: Int]
      var order: [String]
    }
    let names = (0..<50).map { "tag \($0)" }
    func filter(_ names: [String]) -> Filter {
      var filter = Filter(tags: [], weights: [:], order: ["b", "a"])
      for name in names {  // the order of insertion changes the order of iteration
        filter.tags.insert(name)
        filter.weights[Key(name: name)] = name.count
      }
      return filter
    }
    var (first, second) = (try activity(), try activity())
    try first.setTypedPayload(filter(names))
    try second.setTypedPayload(filter(names.reversed()))
    #expect(first.userInfo == second.userInfo && first.userInfo["order"] == ["b", "a"])
    guard case .array(let tags)? = first.userInfo["tags"] else { return #expect(Bool(false), "an array") }
    #expect(tags.count == 50 && tags == tags.sorted { words($0) < words($1) })
    #expect(try second.typedPayload(Filter.self) == filter(names))
    let set = ActivityValue.set(["b", 1, "a", 1.0, "b"])
    #expect(set == .set(["a", "b", 1]) && set != .set(["a", "b"]))
  }

  private func words(_ value: ActivityValue) -> String {
    guard case .string(let text) = value else { return "" }
    return String(UnicodeScalar(UInt8(text.utf8.count))) + text  // lengths come first in canonical form
  }

  @Test("row 90: reading the version alone recognizes a payload of another version")
  func versions() throws {
    struct Version: Decodable { var version: Int? }
    struct Old: Encodable { var version = 1, chapter = "2" }
    struct New: Decodable { var version: Int, page: Int }
    var activity = try activity()
    try activity.setTypedPayload(Old())
    #expect(try activity.typedPayload(Version.self).version == 1)
    #expect(throws: PayloadError.undecodable(path: ["page"], .missing)) {
      try activity.typedPayload(New.self)
    }
  }

  @Test("superclasses have their own object")
  func superclasses() throws {
    var activity = try activity()
    let derived = Derived()
    derived.extra = 9
    derived.kind = "changed"
    try activity.setTypedPayload(derived)
    #expect(activity.userInfo == ["extra": 9, "super": ["kind": "changed"]])
    let read = try activity.typedPayload(Derived.self)
    #expect(read.extra == 9 && read.kind == "changed")
  }

  @Test("row 90: numbers that do not fit are rejected with their path, and nothing changes")
  func overflow() throws {
    var activity = try activity(["old": 1])
    #expect(throws: PayloadError.unencodable(path: ["list", "1"], .outOfRange)) {
      try activity.setTypedPayload(Numbers(list: [1, .max]))
    }
    #expect(throws: PayloadError.unencodable(path: ["a"], .outOfRange)) {
      try activity.setTypedPayload(["a": Double.nan])
    }
    #expect(activity.userInfo == ["old": 1])
    activity.userInfo = ["list": [1, -1]]
    #expect(throws: PayloadError.undecodable(path: ["list", "1"], .outOfRange)) {
      try activity.typedPayload(Numbers.self)
    }
    activity.userInfo = ["list": [2.0, 3]]
    #expect(try activity.typedPayload(Numbers.self).list == [2, 3])
    activity.userInfo = ["list": [2.5]]
    #expect(throws: PayloadError.undecodable(path: ["list", "0"], .outOfRange)) {
      try activity.typedPayload(Numbers.self)
    }
  }

  @Test("row 90: nesting is bounded, in both directions")
  func depth() throws {
    func nested(_ levels: Int) -> Node { levels == 0 ? Node() : Node(next: [nested(levels - 1)]) }
    var activity = try activity()
    #expect(throws: Never.self) { try activity.setTypedPayload(nested(30)) }
    #expect(throws: PayloadError.self) { try activity.setTypedPayload(nested(40)) }
    do { try activity.setTypedPayload(nested(500)) } catch {
      guard case .unencodable(_, .tooDeep) = error else { return #expect(Bool(false), "\(error)") }
    }
    var value: ActivityValue = ["next": []]
    for _ in 0..<500 { value = ["next": [value]] }
    activity.userInfo = ["next": [value]]
    do {
      _ = try activity.typedPayload(Node.self)
      #expect(Bool(false), "it must not be read")
    } catch {
      guard case .undecodable(_, .tooDeep) = error else { return #expect(Bool(false), "\(error)") }
    }
  }

  @Test("a value without keys is not a payload; an empty struct is an empty one")
  func notKeyed() throws {
    var activity = try activity()
    #expect(throws: PayloadError.notKeyed) { try activity.setTypedPayload(7) }
    #expect(throws: PayloadError.notKeyed) { try activity.setTypedPayload([1, 2]) }
    struct Empty: Codable {}
    try activity.setTypedPayload(Empty())
    #expect(activity.userInfo == [:])
  }

  static let undecodable: [([String: ActivityValue], PayloadError)] = [
    ([:], .undecodable(path: ["book"], .missing)), (["book": nil], .undecodable(path: ["book"], .null)),
    (["book": 5], .undecodable(path: ["book"], .wrongType)),
    (["book": "b", "page": "12"], .undecodable(path: ["page"], .wrongType)),
    (["book": "b", "page": 1e300], .undecodable(path: ["page"], .outOfRange)),
    (["book": "b", "page": true], .undecodable(path: ["page"], .wrongType)),
  ]

  @Test(
    "row 103: an unreadable payload is reported with place and reason, but no value", arguments: undecodable)
  func unreadable(userInfo: [String: ActivityValue], error: PayloadError) throws {
    let activity = try activity(userInfo)
    #expect(throws: error) { try activity.typedPayload(Page.self) }
    guard case .undecodable(let path, _) = error else { return }
    #expect(error.expandedDescription.hasPrefix(path[0]) && !error.description.contains(path[0]))
  }

  @Test(
    "row 103: unknown keys are ignored, absent optionals are nil, and a type's own error is typed"
  )
  func tolerance() throws {
    #expect(try activity(["book": "b", "other": [1]]).typedPayload() == Page(book: "b", page: nil))
    #expect(try activity(["book": "b", "page": nil]).typedPayload() == Page(book: "b", page: nil))
    #expect(throws: PayloadError.undecodable(path: [], .refused)) {
      try activity().typedPayload(Refusing.self)
    }
    var unchanged = try activity(["k": 1])
    #expect(throws: PayloadError.unencodable(path: [], .refused)) {
      try unchanged.setTypedPayload(Refusing())
    }
    #expect(unchanged.userInfo == ["k": 1])
  }
}
