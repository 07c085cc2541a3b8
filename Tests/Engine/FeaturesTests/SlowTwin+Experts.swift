import Activities
import Foundation

@testable import Features

extension SlowQuery {
  /// Returns the weight of each past donation for each expert: the product of its circumstances'
  /// kernels and the decay.
  ///
  /// A donation that lacks a circumstance of the expert weighs like the donations of its activity
  /// that have it.
  func weights() -> [[Double]] {
    var kernels: [Circumstance: [Double?]] = [:]
    for circumstance in Set(Expert.all.flatMap(\.circumstances)) {
      kernels[circumstance] = kernel(circumstance)
    }
    return Expert.all.map { expert in
      if case .visits(let halfLife) = expert.decay {
        return expert.circumstances == [.allAttributes]
          ? visitsOfAttributes(halfLife)
          : visits((kernels[expert.circumstances[0]] ?? []).map { $0 ?? .nan }, halfLife)
      }
      let weights = past.map { donation -> Double? in
        guard tellsTime(donation, of: expert) else { return nil }
        let factors = expert.circumstances.map { kernels[$0]?[donation] ?? nil }
        return factors.contains(nil)
          ? nil : factors.compactMap(\.self).reduce(age(of: donation, expert), *)
      }
      return expert.circumstances.isEmpty ? filledByAll(weights) : filledByActivity(weights)
    }
  }

  /// Replaces unknown weights with the mean of the known ones.
  private func filledByAll(_ weights: [Double?]) -> [Double] {
    let known = weights.compactMap(\.self)
    let mean = known.isEmpty ? 0 : known.reduce(0, +) / Double(known.count)
    return weights.map { $0 ?? mean }
  }

  /// Replaces unknown weights with an average for their activity.
  ///
  /// It averages the activity's known weights, and the mean of all known weights as one more. An
  /// activity without known weights gets the average over the donations of the others. Donations
  /// that left the window weigh nothing.
  func filledByActivity(_ weights: [Double?]) -> [Double] {
    let counted = past.filter { !isForgotten($0) }
    let known = counted.compactMap { weights[$0] }
    guard !known.isEmpty else { return past.map { _ in 0 } }
    let mean = known.reduce(0, +) / Double(known.count)
    let activities = Dictionary(grouping: counted) { twin.items[$0] }
    let own = activities.compactMapValues { donations -> Double? in
      let told = donations.compactMap { weights[$0] }
      return told.isEmpty ? nil : (told.reduce(0, +) + mean) / Double(told.count + 1)
    }
    let ofKnown = counted.filter { own[twin.items[$0]] != nil }
    let others =
      ofKnown.reduce(0) { $0 + (weights[$1] ?? own[twin.items[$1]] ?? .nan) } / Double(ofKnown.count)
    return past.map { isForgotten($0) ? 0 : weights[$0] ?? own[twin.items[$0]] ?? others }
  }

  /// Returns whether a donation's time is precise enough for an expert.
  private func tellsTime(_ donation: Int, of expert: Expert) -> Bool {
    switch expert.neededPrecision {
    case .exact: isTimed(donation)
    case .day: twin.happened[donation].precision != .order
    case .order: true
    }
  }

  private func isForgotten(_ donation: Int) -> Bool { count - donation > DonationWindow.size }

  /// Returns the similarity of each past donation; `nil` if it lacks the circumstance.
  private func kernel(_ circumstance: Circumstance) -> [Double?] {
    guard isKnown(circumstance) else { return past.map { _ in 0 } }
    if case .allAttributes = circumstance.twin { return attributeKernel { $0.reduce(1, *) } }
    if case .anyAttribute = circumstance.twin {
      return attributeKernel { $0.reduce(0, +) / Double($0.count) }
    }
    return past.map { isForgotten($0) ? 0 : likeness(circumstance, of: $0) }
  }

