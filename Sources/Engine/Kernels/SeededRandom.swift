/// A small, fast generator whose sequence is determined by its seed on every platform.
///
/// SplitMix64 (Steele, Lea & Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
/// The standard library does not guarantee stable shuffles and floats for a given generator, so
/// they are implemented here.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64
  private var spare: Float?

  /// Creates a generator; equal seeds give equal sequences.
  public init(seed: UInt64) { state = seed }

  /// Creates a generator for one part of a task, independent of the generators of other parts.
  public init(seed: UInt64, parts: Int...) {
    var mixed = SeededRandom(seed: seed)
    for part in parts { mixed = SeededRandom(seed: mixed.next() ^ UInt64(bitPattern: Int64(part))) }
    self.init(seed: mixed.next())
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 up to, not including, 1.
  public mutating func uniform() -> Float { Float(next() >> 40) * 0x1p-24 }

  /// An integer from 0 up to, not including, a bound of at least 1, by Lemire's multiplication.
  ///
  /// Its bias, below bound / 2⁶⁴, does not matter here.
  public mutating func integer(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(bound, 1))).high)
  }

  /// A number of the standard normal distribution, by Marsaglia's polar method.
  public mutating func normal() -> Float {
    if let number = spare {
      spare = nil
      return number
    }
    while true {
      let x = 2 * Double(uniform()) - 1
      let y = 2 * Double(uniform()) - 1
      let square = x * x + y * y
      if square >= 1 || square == 0 { continue }
      let factor = (-2 * Elementary.logarithm(square) / square).squareRoot()
      spare = Float(y * factor)
      return Float(x * factor)
    }
  }

  /// Puts the elements in a random order (Fisher and Yates).
  public mutating func shuffle<Element>(_ elements: inout [Element]) {
    var index = elements.count - 1
    while index > 0 {
      elements.swapAt(index, integer(below: index + 1))
      index -= 1
    }
  }
}
