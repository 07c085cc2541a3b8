internal import Activities
internal import Answering
internal import Answers
internal import Continuation
internal import Files
internal import Foundation
internal import Hunch
internal import Importers
internal import SQLiteStorage
internal import Suggestions

/// The opening of one activity: finds its target, shows it and asks, starts it, and records that
/// the suggestion was accepted.
struct OpenRun {
  let log: SQLiteDonationStore
  let engine: SuggestionEngine
  let user: UserIdentifier
  let now: Instant
  /// Whether to print the target instead of opening it.
  var isPreview = false
  /// Whether a command runs without a question if there is no doubt about it.
  var isUnasked = false
  /// Whether a command whose folder is not known may run in the current one.
  var isHere = false
  let output: OutputOptions

  /// An activity with its target, ready to be opened.
  struct Prepared {
    fileprivate let identity: ActivityIdentity
    fileprivate let activity: UserActivity
    fileprivate let target: OpenTarget
    fileprivate let opening: Opening

    /// A Boolean value that indicates whether a question comes first, or the target is for a shell.
    var needsTerminal: Bool { opening.asks || target.changesItsShell }
  }

  /// Opens an activity.
  ///
  /// - Parameters:
  ///   - identity: The activity.
  ///   - words: The words by which the user named it; `nil` for its title, which the user chose
  ///     from a list.
  ///   - menu: The list that it was chosen from, for the record.
  /// - Throws: A ``Failure`` if it was not opened.
  func open(_ identity: ActivityIdentity, named words: String?, from menu: Menu? = nil) async throws {
    let prepared = try await prepare(identity, named: words)
    let target = prepared.target
    let isForTheShell = target.changesItsShell
    if isPreview || isForTheShell { try print(OpenReport(identity, target)) }
    if isForTheShell {
      output.note(
        "that command changes the shell it runs in; run it in yours, because no program can do that for you")
    }
    if isPreview || isForTheShell { return }
    let outcome = try prepared.opening.start(unasked: isUnasked)
    let isRecorded = try await accept(prepared, from: menu)
    if output.json { try print(OpenReport(identity, target, isOpened: true)) }
    output.confirm(isRecorded ? "\(outcome); recorded as accepted" : outcome)
  }

  /// Finds the target of an activity, and the reasons to ask about it.
  ///
  /// - Throws: A ``Failure`` if there is nothing to open.
  func prepare(_ identity: ActivityIdentity, named words: String?) async throws -> Prepared {
    guard let known = try await engine.activities([identity], of: user)[identity] else {
      throw Failure("that user has no activity \(identity)", .badData)
    }
    guard !known.isExpired(at: now) else {
      throw Failure("the activity has expired, by the date that its program gave", .nothingFound)
    }
    let last = try await engine.newestDonation(of: identity, by: user)
    let environment = ProcessInfo.processInfo.environment
    let programs = DesktopFiles(home: environment.home, environment: environment)
    let continuation = try OpenTarget.Continuation(
      of: known, in: InstalledManifests(environment: environment), among: programs)
    let target =
      try continuation.map(OpenTarget.continuation)
      ?? OpenTarget(of: known, in: last?.context.attributes ?? [:], among: programs)
    let isFromShell = try await isTyped(last, as: known)
    // A row is not a name: who chose it saw the title, but did not type the command.
    var isOwnName = true
    if let words {
      isOwnName = try await ActivityReference(text: words).isOwnName(
        of: identity, by: engine, of: user, in: log)
    }
    let opened = OpenedActivity(
      known, identity, wasDone: last != nil, isFromShell: isFromShell, isOwnName: isOwnName,
      named: words ?? "")
    var doubts = opened.doubts(about: target, in: FileManager.default.currentDirectoryPath)
    if isHere { doubts.removeAll { $0 == .folderUnknown } }
    let opening = Opening(target, doubts, output: output)
    do { try opening.check() } catch let failure as Failure {
      guard case .file(let path) = target, last != nil, !isPreview, MissingFiles.isGone(path) else {
        throw failure
      }
      try await log.ingest([Feedback.missing(known, of: user, at: now)])
      throw Failure(
        "\(failure.message); it is not suggested until it is found, or you use it again", .noInput)
    }
    return Prepared(identity: identity, activity: known, target: target, opening: opening)
  }

  /// Returns whether a donation is from a shell's history, and has the command that will be run:
  /// another process may have added a newer donation meanwhile.
  private func isTyped(_ donation: Donation?, as activity: UserActivity) async throws -> Bool {
    guard let donation, donation.activity.userInfo == activity.userInfo else { return false }
    return try await log.isFromShell(donation)
  }

  /// Records that the user accepted an activity, as `hunch feedback accepted` does; returns whether
  /// it is recorded.
  private func accept(_ prepared: Prepared, from menu: Menu?) async throws -> Bool {
    let activity = prepared.activity
    let accepted = try Feedback.Impression(
      activityType: activity.activityType, userInfo: activity.restorationPayload,
      requiredUserInfoKeys: activity.requiredUserInfoKeys)
    let record =
      try menu?.feedback(.accepted, about: prepared.identity, at: now)
      ?? Feedback(by: user, at: now, shown: [accepted], verdict: .accepted)
    let receipt = try await log.ingest([record])
    if receipt.filtered > 0 {
      output.note(
        "done, but a privacy rule or a pause prevents recording it as accepted (`hunch rules list`)")
    }
    return receipt.filtered == 0
  }

  private func print(_ report: OpenReport) throws {
    try Console.print(output.json ? JSONText.line(report) : report.target)
  }
}
