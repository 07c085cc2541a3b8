/// A stream of random numbers that is the same on every machine: SplitMix64 (Steele, Lea, Flood:
/// "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014, doi 10.1145/2660193.2660195).
///
/// It deliberately does not conform to `RandomNumberGenerator`: versions of the standard library
/// may turn bits into numbers differently. It also avoids the C library's mathematics, which rounds
/// differently on each system. Every routine and day has its own stream, so that adding a routine
/// does not change the times of others.
struct RandomStream {
  private var state: UInt64

  /// Creates a stream for one purpose.
  ///
  /// - Parameters:
  ///   - seed: The seed of the whole simulation.
  ///   - labels: The purpose of the numbers; other labels give another stream.
  ///   - day: The day of the numbers.
  init(seed: UInt64, labels: String..., day: Int = -1) {
    var state = Self.mixed(seed)
    for label in labels {
      for byte in label.utf8 { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      state = Self.mixed(state)
    }
    self.state = Self.mixed(state ^ UInt64(bitPattern: Int64(day)))
  }

  /// Returns the next 64 random bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  private static func mixed(_ bits: UInt64) -> UInt64 {
    var bits = bits
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

extension RandomStream {
  /// Returns a number from 0 up to, but not including, 1.
  mutating func uniform() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Returns a whole number from 0 up to, but not including, a count; 0 for a count of 0.
  mutating func index(below count: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(0, count))).high)
  }

  /// Returns a whole number in a closed range.
  mutating func integer(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + index(below: range.count)
  }

  /// Returns true with a probability.
  mutating func happens(with probability: Double) -> Bool {
    uniform() < probability
  }

  /// Returns a nearly normal number with mean 0 and standard deviation 1.
  ///
  /// It is the sum of twelve uniform numbers less six, which needs no logarithm and is never beyond
  /// ±6.
  mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += uniform() }
    return sum
  }

  /// Returns a positive number with a given median and a nearly normal logarithm with the given
  /// standard deviation.
  ///
  /// The exponential is (1 + x/16)¹⁶, which rounds the same on every machine and is close enough
  /// for |x| < 2.
  mutating func spread(around median: Double, by deviation: Double) -> Double {
    var factor = max(0, 1 + deviation * normal() / 16)
    for _ in 0..<4 { factor *= factor }
    return median * factor
  }

  /// Returns an element, drawn in proportion to the weights; `nil` if no weight is positive.
  mutating func choice<Element>(of weighted: [Weighted<Element>]) -> Element? {
    let total = weighted.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return nil }
    var rest = uniform() * total
    for candidate in weighted where candidate.weight > 0 {
      rest -= candidate.weight
      if rest < 0 { return candidate.element }
    }
    return weighted.last { $0.weight > 0 }?.element
  }

  /// Returns the elements in random order (Fisher and Yates).
  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, index(below: last + 1))
    }
    return elements
  }
}

/// A choice with a weight.
struct Weighted<Element> {
  let element: Element
  let weight: Double
}

extension Weighted: Equatable where Element: Equatable {}
extension Weighted: Hashable where Element: Hashable {}
extension Weighted: Sendable where Element: Sendable {}
