import Activities
import Features
import Kernels
import Storage
import Testing

@testable import Ranking
@testable import Suggestions
@testable import SuggestionsExercises

@Suite("Learning from hours")
struct HorizonStateTests {
  private static let hour = HorizonState.hour

  private static func hours(after last: Int64, upTo time: Int64) -> [Int64] {
    HorizonState.hours(after: last, upTo: time).map(\.self)
  }

  /// Donations of some documents within some days: some on the hour, some at the same moment, some
  /// without an exact time.
  private static func history(_ count: Int, seed: UInt64) throws -> [Donation] {
    var random = SeededRandom(seed: seed)
    var minutes: Int64 = 30
    return try (0..<count).map { number in
      switch random.integer(below: 8) {
      case 0: break
      case 1: minutes = (minutes / 60 + 1) * 60
      case 2: minutes += Int64(random.integer(below: 3_000))
      default: minutes += Int64(random.integer(below: 90))
      }
      var details = Donation.Details()
      details.source = random.integer(below: 8) == 0 ? .suggestion : .user
      details.timePrecision = random.integer(below: 6) == 0 ? (minutes % 2 == 0 ? .order : .day) : .exact
      let name = random.integer(below: 3) == 0 ? random.integer(below: 6) : Int(minutes / 60) % 6
      return try Donation(
        of: World.activity("d\(name)"), in: Context(at: World.instant(minutes)), details: details,
        ordinal: number)
    }
  }

  private static func user(
    _ donations: some Sequence<Donation>, _ model: SuggestionModel
  ) throws -> UserModel {
    var (user, scratch) = (UserModel(model), UserModelScratch())
    for donation in donations { try user.observe(donation, scratch: &scratch) }
    return user
  }

  private static func state(_ user: UserModel) -> [UInt8] {
    var writer = StateWriter()
    user.horizon.write(into: &writer)
    return writer.bytes
  }

  @Test("hours after a donation are learned from for a day, up to the next one and its own hour")
  func hours() {
    let nine = World.monday + 9 * Self.hour
    let day = (1...24 as ClosedRange<Int64>).map { nine + $0 * Self.hour }
    #expect(Self.hours(after: nine - 1, upTo: nine + 1) == [nine])
    #expect(Self.hours(after: nine - 1, upTo: nine) == [nine], "a donation on the hour is done in it")
    #expect(Self.hours(after: nine, upTo: nine + Self.hour - 1) == [], "not again after it")
    #expect(Self.hours(after: nine, upTo: nine) == [])
    #expect(Self.hours(after: nine, upTo: nine + Self.hour) == [nine + Self.hour])
    #expect(Self.hours(after: nine, upTo: nine + 24 * Self.hour) == day)
    #expect(Self.hours(after: nine, upTo: nine + 500 * Self.hour) == day, "a day at most")
    #expect(Self.hours(after: nine + 1, upTo: nine + 500 * Self.hour) == day)
    #expect(Self.hours(after: -1, upTo: 1) == [0])
    #expect(Self.hours(after: -Self.hour - 1, upTo: -1) == [-Self.hour])
  }

  @Test("no hour is learned twice, none is skipped", arguments: 0..<6 as Range<UInt64>)
  func each(seed: UInt64) throws {
    let times = try Self.history(120, seed: seed).filter(\.hasExactTime)
      .map(\.context.instant.milliseconds)
    let asked = zip(times, times.dropFirst()).flatMap { Self.hours(after: $0, upTo: $1) }
    #expect(Set(asked).count == asked.count && asked == asked.sorted())
    let all = stride(from: World.monday, through: times.last ?? 0, by: Int(Self.hour)).filter { hour in
      let last = times.last { $0 < hour }
      return last.map { hour - $0 <= 24 * Self.hour } ?? false
    }
    #expect(asked == all)
  }

