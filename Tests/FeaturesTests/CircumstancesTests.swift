import Activities
import Kernels
import Testing

@testable import Features

@Suite("Circumstances of a context")
struct CircumstancesTests {
  private static func vector(_ state: EvidenceState, _ context: Context) -> SparseVector {
    var vector = SparseVector()
    var scratch = FeatureScratch()
    state.circumstances(of: context, into: &vector, scratch: &scratch)
    return vector
  }

  private static func state() throws -> EvidenceState {
    try Samples.state(
      after: (0..<3).map {
        try Samples.donation("\($0)", in: Samples.context(Samples.monday + Int64($0) * Samples.hour))
      })
  }

  /// The Euclidean length of each group's part.
  private static func squares(_ state: EvidenceState, _ context: Context) -> [FeatureGroup: Float] {
    let vector = vector(state, context)
    return zip(state.circumstanceGroups(of: context), vector.values).reduce(into: [:]) {
      $0[$1.0, default: 0] += $1.1 * $1.1
    }
  }

  @Test("each kind is a part of length 1, or zero if its signal is missing")
  func lengths() throws {
    let place = try Place(latitude: 52.52, longitude: 13.405)
    let context = try Samples.context(
      Samples.monday + 7 * Samples.hour / 2, place: place, attributes: ["wifi": .string("home")])
    let lengths = try Self.squares(Self.state(), context)
    let expected: [FeatureGroup: Float] = [
      .habit: 1, .previous: 2, .time: 2, .rhythm: 2, .place: 1, .context: 1,
    ]
    for (group, squares) in expected { #expect(abs((lengths[group] ?? 0) - squares) < 1e-5, "\(group)") }
    #expect(lengths.count == expected.count)
    let bare = try Self.squares(EvidenceState(), Samples.context(Samples.monday))
    #expect(Set(bare.keys) == [.habit, .time], "nothing before, no place, no attributes")
  }

  @Test("they are the same a week later after the same activities, and others in other circumstances")
  func alike() throws {
    let state = try Self.state()
    let now = Samples.monday + 5 * Samples.hour
    let context = try Samples.context(now, attributes: ["wifi": .string("home")])
    let vector = Self.vector(state, context)
    #expect(vector == Self.vector(state, context))
    let elsewhere = try Self.vector(state, Samples.context(now, attributes: ["wifi": .string("work")]))
    let common = Set(vector.indices).intersection(elsewhere.indices)
    #expect(common.count == vector.count - 1, "one entry is of the attributes")
    var later = state
    later.observe(try Samples.donation("3", in: Samples.context(now)))
    #expect(Self.vector(later, context) != vector, "another activity came before")
  }

  @Test("questions that are left out have no entries, and the others stay as they are")
  func leftOut() throws {
    let state = try Self.state()
    let context = try Samples.context(
      Samples.monday + 5 * Samples.hour, place: try Place(latitude: 1, longitude: 2))
    var vector = SparseVector()
    var scratch = FeatureScratch()
    state.circumstances(of: context, without: [.time, .place], into: &vector, scratch: &scratch)
    let whole = Self.vector(state, context)
    let kept = zip(state.circumstanceGroups(of: context), whole.indices).filter {
      ![.time, .place].contains($0.0)
    }
    #expect(vector.indices == kept.map(\.1) && vector.count < whole.count)
    #expect(state.circumstanceGroups(of: context, without: [.time, .place]) == kept.map(\.0))
  }

  @Test("entries are different numbers", arguments: 0..<24)
  func distinct(hour: Int64) throws {
    let context = try Samples.context(
      Samples.monday + hour * Samples.hour, place: try Place(latitude: 1, longitude: 2),
      attributes: ["a": .boolean(true)])
    let indices = try Self.vector(Self.state(), context).indices
    #expect(Set(indices).count == indices.count)
  }
}
