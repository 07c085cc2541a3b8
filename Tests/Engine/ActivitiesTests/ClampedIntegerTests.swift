import Testing

@testable import Activities

@Suite("Clamping numbers to integers")
struct ClampedIntegerTests {
  @Test(
    "a number becomes the nearest existing integer",
    arguments: [
      (1e300, Int64.max), (-1e300, .min), (.infinity, .max), (-.infinity, .min), (.nan, 0), (1.9, 1),
      (-1.9, -1),
      (9.223372036854775e18, 9_223_372_036_854_774_784), (9.3e18, .max), (-9.223372036854775808e18, .min),
    ] as [(Double, Int64)])
  func wide(_ number: Double, _ expected: Int64) {
    #expect(Int64(clamping: number) == expected)
  }

  @Test("integers of every width are clamped")
  func narrow() {
    #expect(Int32(clamping: 2_147_483_647.9) == .max && Int32(clamping: -2_147_483_649) == .min)
    #expect(
      UInt64(clamping: -0.5) == 0 && UInt64(clamping: 1.9e19) == .max
        && UInt64(clamping: 1e19) == 10_000_000_000_000_000_000)
    #expect(UInt8(clamping: 255.5) == 255 && UInt8(clamping: 254.5) == 254)
    #expect(Int(clamping: 7 as Int64) == 7)
  }
}
