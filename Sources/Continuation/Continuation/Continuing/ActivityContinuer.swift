public import Activities
public import Foundation
public import Suggestions

/// Takes a chosen activity, or a URL, back to the action that performs it.
///
/// The dispatcher's configuration provides routes, switch, declared types and order. The continuer
/// remembers deliveries and unreadable payloads, so a program has one for all of its windows; the
/// router of each call knows the window.
///
/// ```swift
/// let continuer = ActivityContinuer(dispatcher: dispatcher, feedback: engine)
/// switch await continuer.continueActivity(of: suggestion, in: now, with: router) {
/// case .success, .alreadySatisfied: break
/// case let result: screen.explain(result)
/// }
/// ```
public struct ActivityContinuer: Sendable {
  private let dispatcher: ActionDispatcher
  private let feedback: (any FeedbackRecorder)?
  private let items: (any SearchableItemSource)?
  private let ledger: DeliveryLedger
  /// The payloads that could not be read.
  public let quarantine = PayloadQuarantine()

  /// Creates a continuer that connects actions to their sources and to feedback.
  ///
  /// - Parameters:
  ///   - dispatcher: The dispatcher that performs the actions.
  ///   - feedback: The recorder that learns which suggestions can no longer be continued; with
  ///     `nil`, they come back.
  ///   - items: The source of the program's searchable items. With `nil` it is the recorder of the
  ///     center's donations, if that is a source, like a `SuggestionEngine`.
  ///   - deliveries: The number of deliveries to remember, so that none of them is continued twice.
  public init(
    dispatcher: ActionDispatcher, feedback: (any FeedbackRecorder)? = nil,
    items: (any SearchableItemSource)? = nil, deliveries: Int = 1_024
  ) {
    self.dispatcher = dispatcher
    self.feedback = feedback
    self.items = items ?? dispatcher.publisher.center.recorder as? any SearchableItemSource
    ledger = DeliveryLedger(capacity: deliveries)
  }

  private var configuration: ActivityConfiguration { dispatcher.publisher.configuration }
  private var switches: ActivitySwitches { dispatcher.switches }

  private func isAvailable(_ feature: any Feature.Type) -> Bool {
    dispatcher.availability.availability(of: feature) == .available
  }

  /// Continues a suggestion that the user accepted; the resulting donation is marked as suggested.
  public func continueActivity(
    of suggestion: Suggestion, in circumstances: Context, with router: some PresentationRouter
  ) async -> ContinuationResult {
    await continueActivity(IncomingActivity(suggestion), in: circumstances, with: router)
  }

  /// Continues an activity.
  ///
  /// - Parameter source: The place that it comes from; `nil` to derive it from the activity.
  public func continueActivity(
    _ activity: UserActivity, from source: ContinuationSource? = nil, in circumstances: Context,
    with router: some PresentationRouter
  ) async -> ContinuationResult {
    await continueActivity(IncomingActivity(activity, from: source), in: circumstances, with: router)
  }

  /// Continues an activity with known details of its delivery.
  ///
  /// The action receives only the values of the required keys, as after a restart. From an activity
  /// that was handed off it receives all values, so that it continues where the other side is. A
  /// delivery that was continued is not continued again; one that failed may be delivered again.
  public func continueActivity(
    _ incoming: IncomingActivity, in circumstances: Context, with router: some PresentationRouter
  ) async -> ContinuationResult {
    guard switches.areActivitiesEnabled else { return .disabled }
    guard let delivery = incoming.deliveryIdentifier else {
      return await deliver(incoming, in: circumstances, with: router)
    }
    guard ledger.claim(delivery) else { return .alreadyDelivered }
    let result = await deliver(incoming, in: circumstances, with: router)
    if !result.isFinal { ledger.release(delivery) }
    return result
  }

  /// Opens a URL.
  public func open(
    _ url: URL, in circumstances: Context, with router: some PresentationRouter
  ) async -> ContinuationResult {
    guard let link = configuration.links?.destination(of: url) else { return .noMapping }
    let entry = Entry(circumstances: circumstances, source: .openURL, activity: nil)
    return await perform(link.action, from: .parameters(link.parameters), as: entry, with: router)
  }

  private func deliver(
    _ incoming: IncomingActivity, in circumstances: Context, with router: some PresentationRouter
  ) async -> ContinuationResult {
    let source = incoming.source ?? ContinuationSource(classifying: incoming.activity)
    if let refusal = refusals(of: incoming, from: source, at: circumstances.instant).first {
      return .refused(refusal)
    }
    let found: Destination?
    do {
      found = try await destination(of: incoming.activity, from: source, at: circumstances.instant)
    } catch {
      return .failed(error)
    }
    guard let destination = found else { return .noMapping }
    guard !destination.payload.isHashed else { return .refused(.hashed) }
    let entry = Entry(
      circumstances: circumstances,
      source: .continueActivity(type: incoming.activity.activityType, from: source),
      activity: incoming.activity)
    return await perform(destination.action, from: destination.payload, as: entry, with: router)
  }

  // MARK: Finding the action

