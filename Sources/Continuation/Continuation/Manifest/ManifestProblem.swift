public import LogFormat

/// A problem of a manifest, with its place.
public struct ManifestProblem: Error, Equatable, Sendable {
  /// The place: a JSON path like `$.activityTypes[2].type`, or just `$` if the text cannot be read.
  public let place: String
  /// The reason.
  public let reason: Reason

  /// A kind of problem.
  public enum Reason: Equatable, Sendable {
    /// Not JSON, for this reason.
    case notJSON(JSONFault)
    /// Not a property list, neither XML nor binary.
    case notPropertyList
    /// More bytes than the limit.
    case tooLarge(limit: Int)
    /// Arrays and objects are nested deeper than the limit.
    case nestedTooDeep(limit: Int)
    /// The list has more elements than the limit.
    case tooMany(limit: Int)
    /// A required field is missing.
    case missing(field: String)
    /// The field is unknown here.
    case unknownField(known: [String])
    /// A name occurs twice in an object.
    case repeatedField
    /// The value has another type.
    case wrongKind(expected: String)
    /// The manifest has a version that this program does not know.
    case unsupportedFormat(known: Int)
    /// The text must not be empty.
    case empty
    /// Not a reverse-DNS name.
    case invalidName
    /// Not an eligibility.
    case unknownWord(known: [String])
    /// It occurs twice in the list.
    case repeated(String)
    /// Not a scheme that a program can have.
    case invalidScheme
    /// Not a domain.
    case invalidDomain
    /// Not a command that starts a program with something to continue.
    case invalidCommand
    /// An alias is also a type, or an alias of another one.
    case aliasClash(alias: String, with: String)
    /// The key of a property list has the wrong name from an older guide.
    case misnamedKey(correct: String)
    /// An action performs the type, but the manifest does not list it.
    case typeNotListed(String)
    /// The manifest lists the type, but no action performs it.
    case typeWithoutAction(String)
    /// An action has the alias, but the manifest does not list it.
    case aliasNotListed(String, of: String)
    /// The eligibility differs between the action and the manifest.
    case eligibilityDiffers(String)
  }

  init(_ place: String, _ reason: Reason) {
    self.place = place
    self.reason = reason
  }
}

extension ManifestProblem: CustomStringConvertible {
  /// The place, the reason, and how to fix it.
  public var description: String { "\(place): \(reason)" }
}

extension ManifestProblem.Reason: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .notJSON(.empty): "only white space; write a manifest"
    case .notJSON(let fault): "\(fault); `jq . FILE` shows the place"
    case .notPropertyList: "not a property list; give the XML or binary form, and check it with a plist tool"
    case .tooLarge(let limit): "longer than \(limit) bytes; this is hardly a manifest"
    case .nestedTooDeep(let limit): "nested deeper than \(limit) levels; this is hardly a manifest"
    case .tooMany(let limit): "has more than \(limit) elements; this is hardly a manifest"
    case .missing(let field): "\"\(field)\" is missing; add it"
    case .unknownField(let known):
      "not a field here; remove it, or write one of \(known.joined(separator: ", "))"
    case .repeatedField: "occurs twice; keep one of them"
    case .wrongKind(let expected): "has to be \(expected)"
    case .unsupportedFormat(let known):
      "a version that is not supported; update this program, or write \(known)"
    case .empty: "must not be empty; write something, or remove it"
    case .invalidName: "not a reverse-DNS name; write it like org.example.player.play, without spaces"
    case .unknownWord(let known): "not a known word; write one of \(known.joined(separator: ", "))"
    case .repeated(let name): "\(name) is in the list twice; keep one of them"
    case .invalidScheme:
      "not a program's URL scheme; start with a letter, then use letters, digits, + - and ., but not http or https"
    case .invalidDomain: "not a domain; write it like example.org, without scheme, port or path"
    case .invalidCommand:
      "not a command with something to continue; write a program (its name, or its absolute path) and its arguments, one of which is %u (a URL) or %f (a file with the activity)"
    case .aliasClash(let alias, let type): "the alias \(alias) already stands for \(type); remove one of them"
    case .misnamedKey(let correct): "an older guide misnamed this key; rename it to \(correct)"
    case .typeNotListed(let type): "an action performs \(type), which is not listed; add it"
    case .typeWithoutAction(let type): "no action performs \(type); remove it, or declare its action"
    case .aliasNotListed(let alias, let type): "\(type) has the alias \(alias), which is not listed; add it"
    case .eligibilityDiffers(let type):
      "the eligibility of \(type) differs from that of its action; change one of them"
    }
  }
}

/// All problems of a manifest.
public struct ManifestError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The problems, in the order of the manifest.
  public let problems: [ManifestProblem]

  /// One line per problem.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
