internal import Foundation

/// A manifest that was made of a property list.
public struct PropertyListImport: Equatable, Sendable {
  /// What the property list says.
  public let manifest: Manifest
  /// What it should say otherwise, though it could be read.
  public let advice: [ManifestProblem]
}

extension Manifest {
  /// Reads what an `Info.plist`, as XML or binary, says of a program's activities.
  ///
  /// Read are `NSUserActivityTypes`, `CFBundleIdentifier`, and the schemes in `CFBundleURLTypes`; whatever else is there is
  /// ignored. An older guide calls the first key `NSUseractivityEligibility`: that is read too, with advice to rename it.
  ///
  /// - Parameters:
  ///   - bytes: The property list.
  ///   - application: The program's name, if the property list does not say it.
  /// - Throws: ``ManifestError`` with all problems at once.
  public static func importing(
    propertyList bytes: [UInt8], application: String? = nil
  ) throws(ManifestError) -> PropertyListImport {
    guard bytes.count <= lengthLimit else {
      throw ManifestError(problems: [ManifestProblem("$", .tooLarge(limit: lengthLimit))])
    }
    if let reason = PropertyListForm.problem(of: bytes) {
      throw ManifestError(problems: [ManifestProblem("$", reason)])
    }
    guard let fields = try? PropertyListDecoder().decode(PropertyListFields.self, from: Data(bytes)) else {
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

/// Goes through the fields of a property list and collects what is wrong with them.
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

  /// The types under both keys; a type that is under both is taken once.
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
