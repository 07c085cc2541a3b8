internal import Activities
internal import Foundation

extension ActivityPublisher {
  /// Makes the activity of an action that was performed with success, if any is to be made.
  ///
  /// Nothing is awaited: what a mutable input becomes later has no part in it.
  func draft<Performed: Action>(of request: ActionRequest<Performed>, as type: String) -> ActivityDraft {
    if Performed.activityEligibility.isEmpty { return ActivityDraft(outcome: .omitted(.notEligible)) }
    guard switches.areActivitiesEnabled else { return ActivityDraft(outcome: .omitted(.switchedOff)) }
    return draft(of: Performed.self, in: request.feature, input: request.context.input, as: type)
  }

  /// Makes the activity of an action, in the order of the conformance rules: defaults, the action's hook, veto, then all
  /// checks at once.
  func draft<Performed: Action>(
    of action: Performed.Type, in feature: any Feature.Type, input: Performed.Input, as type: String
  ) -> ActivityDraft {
    let marks = configuration.mode.marks(for: Performed.activityEligibility)
    var builder = ActivityBuilder<Performed>(input: input, feature: feature, locale: configuration.locale) {
      link(to: action, in: feature, input: input)
    }
    do { try Performed.prepareActivity(&builder) } catch { return ActivityDraft(outcome: .failed(error)) }
    if builder.isCancelled { return ActivityDraft(outcome: .omitted(.vetoed)) }
    var faults = faults(of: builder, marks: marks, as: builder.activityType ?? type)
    do throws(ActivityError) {
      let activity = try builder.activity(
        as: type, marks: marks, thumbnailLimit: configuration.thumbnailLimit,
        application: registry.application)
      if marks.contains(.publicIndexing), activity.webpageURL == nil, activity.restorationPayload.isEmpty {
        faults.append(.nothingToIndexPublicly)
      }
      guard faults.isEmpty else { return ActivityDraft(outcome: .refused(faults)) }
      return ActivityDraft(outcome: .ready(activity), advice: advice(on: activity, builder))
    } catch {
      let fault = ActivityFault.invalidActivity(error)
      return ActivityDraft(outcome: .refused(faults.contains(fault) ? faults : faults + [fault]))
    }
  }

  /// The URL that leads back to an action; one that leads elsewhere is none.
  private func link<Performed: Action>(
    to action: Performed.Type, in feature: any Feature.Type, input: Performed.Input
  ) -> URL? {
    guard let links = configuration.links, let url = links.url(for: action, in: feature, input: input),
      let found = links.destination(of: url)?.action, found.action == action, found.feature == feature
    else { return nil }
    return url
  }

  private func faults<Performed: Action>(
    of builder: ActivityBuilder<Performed>, marks: ActivityEligibility, as type: String
  ) -> [ActivityFault] {
    var faults: [ActivityFault] = []
    let declared = configuration.declaredTypes
    if !(declared?.contains(type) ?? (registry.action(for: type) != nil)) {
      faults.append(.undeclaredType(type))
    }
    if let error = builder.writingError { faults.append(.unwritableInput(error)) }
    let isReadable =
      builder.canReadInput && (builder.activityType == nil || registry.action(for: type) != nil)
    if builder.isContinuedByAction && !isReadable { faults.append(.cannotBeContinued) }
    let isSeen = !marks.isDisjoint(with: [.search, .handoff, .prediction])
    if isSeen, builder.title?.allSatisfy(\.isWhitespace) ?? true { faults.append(.titleMissing) }
    let missing = (builder.requiredUserInfoKeys ?? []).filter { (builder.userInfo[$0] ?? .null) == .null }
    if builder.writingError == nil, !missing.isEmpty { faults.append(.requiredKeysMissing(missing.sorted())) }
    for (url, field) in [(builder.webpageURL, "webpageURL"), (builder.referrerURL, "referrerURL")] {
      do throws(ActivityError) {
        try UserActivity.requireWeb(url, field: field)
      } catch {
        faults.append(.invalidActivity(error))
      }
    }
    return faults
  }
}
