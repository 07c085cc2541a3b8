internal import Activities
internal import Suggestions

extension ActivityContinuer {
  /// How the program is entered.
  struct Entry {
    let circumstances: Context
    let source: ActionSource
    /// What is continued; `nil` for a URL that was opened by itself.
    let activity: UserActivity?
  }

  /// Asks for a presenter and performs the action on it, for the user, once.
  ///
  /// Whether the feature is available is asked first: nobody should be shown a screen for what they cannot have.
  func perform(
    _ declared: DeclaredAction, from payload: Payload, as entry: Entry, with router: some PresentationRouter
  ) async -> ContinuationResult {
    guard isAvailable(declared.feature) else {
      return .unavailable(feature: declared.feature.name)
    }
    return await perform(declared.action, in: declared.feature, from: payload, as: entry, with: router)
  }

  private func perform<Performed: Action, Declaring: Feature>(
    _ action: Performed.Type, in feature: Declaring.Type, from payload: Payload, as entry: Entry,
    with router: some PresentationRouter
  ) async -> ContinuationResult {
    let input: Performed.Input
    do throws(ActivityCodableError) {
      input = try self.input(of: action, from: payload)
    } catch {
      await quarantine(entry, because: error)
      return .undecodable(error)
    }
    guard !Task.isCancelled else { return .cancelled }
    let presentation = await router.presentation(for: action, in: feature, input: input)
    guard !Task.isCancelled else { return .cancelled }
    switch presentation {
    case .alreadySatisfied: return .alreadySatisfied
    case .unsupported: return .rejected(.unsupported)
    case .userCancelled: return .rejected(.byUser)
    case .applicationCancelled: return .rejected(.byApplication)
    case .ready(let presenter):
      do {
        return .success(
          try await dispatcher.perform(
            action, in: feature, input: input, presenter: presenter, circumstances: entry.circumstances,
            source: entry.source, session: Performed.defaultSession.isUserInitiated ? nil : .main))
      } catch ActionPerformError.requiredFeatureNotAvailable {
        return .unavailable(feature: feature.name)  // while the router was asking
      } catch {
        return .failed(error)
      }
    }
  }

  /// Keeps what could not be read, and has it no longer suggested.
  ///
  /// What was handed off is not this log's: another version of the program may well read it there.
  private func quarantine(_ entry: Entry, because error: ActivityCodableError) async {
    guard let activity = entry.activity, case .continueActivity(_, let source) = entry.source else { return }
    let instant = entry.circumstances.instant
    var isRetired = false
    if source != .handoff, let feedback,
      let retirement = try? Feedback.retiring(activity, of: dispatcher.publisher.center.user, at: instant)
    {
      isRetired = (try? await feedback.record([retirement])) != nil
    }
    quarantine.insert(
      QuarantinedPayload(
        activity: activity, identity: activity.identity, error: error, instant: instant, isRetired: isRetired)
    )
  }
}
