public import Activities
internal import Foundation

/// A hint with its relevance in a context.
public struct AssessedHint: Hashable, Sendable {
  /// The hint that was stated, and by whom.
  public let stated: StatedHint
  /// The relevance of each of its providers, in their order, from 0 to 1; `nil` for one that
  /// abstains.
  public let providers: [Double?]
  /// The relevance of all of them together, from 0 to 1.
  public let relevance: Double
  /// A Boolean value that indicates whether an action has said so in passing, and not the program
  /// by itself: it weighs less.
  public let isIntent: Bool

  /// The factor that is left of a hint for each provider that abstains.
  ///
  /// A half: what is not known is not denied, but not confirmed either; so a hint with a provider
  /// that abstains is never as relevant as one of which everything is known.
  package static let abstention = 0.5

  /// The factor by which what an action says in passing counts.
  ///
  /// A fiftieth: it says what one could do as well, and not that it matters now; and it is said
  /// again each time that the action is done. So it comes after what was done at that time of day,
  /// and before nothing at all.
  package static let intentWeight = 0.02

  /// Assesses a hint.
  ///
  /// A provider abstains if what it asks for is not known: a place without a known place, a routine
  /// that the detector cannot tell. The others decide then, at half the relevance for each that
  /// abstains; if all do, the relevance is 0, as it is without any provider.
  ///
  /// The intersection is the least of the providers: it is 1 only if all are, it does not matter in
  /// which order they are given, or whether one is given twice, and it is continuous and rises with
  /// each of them.
  ///
  /// - Complexity: O(providers), beside what the detector takes.
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

  /// Its relevance, weighted by how strongly the program means it.
  package var weight: Double { relevance * stated.hint.kind.weight * (isIntent ? Self.intentWeight : 1) }

  /// A Boolean value that indicates whether it says anything now.
  package var isRelevant: Bool { relevance > 0 }
}
