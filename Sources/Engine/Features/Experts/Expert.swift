internal import Activities
internal import Kernels

/// One way to predict the next activity: the decayed share of each activity among the donations in
/// similar circumstances.
///
///     p(a | c) = ( Σ_i w(c, c_i)·[a_i = a] + α·q(a) ) / ( Σ_i w(c, c_i) + α )
///
/// where the weight w is the product of the circumstances' kernels and the decay, and q is the
/// user's overall share or, for an expert that backs off, the distribution of a simpler expert
/// (Dirichlet smoothing).
struct Expert: Sendable {
  /// The name of the feature.
  let name: String
  /// The group that its evidence counts for when a suggestion is explained.
  let group: FeatureGroup
  /// The circumstances that have to be similar; if there are none, every donation counts.
  let circumstances: [Circumstance]
  /// How long a donation counts.
  let decay: Decay
  /// α: the number of donations that the prior q is worth.
  let smoothing: Double
  /// The name of the expert that it backs off to, which must come earlier; nil for the overall
  /// share.
  let backsOffTo: String?
  /// A Boolean value that indicates whether the expert's knowledge of the circumstances, N / (N +
  /// 5), is a feature as well.
  let tellsKnowledge: Bool

  init(
    _ name: String, _ group: FeatureGroup, _ circumstances: [Circumstance] = [], decay: Decay = .unlimited,
    smoothing: Double = 1, backsOffTo: String? = nil, tellsKnowledge: Bool = false
  ) {
    self.name = name
    self.group = group
    self.circumstances = circumstances
    self.decay = decay
    self.smoothing = smoothing
    self.backsOffTo = backsOffTo
    self.tellsKnowledge = tellsKnowledge
  }
}

extension Expert {
  /// The minimum precision of a donation's time for the donation to count.
  ///
  /// An expert that uses hours or pauses, or decays by age, needs the exact time. One that uses
  /// days needs the day. Sequences, places, attributes and decay by donations or visits only need
  /// the order.
  var neededPrecision: TimePrecision {
    if decay.isByAge { return .exact }
    let needed = circumstances.map(\.neededPrecision)
    return needed.contains(.exact) ? .exact : needed.contains(.day) ? .day : .order
  }

  private static let wide = Circumstance.timeOfDay(hours: 3)
  private static let narrow = Circumstance.timeOfDay(hours: 1)

  /// The experts in use; to add one, add a line.
  static let all: [Expert] = habit + time + sequence + rhythm + place + context

  private static let habit: [Expert] = [
    Expert("share/15min", .habit, decay: .hours(halfLife: 0.25)),
    Expert("share/1h", .habit, decay: .hours(halfLife: 1)),
    Expert("share/6h", .habit, decay: .hours(halfLife: 6)),
    Expert("share/1d", .habit, decay: .hours(halfLife: 24)),
    Expert("share/7d", .habit, decay: .hours(halfLife: 168)),
    Expert("share/30d", .habit, decay: .hours(halfLife: 720)),
    Expert("share/4", .habit, decay: .donations(halfLife: 4)),
    Expert("share/20", .habit, decay: .donations(halfLife: 20)),
    Expert("share/100", .habit, decay: .donations(halfLife: 100)),
  ]

  private static let time: [Expert] = [
    Expert("hour", .time, [narrow], smoothing: 2, tellsKnowledge: true),
    Expert("hour/7d", .time, [narrow], decay: .hours(halfLife: 168)),
    Expert("part-of-day", .time, [wide], smoothing: 2),
    Expert("weekday", .time, [.weekday], smoothing: 2),
    Expert("hour+kind-of-day", .time, [narrow, .kindOfDay], smoothing: 2, tellsKnowledge: true),
    Expert("part-of-day+weekday", .time, [wide, .weekday], smoothing: 2),
    Expert("hour+weekday/30d", .time, [narrow, .weekday], decay: .hours(halfLife: 720)),
  ]

  private static let sequence: [Expert] = [
    Expert("after", .previous, [.previous(1)], tellsKnowledge: true),
    Expert("after/7d", .previous, [.previous(1)], decay: .hours(halfLife: 168)),
    Expert("after/3", .previous, [.previous(1)], decay: .visits(halfLife: 3)),
    Expert("after-2", .previous, [.previous(2)], backsOffTo: "after", tellsKnowledge: true),
    Expert("after-2/3", .previous, [.previous(2)], decay: .visits(halfLife: 3), backsOffTo: "after/3"),
    Expert("after-3", .previous, [.previous(3)], backsOffTo: "after-2", tellsKnowledge: true),
    Expert("after-4", .previous, [.previous(4)], backsOffTo: "after-3"),
    Expert("after-6", .previous, [.previous(6)], backsOffTo: "after-4", tellsKnowledge: true),
    Expert("after/second", .previous, [.earlier(2)]),
    Expert("after/third", .previous, [.earlier(3)]),
    Expert("among-last-5", .previous, [.amongLast], smoothing: 2),
    Expert("among-last-5+age", .previous, [.amongLastByAge]),
    Expert("after+part-of-day", .previous, [.previous(1), wide], backsOffTo: "after"),
    Expert("after+weekday", .previous, [.previous(1), .kindOfDay], backsOffTo: "after"),
  ]