  /// The slow twin: all hours of the log, each with a scan of the whole log for its activities.
  @Test(
    "the pool learns each passed hour once, with the activities done in it",
    arguments: 0..<6 as Range<UInt64>, [nil, 5])
  func twin(seed: UInt64, network: UInt64?) throws {
    let (model, donations) = (try World.horizonModel(seed: network), try Self.history(90, seed: seed))
    var (user, scratch, scoring) = (UserModel(model), UserModelScratch(), ScoringScratch())
    var pool = model.horizonPool
    var pending: [(hour: Int64, items: [Int], opinions: [Float])] = []
    var (last, offset): (Int64?, Int) = (nil, 0)
    for donation in donations {
      let time = donation.context.instant.milliseconds
      if donation.hasExactTime, let last {
        for hour in Self.hours(after: last, upTo: time) {
          let moment = try Context(at: Instant(milliseconds: hour, offsetMinutes: offset))
          let evidence = try user.horizonEvidence(at: AskedMoment(moment), within: 3_600, scratch: &scratch)
          var (logits, opinions): ([Float], [Float]) = ([], [])
          try model.horizon?.logits(of: evidence.matrix, scratch: &scoring, into: &logits)
          pool.write(evidence.matrix, logits: logits, into: &opinions)
          let lines = evidence.items.indices.filter { line in
            opinions[line * pool.count..<(line + 1) * pool.count].contains { $0 > 0.01 }
          }
          pending.append(
            (
              hour, lines.map { evidence.items[$0] },
              lines.flatMap { opinions[$0 * pool.count..<($0 + 1) * pool.count] }
            ))
        }
      }
      try user.observe(donation, scratch: &scratch)
      if donation.hasExactTime { last = time }
      offset = donation.context.instant.offsetMinutes
    }
    let end = try #require(last)
    for (hour, items, opinions) in pending where hour + Self.hour <= end {
      let done = donations.filter {
        $0.hasExactTime && (hour..<hour + Self.hour).contains($0.context.instant.milliseconds)
      }.compactMap { user.evidence.item(of: $0.identity) }
      pool.learn(opinions, done: items.map(done.contains))
    }
    #expect(pending.count > 100)
    #expect(user.horizon.pool.weights == pool.weights, "seed \(seed)")
    #expect(pool.weights != model.horizonPool.weights)
  }

  @Test("a donation without an exact time neither ends an hour nor counts in one")
  func imprecise() throws {
    for precision in [TimePrecision.day, .order] {
      var (user, scratch) = (try Self.user(Self.history(40, seed: 2), World.model()), UserModelScratch())
      let end = try #require(user.lastInstant).milliseconds / 60_000 - World.monday / 60_000
      // The pending hour is the one that contains this donation.
      try user.observe(World.donation("d1", at: end + 70), scratch: &scratch)
      let before = Self.state(user)
      var details = Donation.Details()
      details.timePrecision = precision
      for minutes in [0, 5, 3_000] as [Int64] {
        let donation = try Donation(
          of: World.activity("d2"), in: Context(at: World.instant(end + 70 + minutes)), details: details)
        try user.observe(donation, scratch: &scratch)
        #expect(Self.state(user) == before, "\(precision)")
      }
      let exact = try World.donation("d2", at: end + 4_000)
      try user.observe(exact, scratch: &scratch)
      #expect(Self.state(user) != before)
    }
  }

  @Test(
    "each item has one probability from 0 to 1, whatever the horizon", arguments: [nil, 1, 2, 3])
  func probabilities(network: UInt64?) throws {
    let model = try World.horizonModel(seed: network)
    var (user, scratch) = (UserModel(model), UserModelScratch())
    let nobody = try user.score(AskedMoment(Context(at: World.instant(0))), within: 3_600, scratch: &scratch)
    #expect(nobody.horizonProbabilities.isEmpty)
    for (number, donation) in try Self.history(100, seed: network ?? 9).enumerated() {
      try user.observe(donation, scratch: &scratch)
      guard number % 20 == 0 || number == 99 else { continue }
      for pause in [0, 1, 600, 90_000, 4_000_000] as [Int64] {
        let now = donation.context.instant.milliseconds / 60_000 - World.monday / 60_000 + pause
        for horizon in [60, 900, 3_600, 93_600, 31 * 86_400.0] {
          let scored = try user.score(
            AskedMoment(Context(at: World.instant(now))), within: horizon, scratch: &scratch)
          #expect(scored.horizonProbabilities.count == user.candidateCount)
          #expect(scored.horizonProbabilities.allSatisfy { (0...1).contains($0) })
        }
      }
    }
  }

  @Test(
    "a model read from a checkpoint answers and learns the same, bit for bit", arguments: [nil, 4])
  func checkpoint(network: UInt64?) throws {
    let (model, donations) = (try World.horizonModel(seed: network), try Self.history(80, seed: 7))
    var (whole, scratch) = (UserModel(model), UserModelScratch())
    let now = try World.instant(50_000)
    let expected = try Self.user(donations, model).score(
      AskedMoment(Context(at: now)), within: 3_600, scratch: &scratch)
    for (number, donation) in donations.enumerated() {
      if number % 9 == 4 {
        var rest = try UserModelCoding.current.decode(UserModelCoding.current.encode(whole), model)
        #expect(Self.state(rest) == Self.state(whole))
        for donation in donations[number...] { try rest.observe(donation, scratch: &scratch) }
        let scored = try rest.score(
          AskedMoment(Context(at: now)), within: 3_600, scratch: &scratch)
        #expect(scored.horizonProbabilities == expected.horizonProbabilities, "from the \(number)th")
      }
      try whole.observe(donation, scratch: &scratch)
    }
    #expect(UserModelCoding.current.format == "5")
  }

