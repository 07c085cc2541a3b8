internal import Activities
internal import Foundation

/// Makes an activity from a performed action and lets it become current, once; an
/// ``ActionDispatcher`` calls it.
public struct ActivityPublisher: Sendable {
  let registry: ActionRegistry
  let center: ActivityCenter
  let configuration: ActivityConfiguration
  let switches: ActivitySwitches
  /// The newest decisions, for debugging.
  public let trace = PublicationTrace()

  /// Connects a program's actions with the center in which their activities become current.
  package init(
    registry: ActionRegistry, center: ActivityCenter,
    configuration: ActivityConfiguration = ActivityConfiguration(),
    switches: ActivitySwitches = ActivitySwitches()
  ) {
    self.registry = registry
    self.center = center
    self.configuration = configuration
    self.switches = switches
  }

  /// Publishes the activity of an action if it is valid and still wanted.
  ///
  /// A veto resigns the current activity unless the configuration keeps it; an error changes
  /// nothing.
  ///
  /// - Throws: ``PublishingError``, the error of ``Action/prepareActivity(_:)``, or an error of the
  ///   recorder.
  func publish<Performed: Action>(
    _ draft: ActivityDraft, of request: ActionRequest<Performed>
  ) async throws -> Publication {
    func record(_ decision: PublicationTrace.Decision) {
      trace.record(
        PublicationTrace.Entry(
          instant: request.context.circumstances.instant, feature: request.feature.name,
          action: Performed.name, decision: decision))
    }
    switch draft.outcome {
    case .failed(let error):
      record(.failed(errorType: String(describing: type(of: error))))
      throw error
    case .refused(let faults):
      record(.refused(faults))
      throw PublishingError.faulty(action: Performed.name, faults: faults)
    case .omitted(let omission):
      record(.omitted(omission))
      if omission == .vetoed, configuration.resignsWhenVetoed { await center.resignCurrent() }
      return .none
    case .ready(let activity):
      guard switches.areActivitiesEnabled else {  // switched off while it waited for its turn
        record(.omitted(.switchedOff))
        return .none
      }
      do {
        let donation = try await center.publish(
          activity, in: request.context.circumstances, source: request.context.source.donationSource)
        record(.published)
        return Publication(donation: donation, advice: advice(of: draft, on: activity))
      } catch {
        record(.failed(errorType: String(describing: type(of: error))))
        throw error
      }
    }
  }

  /// Returns the draft's advice, and advice that depends on earlier activities.
  private func advice(of draft: ActivityDraft, on activity: UserActivity) -> [PublishingAdvice] {
    let vary = trace.changesRequiredKeys(to: activity.requiredUserInfoKeys, ofType: activity.activityType)
    return draft.advice + (vary ? [.requiredKeysVary] : [])
  }

  // MARK: Making the activity

  /// Makes the activity of a successful action, if it should have one.
  ///
  /// Nothing is awaited, so later changes of a mutable input have no effect.
  func draft<Performed: Action>(of request: ActionRequest<Performed>, as type: String) -> ActivityDraft {
    if Performed.activityEligibility.isEmpty { return ActivityDraft(outcome: .omitted(.notEligible)) }
    guard switches.areActivitiesEnabled else { return ActivityDraft(outcome: .omitted(.switchedOff)) }
    return draft(of: Performed.self, in: request.feature, input: request.context.input, as: type)
  }

