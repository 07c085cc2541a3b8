/// A stream of random numbers that is the same on every machine: SplitMix64 (Steele, Lea, Flood: "Fast Splittable
/// Pseudorandom Number Generators", OOPSLA 2014, doi 10.1145/2660193.2660195).
///
/// It deliberately is no `RandomNumberGenerator`: how the standard library turns bits into numbers may change between
/// its versions. Nor does it call the C library's mathematics, which rounds differently from one to the next. Every
/// routine and day has a stream of its own, so that adding a routine leaves the times of the others as they were.
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
