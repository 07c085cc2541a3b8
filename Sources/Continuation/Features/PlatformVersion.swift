/// A version of numbers, most significant first; missing ones count as 0.
public struct PlatformVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The numbers, without zeros at the end, so that 6, 6.0 and 6.0.0 are equal.
  private let numbers: [UInt]

  /// A whole version.
  public init(_ major: UInt) { numbers = major == 0 ? [] : [major] }

  /// Reads numbers and dots; `nil` for anything else.
  public init?(_ text: String) {
    var numbers: [UInt] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard part.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = UInt(part)
      else { return nil }
      numbers.append(number)
    }
    while numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
  }

  /// Numbers and dots.
  public var description: String {
    numbers.isEmpty ? "0" : numbers.map(String.init).joined(separator: ".")
  }

  /// Whether it is older.
  public static func < (left: PlatformVersion, right: PlatformVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}
