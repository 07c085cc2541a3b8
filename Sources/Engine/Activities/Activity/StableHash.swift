internal import Foundation

/// Hashes that are the same in every process, unlike `Hasher`'s, so that replays are exact.
public enum StableHash {
  /// Mixes a value into a hash, with the finaliser of SplitMix64 (Steele, Lea, Flood: Fast
  /// Splittable Pseudorandom Number Generators, 2014).
  ///
  /// The arguments are interchangeable. Hash a small number that distinguishes kinds first,
  /// `mix(0, kind)`: otherwise two kinds collide wherever `kind ^ value` is the same.
  public static func mix(_ hash: UInt64, _ value: UInt64) -> UInt64 {
    var mixed = (hash ^ value) &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Hashes a text by its characters, composed or decomposed: the UTF-8 bytes of its NFC (FNV-1a,
  /// 64 bits).
  public static func text(_ text: String) -> UInt64 {
    CanonicalForm.normalized(text).utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Hashes a key and a value, by the value's meaning: 1 and 1.0 are the same.
  public static func entry(_ key: String, _ value: ActivityValue) -> UInt64 {
    mix(text(key), self.value(value))
  }

  private static func value(_ value: ActivityValue) -> UInt64 {
    switch value {
    case .null: 1
    case .boolean(let flag): flag ? 3 : 2
    case .integer(let number): mix(4, UInt64(bitPattern: number))
    case .double(let number):
      Int64(exactly: number).map { self.value(.integer($0)) } ?? mix(5, number.bitPattern)
    case .string(let string): mix(6, text(string))
    case .date(let date): mix(7, ((date.timeIntervalSince1970 * 1_000).rounded()).bitPattern)
    case .data(let data): data.reduce(8) { mix($0, UInt64($1)) }
    case .url(let url): mix(9, text(url.absoluteString))
    case .array(let values): values.reduce(mix(10, UInt64(values.count))) { mix($0, self.value($1)) }
    case .object(let values): values.reduce(11) { $0 &+ entry($1.key, $1.value) }
    }
  }
}
