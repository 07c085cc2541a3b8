internal import Foundation
internal import LogFormat

/// A manifest read from a property list.
public struct PropertyListImport: Equatable, Sendable {
  /// The manifest.
  public let manifest: Manifest
  /// Advice on readable parts of the property list that should change.
  public let advice: [ManifestProblem]
}

extension Manifest {
  /// Reads the entries about activities in an `Info.plist`, XML or binary.
  ///
  /// It reads `NSUserActivityTypes`, `CFBundleIdentifier`, and the schemes in `CFBundleURLTypes`,
  /// and ignores everything else. An older guide calls the first key `NSUseractivityEligibility`;
  /// that is read too, with advice to rename it.
  ///
  /// - Parameters:
  ///   - bytes: The property list.
  ///   - application: The program's name, if the property list does not contain it.
  /// - Throws: ``ManifestError`` with all problems.
  public static func importing(
    propertyList bytes: [UInt8], application: String? = nil
  ) throws(ManifestError) -> PropertyListImport {
    guard bytes.count <= lengthLimit else {
      throw ManifestError(problems: [ManifestProblem("$", .tooLarge(limit: lengthLimit))])
    }
    let fields: PropertyListFields
    do {
      fields = try PropertyListDecoder.decode(PropertyListFields.self, guarded: bytes, depth: depthLimit)
    } catch PropertyListForm.Fault.tooDeep {
      throw ManifestError(problems: [ManifestProblem("$", .nestedTooDeep(limit: depthLimit))])
    } catch {
      throw ManifestError(problems: [ManifestProblem("$", .notPropertyList)])
    }
    guard fields.isDictionary else {
      throw ManifestError(problems: [ManifestProblem("$", .wrongKind(expected: "a dictionary"))])
    }
    var reader = PropertyListReader(fields: fields)
    let types = reader.activityTypes()
    let schemes = reader.schemes()
    guard let name = reader.application() ?? application else {
      reader.report("$", .missing(field: PropertyListFields.Key.identifier.rawValue))
      throw ManifestError(problems: reader.problems)
    }
    let problems =
      reader.problems
      + ManifestCheck.problems(
        application: name, publisher: nil, activityTypes: types, schemes: schemes, domains: [])
    guard problems.isEmpty else { throw ManifestError(problems: problems) }
    let manifest = try Manifest(application: name, activityTypes: types, schemes: schemes)
    return PropertyListImport(manifest: manifest, advice: reader.advice)
  }
}

/// A reader that goes through the fields of a property list and collects problems.
private struct PropertyListReader {
  private typealias Key = PropertyListFields.Key

  private let fields: PropertyListFields
  private(set) var problems: [ManifestProblem] = []
  private(set) var advice: [ManifestProblem] = []

  init(fields: PropertyListFields) { self.fields = fields }

  mutating func report(_ place: String, _ reason: ManifestProblem.Reason) {
    problems.append(ManifestProblem(place, reason))
  }

  mutating func application() -> String? {
    fields.identifier.flatMap { string($0, at: "$." + Key.identifier.rawValue) }
  }

  /// Returns the types under both keys, each once.
  mutating func activityTypes() -> [Manifest.ActivityType] {
    var types = strings(fields.types, at: "$." + Key.types.rawValue)
    if fields.misnamedTypes != nil {
      let place = "$." + Key.misnamedTypes.rawValue
      advice.append(ManifestProblem(place, .misnamedKey(correct: Key.types.rawValue)))
      let known = Set(types)
      types += strings(fields.misnamedTypes, at: place).filter { !known.contains($0) }
    }
    return types.map { Manifest.ActivityType($0) }
  }

  mutating func schemes() -> [String] {
    let place = "$." + Key.urlTypes.rawValue
    var schemes: [String] = []
    for (number, type) in elements(fields.urlTypes, at: place).enumerated() {
      let place = "\(place)[\(number)]"
      if !type.isDictionary { report(place, .wrongKind(expected: "a dictionary")) }
      schemes += strings(type.schemes, at: place + ".CFBundleURLSchemes")
    }
    return schemes
  }

  private mutating func string(_ value: PropertyListFields.Text, at place: String) -> String? {
    if value.text == nil { report(place, .wrongKind(expected: "a string")) }
    return value.text
  }

  private mutating func elements<Element>(
    _ value: PropertyListFields.Elements<Element>?, at place: String
  ) -> [Element] {
    guard let value else { return [] }
    if value.elements == nil { report(place, .wrongKind(expected: "an array")) }
    if value.isTooLong { report(place, .tooMany(limit: PropertyListFields.Elements<Element>.limit)) }
    return value.elements ?? []
  }

  private mutating func strings(
    _ value: PropertyListFields.Elements<PropertyListFields.Text>?, at place: String
  ) -> [String] {
    var strings: [String] = []
    for (number, element) in elements(value, at: place).enumerated() {
      if let text = string(element, at: "\(place)[\(number)]") { strings.append(text) }
    }
    return strings
  }
}

/// The keys of a property list that a manifest is made from.
///
/// Only these are decoded, and only a limited number of elements. In the binary form arrays may
/// share their elements, so a few bytes can represent more values than there is time for.
private struct PropertyListFields: Decodable {
  /// The keys, by their names in `Info.plist`.
  enum Key: String, CodingKey {
    case identifier = "CFBundleIdentifier"
    case types = "NSUserActivityTypes"
    case misnamedTypes = "NSUseractivityEligibility"
    case urlTypes = "CFBundleURLTypes"
  }

  /// A value that should be a string.
  struct Text: Decodable {
    /// The string; `nil` if the value has another type.
    let text: String?

    init(from decoder: any Decoder) { text = try? decoder.singleValueContainer().decode(String.self) }
  }

  /// An element of `CFBundleURLTypes`.
  struct URLType: Decodable {
    private enum Key: String, CodingKey {
      case schemes = "CFBundleURLSchemes"
    }

    /// A Boolean value that indicates whether the URL type is a dictionary.
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
    /// The limit: more activity types than a program has actions, and more schemes than any
    /// registers.
    static var limit: Int { Element.self == URLType.self ? 64 : 4_096 }

    /// The elements; `nil` if the value has another type.
    let elements: [Element]?
    /// A Boolean value that indicates whether the limit is exceeded.
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
  /// A Boolean value that indicates whether the property list is a dictionary.
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
