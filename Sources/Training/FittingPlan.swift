public import Ranking

/// Everything that decides what a model is fitted to, and how: the one place where it can be read.
public struct FittingPlan: Sendable, Equatable {
  /// The share of each user's donations, in the order of time, that is learned from; 0 to 1.
  public var until = 0.9
  /// The share after that by which the epoch and the temperature are chosen.
  public var validationShare = 0.1
  /// A log with fewer donations is refused.
  ///
  /// 100: with fewer, the tenth by which is chosen holds no ten queries.
  public var minimumDonations = 100
  /// At most so many candidates of a query are learned from.
  ///
  /// 48: a starting value; other limits were not tried.
  public var candidateLimit = 48
  /// So many of them are drawn from all candidates, the others are those the experts like best.
  ///
  /// 12: so that the model also learns what hopeless candidates look like.
  public var randomCandidates = 12
  /// At most so many candidates of a query are judged when the temperature is chosen.
  ///
  /// 512: all but for very few users.
  public var validationCandidateLimit = 512
  /// From twice as many queries of a log on only every second is judged, from three times every third, and so on.
  ///
  /// 4,000: the error of a mean log loss is then about 0.02 nats.
  public var validationQueryLimit = 4_000
  /// How a log's weight grows with its number of donations n: n to this power.
  ///
  /// 0.5: a large log does not drown small ones.
  public var logWeightExponent = 0.5
  /// Hyper-parameters of the optimisation, with the seed of everything random.
  public var optimisation = TrainingConfiguration()

  /// The plan by which the shipped model was fitted.
  public init() {}
}