  /// The source of an action's input.
  private enum Payload {
    case userInfo([String: ActivityValue])
    case parameters(RouteParameters)

    /// A Boolean value that indicates whether a privacy rule replaced a value by a hash on
    /// ingestion.
    var isHashed: Bool {
      if case .userInfo(let values) = self { values.values.contains(where: HashSecret.isHash) } else { false }
    }
  }

  /// Returns all reasons why an activity may not be continued here, the first one first.
  ///
  /// An activity without a publisher belongs to this program, unless it was handed off: then a
  /// program with a publisher takes it only with a proof of that publisher. No program needs to
  /// declare the system's types.
  private func refusals(
    of incoming: IncomingActivity, from source: ContinuationSource, at instant: Instant
  ) -> [ContinuationResult.Refusal] {
    var refusals: [ContinuationResult.Refusal] = []
    if incoming.activity.isExpired(at: instant) { refusals.append(.expired) }
    let own = dispatcher.registry.application.publisher?.identifier
    let isForeign = incoming.publisher != nil && incoming.publisher != own
    let isUnproven = source == .handoff && own != nil && incoming.provenPublisher == nil
    if isForeign || isUnproven { refusals.append(.otherPublisher) }
    let type = incoming.activity.activityType
    let isDeclared = configuration.declaredTypes?.contains(type) ?? true
    if !isDeclared && !ContinuationSource.systemTypes.contains(type) { refusals.append(.undeclaredType) }
    return refusals
  }

  /// An action with the source of its input.
  private typealias Destination = (action: DeclaredAction, payload: Payload)

  /// Returns the action that continues an activity, with the source of its input, in the configured
  /// order.
  ///
  /// - Throws: An error of the source of items.
  private func destination(
    of activity: UserActivity, from source: ContinuationSource, at instant: Instant
  ) async throws -> Destination? {
    let payload = Self.payload(of: activity, from: source)
    for step in configuration.order.steps {
      switch step {
      case .searchableItem:
        guard activity.activityType == ContinuationSource.searchableItemActivityType else { continue }
        if let found = try await destination(ofItemIn: activity, from: source, at: instant) { return found }
      case .actionURL:
        guard let url = ActionURLKey.url(in: payload) else { continue }
        if let found = destination(of: url) { return found }
      case .webpageURL:
        guard let url = activity.webpageURL else { continue }
        if let found = destination(of: url) { return found }
      case .activityType:
        guard let declared = dispatcher.registry.action(for: activity.activityType),
          Self.canRead(declared.action)
        else { continue }
        return (declared, .userInfo(payload))
      }
      if !configuration.order.fallsThrough { return nil }
    }
    return nil
  }

  /// Returns the values that an action may read: all values of a hand-off, otherwise those of the
  /// required keys.
  private static func payload(
    of activity: UserActivity, from source: ContinuationSource
  ) -> [String: ActivityValue] {
    let required = activity.restorationPayload
    guard source == .handoff else { return required }
    return activity.userInfo.filter { !HashSecret.isHash($0.value) }.merging(required) { $1 }
  }

  /// Returns the action that continues the newest activity with a chosen item, or else the one that
  /// the item's address leads to.
  private func destination(
    ofItemIn activity: UserActivity, from source: ContinuationSource, at instant: Instant
  ) async throws -> Destination? {
    guard let items,
      case .string(let identifier)? = activity.userInfo[ContinuationSource.searchableItemIdentifierKey]
    else { return nil }
    let (program, user) = (dispatcher.registry.application.identifier, dispatcher.publisher.center.user)
    if let done = try await items.newestActivity(linkedTo: identifier, of: program, by: user, at: instant),
      done.activityType != activity.activityType,
      refusals(of: IncomingActivity(done), from: source, at: instant).isEmpty,
      let found = try await destination(of: done, from: source, at: instant)
    {
      return found
    }
    let item = try await items.item(identifier, of: program, by: user, at: instant)
    return item?.addresses.lazy.compactMap(destination).first
  }

  private func destination(of url: URL) -> Destination? {
    configuration.links?.destination(of: url).map { ($0.action, .parameters($0.parameters)) }
  }

  /// Returns whether an action is eligible for activities and its input can be read from
  /// `userInfo`.
  private static func canRead<Performed: Action>(_ action: Performed.Type) -> Bool {
    !Performed.activityEligibility.isEmpty && Performed.Input.self is any ActivityCodable.Type
  }

  /// Reads an action's input.
  private func input<Performed: Action>(
    of action: Performed.Type, from payload: Payload
  ) throws(ActivityCodableError) -> Performed.Input {
    do {
      switch payload {
      case .parameters(let parameters):
        if let input = try configuration.links?.input(of: action, from: parameters) { return input }
      case .userInfo(let userInfo):
        if let codable = Performed.Input.self as? any ActivityCodable.Type,
          let input = try codable.init(userInfo: userInfo) as? Performed.Input
        {
          return input
        }
      }
    } catch { throw ActivityCodableError(error) }
    throw .unreadable(errorType: "no way to read \(Performed.Input.self)")
  }

