import Activities
import Features
import Kernels
import Testing

@testable import Ranking
@testable import Suggestions
@testable import SuggestionsExercises

/// A user's model has a part for each kind of query, by the circumstances that it names.
@Suite("Queries by the circumstances that they name")
struct QuestionKindsTests {
  private typealias Mode = PersonalModels.Mode

  private static let places = Result {
    try [(52.52, 13.4), (52.53, 13.41), (48.1, 11.5)].map { try Place(latitude: $0.0, longitude: $0.1) }
  }

  /// Donations of some documents, some of which tell attributes, a place, or both; some were
  /// suggested, some have no time.
  private static func history(_ count: Int, seed: UInt64) throws -> [Donation] {
    var random = SeededRandom(seed: seed)
    var (minutes, last): (Int64, Int) = (0, 0)
    // Some users always have attributes, some get them late, and some have no places.
    let (attributeChance, placeChance): (Float, Float) = (
      [0.4, 0.8, 1][random.integer(below: 3)], [0, 0.5, 0.9][random.integer(below: 3)]
    )
    let begin = random.integer(below: 30)
    return try (0..<count).map { number in
      minutes += 1 + Int64(random.integer(below: 200))
      last = random.integer(below: 3) == 0 ? random.integer(below: 6) : (last * 2 + 1) % 6
      var attributes: [String: ActivityValue] = [:]
      if number >= begin, random.uniform() < attributeChance {
        attributes["wifi"] = .integer(Int64(last % 3))
        if random.uniform() < 0.5 { attributes["headphones"] = .boolean(random.uniform() < 0.5) }
      }
      let place = random.uniform() < placeChance ? try places.get()[random.integer(below: 3)] : nil
      var details = Donation.Details()
      details.source = random.integer(below: 9) == 0 ? .suggestion : .user
      if random.integer(below: 12) == 0 {
        details.timePrecision = random.integer(below: 2) == 0 ? .day : .order
      }
      return try Donation(
        of: World.activity("d\(last)"),
        in: Context(at: World.instant(minutes), place: place, attributes: attributes), details: details)
    }
  }

  private static func stripped(_ donation: Donation) throws -> Donation {
    try Donation(
      of: donation.activity, by: donation.user,
      in: Context(at: donation.context.instant, place: donation.context.place), details: donation.details)
  }

  /// All bits of answers to a query, without a horizon and with some.
  private static func answer(
    _ user: UserModel, _ moment: AskedMoment, _ scratch: inout UserModelScratch
  ) throws -> [UInt32] {
    var bits: [UInt32] = []
    for horizon in [nil, 900, 3_600, 93_600.0] {
      let scored = try user.score(moment, within: horizon, scratch: &scratch)
      bits += (scored.scores + scored.probabilities + [scored.noveltyProbability]).map(\.bitPattern)
      bits += scored.horizonProbabilities.map(\.bitPattern)
    }
    return bits
  }

