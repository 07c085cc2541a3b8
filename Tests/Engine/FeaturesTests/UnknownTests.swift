import Activities
import Kernels
import Testing

@testable import Features

/// Circumstances missing from a donation are unknown: evidence neither for nor against it.
@Suite struct UnknownTests {
  /// A short log in which activities 6 and 7 never have attributes or a usable place.
  private struct ReticentLog {
    private(set) var random: SeededRandom
    private(set) var donations: [Donation] = []
    static let silent = ["a6", "a7"]

    init(seed: UInt64, count: Int = 160) throws {
      random = SeededRandom(seed: seed)
      var milliseconds = Samples.monday
      for _ in 0..<count {
        milliseconds += Int64(random.integer(below: 9_000)) * 1_000
        let name = "a\(random.integer(below: 8))"
        let isSilent = Self.silent.contains(name)
        let place = isSilent ? try nowhere() : random.uniform() < 0.6 ? try somewhere() : nil
        donations.append(
          try Samples.donation(
            name,
            in: Samples.context(
              milliseconds, place: place,
              attributes: isSilent || random.uniform() < 0.3 ? [:] : attributes(chance: 0.6))))
      }
    }

    mutating func attributes(chance: Float) -> [String: ActivityValue] {
      var attributes: [String: ActivityValue] = [:]
      for key in ["wifi", "headphones", "document"] where random.uniform() < chance {
        attributes[key] = .integer(Int64(random.integer(below: 3)))
      }
      return attributes
    }

    mutating func somewhere(_ accuracies: [Double?] = [nil, 20, 300, 2_000]) throws -> Place {
      let site = [(52.52, 13.4), (52.53, 13.41), (0, 179.999)][random.integer(below: 3)]
      return try Place(
        latitude: site.0 + Double(random.uniform()) * 0.002, longitude: site.1,
        horizontalAccuracy: accuracies[random.integer(below: accuracies.count)])
    }

    /// Returns `nil`, or a place too imprecise to use.
    private mutating func nowhere() throws -> Place? {
      random.uniform() < 0.5 ? nil : try somewhere([3_000, 50_000])
    }

    /// Returns a moment after the log.
    mutating func moment(place: Place? = nil, attributes: [String: ActivityValue] = [:]) throws -> Context {
      let last = donations.last?.context.instant.milliseconds ?? Samples.monday
      return try Samples.context(
        last + Int64(random.integer(below: 20_000)) * 1_000, place: place, attributes: attributes)
    }

    /// Returns the items of activities 6 and 7.
    func silentItems(_ state: EvidenceState) -> [Int] {
      donations.filter { donation in
        Self.silent.contains { donation.activity.activityType == "org.example.\($0)" }
      }.compactMap { state.item(of: $0.identity) }
    }
  }

  private static func expectNeutral(
    _ columns: [String], _ said: Description, _ items: [Int], _ label: Comment
  ) {
    for name in columns {
      for item in Set(items) { #expect(abs(said.column(name)[item]) < 6e-6, "\(name)[\(item)], \(label)") }
    }
  }

  @Test(arguments: UInt64(700)..<716)
  func whoNeverTellsAttributesIsAsLikelyAsUsualWhateverTheyAre(seed: UInt64) throws {
    var log = try ReticentLog(seed: seed)
    let state = Samples.state(after: log.donations)
    for _ in 0..<8 {
      let context = try log.moment(attributes: log.attributes(chance: 0.7))
      guard !context.attributes.isEmpty else { continue }
      let said = Description(state, context)
      Self.expectNeutral(
        ["attributes", "attribute", "attributes/20"], said, log.silentItems(state),
        "seed \(seed), \(context.attributes)")
    }
  }

  @Test(arguments: UInt64(700)..<716)
  func whoNeverTellsAPlaceIsAsLikelyAsUsualWhereverItIs(seed: UInt64) throws {
    var log = try ReticentLog(seed: seed)
    let state = Samples.state(after: log.donations)
    for number in 0..<8 {
      // Half of the places are precise.
      let here = Description(state, try log.moment(place: log.somewhere(number < 4 ? [20] : [300, 2_000])))
      let columns = ["here", "place/200m", "place/1km"]
      Self.expectNeutral(columns, here, log.silentItems(state), "seed \(seed)")
      for name in columns where number < 4 {
        #expect(
          here.column(name).contains { abs($0) > 0.01 }, "seed \(seed): \(name) separates the others"
        )
      }
      let unknown = Description(state, try log.moment())
      Self.expectNeutral(
        ["near/200m", "near/1km", "near/5km"], unknown, log.silentItems(state), "seed \(seed)")
    }
  }

