public import Activities
internal import Foundation

/// A hint with its relevance in a context.
public struct AssessedHint: Hashable, Sendable {
  /// The stated hint, with its program.
  public let stated: StatedHint
  /// The relevance of each of its providers, in order, from 0 to 1; `nil` for one that abstains.
  public let providers: [Double?]
  /// The combined relevance of all providers, from 0 to 1.
  public let relevance: Double
  /// A Boolean value that indicates whether an action implied the hint, which then weighs less than
  /// one set by the program.
  public let isIntent: Bool

  /// The factor that each abstaining provider applies to a hint.
  ///
  /// A half: the unknown is neither denied nor confirmed. So a hint with an abstaining provider is
  /// never as relevant as one about which everything is known.
  package static let abstention = 0.5

  /// The weight of hints that actions imply.
  ///
  /// A fiftieth: such a hint names something that could be done as well, not something that matters
  /// now, and it is repeated each time that the action is done. So it ranks below activities done
  /// at that time of day, and is still offered if there are none.
  package static let intentWeight = 0.02

  /// Assesses a hint.
  ///
  /// A provider abstains if its circumstances are unknown: a place without a known position, a
  /// routine that the detector cannot determine. Then the others decide, with half the relevance
  /// for each that abstains. If all abstain, or there are none, the relevance is 0.
  ///
  /// The intersection is the minimum of the providers. It is 1 only if all are 1, does not depend
  /// on order or repetition, is continuous, and rises with each provider.
  ///
  /// - Complexity: O(providers), plus the cost of the detector.
  package init(
    _ stated: StatedHint, isIntent: Bool = false, in context: Context, by detector: some RoutineDetector
  ) {
    (self.stated, self.isIntent) = (stated, isIntent)
    providers = stated.hint.relevance.map { provider in
      switch provider {
      case .date(let date): RelevanceCurve.relevance(of: date, at: context.instant)
      case .daily(let daily): RelevanceCurve.relevance(of: daily, at: context.instant)
      case .place(let region): context.place.map { RelevanceCurve.relevance(of: region, from: $0) }
      case .routine(let routine): detector.relevance(of: routine, in: context)
      }
    }
    let known = providers.compactMap(\.self)
    let abstaining = Double(providers.count - known.count)
    relevance = (known.min() ?? 0) * pow(Self.abstention, abstaining)
  }

  /// Its relevance, weighted by the kind of hint.
  package var weight: Double { relevance * stated.hint.kind.weight * (isIntent ? Self.intentWeight : 1) }

  /// A Boolean value that indicates whether it is relevant at all now.
  package var isRelevant: Bool { relevance > 0 }
}
