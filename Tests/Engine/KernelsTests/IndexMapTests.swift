import Testing

@testable import Kernels

@Suite struct IndexMapTests {
  /// Mixed keys, small ones, multiples that differ only in their upper bits, pairs of two numbers.
  static let kinds: [@Sendable (UInt64) -> UInt64] = [
    { $0 &* 0xD129_0DA5_6A2B_3E71 ^ $0 }, { $0 }, { $0 << 48 }, { ($0 / 40) << 32 | $0 % 40 },
    { UInt64.max - $0 },
  ]

  @Test(arguments: 0..<5, UInt64(0)..<3)
  func keysHaveTheNumbersOfADictionary(kind: Int, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var numbers = IndexMap()
    var expected: [UInt64: Int] = [:]
    for _ in 0..<4_000 {
      let key = Self.kinds[kind](UInt64(random.integer(below: 3_000)))
      #expect(numbers[key] == expected[key], "seed \(seed), kind \(kind)")
      if random.uniform() < 0.7 {
        let isNew = expected[key] == nil
        let number = expected[key] ?? expected.count
        expected[key] = number
        #expect(numbers.insert(key) == (number, isNew), "seed \(seed), kind \(kind)")
      }
    }
    #expect(numbers.count == expected.count)
  }

  @Test func aSequenceIsNumberedInItsOrder() {
    let numbers = IndexMap([7, 0, 7, .max])
    #expect(numbers.count == 3)
    #expect(numbers[7] == 0 && numbers[0] == 1 && numbers[.max] == 2 && numbers[1] == nil)
    #expect(IndexMap()[0] == nil)
  }
}