  /// Returns a log in which activities 6 and 7 have only an order, and 5 only a day; most other
  /// donations have an exact time.
  private static func timelessLog(seed: UInt64, count: Int = 200) throws -> [Donation] {
    var random = SeededRandom(seed: seed)
    var milliseconds = Samples.monday
    return try (0..<count).map { _ in
      milliseconds += Int64(random.integer(below: 20_000)) * 1_000
      let number = random.integer(below: 8)
      let isKnown = random.uniform() < 0.8
      let place = try Place(latitude: 52.52, longitude: 13.4 + Double(random.integer(below: 2)))
      return try Samples.donation(
        "a\(number)",
        in: Samples.context(
          milliseconds, place: random.uniform() < 0.5 ? place : nil,
          attributes: random.uniform() < 0.5 ? [:] : ["wifi": .integer(Int64(random.integer(below: 2)))]),
        precision: number > 5 ? .order : number == 5 ? .day : isKnown ? .exact : .order)
    }
  }

  /// Experts that need hours, pauses or ages make an activity without them neither more nor less
  /// likely.
  @Test(arguments: UInt64(740)..<752)
  func whoNeverTellsATimeIsAsLikelyAsUsualWheneverItIs(seed: UInt64) throws {
    let donations = try Self.timelessLog(seed: seed)
    let state = Samples.state(after: donations)
    let last = try #require(donations.last)
    func items(_ names: [String]) throws -> [Int] {
      try names.map { name in
        let first = donations.first { $0.activity.activityType == "org.example.\(name)" }
        return try #require(first.flatMap { state.item(of: $0.identity) })
      }
    }
    let (silent, ofDays) = (try items(["a6", "a7"]), try items(["a5"]))
    for hours in [0, 1, 30, 200, 1_000] as [Int64] {
      let context = try Samples.context(
        last.context.instant.milliseconds + hours * Samples.hour + 60_000, place: last.context.place,
        attributes: ["wifi": 1])
      for lead in [0, 1_800.0] {
        let said = Description(state, at: AskedMoment(context, lead: lead))
        for expert in Expert.all where expert.neededPrecision != .order {
          let label: Comment = "seed \(seed), in \(hours) h, lead \(lead), \(expert.name)"
          let own = said.column(expert.name)
          for item in expert.neededPrecision == .exact ? silent + ofDays : silent {
            // Unknown times move an expert from the one it backs off to towards neutral.
            let prior = expert.backsOffTo.map { said.column($0)[item] } ?? 0
            #expect(min(0, prior) - 1e-5 <= own[item] && own[item] <= max(0, prior) + 1e-5, label)
          }
        }
        if hours <= 30 {
          for name in ["share/1d", "share/7d", "hour", "weekday"] {
            #expect(said.column(name).contains { abs($0) > 0.01 }, "\(name) separates the others")
          }
        }
      }
    }
  }

  /// Nine donations each: `a` on Mondays at eight, `b` on Tuesdays at noon, and `c` at an unknown
  /// hour or on an unknown day.
  @Test func timelessDonationsCountAsTheOthersDoOnAverage() throws {
    for (precision, name) in [(TimePrecision.order, "hour"), (.day, "hour"), (.order, "weekday")] {
      let donations = try (0..<27 as Range<Int64>).map { number in
        let kind = Int(number % 3)
        return try Samples.donation(
          ["a", "b", "c"][kind],
          in: Samples.context(Samples.monday + (number / 3 * 168 + [0, 28, 29][kind]) * Samples.hour),
          precision: kind == 2 ? precision : .exact)
      }
      let said = Description(
        Samples.state(after: donations), try Samples.context(Samples.monday + 9 * 168 * Samples.hour))
      // Hours are stored as quarters, so the similarity is slightly below its maximum.
      let alike = name == "hour" ? 9 * Circumstance.spline(0.125) : 9
      let expected = [3 * alike + 2, 2, 1.5 * alike + 2].map {
        Float(Elementary.logarithm($0 / (1.5 * alike + 2)))
      }
      for (value, number) in zip(said.column(name), expected) {
        #expect(abs(value - number) < 1e-5, "\(name), \(precision): \(said.column(name))")
      }
    }
  }

  /// Every third donation of `a` and of `b` has no place.
  ///
  /// Such a donation weighs the average of the activity's other donations and one donation of the
  /// overall mean weight.
  @Test func whoTellsAPlaceNowAndThenIsAsLikelyThereAsWhoAlwaysTellsIt() throws {
    let sites = try [13.4, 13.5].map { try Place(latitude: 52.52, longitude: $0, horizontalAccuracy: 20) }
    let donations = try (0..<60 as Range<Int64>).map { number in
      let kind = Int(number % 2)
      return try Samples.donation(
        ["a", "b"][kind],
        in: Samples.context(
          Samples.monday + number * 3_600_000, place: number % 3 == 0 ? nil : sites[kind]))
    }
    let said = Description(
      Samples.state(after: donations),
      try Samples.context(Samples.monday + 61 * Samples.hour, place: sites[0]))
    // Twenty donations of each have a place: all of `a` are here, and none of `b`.
    let own = [20 + 10 * 20.5 / 21, 10 * 0.5 / 21]
    for (value, weight) in zip(said.column("here"), own) {
      let expected = Elementary.logarithm((2 * weight + 1) / (own[0] + own[1] + 1))
      #expect(abs(Double(value) - expected) < 1e-5, "\(said.column("here"))")
    }
  }

