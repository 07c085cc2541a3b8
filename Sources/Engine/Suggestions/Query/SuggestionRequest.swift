public import Activities
package import Features

/// A request for suggestions: in which context, how many, how sure, and whether reasons are wanted.
public struct SuggestionRequest: Hashable, Sendable {
  /// The user who asks.
  public var user: UserIdentifier
  /// Now, here, under these circumstances.
  public var context: Context
  /// The largest number of suggestions.
  public var limit: Int
  /// Suggestions below this probability are left out, 0 to 1.
  public var minimumProbability: Double
  /// A Boolean value that indicates whether each suggestion is explained; this costs several times
  /// the ranking itself.
  public var explains: Bool

  /// The surface on which the answer is shown; `nil` for nowhere in particular: everything may be
  /// offered.
  public var surface: Surface?
  /// The policy of what the surfaces demand.
  public var policy: SuggestionPolicy

  /// The horizon, in seconds: how long after the moment an activity may be done, and count; `nil`
  /// for conditional probabilities.
  ///
  /// With a horizon, the probability of a suggestion is that the activity is done within so long
  /// after the moment. Several can be, so probabilities need not sum to 1. Without one it is
  /// *conditional*: that this is what is done, given that the user does something now.
  ///
  /// Until it is set, it is that of the ``surface``, as the ``policy`` has it
  /// (``SuggestionPolicy/horizon(on:)``).
  public var horizon: Double? {
    get { horizonChoice.seconds(on: surface, policy) }
    set { horizonChoice = .stated(newValue) }
  }

  private var horizonChoice = HorizonChoice.ofSurface

  /// The horizons that can be asked for, in seconds: a minute to 31 days.
  package static let horizons = 60.0...31 * 86_400.0

  /// The least probability of what is offered, 0 to 1, unless it is pinned.
  package var threshold: Double { max(minimumProbability, policy.threshold(on: surface)) }

  /// The moment until which the user was observed; `nil` for that of the ``context``.
  ///
  /// Of a moment ahead it is now: that nothing was donated until now is a silence, that nothing is
  /// known of the time until then is none. What is counted from the last donation is counted to
  /// this moment, and says less the further ahead the context's is. One after the context's moment
  /// counts as that. What the log has after this moment is not known: with one in the past, the
  /// answer is that of then. Hints, quiet hours and verdicts that expire go by the context's
  /// moment.
  public var observedUntil: Instant?

  /// The moment that is asked about, as evidence is asked of it.
  package var moment: AskedMoment { AskedMoment(context, lead: lead) }

  /// The seconds from the moment until which the user was observed to that of the context.
  package var lead: Double { observedUntil.map { max(0, context.instant.seconds(since: $0)) } ?? 0 }

  /// The moment until which the log is known: that until which the user was observed, but none
  /// after the context's.
  var knownUntil: Instant {
    guard let observedUntil, observedUntil.milliseconds < context.instant.milliseconds else {
      return context.instant
    }
    return observedUntil
  }

  /// Asks for at most eight suggestions however unlikely, without reasons, with the horizon of the
  /// surface.
  public init(
    for user: UserIdentifier = .me, in context: Context, limit: Int = 8, minimumProbability: Double = 0,
    explains: Bool = false, surface: Surface? = nil, policy: SuggestionPolicy = SuggestionPolicy()
  ) {
    self.user = user
    self.context = context
    self.limit = limit
    self.minimumProbability = minimumProbability
    self.explains = explains
    self.surface = surface
    self.policy = policy
  }

  /// Asks with a horizon whatever the surface, for at most eight suggestions however unlikely,
  /// without reasons.
  ///
  /// - Parameter horizon: From 60 seconds to 31 days; `nil` for conditional probabilities.
  public init(
    for user: UserIdentifier = .me, in context: Context, limit: Int = 8, minimumProbability: Double = 0,
    explains: Bool = false, surface: Surface? = nil, policy: SuggestionPolicy = SuggestionPolicy(),
    horizon: Double?
  ) {
    self.init(
      for: user, in: context, limit: limit, minimumProbability: minimumProbability, explains: explains,
      surface: surface, policy: policy)
    self.horizon = horizon
  }

  /// - Throws: ``SuggestionError`` if it cannot be answered.
  func validate() throws(SuggestionError) {
    guard limit > 0 else { throw .limitNotPositive }
    guard (0...1).contains(minimumProbability), (0...1).contains(threshold) else {
      throw .probabilityOutOfRange
    }
    guard horizon.map(Self.horizons.contains) ?? true else { throw .horizonOutOfRange }
  }

  /// A name for what is shown in answer to it: the same for the same user, moment and activities.
  ///
  /// - Returns: 16 hexadecimal digits that tell nothing about the activities.
  public func name(ofShowing identities: [ActivityIdentity]) -> String {
    let start = StableHash.mix(
      StableHash.text(user.name), UInt64(bitPattern: context.instant.milliseconds))
    let hash = identities.reduce(start) { hash, identity in
      StableHash.mix(
        StableHash.mix(hash, UInt64(truncatingIfNeeded: identity.rawValue >> 64)),
        UInt64(truncatingIfNeeded: identity.rawValue))
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
