/// The keys of a property list that a manifest can be made of.
///
/// Only they are decoded, and only so many elements: in the binary form, a few bytes can stand for more values than
/// there is time for, because arrays may share their elements.
struct PropertyListFields: Decodable {
  /// The keys, by their names in `Info.plist`.
  enum Key: String, CodingKey {
    case identifier = "CFBundleIdentifier"
    case types = "NSUserActivityTypes"
    case misnamedTypes = "NSUseractivityEligibility"
    case urlTypes = "CFBundleURLTypes"
  }

  /// A value that should be a string.
  struct Text: Decodable {
    /// `nil` if it is of another kind.
    let text: String?

    init(from decoder: any Decoder) { text = try? decoder.singleValueContainer().decode(String.self) }
  }

  /// An element of `CFBundleURLTypes`.
  struct URLType: Decodable {
    private enum Key: String, CodingKey {
      case schemes = "CFBundleURLSchemes"
    }

    /// Whether it is a dictionary at all.
    let isDictionary: Bool
    let schemes: Elements<Text>?

    init(from decoder: any Decoder) {
      let container = try? decoder.container(keyedBy: Key.self)
      isDictionary = container != nil
      schemes = try? container?.decodeIfPresent(Elements<Text>.self, forKey: .schemes)
    }
  }

  /// A value that should be an array.
  struct Elements<Element: Decodable>: Decodable {
    /// More activity types than a program has actions; more schemes than anybody registers.
    static var limit: Int { Element.self == URLType.self ? 64 : 4_096 }

    /// `nil` if it is of another kind.
    let elements: [Element]?
    /// Whether there are more than the limit.
    let isTooLong: Bool

    init(from decoder: any Decoder) throws {
      guard var container = try? decoder.unkeyedContainer() else {
        elements = nil
        isTooLong = false
        return
      }
      var elements: [Element] = []
      while !container.isAtEnd, elements.count < Self.limit {
        elements.append(try container.decode(Element.self))
      }
      self.elements = elements
      isTooLong = !container.isAtEnd
    }
  }

  let identifier: Text?
  let types: Elements<Text>?
  let misnamedTypes: Elements<Text>?
  let urlTypes: Elements<URLType>?
  /// Whether the property list is a dictionary.
  let isDictionary: Bool

  init(from decoder: any Decoder) throws {
    let container = try? decoder.container(keyedBy: Key.self)
    isDictionary = container != nil
    identifier = try container?.decodeIfPresent(Text.self, forKey: .identifier)
    types = try container?.decodeIfPresent(Elements<Text>.self, forKey: .types)
    misnamedTypes = try container?.decodeIfPresent(Elements<Text>.self, forKey: .misnamedTypes)
    urlTypes = try container?.decodeIfPresent(Elements<URLType>.self, forKey: .urlTypes)
  }
}
