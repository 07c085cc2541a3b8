internal import Activities
internal import Answers
internal import ArgumentParser
internal import Foundation

/// The options that select donations to forget or to filter.
struct CriteriaOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Select activities of this type; 'org.example.*' means all types with this prefix.", valueName: "type"),
    completion: .activityTypes)
  var type: String?

  @Option(
    help: ArgumentHelp("Select donations of this program; give its whole name.", valueName: "name"),
    completion: .programs)
  var program: String?

  @Option(
    help: ArgumentHelp(
      "Select the activity with this identity: the 32 digits that suggest --json prints.",
      valueName: "identity"),
    completion: .nothing,
    transform: Arguments.identity)
  var activity: ActivityIdentity?

  @Option(
    parsing: .unconditional,  // degrees south begin with a hyphen
    help: ArgumentHelp(
      "Select donations around this place, a position or a name; needs --within.", valueName: "place"),
    completion: .places,
    transform: Arguments.placeOrName)
  var near: AskedPlace?

  @Option(
    help: ArgumentHelp("Set the maximum distance from --near, as the crow flies.", valueName: "metres"),
    completion: .nothing)
  var within: Double?

  @Option(
    help: ArgumentHelp(
      "Select donations with all these words in their texts: title, subtitle, keywords, phrase, addresses, place name, and values of userInfo, attributes, interaction, context and unknown fields.",
      valueName: "text"),
    completion: .nothing)
  var match: String?

  @Option(
    help: ArgumentHelp("Select pages of this site and its subdomains; in any alphabet.", valueName: "host"),
    completion: .nothing, transform: Arguments.site)
  var site: Site?

  @Option(
    help: ArgumentHelp(
      "Select pages of sensitive sites of this kind: \(SiteKind.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kind"),
    completion: .words(of: SiteKind.self), transform: Arguments.siteKind)
  var siteKind: SiteKind?

  @Option(
    help: ArgumentHelp(
      "Select activities in, run in or naming this folder or its subfolders.", valueName: "folder"),
    completion: .directory)
  var folder: String?

  /// Returns the criteria.
  ///
  /// - Parameter place: The place of --near.
  /// - Throws: `ActivityError` for an invalid distance.
  func criteria(around place: Place?) throws -> Deletion.Criteria {
    var criteria = Deletion.Criteria()
    criteria.activityType = type
    criteria.program = program
    criteria.identity = activity
    criteria.text = match
    (criteria.site, criteria.siteKind) = (site, siteKind)
    criteria.folder = folder.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
    if let place, let within {
      criteria.area = try Deletion.Area(latitude: place.latitude, longitude: place.longitude, within: within)
    }
    return criteria
  }

  /// Returns an arbitrary place if --near is given, to check the criteria before a name is looked
  /// up.
  func anyPlace() throws -> Place? { try near.map { try $0.position ?? Place(latitude: 0, longitude: 0) } }

  /// Checks what the parser does not.
  func validate() throws {
    for (name, text) in [
      ("--type", type), ("--program", program), ("--match", match), ("--folder", folder),
    ]
    where text?.isEmpty == true {
      throw ValidationError("\(name) is empty; a script's variable may be unset.")
    }
    guard type != "*" else {
      throw ValidationError("--type * would select everything; use --all, or hunch pause.")
    }
    guard type?.dropLast().contains("*") != true else {
      throw ValidationError(
        "--type takes * only at its end: 'org.example.*' means all types with this prefix; quote it for the shell."
      )
    }
    try ProgramName.check(program)
    guard (near == nil) == (within == nil) else {
      throw ValidationError("--near and --within need each other.")
    }
    do {
      let criteria = try criteria(around: anyPlace())
      guard criteria != Deletion.Criteria() else { return }
      _ = try PrivacyRule(.drop, matching: criteria)
    } catch let error as ActivityError {
      throw ValidationError("\(error)")
    }
  }
}

/// The name of a program that selects donations; it is compared as a whole.
enum ProgramName {
  /// Checks that the name is not a pattern, which would select nothing.
  static func check(_ name: String?) throws {
    guard name?.contains("*") != true else {
      throw ValidationError(
        "--program takes a whole name; * is not a wildcard in it. Name each program, or use --type 'org.example.*'."
      )
    }
  }
}