  private static func ask(_ engine: SuggestionEngine, at minutes: Int64) async throws -> [SuggestionList] {
    var answers: [SuggestionList] = []
    for horizon in [900, 3_600, 93_600.0] {
      answers.append(
        try await engine.suggestions(
          SuggestionRequest(in: Context(at: World.instant(minutes)), limit: 100, horizon: horizon)))
    }
    return answers
  }

  @Test("an engine that continues from checkpoints answers with a horizon like one that read the whole log")
  func engines() async throws {
    let (coding, donations) = (CountingUserModelCoding(), try Self.history(70, seed: 3))
    let (log, model) = (CountingLog(), try World.horizonModel(seed: 8))
    for count in [25, 33, 64, 70] {
      _ = try await log.inner.ingest(verbatim: Array(donations[..<count]))
      let minutes = donations[count - 1].context.instant.milliseconds / 60_000 - World.monday / 60_000 + 41
      let expected = try await Self.ask(World.engine(Array(donations[..<count]), model: model), at: minutes)
      #expect(try await Self.ask(coding.engine(log, model: model), at: minutes) == expected)
    }
    #expect(coding.count > 3)
  }

  @Test("after forgetting, probabilities within a horizon are as if the donation had never existed")
  func forgetting() async throws {
    let (donations, model) = (try Self.history(70, seed: 5), try World.horizonModel(seed: 8))
    let engine = try await World.engine(donations, model: model)
    let before = try await Self.ask(engine, at: 100_000)
    let forgotten = try World.activity("d2").identity
    var criteria = Deletion.Criteria()
    (criteria.since, criteria.until) = (
      donations[20].context.instant, donations[35].context.instant
    )
    try await engine.forget(Deletion(at: World.instant(100_000), matching: criteria))
    let (since, until) = (
      donations[20].context.instant.milliseconds, donations[35].context.instant.milliseconds
    )
    let rest = donations.filter { !(since..<until).contains($0.context.instant.milliseconds) }
    #expect(rest.count < donations.count && rest.contains { $0.identity == forgotten })
    let after = try await Self.ask(engine, at: 100_000)
    #expect(try await Self.ask(World.engine(rest, model: model), at: 100_000) == after)
    #expect(after != before)
  }

  @Test("bytes that end too early, or with unknown items, are rejected")
  func damaged() throws {
    let user = try Self.user(Self.history(60, seed: 1), World.model())
    let bytes = Self.state(user)
    func read(_ bytes: [UInt8], items: Int = 100) throws -> HorizonState {
      var reader = StateReader(bytes)
      let state = try HorizonState(World.model().horizonPool, items: items, from: &reader)
      try reader.finish()
      return state
    }
    var again = StateWriter()
    try read(bytes).write(into: &again)
    #expect(again.bytes == bytes)
    for count in bytes.indices {
      #expect(throws: StateError.self) { try read(Array(bytes.prefix(count))) }
    }
    #expect(throws: StateError.self) { try read(bytes + [0]) }
    #expect(throws: StateError.self) { try read(bytes, items: 0) }
    // Impossible starts, items, opinions and outcomes.
    let start = bytes.count - Self.tail(user).count
    for (time, items, opinion, done) in [
      (Int64.max, [Int32(0)], Float(0.5), [UInt8(0)]), (0, [-1], 0.5, [0]), (0, [100], 0.5, [0]),
      (0, [0], 1.5, [0]), (0, [0], .nan, [0]), (0, [0], 0.5, []),
    ] {
      var writer = StateWriter()
      writer.write(time)
      writer.write(items)
      writer.write([Float](repeating: opinion, count: user.horizon.pool.count))
      writer.write(done)
      #expect(throws: StateError.self) { try read(Array(bytes[..<start]) + writer.bytes) }
    }
  }

  /// The bytes after the pool's weights.
  private static func tail(_ user: UserModel) -> ArraySlice<UInt8> {
    var writer = StateWriter()
    user.horizon.pool.write(into: &writer)
    return state(user)[writer.bytes.count...]
  }

  @Test(
    "the key of learned state differs between models with different networks of horizons, or none")
  func keys() throws {
    let keys = try [nil, 1, 2].map { try World.horizonModel(seed: $0).stateKey }
    #expect(Set(keys).count == 3)
    #expect(try World.horizonModel(seed: 1).stateKey == keys[1])
    #expect(try World.horizonModel(seed: nil).horizon == nil)
    // States of versions that scored differently would continue with other rounding.
    #expect(keys.allSatisfy { $0.split(separator: "/")[1].hasSuffix("-openblas") })
    #expect(UserModelCoding.current.key(for: try World.horizonModel(seed: 1)).hasPrefix("5/"))
  }
}
