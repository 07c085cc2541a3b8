/// A stream of random numbers that is the same on every machine: SplitMix64 (Steele, Lea, Flood:
/// "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014, doi 10.1145/2660193.2660195).
///
/// It deliberately is no `RandomNumberGenerator`: how the standard library turns bits into numbers
/// may change between its versions. Nor does it call the C library's mathematics, which rounds
/// differently from one to the next. Every routine and day has a stream of its own, so that adding
/// a routine leaves the times of the others as they were.
struct RandomStream {
  private var state: UInt64

  /// A stream for one purpose.
  ///
  /// - Parameters:
  ///   - seed: The seed of the whole simulation.
  ///   - labels: Whose numbers these are; other labels give another stream.
  ///   - day: The day that the numbers are for.
  init(seed: UInt64, labels: String..., day: Int = -1) {
    var state = Self.mixed(seed)
    for label in labels {
      for byte in label.utf8 { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      state = Self.mixed(state)
    }
    self.state = Self.mixed(state ^ UInt64(bitPattern: Int64(day)))
  }

  /// The next 64 random bits.
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
  /// A number from 0 up to, but not including, 1.
  mutating func uniform() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// A whole number from 0 up to, but not including, a count; 0 for a count of 0.
  mutating func index(below count: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(0, count))).high)
  }

  /// A whole number of a closed range.
  mutating func integer(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + index(below: range.count)
  }

  /// True with a probability.
  mutating func happens(with probability: Double) -> Bool {
    uniform() < probability
  }

  /// A nearly normal number with mean 0 and standard deviation 1: the sum of twelve uniform numbers
  /// less six, which needs no logarithm and never strays beyond ±6.
  mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += uniform() }
    return sum
  }

  /// A positive number whose median is given and whose logarithm is about normal with the given
  /// standard deviation.
  ///
  /// The exponential is (1 + x/16)¹⁶, which is exact in its rounding everywhere and close enough
  /// for |x| < 2.
  mutating func spread(around median: Double, by deviation: Double) -> Double {
    var factor = max(0, 1 + deviation * normal() / 16)
    for _ in 0..<4 { factor *= factor }
    return median * factor
  }

  /// An element, chosen in proportion to the weights; nothing if no weight is positive.
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

  /// The elements in random order (Fisher and Yates).
  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, index(below: last + 1))
    }
    return elements
  }
}

/// Something that is chosen in proportion to a weight.
struct Weighted<Element> {
  let element: Element
  let weight: Double
}

extension Weighted: Equatable where Element: Equatable {}
extension Weighted: Hashable where Element: Hashable {}
extension Weighted: Sendable where Element: Sendable {}
