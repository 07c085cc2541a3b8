internal import Activities
internal import Foundation

/// Writing the values of userInfo and of everything else that a program may fill freely.
extension JSONWriter {
  mutating func value(_ value: ActivityValue) throws(RecordError) {
    switch value {
    case .null: literal("null")
    case .boolean(let flag): boolean(flag)
    case .integer(let number): integer(number)
    case .double(let number): try double(number)
    case .string(let text): string(text)
    case .date(let date): try typed("$date") { writer throws(RecordError) in try writer.date(date) }
    case .data(let data): try typed("$data") { writer in writer.string(data.base64EncodedString()) }
    case .url(let url): try typed("$url") { writer in writer.string(url.absoluteString) }
    case .array(let values): try array(values)
    case .object(let members):
      if members.count == 1, let name = members.keys.first, TypedValue(onlyName: name) != nil {
        try typed("$object") { writer throws(RecordError) in try writer.object(members) }
      } else {
        try object(members)
      }
    }
  }

  /// An object with its names in order.
  mutating func object(_ members: [String: ActivityValue]) throws(RecordError) {
    try open("{")
    try self.members(members)
    close("}")
  }

  /// Members in the order of their names, inside of an object that is open.
  mutating func members(_ members: [String: ActivityValue]) throws(RecordError) {
    if members.count == 1, let only = members.first {
      try member(only.key, only.value)
      return
    }
    for (name, value) in members.sorted(by: { $0.key.precedesInBytes($1.key) }) { try member(name, value) }
  }

  private mutating func member(_ name: String, _ value: ActivityValue) throws(RecordError) {
    separate()
    string(name)
    bytes.append(UInt8(ascii: ":"))
    try self.value(value)
  }

  private mutating func array(_ values: [ActivityValue]) throws(RecordError) {
    try open("[")
    for value in values {
      separate()
      try self.value(value)
    }
    close("]")
  }

  /// An array of strings in order.
  mutating func strings(_ strings: Set<String>) throws(RecordError) {
    try open("[")
    for text in strings.sorted(by: { $0.precedesInBytes($1) }) {
      separate()
      string(text)
    }
    close("]")
  }

  /// A date as ``TypedValue`` tells.
  mutating func date(_ date: Date) throws(RecordError) {
    if let instant = Instant(exactly: date) {
      self.instant(instant)
    } else {
      try double(date.timeIntervalSinceReferenceDate)
    }
  }

  private mutating func typed(
    _ type: StaticString, _ content: (inout JSONWriter) throws(RecordError) -> Void
  ) throws(RecordError) {
    try open("{")
    name(type)
    try content(&self)
    close("}")
  }
}
