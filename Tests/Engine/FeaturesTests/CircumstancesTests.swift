import Activities
import Kernels
import Testing

@testable import Features

@Suite("Circumstances of a context")
struct CircumstancesTests {
  private static func vector(_ state: EvidenceState, _ context: Context) -> SparseVector {
    var vector = SparseVector()
    var scratch = FeatureScratch()
    state.circumstances(of: AskedMoment(context), into: &vector, scratch: &scratch)
    return vector
  }

  private static func state(at place: Place? = nil) throws -> EvidenceState {
    try Samples.state(
      after: (0..<3).map {
        try Samples.donation(
          "\($0)", in: Samples.context(Samples.monday + Int64($0) * Samples.hour, place: place))
      })
  }

  /// Returns the entries that a query at a place has for the place.
  private static func place(_ state: EvidenceState, _ place: Place?) throws -> [UInt64] {
    let context = try Samples.context(Samples.monday + 5000 * Samples.hour, place: place)
    let groups = state.circumstanceGroups(of: AskedMoment(context))
    return zip(groups, vector(state, context).indices).filter { $0.0 == .place }.map(\.1)
  }

  /// Returns the sum of squares of each group's entries.
  private static func squares(_ state: EvidenceState, _ context: Context) -> [FeatureGroup: Float] {
    let vector = vector(state, context)
    return zip(state.circumstanceGroups(of: AskedMoment(context)), vector.values).reduce(into: [:]) {
      $0[$1.0, default: 0] += $1.1 * $1.1
    }
  }

  @Test("each kind is a part of length 1, or zero if its signal is missing")
  func lengths() throws {
    let place = try Place(latitude: 52.52, longitude: 13.405)
    let context = try Samples.context(
      Samples.monday + 7 * Samples.hour / 2, place: place, attributes: ["wifi": .string("home")])
    let lengths = try Self.squares(Self.state(at: place), context)
    let expected: [FeatureGroup: Float] = [
      .habit: 1, .previous: 2, .time: 2, .rhythm: 2, .place: 1, .context: 1,
    ]
    for (group, squares) in expected { #expect(abs((lengths[group] ?? 0) - squares) < 1e-5, "\(group)") }
    #expect(lengths.count == expected.count)
    let bare = try Self.squares(EvidenceState(), Samples.context(Samples.monday))
    #expect(Set(bare.keys) == [.habit, .time], "no previous activity, place or attributes")
  }

  @Test("circumstances recur a week later after the same activities, and differ otherwise")
  func alike() throws {
    let state = try Self.state()
    let now = Samples.monday + 5 * Samples.hour
    let context = try Samples.context(now, attributes: ["wifi": .string("home")])
    let vector = Self.vector(state, context)
    #expect(vector == Self.vector(state, context))
    let elsewhere = try Self.vector(state, Samples.context(now, attributes: ["wifi": .string("work")]))
    let common = Set(vector.indices).intersection(elsewhere.indices)
    #expect(common.count == vector.count - 1, "one entry is for the attributes")
    var later = state
    later.observe(try Samples.donation("3", in: Samples.context(now)))
    #expect(Self.vector(later, context) != vector, "a different activity came before")
  }

  @Test(
    "a learned place has one entry wherever the position in it, and other places have none")
  func learnedPlaces() throws {
    func place(_ metres: Double, accuracy: Double = 20) throws -> Place {
      try Place(latitude: 52.52 + metres / 111_195, longitude: 13.4, horizontalAccuracy: accuracy)
    }
    var state = try Self.state(at: place(0))
    let here = try Self.place(state, place(0))
    #expect(here.count == 1)
    for metres in [-70.0, -20, 50, 70] { #expect(try Self.place(state, place(metres)) == here, "\(metres)") }
    #expect(try Self.place(state, place(200)).isEmpty, "no donation was there")
    #expect(try Self.place(state, place(0, accuracy: 300)).isEmpty, "too imprecise")
    state.observe(
      try Samples.donation("x", in: Samples.context(Samples.monday + 3 * Samples.hour, place: place(150))))
    let there = try Self.place(state, place(160))
    #expect(there.count == 1 && there != here)
    #expect(try Self.place(state, place(0)) == here, "the entry does not depend on other places")
  }

  @Test("a place learned after another one was forgotten has a different entry")
  func forgottenPlaces() throws {
    let (old, new) = (try Place(latitude: 50, longitude: 8), try Place(latitude: 51, longitude: 9))
    var state = try Self.state(at: old)
    let before = try Self.place(state, old)
    let key = try #require(PlaceKey(old))
    let spot = try #require(state.window.learnedPlaces.spot(at: key))
    // An imprecise position counts as the last known one, but founds no place.
    let between = try Place(latitude: 40, longitude: 5, horizontalAccuracy: 2_000)
    for number in 0..<DonationWindow.size + 1 {
      state.observe(
        try Samples.donation(
          "y", in: Samples.context(Samples.monday + Int64(10 + number) * Samples.hour, place: between)))
    }
    #expect(state.window.learnedPlaces.spot(at: key) == nil)
    state.observe(
      try Samples.donation("z", in: Samples.context(Samples.monday + 4_000 * Samples.hour, place: new)))
    let after = try Self.place(state, new)
    #expect(
      try state.window.learnedPlaces.spot(at: #require(PlaceKey(new))) == spot, "its item is used again")
    #expect(before.count == 1 && after.count == 1 && before != after)
  }

  @Test("omitted groups have no entries, and the other entries do not change")
  func leftOut() throws {
    let place = try Place(latitude: 1, longitude: 2)
    let state = try Self.state(at: place)
    let context = try Samples.context(Samples.monday + 5 * Samples.hour, place: place)
    var vector = SparseVector()
    var scratch = FeatureScratch()
    state.circumstances(of: AskedMoment(context), without: [.time, .place], into: &vector, scratch: &scratch)
    let whole = Self.vector(state, context)
    let kept = zip(state.circumstanceGroups(of: AskedMoment(context)), whole.indices).filter {
      ![.time, .place].contains($0.0)
    }
    #expect(vector.indices == kept.map(\.1) && vector.count < whole.count)
    #expect(state.circumstanceGroups(of: AskedMoment(context), without: [.time, .place]) == kept.map(\.0))
  }

  @Test("entries have distinct keys", arguments: 0..<24)
  func distinct(hour: Int64) throws {
    let place = try Place(latitude: 1, longitude: 2)
    let context = try Samples.context(
      Samples.monday + hour * Samples.hour, place: place, attributes: ["a": .boolean(true)])
    let indices = try Self.vector(Self.state(at: place), context).indices
    #expect(Set(indices).count == indices.count)
  }
}
