#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Elementary functions of single numbers, from the C library, so that callers need no Foundation.
///
/// Use them for one number at a time, outside hot loops; use `VectorLoops` for many.
public enum Elementary {
  /// Natural logarithm.
  public static func logarithm(_ x: Double) -> Double { log(x) }

  /// eˣ.
  public static func exponential(_ x: Double) -> Double { exp(x) }

  /// 2 to the power of x.
  public static func powerOfTwo(_ x: Double) -> Double { exp2(x) }

  /// The logarithm to base 2.
  public static func logarithm2(_ x: Double) -> Double { log2(x) }

  /// Cosine of an angle in radians.
  public static func cosine(_ x: Double) -> Double { cos(x) }
}
