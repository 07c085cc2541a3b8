public import LogFormat

/// One thing that is wrong with a manifest, and where.
public struct ManifestProblem: Error, Equatable, Sendable {
  /// The place: a JSON path like `$.activityTypes[2].type`; `$` alone if the text as a whole cannot
  /// be read.
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
    /// A field that has to be there is not.
    case missing(field: String)
    /// No such field is known here.
    case unknownField(known: [String])
    /// A name is in an object twice.
    case repeatedField
    /// The value is of another kind.
    case wrongKind(expected: String)
    /// The manifest has a version that this program does not know.
    case unsupportedFormat(known: Int)
    /// The text must not be empty.
    case empty
    /// Not a reverse-DNS name.
    case invalidName
    /// Not an eligibility.
    case unknownWord(known: [String])
    /// It is in the list twice.
    case repeated(String)
    /// Not a scheme of a program.
    case invalidScheme
    /// Not a domain.
    case invalidDomain
    /// Not a command that starts a program with something to continue.
    case invalidCommand
    /// An alias is also a type, or an alias of another one.
    case aliasClash(alias: String, with: String)
    /// The key of a property list has the name that an older guide gave it.
    case misnamedKey(correct: String)
    /// An action performs the type, but the manifest does not list it.
    case typeNotListed(String)
    /// The manifest lists the type, but no action performs it.
    case typeWithoutAction(String)
    /// An action has the alias, but the manifest does not list it.
    case aliasNotListed(String, of: String)
    /// The action's eligibility is not the manifest's.
    case eligibilityDiffers(String)
  }

  init(_ place: String, _ reason: Reason) {
    self.place = place
    self.reason = reason
  }
}

extension ManifestProblem: CustomStringConvertible {
  /// The place, the reason, and how to mend it.
  public var description: String { "\(place): \(reason)" }
}

extension ManifestProblem.Reason: CustomStringConvertible {
  /// The reason, and how to mend it.
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
    case .repeatedField: "occurs twice;  keep one of them"
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

/// All that is wrong with a manifest, at once.
public struct ManifestError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The problems, in the order of the manifest.
  public let problems: [ManifestProblem]

  /// A line for each problem.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
