import Activities
import Foundation

@testable import Features

extension SlowQuery {
  /// For each expert the weight of each past donation: the product of its circumstances' kernels and the decay.
  func weights() -> [[Double]] {
    var kernels: [Circumstance: [Double]] = [:]
    for circumstance in Set(Expert.all.flatMap(\.circumstances)) {
      let own = circumstance.cells(of: occasion)
      kernels[circumstance] = past.map { overlap(own, circumstance.cells(of: twin.happened[$0])) }
    }
    return Expert.all.map { expert in
      if case .visits(let halfLife) = expert.memory { return visitWeights(expert, halfLife: halfLife) }
      return past.map { donation in
        expert.circumstances.reduce(age(of: donation, expert.memory)) {
          $0 * (kernels[$1]?[donation] ?? .nan)
        }
      }
    }
  }

  private func overlap(_ left: [WeightedCell], _ right: [WeightedCell]) -> Double {
    var sum = 0.0
    for one in left { for other in right where one.key == other.key { sum += one.weight * other.weight } }
    return sum
  }

  private func age(of donation: Int, _ memory: Memory) -> Double {
    switch memory {
    case .unlimited, .visits: 1
    case .hours(let halfLife): decay(occasion.hours - twin.asked[donation].hours, halfLife: halfLife)
    case .donations(let halfLife): decay(Double(count - 1 - donation), halfLife: halfLife)
    }
  }

  /// Each cell has a clock of its own: how many donations visited it after this one.
  private func visitWeights(_ expert: Expert, halfLife: Double) -> [Double] {
    let own = product(expert, occasion)
    var visits: [[UInt64]: Double] = [:]
    var weights = [Double](repeating: 0, count: count)
    for donation in past.reversed() {
      for cell in product(expert, twin.happened[donation]) {
        for other in own where other.keys == cell.keys {
          weights[donation] += cell.weight * other.weight * decay(visits[cell.keys] ?? 0, halfLife: halfLife)
        }
        visits[cell.keys, default: 0] += 1
      }
    }
    return weights
  }

  /// The cells of all of an expert's circumstances together, named by all of their keys.
  func product(_ expert: Expert, _ occasion: Occasion) -> [(keys: [UInt64], weight: Double)] {
    var cells: [(keys: [UInt64], weight: Double)] = [([], 1)]
    for circumstance in expert.circumstances {
      cells = cells.flatMap { cell in
        circumstance.cells(of: occasion).map { (cell.keys + [$0.key], cell.weight * $0.weight) }
      }
    }
    return cells
  }

  /// For each expert and each of some rows p(a | c) / p(a), with Dirichlet smoothing towards another expert or 1.
  func ratios(of rows: [Int]) -> [[Double]] {
    var ratios: [[Double]] = []
    for (expert, weights) in zip(Expert.all, weights()) {
      let total = weights.reduce(0, +)
      let parent = expert.backsOffTo.flatMap { name in Expert.all.firstIndex { $0.name == name } }
      let ratio = rows.indices.map { index in
        var own = 0.0
        for donation in past where twin.rows[donation] == rows[index] { own += weights[donation] }
        let prior = parent.map { ratios[$0][index] } ?? 1
        return (own / share(of: rows[index]) + expert.smoothing * prior) / (total + expert.smoothing)
      }
      ratios.append(ratio)
    }
    return ratios
  }

  func expertColumns() -> [String: [Double]] {
    var columns: [String: [Double]] = [:]
    let rows = Array(0..<rowCount)
    for (expert, ratios) in zip(Expert.all, ratios(of: rows)) {
      columns[expert.name] = ratios.map { log($0) }
    }
    for (expert, weights) in zip(Expert.all, weights()) where expert.tellsKnowledge {
      let total = weights.reduce(0, +)
      columns["knowledge/\(expert.name)"] = rows.map { _ in total / (total + 5) }
    }
    columns["share"] = rows.map { log(share(of: $0)) }
    return columns
  }

  /// Mixtures of all experts, weighted by how right each has been for this user.
  func agreementColumns() -> [String: [Double]] {
    let rows = Array(0..<rowCount)
    let ratios = ratios(of: rows)
    var columns: [String: [Double]] = [:]
    for agreement in ExpertPanel.agreements {
      let trust = trust(agreement)
      let mixtures = rows.map { row in
        log(trust.indices.reduce(0) { $0 + trust[$1] * ratios[$1][row] })
      }
      columns[agreement.name] = mixtures
      columns["agreement/share"] = zip(rows, mixtures).map { log(share(of: $0)) + $1 }
    }
    return columns
  }

  /// The weights of the experts: exponential in their decayed log-likelihood over all donations that were not new.
  private func trust(_ agreement: Agreement) -> [Double] {
    let judged = past.compactMap { twin.judgement(of: $0) }
    let success = Expert.all.indices.map { expert in
      judged.indices.reduce(0) { sum, index in
        let later = Double(judged.count - 1 - index)
        return sum + decay(later, halfLife: agreement.halfLife) * log(judged[index][expert])
      }
    }
    let best = success.max() ?? 0
    let weights = success.map { exp(agreement.learningRate * ($0 - best)) }
    return weights.map { $0 / weights.reduce(0, +) }
  }
}

extension SlowTwin {
  /// The ratio that each expert gave to a donation before it happened; `nil` if the activity was new then.
  func judgement(of donation: Int) -> [Double]? {
    guard rows[..<donation].contains(rows[donation]) else { return nil }
    if let known = judgements[donation] { return known }
    let query = SlowQuery(twin: self, count: donation, occasion: asked[donation], attributes: [:])
    let ratios = query.ratios(of: [rows[donation]]).map { $0[0] }
    judgements[donation] = ratios
    return ratios
  }
}