  // MARK: Performing it

  /// The way in which the program was entered.
  private struct Entry {
    let circumstances: Context
    let source: ActionSource
    /// The continued activity; `nil` for a URL that was opened on its own.
    let activity: UserActivity?
  }

  /// Requests a presenter and performs the action on it, for the user, once.
  ///
  /// It checks availability first, because nobody should see a screen for an unavailable feature.
  private func perform(
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

  /// Keeps an unreadable activity, and stops suggesting it.
  ///
  /// An activity that was handed off does not belong to this log, and another version of the
  /// program may be able to read it there.
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

  // MARK: Explaining

  /// Returns whether an activity would be continued, gate by gate, and its possible uses.
  ///
  /// It performs nothing, asks no router, and takes no delivery.
  public func explain(_ incoming: IncomingActivity, at instant: Instant) async -> EligibilityReport {
    let activity = incoming.activity
    let source = incoming.source ?? ContinuationSource(classifying: incoming.activity)
    var report = EligibilityReport(on: "continuing \(activity.activityType)")
    let refusals = refusals(of: incoming, from: source, at: instant)
    report.add(
      .switchedOn, closedBecause: switches.areActivitiesEnabled ? nil : "activities are switched off")
    report.add(.notExpired, closedBecause: refusals.contains(.expired) ? "it has expired" : nil)
    report.add(
      .publisher,
      closedBecause: refusals.contains(.otherPublisher) ? "it comes from a program of another publisher" : nil
    )
    report.add(
      .typeDeclared,
      closedBecause: refusals.contains(.undeclaredType) ? "the program does not declare it" : nil)
    let found = try? await destination(of: activity, from: source, at: instant)
    report.add(.mapped, closedBecause: found == nil ? "no action or route matches it" : nil)
    let isAvailable = found.map { self.isAvailable($0.action.feature) } ?? false
    report.add(
      .available,
      closedBecause: isAvailable ? nil : "\(found?.action.feature.name ?? "the feature") is not available")
    var problem: String?
    if let found { problem = self.problem(with: found.action.action, reading: found.payload) }
    if found?.payload.isHashed == true { problem = "a privacy rule hashed its input" }
    report.add(.readable, closedBecause: problem)
    report.addUses(activity.marks)
    return report
  }

  private func problem<Performed: Action>(with action: Performed.Type, reading payload: Payload) -> String? {
    do throws(ActivityCodableError) {
      _ = try input(of: action, from: payload)
      return nil
    } catch {
      return error.description
    }
  }
}

extension UserActivity {
  /// The flags as a set.
  var marks: ActivityEligibility {
    var marks: ActivityEligibility = []
    if isEligibleForHandoff { marks.insert(.handoff) }
    if isEligibleForSearch { marks.insert(.search) }
    if isEligibleForPrediction { marks.insert(.prediction) }
    if isEligibleForPublicIndexing { marks.insert(.publicIndexing) }
    return marks
  }
}

/// Finds the presenter for a continued action; it knows what the program is showing.
public protocol PresentationRouter: Sendable {
  /// Returns the presenter for an action.
  ///
  /// - Returns: A presenter only if the program is ready for the action.
  func presentation<Performed: Action>(
    for action: Performed.Type, in feature: any Feature.Type, input: Performed.Input
  ) async -> PresentationResult<Performed.Presenter>
}

/// A program's answer to an action that is to be continued.
public enum PresentationResult<Presenter: Sendable>: Sendable {
  /// Continue on this presenter.
  case ready(Presenter)
  /// The program has no presenter for this action.
  case unsupported
  /// The user declined.
  case userCancelled
  /// The program declined.
  case applicationCancelled
  /// The program already shows it, or has done it itself.
  case alreadySatisfied
}

/// A source of the items that a program has indexed, and of activities with them: the engine, or an
/// object that forwards to one.
public protocol SearchableItemSource: Sendable {
  /// Returns an item of a program, or `nil` if it has no such item or the item has expired.
  func item(
    _ identifier: String, of program: String, by user: UserIdentifier, at instant: Instant
  ) async throws -> SearchableItem?

  /// Returns the newest donation of a program's activities that are linked to an item, or `nil` if
  /// none is.
  func newestActivity(
    linkedTo identifier: String, of program: String, by user: UserIdentifier, at instant: Instant
  ) async throws -> UserActivity?
}

extension SuggestionEngine: SearchableItemSource {}

extension SearchableItem {
  /// The addresses of the content as indexed by its program: the content's own, then its web page.
  fileprivate var addresses: [URL] {
    ["contentURL", "url"].compactMap { name in
      switch attributes[name] {
      case .url(let url): url
      case .string(let text): URL(string: text)
      default: nil
      }
    }
  }
}

/// A recorder of feedback about suggestions: the engine, or an object that forwards to one.
public protocol FeedbackRecorder: Sendable {
  /// Keeps feedback, all or none; the next answer applies it.
  @discardableResult
  func record(_ feedback: [Feedback]) async throws -> AppendReceipt
}

extension SuggestionEngine: FeedbackRecorder {}