  /// Makes the activity of an action, in the order of the conformance rules: defaults, the action's
  /// hook, veto, then all checks together.
  private func draft<Performed: Action>(
    of action: Performed.Type, in feature: any Feature.Type, input: Performed.Input, as type: String
  ) -> ActivityDraft {
    var marks = configuration.mode.marks(for: Performed.activityEligibility)
    var builder = ActivityBuilder<Performed>(input: input, feature: feature, locale: configuration.locale) {
      link(to: action, in: feature, input: input)
    }
    do { try Performed.prepareActivity(&builder) } catch { return ActivityDraft(outcome: .failed(error)) }
    if builder.isCancelled { return ActivityDraft(outcome: .omitted(.vetoed)) }
    if builder.isUntitled, !Performed.activityEligibility.contains(.prediction) {
      marks.remove(.prediction)  // only the mode implies it
    }
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

  /// Returns the URL that leads back to an action, or nil if it would lead elsewhere.
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
    if isSeen, builder.isUntitled { faults.append(.titleMissing) }
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

  // MARK: Advice

  /// Returns advice on an activity: on its own properties, then on its publication.
  private func advice<Performed: Action>(
    on activity: UserActivity, _ builder: ActivityBuilder<Performed>
  ) -> [PublishingAdvice] {
    var advice = activity.advice(limits: center.policy.payloadLimits).map(PublishingAdvice.activity)
    if activity.isEligibleForPrediction, let title = activity.title {
      if title == builder.metadata?.title {
        advice.append(.titleOnlyNames)
      } else if !isCallToAction(title, of: Performed.self) {
        advice.append(.titleWithoutVerb)
      }
    }
    if let error = readingError(of: activity, builder) { advice.append(.unreadable(error)) }
    if let size = builder.oversizedThumbnail(limit: configuration.thumbnailLimit) {
      advice.append(.thumbnailTooLarge(bytes: size, limit: configuration.thumbnailLimit))
    }
    return advice
  }

  /// Returns the reason why the input cannot be read back from the required keys of the activity,
  /// as continuing would have to.
  ///
  /// It is only tried if the same action continues the activity, because another action has a
  /// different input.
  private func readingError<Performed: Action>(
    of activity: UserActivity, _ builder: ActivityBuilder<Performed>
  ) -> ActivityCodableError? {
    guard builder.isContinuedByAction, let codable = builder.input as? any ActivityCodable,
      registry.action(for: activity.activityType)?.action == Performed.self
    else { return nil }
    do throws(ActivityCodableError) {
      _ = try type(of: codable).init(userInfo: activity.restorationPayload)
      return nil
    } catch {
      return error
    }
  }

  private func isCallToAction(_ title: String, of action: any Action.Type) -> Bool {
    guard !configuration.titleVerbs.isEmpty else { return true }
    func firstWord(_ text: String) -> String? {
      text.split(whereSeparator: \.isWhitespace).first?.lowercased()
    }
    guard let word = firstWord(title) else { return false }
    return configuration.titleVerbs.contains(word) || word == firstWord(action.name)
  }

  // MARK: Explaining

  /// Returns, gate by gate, whether the activity of an action on an input would be published.
  ///
  /// It calls the action's ``Action/prepareActivity(_:)``, but publishes and records nothing.
  public func explain<Performed: Action, Declaring: Feature>(
    _ action: Performed.Type, in feature: Declaring.Type, input: Performed.Input
  ) -> EligibilityReport {
    var report = EligibilityReport(on: "publishing \(Performed.name) of \(Declaring.name)")
    let declared = registry.declaration(of: action, in: feature)
    let marks = configuration.mode.marks(for: Performed.activityEligibility)
    report.add(.declared, closedBecause: declared == nil ? "declare it in \(Declaring.name)" : nil)
    report.add(.eligible, closedBecause: marks.isEmpty ? "activityEligibility is empty" : nil)
    report.add(
      .switchedOn, closedBecause: switches.areActivitiesEnabled ? nil : "activities are switched off")
    guard report.isOpen, let declared else {
      for gate in Self.gatesOfDraft { report.add(gate, closedBecause: nil) }
      report.addUses(marks)
      return report
    }
    let draft = draft(of: action, in: feature, input: input, as: declared.activityType)
    report.add(.prepared, closedBecause: draft.error.map { "prepareActivity threw \(type(of: $0))" })
    report.add(.wanted, closedBecause: draft.isVetoed ? "prepareActivity cancelled it" : nil)
    let isChecked = report.isOpen
    for gate in Self.gatesOfDraft.dropFirst(2) {
      let reasons = draft.faults.filter { $0.gate == gate }.map(\.description)
      report.add(
        gate, closedBecause: reasons.isEmpty ? nil : reasons.joined(separator: "; "), always: isChecked)
    }
    report.addUses(draft.activity?.marks ?? marks)
    report.advice = draft.advice
    return report
  }

  /// Returns what is known about an activity type without an input: whether its activities can be
  /// published and continued at all, and their uses.
  public func explain(activityType: String) -> EligibilityReport {
    var report = EligibilityReport(on: activityType)
    let declared = registry.action(for: activityType)
    let marks = configuration.mode.marks(for: declared?.action.activityEligibility ?? [])
    let isListed = configuration.declaredTypes?.contains(activityType) ?? true
    report.add(.mapped, closedBecause: declared == nil ? "no action is registered for it" : nil)
    report.add(.typeDeclared, closedBecause: isListed ? nil : "the program does not declare it", always: true)
    report.add(.eligible, closedBecause: marks.isEmpty ? "activityEligibility is empty" : nil)
    report.add(
      .switchedOn, closedBecause: switches.areActivitiesEnabled ? nil : "activities are switched off")
    report.addUses(marks)
    return report
  }

  private static var gatesOfDraft: [EligibilityReport.Gate] {
    [.prepared, .wanted, .continuable, .typeDeclared, .titled, .requiredKeys, .valid]
  }
}

extension ActivityDraft {
  fileprivate var activity: UserActivity? {
    if case .ready(let activity) = outcome { activity } else { nil }
  }

  fileprivate var error: (any Error)? {
    if case .failed(let error) = outcome { error } else { nil }
  }

  fileprivate var isVetoed: Bool {
    if case .omitted(.vetoed) = outcome { true } else { false }
  }

  fileprivate var faults: [ActivityFault] {
    if case .refused(let faults) = outcome { faults } else { [] }
  }
}

extension ActivityFault {
  /// The gate that it closes.
  fileprivate var gate: EligibilityReport.Gate {
    switch self {
    case .titleMissing: .titled
    case .requiredKeysMissing: .requiredKeys
    case .cannotBeContinued, .unwritableInput: .continuable
    case .undeclaredType: .typeDeclared
    case .invalidActivity, .nothingToIndexPublicly: .valid
    }
  }
}

/// The activity of a performed action before it is published, or the reason why it has none.
struct ActivityDraft: Sendable {
  enum Outcome: Sendable {
    /// It can be published.
    case ready(UserActivity)
    /// There is nothing to publish.
    case omitted(PublicationTrace.Omission)
    /// It cannot be published, for all of these reasons.
    case refused([ActivityFault])
    /// The action's hook threw.
    case failed(any Error)
  }

  let outcome: Outcome
  /// Advice on an activity that can be published.
  var advice: [PublishingAdvice] = []
}