  /// Returns the similarity of attributes: for each attribute of the query, whether it is the same.
  private func attributeKernel(_ combine: ([Double]) -> Double) -> [Double?] {
    let single: [[Double?]] = moment.attributes.map { attribute in
      past.map { donation in
        if isForgotten(donation) { return nil }
        let own = twin.happened[donation].attributes.first { $0.key == attribute.key }
        return own.map { $0 == attribute ? 1 : 0 }
      }
    }
    // An attribute that a donation lacks counts as the average of the donations that have it. An
    // attribute that no donation has does not count.
    let means = single.map { values in
      let known = values.compactMap(\.self)
      return known.isEmpty ? 1 : known.reduce(0, +) / Double(known.count)
    }
    return past.map { donation in
      let told = single.map { $0[donation] }
      return told.allSatisfy { $0 == nil } ? nil : combine(zip(told, means).map { $0 ?? $1 })
    }
  }

  private func visits(_ alike: [Double], _ halfLife: Double) -> [Double] {
    past.map { alike[$0] * decay(alike[($0 + 1)...].reduce(0, +), halfLife: halfLife) }
  }

  /// Returns the weights that decay with each visit of the same attributes.
  private func visitsOfAttributes(_ halfLife: Double) -> [Double] {
    guard !moment.attributes.isEmpty else { return past.map { _ in 0 } }
    let own = past.map { !isForgotten($0) && twin.happened[$0].attributes == moment.attributes ? 1.0 : 0 }
    let weights = visits(own, halfLife)
    return filledByActivity(past.map { twin.happened[$0].attributes.isEmpty ? nil : weights[$0] })
  }

  /// Returns the decay of a donation.
  ///
  /// Without circumstances, its age ends at the user's last observation; otherwise, at the moment.
  private func age(of donation: Int, _ expert: Expert) -> Double {
    switch expert.decay {
    case .unlimited, .visits: 1
    case .hours(let halfLife):
      hoursSince(donation).map {
        decay($0 + (expert.circumstances.isEmpty ? 0 : moment.lead / 3_600), halfLife: halfLife)
      } ?? 0
    case .donations(let halfLife): decay(Double(count - 1 - donation), halfLife: halfLife)
    }
  }

  /// Returns whether the moment has a circumstance.
  private func isKnown(_ circumstance: Circumstance) -> Bool {
    switch circumstance.twin {
    case .timeOfDay: moment.hasTime
    case .weekday, .kindOfDay: moment.precision != .order
    case .previous(let length): moment.recent.count >= length
    case .earlier(let place): moment.recent.count >= place
    case .amongLast: !moment.recent.isEmpty
    case .amongLastByAge: moment.recentAges.contains { $0 != nil }
    case .gap: moment.gap != nil
    case .place, .learnedPlace, .nearPlace, .lastPlace: place(for: circumstance) != nil
    case .allAttributes, .anyAttribute: !moment.attributes.isEmpty
    }
  }

  /// Returns how much of an expert's information remains at the moment; 0 if it has none.
  func left(_ expert: Expert) -> Double {
    guard
      expert.neededPrecision == .order || moment.hasTime
        || (expert.neededPrecision == .day && moment.precision == .day),
      expert.circumstances.allSatisfy(isKnown)
    else { return 0 }
    guard !expert.circumstances.isEmpty else {
      switch expert.decay {
      case .hours(let halfLife): return decay(moment.lead / 3_600, halfLife: halfLife)
      case .donations(let halfLife): return halfLife <= 20 ? sequenceLeft : 1
      case .unlimited, .visits: return 1
      }
    }
    return expert.circumstances.reduce(1) { left, circumstance in
      switch circumstance.twin {
      case .previous, .earlier, .amongLast, .amongLastByAge, .gap: left * sequenceLeft
      case .nearPlace, .lastPlace: left / (1 + (moment.lastPlaceAge ?? 0) / 172_800)
      default: left
      }
    }
  }

