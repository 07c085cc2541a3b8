public import Activities
public import Foundation
public import LogFormat

/// A person described in a file, with names for activities and places.
public protocol DescribedPerson: Sendable {
  /// Reads and checks a description.
  init(_ document: DocumentReader) throws(DocumentError)

  /// The expectations in the description itself.
  var expectations: [Expectation] { get }

  /// The names that expectations may use.
  var vocabulary: ExpectationVocabulary { get }
}

/// The names in an expectation, and their meanings.
public struct ExpectationVocabulary: Sendable {
  /// A place, and the attributes of a device there.
  public struct Whereabouts: Sendable {
    let place: Place?
    let attributes: [String: ActivityValue]

    /// A place, if it has coordinates, with the context attributes in force there.
    public init(place: Place?, attributes: [String: ActivityValue]) {
      self.place = place
      self.attributes = attributes
    }
  }

  let activities: Set<String>
  let places: [String: Whereabouts]

  /// A vocabulary of names of activities and of places.
  public init(activities: Set<String>, places: [String: Whereabouts]) {
    self.activities = activities
    self.places = places
  }
}

/// A file of expectations: a described person with some, or a file that names a person or a log.
public struct ExpectationFile<Person: DescribedPerson>: Sendable {
  /// The source of donations.
  public enum Source: Sendable {
    /// A described person.
    case persona(Person)
    /// A donation log, as the file names it, and the user whose donations count.
    case log(path: String, user: UserIdentifier?)
  }

  /// The source of donations.
  public let source: Source
  /// The expectations, in the order of the file.
  public let expectations: [Expectation]

  /// Reads and checks a file.
  ///
  /// - Parameters:
  ///   - json: The content of the file.
  ///   - file: The name of the file in errors.
  ///   - read: Returns the persona file that this one names, with its name for errors.
  /// - Throws: ``DocumentError`` for the first mistake, with its position and the fix, or the error
  ///   of `read`.
  public init(
    json: Data, file: String, read: (String) throws -> (json: Data, file: String)
  ) throws {
    let root = try DocumentReader(json: json, file: file)
    guard root.node.member("persona") != nil || root.node.member("log") != nil else {
      let person = try Person(root)
      guard !person.expectations.isEmpty else { throw root.error(.missing(field: "expectations")) }
      (source, expectations) = (.persona(person), person.expectations)
      return
    }
    let fields = try root.fields("persona", "log", "user", "holds", "expectations")
    let share = try fields["holds"]?.probability() ?? 1
    let what = try fields.one(of: "persona", "log")
    let vocabulary: ExpectationVocabulary?
    if what.name == "log" {
      let user = try fields["user"].map { try UserIdentifier($0.string()) }
      source = .log(path: try what.reader.string(), user: user)
      vocabulary = nil
    } else {
      if let user = fields["user"] { throw user.error(.needsOne(of: ["persona", "log with user"])) }
      let (data, name) = try read(try what.reader.string())
      let person = try Person(DocumentReader(json: data, file: name))
      source = .persona(person)
      vocabulary = person.vocabulary
    }
    expectations = try fields.required("expectations").expectations(naming: vocabulary, share: share)
    guard !expectations.isEmpty else { throw try fields.required("expectations").error(.empty) }
  }
}
