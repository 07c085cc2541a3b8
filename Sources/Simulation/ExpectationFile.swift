public import Activities
internal import DonationCodec
public import Foundation

/// A file of expectations: a persona that has some, or a file that names a persona or a log.
public struct ExpectationFile: Sendable {
  /// Where donations come from.
  public enum Source: Sendable {
    /// A described person.
    case persona(Persona)
    /// A donation log, as the file names it, and whose donations of it are meant.
    case log(path: String, user: UserIdentifier?)
  }

  /// Where donations come from.
  public let source: Source
  /// What is expected of them, in the order of the file.
  public let expectations: [Expectation]

  /// Reads and checks a file.
  ///
  /// - Parameters:
  ///   - json: What the file holds.
  ///   - file: How to call the file in errors.
  ///   - read: Fetches the persona file that this one names, and says how to call it.
  /// - Throws: ``PersonaError`` for the first mistake, with its place in the file and how to mend it, or what `read` throws.
  public init(
    json: Data, file: String, read: (String) throws -> (json: Data, file: String)
  ) throws {
    let root = try PersonaReader(json: json, file: file)
    guard case .object(let members) = root.node, members["persona"] != nil || members["log"] != nil else {
      let persona = try Persona(root)
      guard !persona.expectations.isEmpty else { throw root.error(.missing(field: "expectations")) }
      (source, expectations) = (.persona(persona), persona.expectations)
      return
    }
    let fields = try root.fields("persona", "log", "user", "holds", "expectations")
    let share = try fields["holds"]?.probability() ?? 1
    let what = try fields.one(of: "persona", "log")
    let world: ExpectationWorld
    if what.name == "log" {
      let user = try fields["user"].map { try UserIdentifier($0.string()) }
      source = .log(path: try what.reader.string(), user: user)
      world = ExpectationWorld(names: nil, places: [:], share: share)
    } else {
      if let user = fields["user"] { throw user.error(.needsOne(of: ["persona", "log with user"])) }
      let (data, name) = try read(try what.reader.string())
      let other = try PersonaReader(json: data, file: name)
      let persona = try Persona(other)
      source = .persona(persona)
      world = ExpectationWorld(
        names: try PersonaNames(other.fields(Persona.fieldNames)), places: persona.places, share: share)
    }
    expectations = try fields.required("expectations").expectations(in: world)
    guard !expectations.isEmpty else { throw try fields.required("expectations").error(.empty) }
  }
}

extension PersonaReader {
  /// What a file holds.
  init(json: Data, file: String) throws(PersonaError) {
    let bytes = [UInt8](json)
    var limits = LineLimits()
    (limits.length, limits.depth) = (bytes.count, JSONNode.mostLevels)
    let node: DonationCodec.JSONNode
    do throws(JSONFault) {
      node = try DonationCodec.JSONNode(parsing: bytes.span, limits: limits)
    } catch {
      let reason: PersonaError.Reason =
        switch error {
        case .tooDeep: .tooDeep(limit: JSONNode.mostLevels)
        case .tooManyMarks: .tooManyMarks(limit: CombiningMarks.mostInARow)
        default: .notJSON
        }
      throw PersonaError(file: file, path: "$", reason: reason)
    }
    self.init(file: file, path: .root, node: try JSONNode(node, file: file))
  }

  func expectations(in world: ExpectationWorld) throws(PersonaError) -> [Expectation] {
    var expectations: [Expectation] = []
    for (index, element) in try elements().enumerated() {
      expectations.append(try Expectation(element, number: index + 1, in: world))
    }
    return expectations
  }
}
