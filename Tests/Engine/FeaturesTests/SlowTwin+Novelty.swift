import Activities
import Foundation

@testable import Features

extension SlowQuery {
  var pause: Double { moment.gap.map { min(1, log2(1 + $0 / 2) / 20) } ?? 0 }

  private func isNew(_ donation: Int) -> Bool { !twin.items[..<donation].contains(twin.items[donation]) }

  /// Returns the decayed share of new activities, with a prior of one donation that is half new.
  func newRate(halfLife: Double) -> Double {
    let prior = decay(Double(count), halfLife: halfLife)
    var (new, all) = (0.5 * prior, prior)
    for donation in past {
      let weight = decay(Double(count - 1 - donation), halfLife: halfLife)
      new += isNew(donation) ? weight : 0
      all += weight
    }
    return new / all
  }

  /// Returns the numbers of `NoveltyEvidence.names`, by name.
  func novelty() -> [String: Double] {
    let sinceNew = past.last(where: isNew).map { count - 1 - $0 } ?? 0
    let onceOnly = (0..<itemCount).count { uses(of: $0).count == 1 }
    let weights = weights()
    var numbers: [String: Double] = [
      "novelty/ever": odds((Double(itemCount) + 0.5) / Double(count + 1)),
      "novelty/last": sinceNew == 0 ? 1 : 0,
      "novelty/since": log(Double(1 + sinceNew)),
      "novelty/here": odds(escape("from-place/1km", weights)),
      "novelty/after": odds(escape("after", weights)),
      "novelty/at-hour": odds(escape("hour", weights)),
      "novelty/once-only": odds((Double(onceOnly) + 0.5) / Double(count + 1)),
      "novelty/experience": Double(count) / Double(count + 50),
      "novelty/variety": Double(itemCount) / Double(itemCount + 20),
      "novelty/pause": pause * sequenceLeft,
      "novelty/known-after": knowledge("after", weights),
      "novelty/known-after-2": knowledge("after-2", weights),
      "novelty/known-place": knowledge("from-place/1km", weights),
      "novelty/known-attributes": knowledge("attributes", weights),
      "novelty/known-here": knowledge("here", weights),
      "novelty/here-now": odds(escape("here", weights)),
    ]
    for halfLife in NoveltyEvidence.halfLives {
      numbers["novelty/rate-\(Int(halfLife))"] = odds(newRate(halfLife: halfLife))
    }
    return numbers
  }

  private func knowledge(_ name: String, _ weights: [[Double]]) -> Double {
    guard let expert = Expert.all.firstIndex(where: { $0.name == name }) else { return 0 }
    let total = weights[expert].reduce(0, +) * left(Expert.all[expert])
    return total / (total + 5)
  }

  /// Returns the number of kinds seen in similar circumstances over kinds and occurrences (Witten
  /// and Bell).
  private func escape(_ name: String, _ weights: [[Double]]) -> Double {
    guard let expert = Expert.all.firstIndex(where: { $0.name == name }) else { return 0.5 }
    let distinct = (0..<itemCount).reduce(0) { sum, item in
      sum + min(1, uses(of: item).reduce(0) { $0 + weights[expert][$1] })
    }
    let left = left(Expert.all[expert])
    return (left * distinct + 0.5) / (left * distinct + left * weights[expert].reduce(0, +) + 1)
  }

  private func odds(_ probability: Double) -> Double {
    max(-7, min(7, log(max(1e-9, probability) / max(1e-9, 1 - probability))))
  }
}
