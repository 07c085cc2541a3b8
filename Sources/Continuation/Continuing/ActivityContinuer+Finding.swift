internal import Activities
internal import Foundation
internal import Routes

extension ActivityContinuer {
  /// From what an action's input is read.
  enum Payload {
    case userInfo([String: ActivityValue])
    case parameters(RouteParameters)

    /// Whether a rule at the door put a hash in the place of a value.
    var isHashed: Bool {
      if case .userInfo(let values) = self { values.values.contains(where: HashSecret.isHash) } else { false }
    }
  }

  /// All reasons why an activity may not be continued here, the first one first.
  ///
  /// An activity that says nothing of a publisher is this program's own, unless it was handed off: then a program that
  /// has a publisher takes only what is proven to come from it. The types of the system are nobody's to declare.
  func refusals(
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

  /// Which action continues an activity, and from what its input is read; by the configured order.
  func destination(of activity: UserActivity) -> (action: DeclaredAction, payload: Payload)? {
    let payload = activity.restorationPayload
    for step in configuration.order.steps {
      switch step {
      case .actionURL:
        guard let url = Self.actionURL(in: payload) else { continue }
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

  private func destination(of url: URL) -> (action: DeclaredAction, payload: Payload)? {
    configuration.links?.destination(of: url).map { ($0.action, .parameters($0.parameters)) }
  }

  /// The URL that publishing left, by our name or by Flint's.
  private static func actionURL(in payload: [String: ActivityValue]) -> URL? {
    for key in [ActionURLKey.hunch, ActionURLKey.flint] {
      switch payload[key] {
      case .url(let url): return url
      case .string(let text): if let url = URL(string: text) { return url }
      default: continue
      }
    }
    return nil
  }

  /// Whether an action is eligible for activities and its input can be read from `userInfo`.
  private static func canRead<Performed: Action>(_ action: Performed.Type) -> Bool {
    !Performed.activityEligibility.isEmpty && Performed.Input.self is any ActivityCodable.Type
  }

  /// Reads an action's input.
  func input<Performed: Action>(
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
}