  private static let rhythm: [Expert] = [
    Expert("gap", .rhythm, [.gap], smoothing: 2, tellsKnowledge: true),
    Expert("gap+part-of-day", .rhythm, [.gap, wide], smoothing: 2),
    Expert("after+gap", .rhythm, [.previous(1), .gap], backsOffTo: "after"),
    Expert("after+gap+part-of-day", .rhythm, [.previous(1), .gap, wide], backsOffTo: "after+gap"),
    Expert("after-2+gap", .rhythm, [.previous(2), .gap], backsOffTo: "after+gap"),
  ]

  private static let place: [Expert] = [
    Expert("here", .place, [.learnedPlace], tellsKnowledge: true),
    Expert("place/200m", .place, [.place(metres: 200)]),
    Expert("place/1km", .place, [.place(metres: 1_000)]),
    Expert("here+part-of-day", .place, [.learnedPlace, wide], backsOffTo: "here"),
    Expert("here+after", .place, [.learnedPlace, .previous(1)], backsOffTo: "here"),
    Expert("near/200m", .place, [.nearPlace(metres: 200)], tellsKnowledge: true),
    Expert("near/1km", .place, [.nearPlace(metres: 1_000)]),
    Expert("near/5km", .place, [.nearPlace(metres: 5_000)]),
    Expert("near/1km+part-of-day", .place, [.nearPlace(metres: 1_000), wide], backsOffTo: "near/1km"),
    Expert("near/1km+after", .place, [.nearPlace(metres: 1_000), .previous(1)], backsOffTo: "after"),
    Expert("from-place/200m", .place, [.lastPlace(metres: 200)]),
    Expert("from-place/1km", .place, [.lastPlace(metres: 1_000)], tellsKnowledge: true),
    Expert(
      "from-place/1km+part-of-day", .place, [.lastPlace(metres: 1_000), wide], backsOffTo: "from-place/1km"),
  ]

  private static let context: [Expert] = [
    Expert("attributes", .context, [.allAttributes], tellsKnowledge: true),
    Expert("attributes/20", .context, [.allAttributes], decay: .visits(halfLife: 20)),
    Expert("attribute", .context, [.anyAttribute], smoothing: 2),
    Expert("attributes+part-of-day", .context, [.allAttributes, wide], backsOffTo: "attributes"),
    Expert("attributes+after", .context, [.allAttributes, .previous(1)], backsOffTo: "after"),
    Expert("attribute+after", .context, [.anyAttribute, .previous(1)], backsOffTo: "after"),
    Expert("attributes+after-2", .context, [.allAttributes, .previous(2)], backsOffTo: "attributes+after"),
  ]
}

// Definitions are written out, because descriptions by reflection take eight milliseconds at a
// program's start.

extension Expert {
  /// The complete definition.
  var definition: String {
    let circumstances = circumstances.map(\.definition).joined(separator: "+")
    return [
      name, group.rawValue, circumstances, decay.definition, "\(smoothing)", backsOffTo ?? "",
      "\(tellsKnowledge)",
    ].joined(separator: ",")
  }
}

/// The decay of a donation's weight: its weight halves with each half-life that passes after it.
enum Decay: Hashable, Sendable {
  /// No decay.
  case unlimited
  /// Decay by age, with a half-life in hours.
  case hours(halfLife: Double)
  /// Decay by the number of later donations, which is the same for users with ten activities a day
  /// and with a thousand.
  case donations(halfLife: Double)
  /// Decay by how often the same circumstances returned later, so that the *last* activity in them
  /// counts most.
  case visits(halfLife: Double)
}

extension Decay {
  /// Returns how much of the memory of all donations remains after `lead` unobserved seconds, 0 to
  /// 1.
  ///
  /// - Parameter sequence: The remaining information of sequences and gaps.
  func remainder(lead: Double, sequence: Double) -> Double {
    switch self {
    case .hours(let halfLife): Elementary.powerOfTwo(-lead / 3_600 / halfLife)
    case .donations(let halfLife): halfLife <= 20 ? sequence : 1
    case .unlimited, .visits: 1
    }
  }

  /// A Boolean value that indicates whether it is by age.
  var isByAge: Bool { if case .hours = self { true } else { false } }

  var definition: String {
    switch self {
    case .unlimited: "unlimited"
    case .hours(let halfLife): "hours \(halfLife)"
    case .donations(let halfLife): "donations \(halfLife)"
    case .visits(let halfLife): "visits \(halfLife)"
    }
  }
}
