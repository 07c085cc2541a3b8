public import Activities

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
  /// A Boolean value that indicates whether each suggestion is explained; this costs several times the
  /// ranking itself.
  public var explains: Bool

  /// The surface on which the answer is shown; `nil` for nowhere in particular: everything may be offered.
  public var surface: Surface?
  /// The policy of what the surfaces demand.
  public var policy: SuggestionPolicy

  /// The horizon, in seconds: how long after the moment an activity may be done, and count; `nil` for conditional probabilities.
  ///
  /// With a horizon, the probability of a suggestion is that the activity is done within so long after the moment. Several can be, so
  /// probabilities need not sum to 1. Without one it is *conditional*: that this is what is done, given that the user does something
  /// now.
  ///
  /// Until it is set, it is that of the ``surface``, as the ``policy`` has it (``SuggestionPolicy/horizon(on:)``).
  public var horizon: Double? {
    get { horizonChoice.seconds(on: surface, policy) }
    set { horizonChoice = .stated(newValue) }
  }

  private var horizonChoice = HorizonChoice.ofSurface

  /// The horizons that can be asked for, in seconds: a minute to 31 days.
  package static let horizons = 60.0...31 * 86_400.0

  /// The least probability of what is offered, 0 to 1, unless it is pinned.
  package var threshold: Double { max(minimumProbability, policy.threshold(on: surface)) }

  /// Asks for at most eight suggestions however unlikely, without reasons, with the horizon of the surface.
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

  /// Asks with a horizon whatever the surface, for at most eight suggestions however unlikely, without reasons.
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