  /// Returns the similarity of a past moment to the query's; `nil` if unknown.
  func likeness(_ circumstance: Circumstance, of donation: Int) -> Double? {
    let other = twin.happened[donation]
    switch circumstance.twin {
    case .timeOfDay(let width):
      guard moment.hasTime, other.hasTime else { return 0 }
      let difference = abs((Double(Int(other.localHour * 4)) + 0.5) / 4 - moment.localHour)
      return spline(min(difference, 24 - difference) / width)
    case .weekday, .kindOfDay:
      guard moment.precision != .order, other.precision != .order else { return 0 }
      if circumstance == .weekday { return other.weekday == moment.weekday ? 1 : 0 }
      let off = moment.daysOff
      return off.contains(weekday: other.weekday) == off.contains(weekday: moment.weekday) ? 1 : 0
    case .previous(let length):
      return other.recent.prefix(length) == moment.recent.prefix(length) ? 1 : 0
    case .earlier(let place):
      return other.recent.count >= place && other.recent[place - 1] == moment.recent[place - 1] ? 1 : 0
    case .amongLast: return pairs(with: other) { _, _ in 1 }
    case .amongLastByAge:
      return pairs(with: other) { now, then in
        guard let now, let then else { return 0 }
        return spline(codedScale(then) - log2(1 + now / 2))
      }
    case .gap:
      guard let now = moment.gap, let then = other.gap else { return 0 }
      return spline(codedScale(then) - log2(1 + now / 2))
    case .place(let metres), .nearPlace(let metres):
      return place(for: circumstance).flatMap { nearness($0, other.place, metres) }
    case .lastPlace(let metres):
      return place(for: circumstance).flatMap { nearness($0, other.lastPlace, metres) }
    case .learnedPlace:
      let spots = twin.spots[count]
      guard let there = other.place, spots.knows(there.key), let here = moment.place else { return nil }
      return spots.keys(at: here)?.contains(there.key) == true ? 1 : 0
    case .allAttributes, .anyAttribute: return nil
    }
  }

  /// Returns the mean over all pairs of a last activity now and one then, five of each; pairs of
  /// different activities count as 0.
  private func pairs(with other: QueryContext, _ value: (Double?, Double?) -> Double) -> Double {
    var sum = 0.0
    for (now, age) in zip(moment.recent, moment.recentAges).prefix(5) {
      for (then, otherAge) in zip(other.recent, other.recentAges).prefix(5) where now == then {
        sum += value(age, otherAge)
      }
    }
    return sum / 25
  }

  /// Returns seconds on the scale of pauses, as the midpoint of a quarter of a factor of two.
  private func codedScale(_ seconds: Double) -> Double {
    let scaled = 1 + seconds / 2
    let power = exp2(log2(scaled).rounded(.down))
    let quarter = ((scaled / power - 1) * 4).rounded(.down)
    return log2(power) + log2(1 + (quarter + 0.5) / 4)
  }

  /// The cubic B-spline, as the density of a sum of four uniform numbers between -1/2 and 1/2.
  func spline(_ x: Double) -> Double {
    let terms = [(2.0, 1.0), (1, -4), (0, 6), (-1, -4)].map { $0.1 * pow(max(0, x + $0.0), 3) }
    return abs(x) >= 2 ? 0 : terms.reduce(0, +) / 6
  }

  /// Returns p(a | c) / p(a) for each expert and some items, with Dirichlet smoothing towards
  /// another expert or 1.
  ///
  /// That prior also replaces the lost part of an expert's evidence.
  func ratios(of items: [Int]) -> [[Double]] {
    var ratios: [[Double]] = []
    for (expert, weights) in zip(Expert.all, weights()) {
      let (total, left) = (weights.reduce(0, +), left(expert))
      let parent = expert.backsOffTo.flatMap { name in Expert.all.firstIndex { $0.name == name } }
      let ratio = items.indices.map { index in
        var own = 0.0
        for donation in past where twin.items[donation] == items[index] { own += weights[donation] }
        let prior = parent.map { ratios[$0][index] } ?? 1
        let whole = (own / share(of: items[index]) + expert.smoothing * prior) / (total + expert.smoothing)
        return left * whole + (1 - left) * prior
      }
      ratios.append(ratio)
    }
    return ratios
  }

