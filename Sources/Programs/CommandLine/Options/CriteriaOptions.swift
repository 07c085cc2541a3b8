internal import Activities
internal import ArgumentParser
internal import Foundation

/// The options that select donations: what can be forgotten, and what can be filtered.
struct CriteriaOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Activities of this type; 'org.example.*' means all types that begin so.", valueName: "type"),
    completion: .activityTypes)
  var type: String?

  @Option(
    help: ArgumentHelp("What this program donated; its whole name.", valueName: "name"),
    completion: .programs)
  var program: String?

  @Option(
    help: ArgumentHelp(
      "The activity of this identity: the 32 digits that suggest --json prints.", valueName: "identity"),
    completion: .nothing,
    transform: Arguments.identity)
  var activity: ActivityIdentity?

  @Option(
    parsing: .unconditional,  // degrees south begin with a hyphen
    help: ArgumentHelp(
      "What happened around this place, a position or a name; needs --within.", valueName: "place"),
    completion: .places,
    transform: Arguments.placeOrName)
  var near: PlaceArgument?

  @Option(
    help: ArgumentHelp("How far from --near, as the crow flies.", valueName: "metres"),
    completion: .nothing)
  var within: Double?

  @Option(
    help: ArgumentHelp(
      "What has all these words in its texts: title, subtitle, keywords, phrase, addresses, place name, and values of userInfo, attributes, interaction, context and unknown fields.",
      valueName: "text"),
    completion: .nothing)
  var match: String?

  @Option(
    help: ArgumentHelp("Pages of this site and all under it; in any alphabet.", valueName: "host"),
    completion: .nothing, transform: Arguments.site)
  var site: Site?

  @Option(
    help: ArgumentHelp(
      "Pages of sensitive sites of this kind: \(SiteKind.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kind"),
    completion: .words(of: SiteKind.self), transform: Arguments.siteKind)
  var siteKind: SiteKind?

  @Option(
    help: ArgumentHelp(
      "What is in this folder, was done in it or names it, and all folders in it.", valueName: "folder"),
    completion: .directory)
  var folder: String?

  /// The criteria.
  ///
  /// - Parameter place: Where --near is.
  /// - Throws: `ActivityError` for a distance that is none.
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

  /// Somewhere, if --near is given: to check the criteria before anybody knows where a name is.
  func anyPlace() throws -> Place? { try near.map { try $0.position ?? Place(latitude: 0, longitude: 0) } }

  /// Checks what the parser does not.
  func validate() throws {
    for (name, text) in [
      ("--type", type), ("--program", program), ("--match", match), ("--folder", folder),
    ]
    where text?.isEmpty == true {
      throw ValidationError("\(name) is empty; a script's variable may be unset.")
    }
    guard type != "*" else { throw ValidationError("--type * means everything; say --all, or hunch pause.") }
    guard type?.dropLast().contains("*") != true else {
      throw ValidationError(
        "--type takes * at its end only: org.example.* means every type that begins so; quote it for the shell."
      )
    }
    try ProgramName.check(program)
    guard (near == nil) == (within == nil) else {
      throw ValidationError("--near and --within belong together.")
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

/// A program's name where donations are chosen by it: it is compared as a whole.
enum ProgramName {
  /// Checks that it is no pattern, which would choose nothing.
  static func check(_ name: String?) throws {
    guard name?.contains("*") != true else {
      throw ValidationError(
        "--program takes a whole name, and * stands for nothing in it; name each program, or say --type 'org.example.*'."
      )
    }
  }
}