  /// Also through checkpoints: each log continues from one at intervals, at different donations.
  @Test(
    "a query without attributes is answered as if the log had none, to the last bit",
    arguments: 0..<8 as Range<UInt64>, [false, true])
  func withoutAttributes(seed: UInt64, checkpoints: Bool) throws {
    let model = try seed % 2 == 0 ? World.horizonModel(seed: seed) : World.curvedModel(seed: seed)
    let donations = try Self.history(110, seed: seed)
    var (told, bare) = (UserModel(model), UserModel(model))
    var scratches = (UserModelScratch(), UserModelScratch())
    func restart(_ user: inout UserModel) throws {
      let coding = UserModelCoding.current
      let state = coding.encode(user)
      user = try coding.decode(state, model)
      #expect(coding.encode(user) == state)
    }
    for (number, donation) in donations.enumerated() {
      try told.observe(donation, scratch: &scratches.0)
      try bare.observe(Self.stripped(donation), scratch: &scratches.1)
      if checkpoints, number % 13 == 5 { try restart(&told) }
      if checkpoints, number % 17 == 9 { try restart(&bare) }
      guard number % 9 == 0 || number == donations.count - 1 else { continue }
      for (minutes, lead) in [(1, 0), (700, 0), (3_000, 100_000)] as [(Double, Double)] {
        let then = donation.context.instant.advanced(bySeconds: minutes * 60 + lead)
        for place in try [nil, Self.places.get()[number % 3]] {
          let moment = AskedMoment(try Context(at: then, place: place), lead: lead)
          #expect(
            try Self.answer(told, moment, &scratches.0) == Self.answer(bare, moment, &scratches.1),
            "seed \(seed), after \(number)")
        }
      }
    }
    #expect(told.rankings.modes.contains(.attributes) && !bare.rankings.modes.contains(.attributes))
    // A query with attributes is answered differently.
    let named = AskedMoment(
      try Context(at: World.instant(100_000), attributes: ["wifi": .integer(1), "headphones": true]))
    #expect(try Self.answer(told, named, &scratches.0) != Self.answer(bare, named, &scratches.1))
  }

  @Test("a query is answered by the model of the circumstances that it names, if they were learned")
  func kinds() throws {
    let place = try Self.places.get()[0]
    let instant = try World.instant(0)
    let asked: [Mode: Context] = try [
      []: Context(at: instant), .attributes: Context(at: instant, attributes: ["wifi": 1]),
      .place: Context(at: instant, place: place),
      [.attributes, .place]: Context(at: instant, place: place, attributes: ["wifi": 1]),
    ]
    for (mode, context) in asked {
      #expect(Mode(of: context) == mode)
      for other in Mode.all {
        let naming = try context.naming(other)
        #expect(Mode(of: naming) == mode.intersection(other) && naming.instant == instant)
      }
    }
    var models = UserModel(try World.model()).rankings
    func modes() -> [Mode] { Mode.all.map { models.mode(of: asked[$0] ?? Context(at: instant)) } }
    #expect(models.modes == [[]] && modes() == [[], [], [], []])
    models.begin(.place)
    #expect(models.modes == [[], .place] && modes() == [[], [], .place, .place])
    models.begin(.attributes)
    #expect(models.modes == [[], .attributes, .place])
    #expect(modes() == [[], .attributes, .place, .attributes], "of both nothing was learned")
    models.begin([.attributes, .place])
    #expect(models.modes == Mode.all && modes() == Mode.all)
  }

  /// A donation teaches each kind of query that could have been asked before it, once.
  @Test("a donation teaches all kinds of query, each with the circumstances that they name")
  func lessons() throws {
    let place = try Self.places.get()[0]
    var (user, scratch) = (UserModel(try World.curvedModel(seed: 1)), UserModelScratch())
    func choices() -> [Float] { Mode.all.map { user.rankings[$0].choices } }
    func observe(_ minutes: Int64, place: Place? = nil, attributes: [String: ActivityValue] = [:]) throws {
      try user.observe(
        Donation(
          of: World.activity("d\(minutes % 3)"),
          in: Context(at: World.instant(minutes), place: place, attributes: attributes)), scratch: &scratch)
    }
    for minutes in 0..<5 as Range<Int64> { try observe(minutes) }
    let first = choices()
    #expect(Set(first) == [user.rankings[[]].choices] && user.rankings.modes == [[]])
    try observe(10, place: place, attributes: ["wifi": 1])
    #expect(user.rankings.modes == Mode.all)
    #expect(choices() == first.map { $0 + 1 }, "each began with what was learned of those that name nothing")
    for (minutes, attributes) in [(20, [:]), (21, ["wifi": 1])] as [(Int64, [String: ActivityValue])] {
      let before = choices()
      try observe(minutes, attributes: attributes)
      #expect(choices() == before.map { $0 + 1 })
    }
  }

  /// Two documents at each of two places and one at both, in alternating visits whose times are
  /// uninformative.
  private static func visits(_ count: Int, tellingPlace: Bool, seed: UInt64) throws -> [Donation] {
    var random = SeededRandom(seed: seed)
    var (minutes, site): (Int64, Int) = (0, 0)
    return try (0..<count).map { number in
      minutes += 1 + Int64(random.integer(below: 600))
      if number % 3 == 0 { site = random.integer(below: 2) }
      let document = random.integer(below: 10) < 6 ? 0 : random.integer(below: 3)
      let place = try places.get()[tellingPlace ? site : random.integer(below: 2)]
      return try Donation(
        of: World.activity("d\(document == 2 ? 9 : 2 * site + document)"),
        in: Context(at: World.instant(minutes), place: place))
    }
  }

  @Test("the influence of place is learned for each user", arguments: 1..<5 as Range<UInt64>)
  func placeOpinion(seed: UInt64) throws {
    let model = try World.curvedModel(seed: seed)
    func weight(tellingPlace: Bool) throws -> Double {
      var (user, scratch) = (UserModel(model), UserModelScratch())
      for donation in try Self.visits(240, tellingPlace: tellingPlace, seed: seed) {
        try user.observe(donation, scratch: &scratch)
      }
      let (place, bare) = (user.rankings[.place], user.rankings[[]])
      #expect(place.evidenceColumns != bare.evidenceColumns, "who names no place is not answered by it")
      return place.pool.weights.z
    }
    let (told, untold) = (try weight(tellingPlace: true), try weight(tellingPlace: false))
    #expect(told > untold + 0.1 && untold > 0.005, "seed \(seed): \(told), \(untold)")
  }

  private static func bytes(_ models: PersonalModels) -> [UInt8] {
    var writer = StateWriter()
    models.write(into: &writer)
    return writer.bytes
  }

  @Test("checkpoints keep kinds of query; bytes with impossible kinds are rejected")
  func coding() throws {
    let model = try World.curvedModel(seed: 2)
    func read(_ bytes: [UInt8]) throws -> PersonalModels {
      var reader = StateReader(bytes)
      let models = try PersonalModels(
        model.ranking, evidenceColumns: model.evidenceColumns, rates: model.adaptation,
        places: model.placeOpinion, from: &reader)
      try reader.finish()
      return models
    }
    var (user, scratch) = (UserModel(model), UserModelScratch())
    for donation in try Self.history(60, seed: 3) { try user.observe(donation, scratch: &scratch) }
    let begun: [[Mode]] = [[], [.attributes], [.place], [.attributes, .place], [[.attributes, .place]]]
    for told in begun {
      var models = UserModel(model).rankings
      for mode in told { models.begin(mode) }
      let bytes = Self.bytes(models)
      let again = try read(bytes)
      #expect(again.modes == models.modes && Self.bytes(again) == bytes)
    }
    let bytes = Self.bytes(user.rankings)
    #expect(try Self.bytes(read(bytes)) == bytes)
    #expect(throws: StateError.self) { try read(bytes + [0]) }
    for count in stride(from: 0, to: bytes.count, by: 97) {
      #expect(throws: StateError.self) { try read(Array(bytes.prefix(count))) }
    }
    // The byte after the model of queries that name nothing encodes the other kinds.
    let alone = Self.bytes(UserModel(model).rankings)
    let (own, kinds) = (Array(alone.dropLast()), try #require(alone.last))
    #expect(kinds == 1)
    for (kinds, count) in [
      (0, 0), (3, 0), (16 + 1, 1), (0xFF, 3), (8 + 1, 1), (8 + 2 + 1, 2), (8 + 4 + 1, 2), (2, 1),
    ] {
      let damaged = own + [UInt8(kinds)] + (0..<count).flatMap { _ in own }
      #expect(throws: StateError.self, "\(kinds)") { try read(damaged) }
    }
  }
}
