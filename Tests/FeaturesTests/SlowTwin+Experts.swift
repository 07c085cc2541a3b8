import Activities
import Foundation

@testable import Features

extension SlowQuery {
  /// For each expert the weight of each past donation: the product of its circumstances' kernels and the decay.
  func weights() -> [[Double]] {
    var kernels: [Circumstance: [Double]] = [:]
    for circumstance in Set(Expert.all.flatMap(\.circumstances)) {
      kernels[circumstance] = past.map { isForgotten($0) ? 0 : likeness(circumstance, of: twin.happened[$0]) }
    }
    return Expert.all.map { expert in
      let alike = past.map { donation in
        expert.circumstances.reduce(1) { $0 * (kernels[$1]?[donation] ?? .nan) }
      }
      if case .visits(let halfLife) = expert.decay {
        return past.map { alike[$0] * decay(alike[($0 + 1)...].reduce(0, +), halfLife: halfLife) }
      }
      return past.map { alike[$0] * age(of: $0, expert.decay) }
    }
  }

  private func isForgotten(_ donation: Int) -> Bool { count - donation > DonationWindow.size }

  private func age(of donation: Int, _ kind: Decay) -> Double {
    switch kind {
    case .unlimited, .visits: 1
    case .hours(let halfLife): hoursSince(donation).map { decay($0, halfLife: halfLife) } ?? 0
    case .donations(let halfLife): decay(Double(count - 1 - donation), halfLife: halfLife)
    }
  }

  /// How alike a past moment is to that of the query.
  func likeness(_ circumstance: Circumstance, of other: QueryContext) -> Double {
    switch circumstance {
    case .timeOfDay(let width):
      guard moment.hasTime, other.hasTime else { return 0 }
      let difference = abs((Double(Int(other.localHour * 4)) + 0.5) / 4 - moment.localHour)
      return spline(min(difference, 24 - difference) / width)
    case .weekday, .kindOfDay:
      guard moment.precision != .order, other.precision != .order else { return 0 }
      if circumstance == .weekday { return other.weekday == moment.weekday ? 1 : 0 }
      return (other.weekday < 5) == (moment.weekday < 5) ? 1 : 0
    case .previous(let length):
      guard moment.recent.count >= length else { return 0 }
      return other.recent.prefix(length) == moment.recent.prefix(length) ? 1 : 0
    case .earlier(let place):
      guard moment.recent.count >= place, other.recent.count >= place else { return 0 }
      return other.recent[place - 1] == moment.recent[place - 1] ? 1 : 0
    case .amongLast: return pairs(with: other) { _, _ in 1 }
    case .amongLastByAge:
      return pairs(with: other) { now, then in
        guard let now, let then else { return 0 }
        return spline(codedScale(then) - log2(1 + now / 2))
      }
    case .gap:
      guard let now = moment.gap, let then = other.gap else { return 0 }
      return spline(codedScale(then) - log2(1 + now / 2))
    case .place(let metres): return nearness(moment.place, other.place, metres)
    case .lastPlace(let metres): return nearness(moment.lastPlace, other.lastPlace, metres)
    case .allAttributes:
      return !other.attributes.isEmpty && other.attributes == moment.attributes ? 1 : 0
    case .anyAttribute:
      let sizes = Double(other.attributes.count * moment.attributes.count)
      return Double(Set(other.attributes).intersection(moment.attributes).count) / max(1, sizes)
    }
  }

  /// The mean over all pairs of one of the last five activities now and one then, if they are the same.
  private func pairs(with other: QueryContext, _ value: (Double?, Double?) -> Double) -> Double {
    var sum = 0.0
    for (now, age) in zip(moment.recent, moment.recentAges).prefix(5) {
      for (then, otherAge) in zip(other.recent, other.recentAges).prefix(5) where now == then {
        sum += value(age, otherAge)
      }
    }
    return sum / 25
  }

  /// Seconds on the scale of pauses, to the middle of a quarter of a factor of two.
  private func codedScale(_ seconds: Double) -> Double {
    let scaled = 1 + seconds / 2
    let power = exp2(log2(scaled).rounded(.down))
    let quarter = ((scaled / power - 1) * 4).rounded(.down)
    return log2(power) + log2(1 + (quarter + 0.5) / 4)
  }

  private func nearness(_ here: PlaceKey?, _ there: PlaceKey?, _ metres: Double) -> Double {
    guard let here, let there else { return 0 }
    let north = (here.latitude - there.latitude) * 111_195
    let degrees = abs(here.longitude - there.longitude)
    let east =
      min(degrees, 360 - degrees) * 111_195 * cos((here.latitude + there.latitude) / 2 * .pi / 180)
    return spline(north / metres) * spline(east / metres)
  }

  /// The cubic B-spline, as the density of a sum of four uniform numbers between -1/2 and 1/2.
  func spline(_ x: Double) -> Double {
    let terms = [(2.0, 1.0), (1, -4), (0, 6), (-1, -4)].map { $0.1 * pow(max(0, x + $0.0), 3) }
    return abs(x) >= 2 ? 0 : terms.reduce(0, +) / 6
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
    let query = SlowQuery(twin: self, count: donation, moment: asked[donation], attributes: [:])
    let ratios = query.ratios(of: [rows[donation]]).map { $0[0] }
    judgements[donation] = ratios
    return ratios
  }
}
