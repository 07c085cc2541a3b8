public import Activities
package import Features

/// A request for suggestions: the context, the limit, the required probability, and whether to
/// explain.
public struct SuggestionRequest: Hashable, Sendable {
  /// The user to predict for.
  public var user: UserIdentifier
  /// The time, place and circumstances.
  public var context: Context
  /// The maximum number of suggestions.
  public var limit: Int
  /// The minimum probability of a suggestion, 0 to 1.
  public var minimumProbability: Double
  /// A Boolean value that indicates whether each suggestion is explained, which costs several times
  /// as much as ranking.
  public var explains: Bool

  /// The surface that shows the answer; `nil` for none in particular, so that everything may be
  /// offered.
  public var surface: Surface?
  /// The policy for the surfaces.
  public var policy: SuggestionPolicy

  /// The horizon: the seconds after the moment within which an activity may be done; `nil` for
  /// conditional probabilities.
  ///
  /// With a horizon, a suggestion's probability is that the activity is done within it. Several
  /// activities can be, so probabilities need not sum to 1. Without a horizon, the probability is
  /// *conditional*: that the user does this, given that the user does something now.
  ///
  /// By default it is the horizon of the ``surface`` in the ``policy``
  /// (``SuggestionPolicy/horizon(on:)``).
  public var horizon: Double? {
    get { horizonChoice.seconds(on: surface, policy) }
    set { horizonChoice = .stated(newValue) }
  }

  private var horizonChoice = HorizonChoice.ofSurface

  /// The allowed horizons, in seconds: a minute to 31 days.
  package static let horizons = 60.0...31 * 86_400.0

  /// The minimum probability of an offer, 0 to 1, unless it is pinned.
  package var threshold: Double { max(minimumProbability, policy.threshold(on: surface)) }

  /// The moment until which the user was observed; `nil` for the moment of the ``context``.
  ///
  /// For a context in the future it is the present. The lack of donations until now is a silence;
  /// the unknown time from now to the context is not one. Counts since the last donation end at
  /// this moment, and mean less the further ahead the context is. A moment after the context's
  /// counts as the context's. The rest of the log is ignored: with a moment in the past, the answer
  /// is the same as at that time. Hints, quiet hours and verdicts that expire use the context's
  /// moment.
  public var observedUntil: Instant?

  /// The moment of the query, in the form that evidence takes.
  package var moment: AskedMoment { AskedMoment(context, lead: lead) }

  /// The seconds from the last observed moment to that of the context.
  package var lead: Double { observedUntil.map { max(0, context.instant.seconds(since: $0)) } ?? 0 }

  /// The moment until which the log is known: the last observed one, but not after the context's.
  package var knownUntil: Instant {
    guard let observedUntil, observedUntil.milliseconds < context.instant.milliseconds else {
      return context.instant
    }
    return observedUntil
  }

  /// Creates a request for at most eight suggestions of any probability, without reasons, with the
  /// surface's horizon.
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

  /// Creates a request with a horizon whatever the surface, for at most eight suggestions of any
  /// probability, without reasons.
  ///
  /// - Parameter horizon: The horizon, 60 seconds to 31 days; `nil` for conditional probabilities.
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

  /// - Throws: ``SuggestionError`` if the request is invalid.
  func validate() throws(SuggestionError) {
    guard limit > 0 else { throw .limitNotPositive }
    guard (0...1).contains(minimumProbability), (0...1).contains(threshold) else {
      throw .probabilityOutOfRange
    }
    guard horizon.map(Self.horizons.contains) ?? true else { throw .horizonOutOfRange }
  }

  /// Returns a name for the impression of an answer: the same for the same user, moment and
  /// activities.
  ///
  /// - Returns: 16 hexadecimal digits, which reveal nothing about the activities.
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