  func expertColumns() -> [String: [Double]] {
    var columns: [String: [Double]] = [:]
    let items = Array(0..<itemCount)
    for (expert, ratios) in zip(Expert.all, ratios(of: items)) {
      columns[expert.name] = ratios.map { log($0) }
    }
    for (expert, weights) in zip(Expert.all, weights()) where expert.tellsKnowledge {
      let total = weights.reduce(0, +) * left(expert)
      columns["knowledge/\(expert.name)"] = items.map { _ in total / (total + 5) }
    }
    columns["share"] = items.map { log(share(of: $0)) }
    return columns
  }

  /// Returns mixtures of all experts with information, weighted by their past success for this
  /// user.
  func agreementColumns() -> [String: [Double]] {
    let items = Array(0..<itemCount)
    let (ratios, left) = (ratios(of: items), Expert.all.map(left))
    var columns: [String: [Double]] = [:]
    for agreement in ExpertPanel.agreements {
      let trust = Self.trust(agreement, success(agreement), left)
      let mixtures = items.map { item in
        log(trust.indices.reduce(0) { $0 + trust[$1] * ratios[$1][item] })
      }
      columns[agreement.name] = mixtures
      columns["agreement/share"] = zip(items, mixtures).map { log(share(of: $0)) + $1 }
    }
    return columns
  }

  /// Returns the weights of the experts with remaining information: exponential in their decayed
  /// log-likelihood.
  private static func trust(_ agreement: Agreement, _ success: [Double], _ left: [Double]) -> [Double] {
    let best = zip(success, left).filter { $0.1 > 0 }.map(\.0).max() ?? 0
    let weights = zip(success, left).map { $1 > 0 ? $1 * exp(agreement.learningRate * ($0 - best)) : 0 }
    return weights.map { $0 / weights.reduce(0, +) }
  }

  /// Returns the decayed log-likelihood of each expert over all donations of known activities.
  ///
  /// Experts without information in a bare query are judged by a query with the donation's place
  /// and attributes. If they are silent there too, they are judged by the mixture of the others.
  private func success(_ agreement: Agreement) -> [Double] {
    var success = Expert.all.map { _ in 0.0 }
    for judgement in past.compactMap(twin.judgement) {
      let trust = Self.trust(agreement, success, judgement.bare.left)
      let others = log(zip(trust, judgement.bare.ratios).reduce(0) { $0 + $1.0 * $1.1 })
      for expert in success.indices {
        let own =
          [judgement.bare, judgement.named].first { $0.left[expert] > 0 }.map { log($0.ratios[expert]) }
        success[expert] = success[expert] * decay(1, halfLife: agreement.halfLife) + (own ?? others)
      }
    }
    return success
  }
}

/// The experts' predictions of one donation before it happened.
struct Judgement {
  /// For each expert, the ratio that it gave the activity, and how much of its information
  /// remained.
  typealias Testimony = (ratios: [Double], left: [Double])

  /// Without the donation's place and attributes, and with them.
  let bare: Testimony
  let named: Testimony
}

extension SlowTwin {
  /// Returns the experts' predictions of a donation, or `nil` if its activity was new then.
  func judgement(of donation: Int) -> Judgement? {
    guard items[..<donation].contains(items[donation]) else { return nil }
    if let known = judgements[donation] { return known }
    func testimony(_ moment: QueryContext) -> Judgement.Testimony {
      let query = SlowQuery(twin: self, count: donation, moment: moment, attributes: [:])
      return (query.ratios(of: [items[donation]]).map { $0[0] }, Expert.all.map(query.left))
    }
    let bare = testimony(bare[donation])
    let context = donations[donation].context
    let isBare = context.place == nil && context.attributes.isEmpty
    let judgement = Judgement(bare: bare, named: isBare ? bare : testimony(named[donation]))
    judgements[donation] = judgement
    return judgement
  }
}
