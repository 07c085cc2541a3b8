internal import Foundation

/// A type that a content attribute can have.
protocol ContentAttributeValue {
  init?(contentAttribute: ActivityValue)
  var contentAttribute: ActivityValue { get }
}

extension String: ContentAttributeValue {
  init?(contentAttribute: ActivityValue) {
    guard case .string(let text) = contentAttribute else { return nil }
    self = text
  }
  var contentAttribute: ActivityValue { .string(self) }
}

extension Bool: ContentAttributeValue {
  init?(contentAttribute: ActivityValue) {
    guard case .boolean(let flag) = contentAttribute else { return nil }
    self = flag
  }
  var contentAttribute: ActivityValue { .boolean(self) }
}

extension Double: ContentAttributeValue {
  init?(contentAttribute: ActivityValue) {
    switch contentAttribute {
    case .integer(let number): self = Double(number)
    case .double(let number): self = number
    default: return nil
    }
  }
  var contentAttribute: ActivityValue { .double(self) }
}

extension Date: ContentAttributeValue {
  init?(contentAttribute: ActivityValue) {
    guard case .date(let date) = contentAttribute else { return nil }
    self = date
  }
  var contentAttribute: ActivityValue { .date(self) }
}

extension URL: ContentAttributeValue {
  init?(contentAttribute: ActivityValue) {
    guard case .url(let url) = contentAttribute else { return nil }
    self = url
  }
  var contentAttribute: ActivityValue { .url(self) }
}

extension [String]: ContentAttributeValue {
  init?(contentAttribute: ActivityValue) {
    guard case .array(let values) = contentAttribute else { return nil }
    let texts = values.compactMap(String.init(contentAttribute:))
    guard texts.count == values.count else { return nil }
    self = texts
  }
  var contentAttribute: ActivityValue { .array(map(ActivityValue.string)) }
}
