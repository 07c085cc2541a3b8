import Activities
import Testing

@testable import Importers

@Suite("The end of one sequence in another")
struct TailSearchTests {
  private func identity(_ number: Int) -> ActivityIdentity { ActivityIdentity(rawValue: UInt128(number)) }

  /// A sequence that repeats a few activities again and again.
  private func sequence(_ count: Int, seed: UInt64) -> [Int] {
    var numbers: [Int] = []
    var state = seed
    for _ in 0..<count {
      state = StableHash.mix(state, 1)
      numbers.append(Int(state % 12))
    }
    return numbers
  }

  private func best(_ tail: [Int], isWhole: Bool = false, in sequence: [Int]) -> TailSearch.Match? {
    var search = TailSearch(tail.map(identity), isWhole: isWhole)
    for number in sequence { search.append(identity(number)) }
    return search.best
  }

  @Test("the end is found at its position, however often its parts are repeated")
  func found() {
    let all = sequence(2_000, seed: 1)
    for end in stride(from: 150, to: 2_000, by: 97) {
      let match = best(Array(all[end - 128..<end]), in: all)
      #expect(match?.position == end - 1)
      #expect(match?.tailIndex == 127)
    }
  }

  @Test("the end is found even if the sequence has lost its beginning or some entries")
  func holes() {
    let all = sequence(600, seed: 2)
    let tail = Array(all[272..<400])
    #expect(best(tail, in: Array(all[350...]))?.position == 49)
    var thinned = all
    for place in [390, 370, 369, 340, 300] { thinned.remove(at: place) }
    #expect(best(tail, in: thinned)?.position == 394)
    #expect(best(tail.filter { $0 != 3 }, in: all)?.score ?? 0 > 60)
  }

  @Test("another sequence does not match the end")
  func other() {
    #expect(best(Array(sequence(600, seed: 3).suffix(128)), in: sequence(5_000, seed: 4)) == nil)
    #expect(best([1, 2, 3], isWhole: false, in: [1, 2, 3, 4]) == nil)
  }

  @Test("a short sequence is found at the beginning of its continuation")
  func short() {
    #expect(best([1, 2, 3], isWhole: true, in: [1, 2, 3, 4])?.position == 2)
    #expect(best([1, 2, 3], isWhole: true, in: [9, 1, 2, 3, 4]) == nil)
  }
}