  /// Fifteen donations: `a` at home, `c` at work, `b` without a network's name.
  @Test func theyCountAsTheOthersDoOnAverage() throws {
    let donations = try (0..<15 as Range<Int64>).map { number in
      let name = ["a", "b", "c"][Int(number % 3)]
      return try Samples.donation(
        name,
        in: Samples.context(
          Samples.monday + number * 60_000,
          attributes: [["wifi": "home"], [:], ["wifi": "work"]][Int(number % 3)]))
    }
    let said = Description(
      Samples.state(after: donations),
      try Samples.context(Samples.monday + Samples.hour, attributes: ["wifi": "home"]))
    // The weights are 5, 2.5 and 0. Each share is a third, and the prior is worth one donation.
    let expected = [(15.0 + 1) / 8.5, 1, 1 / 8.5].map { Float(Elementary.logarithm($0)) }
    for (value, number) in zip(said.column("attributes"), expected) { #expect(abs(value - number) < 1e-6) }
    // An attribute that no donation has gives no evidence, alone or with another one.
    for name in ["attributes", "attributes+part-of-day"] {
      let more = Description(
        Samples.state(after: donations),
        try Samples.context(Samples.monday + Samples.hour, attributes: ["wifi": "home", "dock": true]))
      #expect(more.column(name) == said.column(name), "\(name)")
    }
    let alone = Description(
      Samples.state(after: donations),
      try Samples.context(Samples.monday + Samples.hour, attributes: ["dock": true]))
    for name in ["attributes", "attribute", "attributes/20"] { #expect(alone.column(name) == [0, 0, 0]) }
  }

  /// The evidence of several attributes together is not a product of the evidence of each.
  @Test func whoTellsNoneOfSeveralCountsAsThoseThatTellAny() throws {
    let donations = try (0..<40 as Range<Int64>).map { number in
      // Each donation has both attributes or neither.
      let value = ActivityValue.boolean(number % 4 == 0)
      return try Samples.donation(
        ["a", "b"][Int(number % 2)],
        in: Samples.context(
          Samples.monday + number * 60_000,
          attributes: number % 2 == 1 ? [:] : ["dock": value, "power": value]))
    }
    let said = Description(
      Samples.state(after: donations),
      try Samples.context(Samples.monday + Samples.hour, attributes: ["dock": true, "power": true]))
    #expect(said.column("attributes").allSatisfy { abs($0) < 1e-6 }, "\(said.column("attributes"))")
  }

  private static func withoutAttributes(_ donation: Donation) throws -> Donation {
    try Donation(
      of: donation.activity, by: donation.user,
      in: Context(at: donation.context.instant, place: donation.context.place), details: donation.details)
  }

  private static let leads = [0, 0, 3_600, 400_000.0]

  /// Attributes in the log do not affect an answer to a query without any, whether or not experts
  /// are judged.
  @Test(arguments: UInt64(720)..<732, [false, true])
  func whoNamesNoAttributesIsAnsweredAsIfThereWereNone(seed: UInt64, judges: Bool) throws {
    var log = try RandomLog(seed: seed, count: 120, timeless: seed % 3 == 0 ? 0.2 : 0)
    var reticent = try ReticentLog(seed: seed)
    for donations in [log.donations, reticent.donations] {
      let (context, place) = (try log.nextContext(), try reticent.somewhere())
      let last = try #require(donations.last).context.instant
      var (told, bare) = (EvidenceState(), EvidenceState())
      var (scratch, learning) = (FeatureScratch(), (LearningScratch(), LearningScratch()))
      for (number, donation) in donations.enumerated() {
        let stripped = try Self.withoutAttributes(donation)
        if judges {
          told.learn(donation, scratch: &learning.0)
          bare.learn(stripped, scratch: &learning.1)
        } else {
          told.observe(donation)
          bare.observe(stripped)
        }
        guard number % 30 == 29 || number == donations.count - 1 else { continue }
        for lead in Self.leads {
          let instant = max(last.milliseconds, context.instant.milliseconds)
          for place in [nil, place] {
            let asked = AskedMoment(
              try Samples.context(instant + Int64(lead) * 1_000, place: place), lead: lead,
              knowsLastPlace: number % 60 == 29)
            #expect(
              Description(told, at: asked, &scratch).bits == Description(bare, at: asked).bits,
              "seed \(seed), after \(number)")
          }
        }
      }
      if judges, seed == 720 {
        #expect(
          told.trust(in: "attributes") != bare.trust(in: "attributes"), "experts of attributes are judged")
      }
    }
  }
}

extension EvidenceState {
  /// Returns the trust in an expert under the first agreement.
  func trust(in name: String) -> Double? {
    ExpertPanel.lane(of: name).map { panel.trust[0].weights[$0 - ExpertLayout.first] }
  }
}
